// What is recorded of servers on disk by one refresh, and what never is.
#include "mcp/refresh.h"

#include <skillcat/error.h>

#include <catch2/catch.hpp>

#include "support/records.h"

using namespace skillcat;
using namespace std::chrono_literals;
using Catch::Contains;
using mcp::Outcome;
using test::bytes_of;
using test::Records;
using test::StdioPeers;
using test::thread_count;

namespace {

using Names = std::vector<std::string>;
using Json = nlohmann::json;

ino_t inode_of(const std::string& path) {
  struct stat st {};
  REQUIRE(::stat(path.c_str(), &st) == 0);
  return st.st_ino;
}

mode_t mode_of(const std::string& path) {
  struct stat st {};
  REQUIRE(::stat(path.c_str(), &st) == 0);
  return st.st_mode & 0777U;
}

}  // namespace

TEST_CASE("a refresh stores record and state, for owner and group alone") {
  const Records records;
  const StdioPeers peers;
  const auto outcomes = mcp::refresh({peers.settings("noisy")}, records.folder, records.clock);
  REQUIRE(outcomes.size() == 1);
  CHECK(outcomes[0].name == "noisy");
  CHECK_FALSE(outcomes[0].failed);
  CHECK(outcomes[0].changed);
  CHECK(records.tools("noisy") == Names{"a"});
  const Json state = records.state("noisy");
  CHECK(state["last_attempt_at"] == unix_ms(records.clock));
  CHECK(state["last_success_at"] == unix_ms(records.clock));
  CHECK(state["failed"] == false);
  REQUIRE(state["problems"].size() == 1);
  CHECK(state["problems"][0]["code"] == "mcp_noise");
  CHECK(state["problems"][0]["severity"] == "note");
  CHECK(mode_of(records.folder) == 0750);
  CHECK(mode_of(records.path("noisy.json")) == 0640);
  CHECK(mode_of(records.path("noisy.state.json")) == 0640);
}

TEST_CASE("a record is written only when its bytes change") {
  Records records;
  const StdioPeers peers;
  const std::vector servers = {peers.settings("plain")};
  mcp::refresh(servers, records.folder, records.clock);
  const ino_t before = inode_of(records.path("plain.json"));
  records.clock.advance(1s);
  const auto outcomes = mcp::refresh(servers, records.folder, records.clock);
  CHECK_FALSE(outcomes[0].changed);
  CHECK(inode_of(records.path("plain.json")) == before);
  CHECK(records.state("plain")["last_attempt_at"] == unix_ms(records.clock));
}

TEST_CASE("a failed refresh touches no record, and the next good one clears the failure") {
  Records records;
  const StdioPeers peers;
  auto server = peers.settings("fails_on_file");
  server.env["PEER_BREAK"] = records.temporary.path("break");
  mcp::refresh({server}, records.folder, records.clock);
  const std::int64_t good_at = unix_ms(records.clock);
  const ino_t before = inode_of(records.path("fails_on_file.json"));

  records.temporary.write("break", "");
  records.clock.advance(1s);
  const auto failed = mcp::refresh({server}, records.folder, records.clock);
  CHECK(failed[0].failed);
  CHECK(failed[0].changed);
  CHECK(inode_of(records.path("fails_on_file.json")) == before);
  Json state = records.state("fails_on_file");
  CHECK(state["failed"] == true);
  CHECK(state["last_success_at"] == good_at);
  CHECK(state["last_attempt_at"] == good_at + 1000);
  CHECK_THAT(state["problems"][0]["message"].get<std::string>(), Contains("licence has expired"));
  CHECK_FALSE(mcp::refresh({server}, records.folder, records.clock)[0].changed);

  records.temporary.remove("break");
  CHECK(mcp::refresh({server}, records.folder, records.clock)[0].changed);
  state = records.state("fails_on_file");
  CHECK(state["failed"] == false);
  CHECK(state["problems"].empty());
}

TEST_CASE("ten servers, half of them broken: each outcome is its own, and nothing is left") {
  const Records records;
  const StdioPeers peers;
  std::vector<mcp::ServerSettings> servers;
  for (const char* behaviour : {"silent", "plain", "exits", "pages", "deep", "everything", "drips",
                                "noisy", "no_list", "bad_tools"}) {
    servers.push_back(peers.settings(behaviour));
    if (servers.size() == 1) servers.back().start_deadline = 3s;
    servers.back().list_deadline = 3s;
  }
  const std::size_t threads = thread_count();
  const auto outcomes = mcp::refresh(servers, records.folder, records.clock);
  REQUIRE(outcomes.size() == servers.size());
  for (std::size_t i = 0; i < servers.size(); ++i) {
    INFO(servers[i].name);
    CHECK(outcomes[i].name == servers[i].name);
    CHECK(outcomes[i].failed == (i % 2 == 0));
    CHECK(std::filesystem::exists(records.path(servers[i].name + ".json")) == (i % 2 == 1));
    CHECK(std::filesystem::exists(records.path(servers[i].name + ".state.json")));
  }
  // The silent one may be ended before it has noted its own.
  CHECK(peers.pids().size() >= servers.size() - 1);
  CHECK(peers.all_gone());
  CHECK(thread_count() == threads);
}

TEST_CASE("a server whose name cannot be a file's is not asked") {
  const Records records;
  const StdioPeers peers;
  std::vector<mcp::ServerSettings> servers;
  for (const char* name : {"", ".hidden", "a/b", "../up", "x.state", "a\nb"}) {
    servers.push_back(peers.settings("plain"));
    servers.back().name = name;
  }
  for (const Outcome& outcome : mcp::refresh(servers, records.folder, records.clock)) {
    CHECK(outcome.failed);
    REQUIRE(outcome.problems.size() == 1);
    CHECK(outcome.problems[0].code == "mcp_start_failed");
  }
  CHECK(peers.pids().empty());
  CHECK_FALSE(std::filesystem::exists(records.folder));
}

TEST_CASE("a folder that cannot be written is an error of the whole") {
  const Records records;
  records.temporary.write("data", "a file");
  CHECK_THROWS_AS(mcp::refresh({StdioPeers().settings("plain")}, records.folder, records.clock),
                  Error);
}

TEST_CASE("no secret of a server is in what is stored, told or shown by its process") {
  const Records records;
  const StdioPeers peers;
  const std::string canary = "canary-\"7f3a\"-token";
  const std::string number = "70319462";
  std::vector<mcp::ServerSettings> servers;
  for (const char* behaviour : {"tells_secrets", "tells_secrets_and_fails", "silent_list"}) {
    auto server = peers.settings(behaviour);
    server.env["PEER_SECRET"] = canary;
    server.env["PEER_NUMBER"] = number;
    server.env["PEER_PIN"] = "9c1";
    // Of a command line, which others see anyway.
    for (const char* word : {"--token", "argument-5e0b", "filled-5e0b"}) {
      server.command.emplace_back(word);
    }
    server.filled["ACCOUNT"] = "filled-5e0b";
    server.list_deadline = 2s;
    servers.push_back(std::move(server));
  }
  const test::HttpPeer unauthorized("Unauthorized");
  servers.push_back(unauthorized.settings());
  servers.back().headers["Authorization"] = "Bearer " + canary;

  std::string seen;
  std::thread refreshing([&] {
    for (const Outcome& outcome : mcp::refresh(servers, records.folder, records.clock)) {
      for (const Problem& problem : outcome.problems) seen += problem.message + "\n";
    }
  });
  // While they run.
  std::string command_lines;
  CHECK(test::eventually([&] {
    for (const pid_t pid : peers.pids()) {
      command_lines += bytes_of("/proc/" + std::to_string(pid) + "/cmdline");
    }
    return command_lines.find("silent_list") != std::string::npos;
  }));
  refreshing.join();
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(records.folder)) {
    ++files;
    seen += bytes_of(entry.path());
  }
  CHECK(files == 5);  // a state each, one record
  CHECK_THAT(seen, Contains("***"));
  CHECK_THAT(seen, Contains("--token") && !Contains("5e0b") && !Contains("9c1"));
  for (const std::string& text : {seen, command_lines}) {
    CHECK_THAT(text, !Contains("7f3a") && !Contains(number));
  }
  CHECK(records.tools("tells_secrets") == Names{"a", "***"});
}
