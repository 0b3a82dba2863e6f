#include "mcp/refresh.h"

#include <skillcat/error.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "base/fs.h"
#include "base/problem.h"
#include "base/utf8.h"
#include "mcp/message.h"

namespace skillcat::mcp {
namespace {

constexpr mode_t kFolderMode = 0750;
constexpr mode_t kFileMode = 0640;
constexpr std::size_t kMaxNameBytes = 200;
/// A record holds one session's lists, which are bounded; escapes make them longer.
constexpr std::size_t kMaxFileBytes = 8 * kMaxMessageBytes;

/// Empty when there is none.
std::string bytes_of(const std::string& path) {
  auto file = read_file(path, kMaxFileBytes);
  return file ? std::move(file->bytes) : std::string();
}

/// False when `path` has these bytes already.
bool write_if_changed(const std::string& path, const std::string& bytes) {
  if (bytes_of(path) == bytes) return false;
  write_file_atomically(path, bytes, kFileMode);
  return true;
}

void make_folder(const std::string& folder) {
  std::error_code error;
  if (std::filesystem::is_directory(folder, error)) return;
  std::filesystem::create_directories(std::string(parent_path(folder)), error);
  if (::mkdir(folder.c_str(), kFolderMode) != 0 && errno != EEXIST) {
    throw Error(ErrorCode::config, errno_text("create", folder, errno),
                "check the permissions of the folder above");
  }
}

Json to_json(const std::vector<Problem>& problems) {
  Json out = Json::array();
  for (const Problem& problem : problems) {
    out.push_back({{"code", problem.code},
                   {"severity", to_text(problem.severity)},
                   {"message", problem.message}});
  }
  return out;
}

}  // namespace

std::optional<Problem> name_problem(std::string_view name) {
  const bool is_usable = !name.empty() && name.size() <= kMaxNameBytes && name.front() != '.' &&
                         !name.ends_with(".state") && std::ranges::none_of(name, [](char c) {
                           return c == '/' || static_cast<unsigned char>(c) < ' ' || c == '\x7F';
                         });
  if (is_usable) return std::nullopt;
  return make_problem("mcp_start_failed", "no file can be called '" + printable_line(name) +
                                              "', which the server's name asks for");
}

Outcome store(const std::string& name, const Result<Discovery>& found, const std::string& folder,
              const Clock& clock) {
  Outcome outcome;
  outcome.name = name;
  outcome.failed = !found;
  outcome.problems = found ? found->problems : std::vector<Problem>{found.error()};
  if (name_problem(name)) return outcome;
  make_folder(folder);
  const std::string state_path = join_path(folder, name + ".state.json");
  Json before = Json::parse(bytes_of(state_path), nullptr, false);
  if (!before.is_object()) before = Json::object();

  Json state;
  state["last_attempt_at"] = unix_ms(clock);
  const auto last_success = before.find("last_success_at");
  state["last_success_at"] = found ? state["last_attempt_at"]
                             : last_success != before.end() && last_success->is_number_integer()
                                 ? *last_success
                                 : Json(0);
  state["failed"] = outcome.failed;
  state["problems"] = to_json(outcome.problems);
  outcome.changed = before.value("failed", Json()) != state["failed"] ||
                    before.value("problems", Json()) != state["problems"];
  // The record first: a state that says "it worked" is never without it.
  if (found && write_if_changed(join_path(folder, name + ".json"), found->record)) {
    outcome.changed = true;
  }
  write_if_changed(state_path, dump(state));
  return outcome;
}

std::vector<Outcome> refresh(const std::vector<ServerSettings>& servers, const std::string& folder,
                             const Clock& clock) {
  std::vector<Outcome> outcomes(servers.size());
  std::vector<std::exception_ptr> errors(servers.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < servers.size(); i = next++) {
      try {
        auto problem = name_problem(servers[i].name);
        const Result<Discovery> found =
            problem ? tl::unexpected(*std::move(problem)) : discover(servers[i]);
        outcomes[i] = store(servers[i].name, found, folder, clock);
      } catch (...) {
        errors[i] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < std::min(kServersAtOnce, servers.size()); ++i) {
      threads.emplace_back(work);
    }
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
  return outcomes;
}

}  // namespace skillcat::mcp
