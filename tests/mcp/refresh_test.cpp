// What is recorded of servers on disk, refreshed once or for as long as a daemon lives.
#include "mcp/refresh.h"

#include <skillcat/error.h>

#include <catch2/catch.hpp>
#include <condition_variable>
#include <filesystem>
#include <mutex>

#include "mcp/refresher.h"
#include "support/peers.h"

using namespace skillcat;
using namespace std::chrono_literals;
using Catch::Contains;
using mcp::Outcome;
using mcp::Refresher;
using test::StdioPeers;
using test::TempFolder;
using test::tool_names;

namespace {

using Names = std::vector<std::string>;
using Json = nlohmann::json;

std::string bytes_of(const std::string& path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

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

class StillClock final : public Clock {
 public:
  std::int64_t now_ns() const override { return now_ns_; }
  void advance(std::chrono::nanoseconds by) { now_ns_ += by.count(); }

 private:
  std::int64_t now_ns_ = 1'700'000'000'000'000'000;
};

/// Records below a folder that does not exist yet, and a clock that stands still.
struct Records {
  std::string path(const std::string& file) const { return folder + "/" + file; }
  Json state(const std::string& name) const {
    return Json::parse(bytes_of(path(name + ".state.json")));
  }
  Names tools(const std::string& name) const { return tool_names(bytes_of(path(name + ".json"))); }

  TempFolder temporary;
  std::string folder = temporary.path("data/mcp");
  StillClock clock;
};

/// Collects what a Refresher tells.
class Told {
 public:
  Refresher::OnRefreshed listener() {
    return [this](const Outcome& outcome) {
      const std::lock_guard lock(mutex_);
      outcomes_.push_back(outcome);
      more_.notify_all();
    };
  }
  /// Waits until there are `count` of them.
  std::vector<Outcome> first(std::size_t count) {
    std::unique_lock lock(mutex_);
    more_.wait_for(lock, 20s, [&] { return outcomes_.size() >= count; });
    REQUIRE(outcomes_.size() >= count);
    return outcomes_;
  }
  std::size_t count() {
    const std::lock_guard lock(mutex_);
    return outcomes_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable more_;
  std::vector<Outcome> outcomes_;
};

std::size_t thread_count() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator("/proc/self/task")) {
    ++count;
  }
  return count;
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
    servers.back().start_deadline = 3s;
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
  CHECK(peers.pids().size() == servers.size());
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

TEST_CASE("a refresher asks each server at once, and again when told to") {
  const Records records;
  const StdioPeers peers;
  Told told;
  {
    Refresher refresher(records.folder, records.clock, told.listener());
    refresher.set_servers({peers.settings("plain"), peers.settings("exits")});
    const auto first = told.first(2);
    CHECK(first[0].failed != first[1].failed);
    refresher.refresh_now("plain");
    const auto third = told.first(3).back();
    CHECK(third.name == "plain");
    CHECK_FALSE(third.changed);
    refresher.refresh_now();
    told.first(5);
  }
  CHECK(told.count() == 5);
  CHECK(records.tools("plain") == Names{"b_two", "a_one"});
  CHECK(peers.all_gone());
}

TEST_CASE("a refresher polls") {
  const Records records;
  const StdioPeers peers;
  auto server = peers.settings("plain");
  server.poll_interval = 50ms;
  Told told;
  Refresher refresher(records.folder, records.clock, told.listener());
  refresher.set_servers({server});
  told.first(3);
  CHECK(peers.pids().size() >= 3);
}

TEST_CASE("a session that announces changes stays open, and its list is read again on change") {
  Records records;
  const StdioPeers peers;
  records.temporary.write("tools", "a");
  auto server = peers.settings("on_file");
  server.env["PEER_TOOLS"] = records.temporary.path("tools");
  Told told;
  {
    Refresher refresher(records.folder, records.clock, told.listener());
    refresher.set_servers({server});
    told.first(1);
    // A burst is one change.
    for (const char* tools : {"a b", "a b c", "a b c d"}) {
      records.temporary.write("tools", tools);
      std::this_thread::sleep_for(50ms);
    }
    CHECK(told.first(2).back().changed);
    CHECK(records.tools("on_file") == Names{"a", "b", "c", "d"});
    refresher.refresh_now();
    CHECK_FALSE(told.first(3).back().changed);
  }
  CHECK(told.count() == 3);
  CHECK(peers.pids().size() == 1);
  CHECK(peers.all_gone());
}

TEST_CASE("changes of a server over HTTP come on a stream") {
  Records records;
  records.temporary.write("tools", "a");
  const test::HttpPeer peer("OnFile", {"PEER_TOOLS=" + records.temporary.path("tools")});
  Told told;
  {
    Refresher refresher(records.folder, records.clock, told.listener());
    refresher.set_servers({peer.settings()});
    told.first(1);
    REQUIRE(test::eventually([&] { return peer.log().back()["http"] == "GET"; }));
    records.temporary.write("tools", "a b");
    CHECK(told.first(2).back().changed);
    CHECK(records.tools("OnFile") == Names{"a", "b"});
  }
  const auto log = peer.log();
  CHECK(std::ranges::count_if(
            log, [](const Json& entry) { return entry["method"] == "initialize"; }) == 1);
  CHECK(log.back()["http"] == "DELETE");
}

TEST_CASE("a process that ends while its session rests is started again by the next refresh") {
  const Records records;
  const StdioPeers peers;
  records.temporary.write("tools", "a");
  auto server = peers.settings("on_file");
  server.env["PEER_TOOLS"] = records.temporary.path("tools");
  Told told;
  Refresher refresher(records.folder, records.clock, told.listener());
  refresher.set_servers({server});
  told.first(1);
  const pid_t pid = peers.pids().front();
  ::kill(pid, SIGKILL);
  REQUIRE(test::eventually([pid] { return test::process_state(pid) == '\0'; }));
  refresher.refresh_now();
  CHECK_FALSE(told.first(2).back().failed);
  CHECK(peers.pids().size() == 2);
}

TEST_CASE("a server that talks on while nobody asks loses its session, not its record") {
  const Records records;
  const StdioPeers peers;
  Told told;
  Refresher refresher(records.folder, records.clock, told.listener());
  refresher.set_servers({peers.settings("chatters")});
  CHECK_FALSE(told.first(1).back().failed);
  CHECK(test::eventually([&] { return peers.all_gone(); }));
  CHECK(records.tools("chatters") == Names{"a"});
}

TEST_CASE("of a new set of servers only what is new is started, and what is gone is ended") {
  const Records records;
  const StdioPeers peers;
  records.temporary.write("tools", "a");
  auto stays = peers.settings("on_file");
  stays.env["PEER_TOOLS"] = records.temporary.path("tools");
  auto goes = stays;
  goes.name = "goes";
  Told told;
  Refresher refresher(records.folder, records.clock, told.listener());
  refresher.set_servers({stays, goes});
  told.first(2);
  REQUIRE(peers.pids().size() == 2);
  refresher.set_servers({stays, peers.settings("plain")});
  told.first(3);
  CHECK(peers.pids().size() == 3);
  CHECK(std::filesystem::exists(records.path("goes.json")));
  std::size_t running = 0;
  for (const pid_t pid : peers.pids()) running += test::process_state(pid) == '\0' ? 0U : 1U;
  CHECK(running <= 2);  // `stays`, and `plain` until it is reaped

  auto changed = stays;
  changed.list_deadline = 7s;
  refresher.set_servers({changed});
  told.first(4);
  CHECK(peers.pids().size() == 4);
  refresher.set_servers({});
  CHECK(peers.all_gone());
}

TEST_CASE("a refresher stops in the middle of everything, and says nothing more") {
  const Records records;
  const StdioPeers peers;
  std::vector<mcp::ServerSettings> servers;
  for (const char* behaviour :
       {"silent", "drips", "floods_stdout", "silent_list", "silent", "plain", "plain"}) {
    servers.push_back(peers.settings(behaviour));
    servers.back().name = "server " + std::to_string(servers.size());
  }
  const std::size_t threads = thread_count();
  Told told;
  {
    Refresher refresher(records.folder, records.clock, told.listener());
    refresher.set_servers(servers);
    // As many as may ask at a time; the others wait for them.
    REQUIRE(test::eventually([&] { return peers.pids().size() == mcp::kServersAtOnce; }));
  }
  CHECK(told.count() == 0);
  CHECK(peers.pids().size() == mcp::kServersAtOnce);
  CHECK(peers.all_gone());
  CHECK(thread_count() == threads);
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
  for (const std::string& text : {seen, command_lines}) {
    CHECK_THAT(text, !Contains("7f3a") && !Contains(number));
  }
  CHECK(records.tools("tells_secrets") == Names{"a", "***"});
}
