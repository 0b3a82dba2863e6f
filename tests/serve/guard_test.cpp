// Who may ask: the rows of browsers and strangers.
#include "serve/guard.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "serve/listen.h"
#include "support/temp_folder.h"

using namespace skillcat;
using namespace skillcat::serve;

namespace {

const Access kLoopback{hosts_of(parse_address("127.0.0.1:7390")), ""};

int status_of(std::vector<Header> headers, const Access& access = kLoopback,
              const std::string& target = "/api/status") {
  const auto refusal = refuse({.target = target, .headers = std::move(headers)}, access);
  return refusal ? refusal->status : 200;
}

}  // namespace

TEST_CASE("a server on loopback answers to its own names only") {
  for (const char* host : {"127.0.0.1:7390", "localhost:7390", "LOCALHOST:7390", "[::1]:7390"}) {
    CHECK(status_of({{"host", host}}) == 200);
  }
  for (const char* host :
       {"127.0.0.1", "localhost", "127.0.0.1:80", "evil.example:7390", "evil.example",
        "127.0.0.1:7390.evil.example", "localhost:7390@evil.example", "127.1:7390"}) {
    CHECK(status_of({{"host", host}}) == 403);
  }
  CHECK(status_of({}) == 400);
  CHECK(status_of({{"host", ""}}) == 400);
  CHECK(status_of({{"host", "localhost:7390"}, {"host", "localhost:7390"}}) == 400);
}

TEST_CASE("a page of another origin is refused, also one that a file or a sandbox gave") {
  const Header host{"host", "localhost:7390"};
  for (const char* origin : {"http://localhost:7390", "http://127.0.0.1:7390"}) {
    CHECK(status_of({host, {"origin", origin}}) == 200);
  }
  for (const char* origin : {"http://evil.example", "https://localhost:7390", "null", "",
                             "http://localhost:7391", "http://localhost:7390.evil.example"}) {
    CHECK(status_of({host, {"origin", origin}}) == 403);
  }
}

TEST_CASE("with a token every request must bear it, but for the files of the page") {
  const Access access{{"10.0.0.1:7390"}, "0123456789abcdef"};
  const Header host{"host", "10.0.0.1:7390"};
  CHECK(status_of({host, {"authorization", "Bearer 0123456789abcdef"}}, access) == 200);
  CHECK(status_of({host, {"authorization", "bearer 0123456789abcdef"}}, access) == 200);
  for (const char* value :
       {"", "Bearer", "Bearer ", "Bearer 0123456789abcdee", "Bearer 0123456789abcdef0",
        "Basic 0123456789abcdef", "0123456789abcdef"}) {
    CHECK(status_of({host, {"authorization", value}}, access) == 401);
  }
  for (const char* target : {"/", "/page.css", "/page.js"}) {
    CHECK(status_of({host}, access, target) == 200);
    CHECK(status_of({{"host", "evil.example"}}, access, target) == 403);
  }
  for (const char* target : {"/?", "/api/status", "/page.js/", "//", "/page.jsx"}) {
    CHECK(status_of({host}, access, target) == 401);
  }
  const auto refusal = refuse({.headers = {host}}, access);
  REQUIRE(refusal);
  CHECK(refusal->headers.front().name == "WWW-Authenticate");
  CHECK(refusal->body.find("0123456789abcdef") == std::string::npos);
}

TEST_CASE("a token is made once, for its owner only") {
  const test::TempFolder folder;
  const std::string path = folder.path("token");
  const std::string token = load_token(path);
  CHECK(token.size() == 64);
  CHECK(load_token(path) == token);
  struct stat st {};
  REQUIRE(::stat(path.c_str(), &st) == 0);
  CHECK((st.st_mode & 0777U) == 0600U);
  CHECK(load_token(folder.path("new/other")) != token);

  folder.set_mode("token", 0640);
  CHECK_THROWS_AS(load_token(path), Error);
  folder.write("short", "secret\n");
  folder.set_mode("short", 0600);
  CHECK_THROWS_AS(load_token(folder.path("short")), Error);
}

TEST_CASE("an address is numeric, with a port") {
  CHECK(parse_address("localhost:0").text() == "127.0.0.1:0");
  CHECK(parse_address("[::1]:7390").text() == "[::1]:7390");
  CHECK(parse_address("127.0.0.2:1").is_loopback());
  CHECK_FALSE(parse_address("0.0.0.0:1").is_loopback());
  CHECK_FALSE(parse_address("[::]:1").is_loopback());
  for (const char* text : {"", "7390", ":7390", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x",
                           "127.0.0.1:70000", "::1:7390", "example.com:80", "[127.0.0.1]:80"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_address(text), Error);
  }
}
