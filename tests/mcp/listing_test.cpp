// Pages and items of a list, and what is taken out of them.
#include "mcp/listing.h"

#include <catch2/catch.hpp>

#include "mcp/era.h"
#include "mcp/secrets.h"

using namespace skillcat::mcp;

namespace {

Json page(const std::vector<std::string>& names, const Json& next = {}) {
  Json tools = Json::array();
  for (const std::string& name : names) tools.push_back({{"name", name}});
  Json out = {{"tools", std::move(tools)}};
  if (!next.is_null()) out["nextCursor"] = next;
  return out;
}

std::vector<std::string> names_of(const Listing& listing) {
  std::vector<std::string> names;
  for (const Json& item : listing.items) names.push_back(item.at("name"));
  return names;
}

ServerSettings with_env(const std::string& value) {
  ServerSettings server;
  server.env["TOKEN"] = value;
  return server;
}

}  // namespace

TEST_CASE("pages are followed until there is no cursor, and an empty one is a cursor") {
  Listing listing(kTools);
  CHECK(listing.params() == Json::object());
  CHECK_FALSE(listing.take(page({"a"}, "")));
  CHECK(listing.params() == Json{{"cursor", ""}});
  CHECK_FALSE(listing.take(page({"b"}, "x")));
  CHECK(listing.params() == Json{{"cursor", "x"}});
  Json last = page({"c"});
  last["nextCursor"] = nullptr;
  CHECK_FALSE(listing.take(last));
  CHECK(listing.is_done());
  CHECK(names_of(listing) == std::vector<std::string>{"a", "b", "c"});
  CHECK(listing.problems.empty());
}

TEST_CASE("a cursor that comes again ends the list without its page") {
  Listing listing(kTools);
  listing.take(page({"a"}, "x"));
  listing.take(page({"b"}, "y"));
  listing.take(page({"a"}, "x"));
  CHECK(listing.is_done());
  CHECK(names_of(listing) == std::vector<std::string>{"a", "b"});
  REQUIRE(listing.problems.size() == 1);
  CHECK(listing.problems.front().code == "mcp_paging");
}

TEST_CASE("a list has 1,000 pages and 5,000 items at most") {
  Listing pages(kTools);
  std::size_t asked = 0;
  for (; !pages.is_done(); ++asked) pages.take(page({"t"}, std::to_string(asked)));
  CHECK(asked == kMaxPages);
  CHECK(pages.items.size() == kMaxPages);
  CHECK(pages.problems.size() == 1);

  Listing items(kTools);
  items.take(page(std::vector<std::string>(kMaxItems, "t")));
  CHECK(items.problems.empty());
  Listing more(kTools);
  more.take(page(std::vector<std::string>(kMaxItems + 1, "t")));
  CHECK(more.items.size() == kMaxItems);
  REQUIRE(more.problems.size() == 1);
  CHECK(more.problems.front().code == "mcp_paging");
}

TEST_CASE("an answer without the list is an error") {
  for (const Json& answer : {Json(), Json("text"), Json::object(), Json{{"tools", 1}}}) {
    Listing listing(kTools);
    const auto problem = listing.take(answer);
    REQUIRE(problem);
    CHECK(problem->code == "mcp_protocol");
  }
}

TEST_CASE("bad items are told one by one, twenty at most") {
  Listing listing(kTools);
  Json tools = page({"good"});
  for (int i = 0; i < 30; ++i) tools["tools"].push_back(i);
  listing.take(tools);
  CHECK(names_of(listing) == std::vector<std::string>{"good"});
  CHECK(listing.problems.size() == 20);
}

TEST_CASE("an answer to initialize needs a version that can be a header") {
  for (const char* answer : {"{}", "[]", "null", R"({"protocolVersion":1})",
                             R"({"protocolVersion":""})", R"({"protocolVersion":"1\r\nX: y"})"}) {
    INFO(answer);
    CHECK_FALSE(read_opening(Json::parse(answer)));
  }
  const auto opening = read_opening(Json::parse(
      R"({"protocolVersion":"2024-11-05","capabilities":{"tools":{"listChanged":true},"prompts":{}}})"));
  REQUIRE(opening);
  CHECK(opening->announces_changes("tools"));
  CHECK_FALSE(opening->announces_changes("prompts"));
  CHECK(opening->offers("prompts"));
  CHECK_FALSE(opening->offers("resources"));
}

TEST_CASE("a secret is replaced in texts, keys and numbers, and as JSON writes it") {
  const Secrets secrets(with_env("say \"123456\""));
  Json value = {
      {"text", "a say \"123456\" b"}, {"say \"123456\"", 1}, {"json", R"({"x":"say \"123456\""})"}};
  secrets.redact(value);
  CHECK(value == Json{{"text", "a *** b"}, {"***", 1}, {"json", R"({"x":"***"})"}});

  Json numbers = {12345678, 1.5, 1234};
  Secrets(with_env("345678")).redact(numbers);
  CHECK(numbers == Json{"12***", 1.5, 1234});
}

TEST_CASE("the longer of two secrets goes first") {
  ServerSettings server;
  server.env = {{"A", "secret"}, {"B", "secret-and-more"}};
  CHECK(Secrets(server).redacted("secret-and-more, secret") == "***, ***");
}

TEST_CASE("what is short, or a word of the protocol, is no secret") {
  CHECK(Secrets(with_env("short")).redacted("short") == "short");
  CHECK(Secrets(with_env("object")).redacted("object") == "object");
}

TEST_CASE("tokens of headers and addresses are secrets") {
  ServerSettings server;
  server.url = "https://user-name:pass-word@example.com/mcp?key=query-token&x=1";
  server.headers["Authorization"] = "Bearer header-token";
  CHECK(Secrets(server).redacted("header-token user-name pass-word query-token Bearer") ==
        "*** *** *** *** Bearer");
}

TEST_CASE("quoted text of a server is one printable line of 200 bytes") {
  const Secrets secrets(with_env("secret-token"));
  CHECK(secrets.quoted("a\x1B[2J\nsecret-token") == "a\\x1b[2J ***");
  const std::string cut =
      secrets.quoted(std::string(150, 'x') + std::string(60, 'y') + "\xE6\x9F\xA5");
  CHECK(cut == std::string(150, 'x') + std::string(50, 'y') + "…");
}
