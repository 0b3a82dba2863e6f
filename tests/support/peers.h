// MCP servers of our own that misbehave, and whether anything of them is left.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "mcp/client.h"
#include "support/temp_folder.h"

namespace skillcat::test {

/// The state of a process in /proc; 0 when there is none. A zombie that is not our child has only
/// not been fetched by the init process yet.
inline char process_state(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto end = text.rfind(')');
  return end == std::string::npos ? '\0' : text.at(end + 2);
}

inline std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// True once `condition` holds; false after ten seconds.
template <class Condition>
bool eventually(Condition condition) {
  for (int i = 0; i < 1'000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return condition();
}

/// Servers on stdio, started by the client; see tests/mcp/peers/stdio_peer.py.
class StdioPeers {
 public:
  mcp::ServerSettings settings(const std::string& behaviour) const {
    mcp::ServerSettings server;
    server.name = behaviour;
    server.command = {SKILLCAT_PYTHON, "-B", SKILLCAT_SOURCE_DIR "/tests/mcp/peers/stdio_peer.py",
                      behaviour};
    server.env = {{"PEER_PIDS", pid_file()}};
    return server;
  }

  std::string pid_file() const { return folder_.path("pids"); }
  std::vector<pid_t> pids() const {
    std::vector<pid_t> pids;
    for (const std::string& line : lines_of(pid_file())) pids.push_back(std::stoi(line));
    return pids;
  }
  /// Nothing runs and nothing waits to be reaped by us.
  bool all_gone() const {
    for (const pid_t pid : pids()) {
      if (const char state = process_state(pid); state != '\0' && state != 'Z') return false;
    }
    return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
  }

 private:
  TempFolder folder_;
};

/// A program that runs for the length of a test. Its first line of output is kept.
class Program {
 public:
  Program(std::vector<std::string> command, std::vector<std::string> environment) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
    const auto pointers = [](std::vector<std::string>& texts) {
      std::vector<char*> out;
      for (std::string& text : texts) out.push_back(text.data());
      out.push_back(nullptr);
      return out;
    };
    for (char** variable = environ; *variable != nullptr; ++variable) {
      environment.emplace_back(*variable);
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    const int failed = ::posix_spawn(&pid_, command.front().c_str(), &actions, nullptr,
                                     pointers(command).data(), pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (failed != 0) throw std::runtime_error("cannot run " + command.front());
    for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) first_line_ += c;
    output_ = ends[0];
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    ::close(output_);
  }

  const std::string& first_line() const { return first_line_; }

 private:
  pid_t pid_ = -1;
  int output_ = -1;
  std::string first_line_;
};

/// A server over HTTP; see tests/mcp/peers/http_peer.py.
class HttpPeer {
 public:
  explicit HttpPeer(const std::string& behaviour, std::vector<std::string> environment = {})
      : name_(behaviour), program_(command(behaviour), with_log(std::move(environment))) {}

  mcp::ServerSettings settings() const {
    mcp::ServerSettings server;
    server.name = name_;
    server.url = "http://127.0.0.1:" + program_.first_line() + "/mcp";
    return server;
  }

  /// One object a request, as it came.
  std::vector<nlohmann::json> log() const {
    std::vector<nlohmann::json> out;
    for (const std::string& line : lines_of(folder_.path("log"))) {
      out.push_back(nlohmann::json::parse(line));
    }
    return out;
  }

 private:
  static std::vector<std::string> command(const std::string& behaviour) {
    return {SKILLCAT_PYTHON, "-B", SKILLCAT_SOURCE_DIR "/tests/mcp/peers/http_peer.py", behaviour};
  }
  std::vector<std::string> with_log(std::vector<std::string> environment) const {
    environment.push_back("PEER_LOG=" + folder_.path("log"));
    return environment;
  }

  std::string name_;
  TempFolder folder_;
  Program program_;
};

/// The names of the tools of a recorded discovery, in its order.
inline std::vector<std::string> tool_names(const std::string& record) {
  std::vector<std::string> names;
  const auto whole = nlohmann::json::parse(record);
  for (const auto& tool : whole.at("tools")) {
    names.push_back(tool.at("name").get<std::string>());
  }
  return names;
}

}  // namespace skillcat::test
