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

TEST_CASE("a short value is a secret when its name says so, and only as a word of its own") {
  CHECK(Secrets(with_env("sh0rt")).redacted("sh0rt, (sh0rt) 令牌sh0rt sh0rts a_sh0rt xsh0rt") ==
        "***, (***) 令牌*** sh0rts a_sh0rt xsh0rt");
  CHECK(Secrets(with_env("ab")).redacted("ab") == "ab");
  ServerSettings server;
  server.env = {{"LEVEL", "debug"}, {"TOKEN_FILE", "a.txt"}, {"MAX_TOKENS", "4096"}};
  CHECK(Secrets(server).redacted("debug a.txt 4096") == "debug a.txt 4096");
  server.env = {};
  server.headers = {{"X-Api-Key", "k-1"}, {"Accept", "a/b"}};
  CHECK(Secrets(server).redacted("k-1 a/b") == "*** a/b");
}

TEST_CASE("a word of the protocol, or a part of one, is no secret") {
  for (const char* word : {"object", "require", "type", "none", "descri"}) {
    INFO(word);
    CHECK(Secrets(with_env(word)).redacted(word) == word);
  }
}

TEST_CASE("secrets among the arguments of a command are replaced, other arguments are not") {
  ServerSettings server;
  server.command = {"npx",
                    "--token",
                    "t-of-flag",
                    "--api-key=k-of-flag",
                    "-e",
                    "GITHUB_PAT=p-of-env",
                    "--env=DB_PWD=w12",
                    "--header",
                    "Authorization: Bearer h-of-pair",
                    "--header=X-Auth:a-of-pair",
                    "postgres://reader:word-of-url@db/x?apikey=q-of-url&sslmode=require",
                    "https://lone-user@host/",
                    "--no-auth",
                    "positional",
                    "--key-file",
                    "/etc/key.pem",
                    "--max-tokens",
                    "4096"};
  const Secrets secrets(server);
  for (const char* secret : {"t-of-flag", "k-of-flag", "p-of-env", "w12", "h-of-pair", "a-of-pair",
                             "word-of-url", "q-of-url", "lone-user", "Bearer h-of-pair"}) {
    INFO(secret);
    CHECK(secrets.redacted(secret) == "***");
  }
  const std::string others = "npx reader postgres require positional /etc/key.pem 4096 required";
  CHECK(secrets.redacted(others) == others);
}

TEST_CASE("what was filled into a command is a secret, unless it says where things are") {
  ServerSettings server;
  server.filled = {{"ACCOUNT", "acct-1"}, {"HOME", "/home/me"}, {"MODE", "fast"}, {"KEY", "/k+1"}};
  CHECK(Secrets(server).redacted("acct-1 /home/me fast /k+1") == "*** /home/me fast ***");
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
