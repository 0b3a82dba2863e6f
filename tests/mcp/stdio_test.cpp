// Servers on stdio that do what no real one does: each within its deadline, and nothing left.
#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <thread>

#include "base/clock.h"
#include "mcp/client.h"
#include "mcp/process.h"
#include "support/peers.h"

using namespace skillcat;
using namespace std::chrono_literals;
using Catch::Contains;
using mcp::discover;
using test::StdioPeers;
using test::tool_names;

namespace {

using Names = std::vector<std::string>;

std::vector<std::string> codes_of(const std::vector<Problem>& problems) {
  std::vector<std::string> codes;
  codes.reserve(problems.size());
  for (const Problem& problem : problems) codes.push_back(problem.code);
  return codes;
}

/// Discovers a peer, and holds that nothing of it is left, whatever came of it.
class Discovered {
 public:
  explicit Discovered(const std::string& behaviour,
                      std::chrono::milliseconds list_deadline = 30'000ms,
                      std::chrono::milliseconds start_deadline = 30'000ms) {
    auto server = peers.settings(behaviour);
    server.list_deadline = list_deadline;
    server.start_deadline = start_deadline;
    result = discover(server);
    CHECK(test::eventually([this] { return peers.all_gone(); }));
  }

  Names names() const {
    INFO((result ? std::string() : result.error().code + ": " + result.error().message));
    REQUIRE(result);
    return tool_names(result->record);
  }
  std::vector<std::string> codes() const {
    REQUIRE(result);
    return codes_of(result->problems);
  }
  Problem failure() const {
    REQUIRE_FALSE(result);
    return result.error();
  }

  StdioPeers peers;
  Result<mcp::Discovery> result;
};

}  // namespace

TEST_CASE("tools are listed in the server's order, and the record is the same each time") {
  const Discovered first("plain");
  CHECK(first.names() == Names{"b_two", "a_one"});
  CHECK(first.codes().empty());
  const auto record = nlohmann::json::parse(first.result->record);
  CHECK(record["server"] == "plain");
  CHECK(record["initialize"]["serverInfo"]["name"] == "peer");
  CHECK(record.size() == 5);
  CHECK(Discovered("plain").result->record == first.result->record);
}

TEST_CASE("prompts and resources are listed where they are offered") {
  const Discovered peer("everything");
  const auto record = nlohmann::json::parse(peer.result->record);
  CHECK(record["prompts"].size() == 1);
  CHECK(record["resources"].size() == 1);
  CHECK(peer.codes() == Names{"mcp_bad_tool"});
}

TEST_CASE("prompts that are refused cost no tool") {
  const Discovered peer("refuses_prompts");
  CHECK(peer.names() == Names{"a"});
  CHECK(peer.codes() == Names{"mcp_refused"});
  CHECK(peer.result->problems.front().severity == Severity::warning);
}

TEST_CASE("tools that are refused are a failure that gives the reason") {
  const Problem failure = Discovered("refuses").failure();
  CHECK(failure.code == "mcp_refused");
  CHECK_THAT(failure.message, Contains("tools/list") && Contains("the token has expired"));
}

TEST_CASE("a list that the server does not know is empty") {
  const Discovered peer("knows_no_lists");
  CHECK(peer.names().empty());
  CHECK(peer.codes().empty());
}

TEST_CASE("every page is read, also that of an empty cursor") {
  CHECK(Discovered("pages").names() == Names{"a", "b", "c", "d"});
}

TEST_CASE("pages without an end come to one") {
  const Discovered repeats("repeats_cursor");
  CHECK(repeats.names() == Names{"a", "b"});
  CHECK(repeats.codes() == Names{"mcp_paging"});
  const Discovered endless("endless_pages");
  CHECK(endless.names().size() == 1'000);
  CHECK(endless.codes() == Names{"mcp_paging"});
  const Discovered many("many_tools");
  CHECK(many.names().size() == 5'000);
  CHECK(many.codes() == Names{"mcp_paging"});
}

TEST_CASE("bad tools are left out one by one") {
  const Discovered peer("bad_tools");
  CHECK(peer.names() == Names{"good", "no_type", "bare"});
  CHECK(peer.codes() == Names(6, "mcp_bad_tool"));
  CHECK(Discovered("no_list").failure().code == "mcp_protocol");
}

TEST_CASE("the server hears that the client is ready before it is asked") {
  CHECK(Discovered("after_initialized").names() == Names{"a", "b"});
}

TEST_CASE("tools that change meanwhile are listed again, three times at most") {
  CHECK(Discovered("list_changed").names() == Names{"t0", "t1"});
  CHECK(Discovered("always_changing").names() == Names{"t3"});
}

TEST_CASE("a server that says nothing meets its deadline") {
  const Problem start = Discovered("silent", 30'000ms, 300ms).failure();
  CHECK(start.code == "mcp_deadline");
  CHECK_THAT(start.message, Contains("'initialize'") && Contains("300 ms"));
  const Problem list = Discovered("silent_list", 300ms).failure();
  CHECK(list.code == "mcp_deadline");
  CHECK_THAT(list.message, Contains("'tools/list'"));
}

TEST_CASE("a server that never ends its answer meets its deadline") {
  CHECK(Discovered("drips", 500ms).failure().code == "mcp_deadline");
  const Problem noise = Discovered("floods_stdout", 500ms).failure();
  CHECK(noise.code == "mcp_deadline");
  CHECK_THAT(noise.message, Contains("still working"));
}

TEST_CASE("stderr is drained") {
  const Discovered peer("floods_stderr");
  CHECK(peer.names() == Names{"a"});
  CHECK(peer.codes().empty());
}

TEST_CASE("noise on stdout is skipped and told once") {
  const Discovered peer("noisy");
  CHECK(peer.names() == Names{"a"});
  REQUIRE(peer.codes() == Names{"mcp_noise"});
  CHECK_THAT(peer.result->problems.front().message,
             Contains("4 of") && Contains("Server starting..."));
}

TEST_CASE("a line may have 20 MB") {
  const Discovered peer("big_line");
  REQUIRE(peer.result);
  CHECK(peer.result->record.size() > 20'000'000);
  CHECK(peer.codes().empty());
}

TEST_CASE("a line of more than 64 MiB ends the session") {
  CHECK(Discovered("too_big_line").failure().code == "mcp_too_large");
}

TEST_CASE("JSON that nests 100,000 deep is refused at once") {
  CHECK(Discovered("deep").failure().code == "mcp_protocol");
}

TEST_CASE("an answer that is not UTF-8 is mended") {
  const Discovered peer("not_utf8");
  CHECK(peer.names() == Names{"a"});
  CHECK_THAT(peer.result->record, Contains("caf\xEF\xBF\xBD"));
}

TEST_CASE("a server that exits in the middle leaves its last words") {
  const Problem failure = Discovered("exits").failure();
  CHECK(failure.code == "mcp_session_lost");
  CHECK_THAT(failure.message, Contains("exit status 3") && Contains("Error: out of luck"));
}

TEST_CASE("a server that ignores the end of its stdin is ended") {
  const Discovered gentle("ignores_the_end_of_stdin");
  CHECK(gentle.names() == Names{"b_two", "a_one"});
  CHECK(test::eventually(
      [&] { return ::access((gentle.peers.pid_file() + ".terminated").c_str(), F_OK) == 0; }));
  CHECK(Discovered("ignores_the_end").names() == Names{"b_two", "a_one"});
}

TEST_CASE("a grandchild is ended with its group") {
  const Discovered peer("leaves_a_grandchild");
  CHECK(peer.names() == Names{"b_two", "a_one"});
  CHECK(peer.peers.pids().size() == 2);
}

TEST_CASE("requests of the server are answered, in bounded memory and without waiting") {
  CHECK(Discovered("asks").names() == Names{"p: {}", "1: -32601", "2: -32601"});
  CHECK(Discovered("asks_without_reading").names() == Names{"a"});
}

TEST_CASE("a batch of messages is read") {
  CHECK(Discovered("batches").names() == Names{"a"});
}

TEST_CASE("a server runs in its folder and group, with its pipes and what is configured") {
  StdioPeers peers;
  test::TempFolder folder;
  auto server = peers.settings("tells_where_it_runs");
  server.folder = folder.path();
  server.env["PATH"] = "/usr/bin:/bin";
  ::setenv("SKILLCAT_NOT_INHERITED", "1", 1);
  const int leaked = ::open("/dev/null", O_RDONLY);  // without close-on-exec
  ::signal(SIGHUP, SIG_IGN);
  const auto found = discover(server);
  ::signal(SIGHUP, SIG_DFL);
  ::close(leaked);
  REQUIRE(found);
  const Names facts = tool_names(found->record);
  REQUIRE(facts.size() == 6);
  CHECK(facts[0] == "folder " + folder.path());
  CHECK(facts[1] == "leader True");
  CHECK(facts[2] == "blocked 0");
  CHECK(facts[3] == "ignored 0");
  CHECK(facts[4] == "descriptors 0 1 2");
  CHECK_THAT(facts[5], Contains("HOME") && Contains("PATH") && Contains("PEER_PIDS") &&
                           !Contains("SKILLCAT_NOT_INHERITED"));
}

TEST_CASE("a server that cannot be started says why") {
  mcp::ServerSettings server;
  server.command = {"no-such-program-of-skillcat"};
  CHECK(discover(server).error().code == "mcp_start_failed");
  CHECK_THAT(discover(server).error().message, Contains("'no-such-program-of-skillcat'"));
  server.command = {"/dev/null"};
  CHECK_THAT(discover(server).error().message, Contains("Permission denied"));
  server.command = {"/bin/true"};
  server.folder = "/no/such/folder";
  CHECK_THAT(discover(server).error().message, Contains("in '/no/such/folder'"));
  server.folder = "/";
  CHECK(discover(server).error().code == "mcp_session_lost");
}

TEST_CASE("a process ends with the thread that started it") {
  StdioPeers peers;
  // Nobody stops it before the end of the test: as when the program is killed.
  std::unique_ptr<mcp::Process> kept;
  std::thread([&] {
    auto process = mcp::Process::start(peers.settings("ignores_the_end"));
    REQUIRE(process);
    REQUIRE(test::eventually([&] { return peers.pids().size() == 1; }));
    kept = std::make_unique<mcp::Process>(*std::move(process));
  }).join();
  const pid_t pid = peers.pids().front();
  CHECK(test::eventually([pid] { return test::process_state(pid) == 'Z'; }));
}

TEST_CASE("what is said last on stderr is the last line that speaks of an error") {
  mcp::LastWords words;
  CHECK(words.line().empty());
  words.append("first\nTypeError: no");
  words.append(" way\r\n    at line 3\n\n");
  CHECK(words.line() == "TypeError: no way");
  mcp::LastWords other;
  other.append(std::string(10'000, 'x') + "\n  bye");
  CHECK(other.line() == "bye");
}
