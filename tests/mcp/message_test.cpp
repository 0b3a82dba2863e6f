// The pure parts: messages, lines, events, addresses.
#include "mcp/message.h"

#include <catch2/catch.hpp>

#include "mcp/lines.h"
#include "mcp/sse.h"
#include "mcp/url.h"

using namespace skillcat::mcp;
using Kind = Message::Kind;

namespace {

std::vector<Kind> kinds_of(std::string_view bytes) {
  std::vector<Kind> kinds;
  for (const Message& message : read_messages(bytes).messages) kinds.push_back(message.kind);
  return kinds;
}

/// What comes out when `bytes` come in pieces of `size`.
template <class Parser>
std::vector<std::string> in_pieces(Parser parser, std::string_view bytes, std::size_t size) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < bytes.size(); i += size) {
    parser.append(bytes.substr(i, size));
    while (auto one = parser.next()) out.push_back(*std::move(one));
  }
  return out;
}

std::string nested(std::size_t depth) {
  return R"({"id":1,"result":)" + std::string(depth, '[') + std::string(depth, ']') + "}";
}

}  // namespace

TEST_CASE("a message is a result, an error, a request or a notification") {
  CHECK(kinds_of(R"({"jsonrpc":"2.0","id":1,"result":{}})") == std::vector{Kind::result});
  CHECK(kinds_of(R"({"id":1,"result":null})") == std::vector{Kind::result});
  CHECK(kinds_of(R"({"id":null,"error":{"code":-1}})") == std::vector{Kind::error});
  CHECK(kinds_of(R"({"id":"a","method":"ping"})") == std::vector{Kind::request});
  CHECK(kinds_of(R"({"method":"notifications/message","params":{}})") ==
        std::vector{Kind::notification});
  CHECK(kinds_of(R"([{"method":"a"},{"id":1,"result":2}])") ==
        std::vector{Kind::notification, Kind::result});
}

TEST_CASE("what is no message is noise, and the rest of a batch counts") {
  for (const char* noise : {"", "hello", "42", "{}", R"({"id":1})", "[1]", "{\"id\":1,", "\"x\""}) {
    INFO(noise);
    CHECK(read_messages(noise).noise);
    CHECK(read_messages(noise).messages.empty());
  }
  const Incoming mixed = read_messages(R"([7,{"id":1,"result":{}}])");
  CHECK(mixed.noise);
  CHECK(mixed.messages.size() == 1);
}

TEST_CASE("JSON nests 64 levels at most") {
  CHECK(read_messages(nested(63)).messages.size() == 1);
  CHECK(read_messages(nested(65)).too_complex);
  CHECK(read_messages(nested(100'000)).too_complex);
}

TEST_CASE("JSON has a million values at most") {
  std::string many = R"({"id":1,"result":[0)";
  for (std::size_t i = 1; i < kMaxValues; ++i) many += ",0";
  CHECK(read_messages(many + "]}").too_complex);
  const Incoming few = read_messages(R"({"id":1,"result":[0,0]})");
  CHECK(few.values >= 5);
  CHECK(few.values < 20);
}

TEST_CASE("bytes that are not UTF-8 are mended") {
  const Incoming incoming = read_messages("{\"id\":1,\"result\":\"caf\xE9\"}");
  REQUIRE(incoming.messages.size() == 1);
  CHECK(incoming.messages.front().content == "caf\xEF\xBF\xBD");
}

TEST_CASE("a server's ping gets an empty result, any other request is unknown") {
  const auto answer_to = [](const char* request) {
    return Json::parse(write_answer(read_messages(request).messages.front()));
  };
  CHECK(answer_to(R"({"id":"p","method":"ping"})") ==
        Json::parse(R"({"jsonrpc":"2.0","id":"p","result":{}})"));
  const Json refused = answer_to(R"({"id":7,"method":"sampling/createMessage","params":{}})");
  CHECK(refused["id"] == 7);
  CHECK(refused["error"]["code"] == -32601);
}

TEST_CASE("lines are the same however they are cut") {
  const std::string_view bytes = "one\r\n\n \t\r\ntw\xC3\xB6\nthree";
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    CHECK(in_pieces(LineSplitter(100), bytes, size) ==
          std::vector<std::string>{"one", "tw\xC3\xB6"});
  }
  LineSplitter splitter(100);
  splitter.append("last");
  splitter.finish();
  CHECK(splitter.next() == "last");
}

TEST_CASE("a line above the limit is dropped for good") {
  LineSplitter splitter(4);
  splitter.append("1234\n");
  CHECK_FALSE(splitter.overflowed());
  splitter.append("12");
  splitter.append("345\nx\n");
  CHECK(splitter.overflowed());
  CHECK(splitter.next() == "1234");
  CHECK_FALSE(splitter.next());
}

TEST_CASE("events are the same however they are cut") {
  const std::string_view bytes =
      "\xEF\xBB\xBF: comment\n\n"
      "data: one\n\n"
      "event: message\r\ndata: tw\xE6\x9F\xA5\r\ndata:  three \r\n\r\n"
      "id: 5\rdata:four\rdata\r\r"
      "data\n\n"
      "dat: no field\nretry: 10\n\n"
      "data: {\"a\":\ndata: 1}\n\n"
      "data: not ended\n";
  const std::vector<std::string> expected = {"one", "tw\xE6\x9F\xA5\n three ", "four\n",
                                             "{\"a\":\n1}"};
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    INFO(size);
    CHECK(in_pieces(SseParser(100), bytes, size) == expected);
  }
}

TEST_CASE("an event above the limit ends the stream, in one line or in many") {
  SseParser one(10);
  one.append("data: 123456");
  CHECK(one.overflowed());
  SseParser many(20);
  many.append("data: 12345678\n");
  CHECK_FALSE(many.overflowed());
  many.append("data: 12345678\n");
  CHECK(many.overflowed());
  CHECK_FALSE(many.next());
}

TEST_CASE("plain http goes to this machine only") {
  for (const char* url : {"https://example.com/mcp", "http://localhost:1/mcp", "http://LOCALHOST",
                          "http://127.0.0.1:80", "http://127.9.9.9", "http://[::1]:8080/mcp"}) {
    INFO(url);
    CHECK_FALSE(why_unusable(url));
  }
  for (const char* url :
       {"http://example.com", "http://10.0.0.1", "http://127.0.0.1.example.com",
        "http://localhost.example.com", "http://localhost@example.com", "http://[::2]",
        "file:///etc/passwd", "ftp://localhost", "", "localhost:80/mcp", "https://"}) {
    INFO(url);
    CHECK(why_unusable(url));
  }
}

TEST_CASE("an address is shown without what may be secret") {
  CHECK(origin_of("https://user:word@Example.com/secret/mcp?key=1#x") == "https://example.com:443");
}

TEST_CASE("an origin is scheme, host and port") {
  const std::string here = "https://example.com/mcp";
  CHECK(is_same_origin(here, "https://example.com:443/other?x"));
  CHECK(is_same_origin(here, "https://EXAMPLE.com/"));
  for (const char* other : {"http://example.com/mcp", "https://example.com:444/mcp",
                            "https://www.example.com/mcp", "not an address"}) {
    INFO(other);
    CHECK_FALSE(is_same_origin(here, other));
  }
}
