// The server over real sockets: what clients that are slow, greedy or wrong can do to it.
#include "serve/http.h"

#include <skillcat/error.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <thread>

#include "support/http_client.h"
#include "support/indexed_tree.h"

using namespace skillcat;
using namespace std::chrono_literals;
using serve::HttpOptions;
using serve::HttpServer;
using test::HttpClient;
using test::IndexedTree;

namespace {

class Served {
 public:
  explicit Served(HttpOptions options = {}) {
    tree.write(
        "pdf/SKILL.md",
        "---\nname: pdf\ndescription: Fill PDF forms\ntriggers: [pdf forms]\n---\nUse it.\n");
    tree.write("a/b/c/SKILL.md", test::skill_text("deep"));
    tree.pass();
    options.catalog = tree.catalog();
    if (options.address == HttpOptions().address) options.address = "127.0.0.1:0";
    server = std::make_unique<HttpServer>(options);
  }

  std::uint16_t port() const {
    const std::string& url = server->url();
    return static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }
  HttpClient client(const char* from = "127.0.0.1") const { return HttpClient(port(), from); }
  /// The answer to one GET on a connection of its own.
  std::string get(const std::string& target, const std::string& headers = {}) const {
    HttpClient one = client();
    one.get(target, headers);
    return one.answer();
  }

  IndexedTree tree;
  std::unique_ptr<HttpServer> server;
};

int status_of(const std::string& answer) {
  constexpr std::size_t kStart = std::string_view("HTTP/1.1 ").size();
  return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(kStart, 3)) : 0;
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t pages = 0;
  file >> pages >> pages;
  return pages * 4096;
}

const std::string kJsonPost = " HTTP/1.1\r\nContent-Type: application/json\r\n";

}  // namespace

TEST_CASE("answers go over the socket whole, on one connection") {
  const Served served;
  HttpClient client = served.client();
  for (int i = 0; i < 3; ++i) {
    client.get("/api/skills/local:here%2Fa%2Fb%2Fc");
    const std::string answer = client.answer();
    CHECK(status_of(answer) == 200);
    CHECK(holds(answer, "\r\nContent-Type: application/json; charset=utf-8\r\n"));
    CHECK(holds(answer, "\r\nX-Skillcat-Revision: 1\r\n"));
    CHECK(holds(answer, "\r\nX-Content-Type-Options: nosniff\r\n"));
    CHECK(holds(answer, R"("ref":"local:here/a/b/c")"));
    CHECK_FALSE(holds(answer, "Access-Control"));
  }
  const std::string post = R"({"message": "fill pdf forms"})";
  client.send("POST /api/match" + kJsonPost + client.host() +
              "Content-Length: " + std::to_string(post.size()) + "\r\n\r\n" + post);
  CHECK(holds(client.answer(), R"("ref":"local:here/pdf")"));
  client.send("POST /api/match" + kJsonPost + client.host() +
              "Transfer-Encoding: chunked\r\n\r\n1d\r\n" + post + "\r\n0\r\n\r\n");
  CHECK(holds(client.answer(), R"("ref":"local:here/pdf")"));
}

TEST_CASE("HEAD, 304 and OPTIONS have no body on the wire") {
  const Served served;
  HttpClient client = served.client();
  client.send("HEAD /api/skills HTTP/1.1\r\n" + client.host() + "\r\n");
  const std::string head = client.until("\r\n\r\n");
  CHECK(status_of(head) == 200);
  const auto at = head.find("ETag: ");
  REQUIRE(at != std::string::npos);
  const std::string tag = head.substr(at + 6, head.find('\r', at) - at - 6);
  client.get("/api/skills", "If-None-Match: " + tag + "\r\n");
  CHECK(status_of(client.until("\r\n\r\n")) == 304);
  client.send("OPTIONS /api/match HTTP/1.1\r\n" + client.host() + "\r\n");
  const std::string options = client.until("\r\n\r\n");
  CHECK(status_of(options) == 204);
  CHECK(holds(options, "\r\nAllow: POST, OPTIONS\r\n"));
  client.send("PUT /api/skills HTTP/1.1\r\n" + client.host() + "Content-Length: 0\r\n\r\n");
  CHECK(status_of(client.answer()) == 405);
}

TEST_CASE("pages in a browser are kept out by Host and Origin, before anything is read") {
  const Served served;
  CHECK(status_of(served.get("/api/status")) == 200);
  CHECK(status_of(served.get("/api/status", "Host: evil.example\r\n")) == 403);
  CHECK(status_of(served.get("/api/status", "Origin: http://evil.example\r\n")) == 403);
  CHECK(status_of(served.get("/api/status", "Origin: " + served.server->url() + "\r\n")) == 200);
  HttpClient client = served.client();
  client.send("POST /api/match" + kJsonPost + client.host() +
              "Origin: http://evil.example\r\nContent-Length: 900000\r\n\r\n");
  CHECK(status_of(client.answer()) == 403);
}

TEST_CASE("beyond loopback, and where it is wished, each request must bear the token") {
  const test::TempFolder folder;
  HttpOptions options;
  options.address = "0.0.0.0:0";
  options.token_file = folder.path("token");
  const Served served(options);
  std::ifstream file(options.token_file);
  std::string token;
  file >> token;
  CHECK(status_of(served.get("/api/status")) == 401);
  CHECK(status_of(served.get("/api/status", "Authorization: Bearer wrong\r\n")) == 401);
  const std::string bearer = "Authorization: Bearer " + token + "\r\n";
  CHECK(status_of(served.get("/api/status", bearer)) == 200);
  CHECK(status_of(served.get("/api/status", bearer + "Host: evil.example\r\n")) == 403);

  folder.write("file", "");
  options.token_file = folder.path("file/token");
  CHECK_THROWS_AS(Served(options), Error);
}

TEST_CASE("a body above the limit is refused, chunked or not, in bounded memory") {
  const Served served;
  HttpClient told = served.client();
  told.send("POST /api/match" + kJsonPost + told.host() + "Content-Length: 1048577\r\n\r\n");
  CHECK(status_of(told.answer()) == 413);

  const std::string start =
      "POST /api/match" + kJsonPost + told.host() + "Transfer-Encoding: chunked\r\n\r\n";
  const std::string chunk = "10000\r\n" + std::string(0x10000, 'x') + "\r\n";
  HttpClient above = served.client();
  above.send(start);
  for (int i = 0; i < 17; ++i) above.send(chunk);
  above.send("0\r\n\r\n");
  const std::string answer = above.answer();
  CHECK(status_of(answer) == 413);
  CHECK(holds(answer, R"("code":"too_large")"));

  const std::size_t before = resident_bytes();
  HttpClient endless = served.client();
  endless.send(start);
  int sent = 0;
  while (sent < 3200 && endless.send(chunk)) ++sent;  // 200 MB
  CHECK(sent < 400);
  CHECK(resident_bytes() < before + (std::size_t{16} << 20));
  CHECK(status_of(served.get("/api/status")) == 200);
}

TEST_CASE("a header that does not come is not waited for") {
  HttpOptions options;
  options.limits.header = 300ms;
  options.limits.idle = 600ms;
  const Served served(options);
  HttpClient silent = served.client();
  HttpClient slow = served.client();
  HttpClient slow_again = served.client();
  slow_again.get("/api/status");
  CHECK(status_of(slow_again.answer()) == 200);
  const std::string line = "GET /api/status HTTP/1.1\r\nHost: and so on";
  bool slow_is_open = true;
  bool again_is_open = true;
  for (const char byte : line) {  // each byte would start an idle timeout anew
    slow_is_open = slow_is_open && slow.send({&byte, 1});
    again_is_open = again_is_open && slow_again.send({&byte, 1});
    std::this_thread::sleep_for(30ms);
  }
  CHECK_FALSE(slow_is_open);
  CHECK_FALSE(again_is_open);
  CHECK(silent.is_closed_within(1s));
}

TEST_CASE("a body that comes one byte at a time ends with the request's deadline") {
  HttpOptions options;
  options.limits.request = 300ms;
  const Served served(options);
  HttpClient client = served.client();
  client.send("POST /api/match" + kJsonPost + client.host() + "Content-Length: 1000\r\n\r\n");
  bool is_open = true;
  for (int i = 0; i < 50 && is_open; ++i) {
    is_open = client.send("x");
    std::this_thread::sleep_for(20ms);
  }
  CHECK_FALSE(is_open);
}

TEST_CASE("idle clients give way to new ones") {
  HttpOptions options;
  options.limits.per_address = 4;
  options.limits.connections = 8;
  const Served served(options);
  std::vector<HttpClient> idle;
  for (int i = 0; i < 6; ++i) idle.push_back(served.client());
  // Which two go is not told here: the threads of the pool may accept in another order.
  int closed = 0;
  for (HttpClient& client : idle) closed += client.is_closed_within(500ms) ? 1 : 0;
  CHECK(closed == 2);
  for (int i = 0; i < 20; ++i) CHECK(status_of(served.get("/api/status")) == 200);

  for (const char* from : {"127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"}) {
    for (int i = 0; i < 3; ++i) idle.push_back(served.client(from));
  }
  HttpClient other = served.client("127.0.0.6");
  other.get("/api/status");
  CHECK(status_of(other.answer()) == 200);
}

TEST_CASE("a client that has all its connections at work gets no other one") {
  HttpOptions options;
  options.limits.per_address = 4;
  const Served served(options);
  std::vector<HttpClient> streams;
  for (int i = 0; i < 4; ++i) {
    streams.push_back(served.client());
    streams.back().get("/api/events");
    CHECK(holds(streams.back().until("event: revision\n"), "text/event-stream"));
  }
  HttpClient fifth = served.client();
  CHECK(fifth.is_closed_within(2s));
  HttpClient elsewhere = served.client("127.0.0.2");
  elsewhere.get("/api/status");
  CHECK(status_of(elsewhere.answer()) == 200);
  CHECK_FALSE(streams.front().is_closed_within(20ms));
}

TEST_CASE("a stream tells what changes, and goes on where its client was") {
  Served served;
  HttpClient stream = served.client();
  stream.get("/api/events");
  CHECK(holds(stream.until("\n\n"), "200 OK"));
  served.tree.write_skill("other");
  served.tree.pass();
  const std::string event = stream.until("]}\n\n");
  CHECK(holds(event, "id: 2\nevent: changes\ndata: {\"revision\":2,"));
  CHECK(holds(event, R"("ref":"local:here/other","change":"added")"));
  CHECK_FALSE(holds(event, "local:here/pdf"));

  served.tree.tree.remove("root/other");
  served.tree.pass();
  HttpClient back = served.client();
  back.get("/api/events", "Last-Event-ID: 2\r\n");
  CHECK(holds(back.until("]}\n\n"), R"("ref":"local:here/other","change":"removed")"));
  CHECK(holds(stream.until("]}\n\n"), "id: 3\n"));
}

TEST_CASE("a silent stream shows that it lives, and takes no thread") {
  HttpOptions options;
  options.heartbeat = 50ms;
  const Served served(options);
  std::vector<HttpClient> streams;
  for (int i = 0; i < 40; ++i) {
    streams.push_back(served.client());
    streams.back().get("/api/events");
  }
  for (HttpClient& stream : streams) {
    const std::string text = stream.until("\n:\n\n");
    CHECK(holds(text, "event: revision\n"));
  }
  CHECK(status_of(served.get("/api/status")) == 200);
}

TEST_CASE("a stop ends streams and answers what was asked") {
  Served served;
  std::vector<HttpClient> streams;
  for (int i = 0; i < 8; ++i) {
    streams.push_back(served.client());
    streams.back().get("/api/events");
    streams.back().until("\n\n");
  }
  HttpClient idle = served.client();
  const auto start = std::chrono::steady_clock::now();
  served.server.reset();
  CHECK(std::chrono::steady_clock::now() - start < 2s);
  for (HttpClient& stream : streams) CHECK(stream.is_closed_within(1s));
  CHECK(idle.is_closed_within(1s));
}

TEST_CASE("many clients at once, while the catalog changes, each see one revision") {
  Served served;
  std::atomic<int> good{0};
  {
    std::vector<std::jthread> clients;
    for (int i = 0; i < 8; ++i) {
      clients.emplace_back([&] {
        HttpClient client = served.client();
        for (int n = 0; n < 25; ++n) {
          client.get(n % 2 == 0 ? "/api/skills/search?q=forms" : "/api/skills?limit=3");
          const std::string answer = client.answer();
          const auto at = answer.find("X-Skillcat-Revision: ");
          if (status_of(answer) != 200 || at == std::string::npos) continue;
          const std::string revision = answer.substr(at + 21, answer.find('\r', at) - at - 21);
          if (holds(answer, "{\"revision\":" + revision + ",")) ++good;
        }
      });
    }
    for (int i = 0; i < 5; ++i) {
      served.tree.write_skill("new" + std::to_string(i));
      served.tree.pass();
    }
  }
  CHECK(good == 200);
}

TEST_CASE("a catalog that goes away is said, and its successor is served") {
  Served served;
  CHECK(holds(served.get("/api/status"), R"("local":2)"));
  served.tree.close();
  served.tree.tree.write("data/other", "no database");
  served.tree.tree.remove("data/catalog.db-wal");
  served.tree.tree.rename("data/other", "data/catalog.db");
  const std::string broken = served.get("/api/status");
  CHECK(status_of(broken) == 503);
  CHECK(holds(broken, R"("code":"catalog")"));
  for (const char* file : {"data/catalog.db", "data/catalog.db-wal", "data/catalog.db-shm"}) {
    served.tree.tree.remove(file);
  }
  served.tree.write_skill("third");
  served.tree.pass();
  CHECK(holds(served.get("/api/status"), R"("local":3)"));
}
