// Servers over HTTP that do what no real one does.
#include <algorithm>
#include <catch2/catch.hpp>

#include "mcp/client.h"
#include "support/peers.h"

using namespace skillcat;
using namespace std::chrono_literals;
using Catch::Contains;
using mcp::discover;
using test::HttpPeer;
using test::tool_names;

namespace {

using Names = std::vector<std::string>;
using Json = nlohmann::json;

/// "POST initialize", "DELETE", … as the peer was asked.
Names requests_of(const HttpPeer& peer) {
  Names out;
  for (const Json& entry : peer.log()) {
    std::string request = entry["http"].get<std::string>();
    if (entry["method"].is_string()) request += " " + entry["method"].get<std::string>();
    out.push_back(std::move(request));
  }
  return out;
}

Names names_of(const Result<mcp::Discovery>& found) {
  INFO((found ? std::string() : found.error().code + ": " + found.error().message));
  REQUIRE(found);
  return tool_names(found->record);
}

Problem failure_of(const std::string& behaviour, std::vector<std::string> environment = {}) {
  const HttpPeer peer(behaviour, std::move(environment));
  auto server = peer.settings();
  server.list_deadline = 500ms;
  const auto found = discover(server);
  REQUIRE_FALSE(found);
  return found.error();
}

const Names kHandshake = {"POST initialize", "POST notifications/initialized", "POST tools/list"};

Names with(Names names, const Names& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

}  // namespace

TEST_CASE("JSON answers: each message is a POST that accepts both types, with the headers") {
  const HttpPeer peer("Plain");
  auto server = peer.settings();
  server.headers = {{"Authorization", "Bearer header-token"}, {"X-Empty", ""}};
  CHECK(names_of(discover(server)) == Names{"a", "b"});
  CHECK(requests_of(peer) == kHandshake);
  for (const Json& entry : peer.log()) {
    INFO(entry);
    CHECK(entry["Accept"] == "application/json, text/event-stream");
    CHECK(entry["Content-Type"] == "application/json");
    CHECK(entry["Authorization"] == "Bearer header-token");
    CHECK(entry["Mcp-Session-Id"].is_null());
    const bool is_first = entry["method"] == "initialize";
    CHECK(entry["MCP-Protocol-Version"] == (is_first ? Json() : Json("2025-06-18")));
  }
}

TEST_CASE("a session is named in each request and deleted at the end") {
  const HttpPeer peer("Session");
  CHECK(names_of(discover(peer.settings())) == Names{"a", "b"});
  CHECK(requests_of(peer) == with(kHandshake, {"DELETE"}));
  for (const Json& entry : peer.log()) {
    CHECK(entry["Mcp-Session-Id"].is_null() == (entry["method"] == "initialize"));
  }
}

TEST_CASE("answers may come as events, cut anywhere") {
  const HttpPeer peer("Events");
  CHECK(names_of(discover(peer.settings())) == Names{"查询", "b"});
  CHECK(requests_of(peer) == with(kHandshake, {"DELETE"}));
}

TEST_CASE("an answer counts when it is there, also when its stream stays open") {
  const HttpPeer peer("NeverCloses");
  CHECK(names_of(discover(peer.settings())) == Names(40, "a"));
}

TEST_CASE("events that end in the middle of a character are a session lost, after a second try") {
  const HttpPeer peer("CutEvents");
  const auto found = discover(peer.settings());
  REQUIRE_FALSE(found);
  CHECK(found.error().code == "mcp_session_lost");
  CHECK(requests_of(peer) == with(with(kHandshake, {"DELETE"}), with(kHandshake, {"DELETE"})));
}

TEST_CASE("requests that come with an answer are answered before it ends") {
  const HttpPeer peer("Asks");
  CHECK(names_of(discover(peer.settings())) == Names{"a"});
  std::vector<Json> answers;
  for (const Json& entry : peer.log()) {
    if (!entry["answer"].is_null()) answers.push_back(entry["answer"]);
  }
  REQUIRE(answers.size() == 2);
  CHECK(std::ranges::count(answers, Json::object()) == 1);
  CHECK(std::ranges::count_if(
            answers, [](const Json& answer) { return answer.value("code", 0) == -32601; }) == 1);
}

TEST_CASE("a session that was forgotten is opened once more, by 404 and by 400") {
  for (const char* behaviour : {"Forgets", "ForgetsWith400"}) {
    INFO(behaviour);
    const HttpPeer peer(behaviour);
    CHECK(names_of(discover(peer.settings())) == Names{"a", "b"});
    CHECK(requests_of(peer) == with(with(kHandshake, {"DELETE"}), with(kHandshake, {"DELETE"})));
    CHECK(peer.log().back()["Mcp-Session-Id"] == "session-2");

    const Problem failure = failure_of(behaviour, {"FORGETS=always"});
    CHECK(failure.code == "mcp_session_lost");
    CHECK_THAT(failure.message, Contains("no such session"));
  }
}

TEST_CASE("a refusal is told with its status and reason, and without the token") {
  const HttpPeer peer("Unauthorized");
  auto server = peer.settings();
  server.headers["Authorization"] = "Bearer header-token";
  const auto found = discover(server);
  REQUIRE_FALSE(found);
  CHECK(found.error().code == "mcp_refused");
  CHECK_THAT(found.error().message, Contains("401") && Contains("bad token ***"));
  CHECK(requests_of(peer) == Names{"POST initialize"});
  CHECK(failure_of("NotFound").code == "mcp_refused");
  CHECK(failure_of("Page").code == "mcp_protocol");
  CHECK(failure_of("Accepts").code == "mcp_session_lost");
}

TEST_CASE("a redirect is followed on the same server only") {
  const HttpPeer home("RedirectsHome");
  CHECK(names_of(discover(home.settings())) == Names{"a", "b"});
  // Where it leads is remembered.
  CHECK(requests_of(home) == with({"POST initialize"}, with(kHandshake, {"DELETE"})));

  const HttpPeer other("Plain");
  const Problem away = failure_of("RedirectsAway", {"PEER_AWAY=" + other.settings().url});
  CHECK(away.code == "mcp_refused");
  CHECK_THAT(away.message, Contains("http://127.0.0.1:"));
  CHECK(other.log().empty());
  CHECK(failure_of("RedirectsForEver").code == "mcp_refused");
}

TEST_CASE("a server that is silent or never ends its answer meets its deadline") {
  CHECK(failure_of("Silent").code == "mcp_deadline");
  CHECK(failure_of("Drips").code == "mcp_deadline");
}

TEST_CASE("an answer has 64 MiB at most") {
  const HttpPeer peer("TooBig");
  const auto found = discover(peer.settings());
  REQUIRE_FALSE(found);
  CHECK(found.error().code == "mcp_too_large");
}

TEST_CASE("a server that cannot be reached says so") {
  mcp::ServerSettings server;
  {
    const HttpPeer peer("Plain");
    server = peer.settings();
  }
  server.url += "?key=query-token";
  const auto found = discover(server);
  REQUIRE_FALSE(found);
  CHECK(found.error().code == "mcp_start_failed");
  CHECK_THAT(found.error().message,
             Contains("cannot reach http://127.0.0.1:") && !Contains("query-token"));
}

TEST_CASE("addresses and headers that are unsafe are refused before anything is sent") {
  const HttpPeer peer("Plain");
  auto server = peer.settings();
  for (const auto& [name, value] : {std::pair("X-A", "1\r\nX-B: 2"), std::pair("X-A: 1", "2"),
                                    std::pair("", "1"), std::pair("X\nA", "1")}) {
    server.headers = {{name, value}};
    CHECK(discover(server).error().code == "mcp_start_failed");
  }
  CHECK(peer.log().empty());
  server.headers.clear();
  server.url = "http://example.com/mcp";
  CHECK_THAT(discover(server).error().message, Contains("use https://"));
}
