// Servers kept current for as long as a daemon lives.
#include "mcp/refresher.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <condition_variable>
#include <filesystem>
#include <mutex>

#include "support/records.h"

using namespace skillcat;
using namespace std::chrono_literals;
using mcp::Outcome;
using mcp::Refresher;
using test::Records;
using test::StdioPeers;
using test::thread_count;

namespace {

using Names = std::vector<std::string>;
using Json = nlohmann::json;

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

}  // namespace

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

TEST_CASE(
    "that a process ended while its session rested is noticed, and recorded when it is gone") {
  const Records records;
  const StdioPeers peers;
  records.temporary.write("tools", "a");
  auto server = peers.settings("on_file");
  server.env["PEER_TOOLS"] = records.temporary.path("tools");
  const std::string program = records.temporary.path("program");
  records.temporary.write("program", "#!/bin/sh\nexec " + server.command.front() + " \"$@\"\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  server.command.front() = program;
  Told told;
  Refresher refresher(records.folder, records.clock, told.listener());
  refresher.set_servers({server});
  REQUIRE_FALSE(told.first(1).back().failed);
  // It can be started again: all is well.
  ::kill(peers.pids().front(), SIGKILL);
  CHECK_FALSE(told.first(2).back().failed);
  CHECK(peers.pids().size() == 2);
  std::filesystem::remove(program);
  ::kill(peers.pids().back(), SIGKILL);
  CHECK(told.first(3).back().failed);
  CHECK(records.tools("on_file") == Names{"a"});
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
       {"silent", "drips", "floods_stdout", "silent_list", "silent", "silent", "silent"}) {
    servers.push_back(peers.settings(behaviour));
    servers.back().name = "server " + std::to_string(servers.size());
  }
  const std::size_t threads = thread_count();
  Told told;
  {
    Refresher refresher(records.folder, records.clock, told.listener());
    refresher.set_servers(servers);
    // As many as may ask at a time; the others wait for them. None answers, whoever comes first.
    REQUIRE(test::eventually([&] { return peers.pids().size() == mcp::kServersAtOnce; }));
  }
  CHECK(told.count() == 0);
  CHECK(peers.pids().size() == mcp::kServersAtOnce);
  CHECK(peers.all_gone());
  CHECK(thread_count() == threads);
}
