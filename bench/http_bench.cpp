// What HTTP costs: the same questions asked of the library and over a socket, in turns.
//
//   http_bench CATALOG [ROUNDS]
//
// Then what hostile clients cost an honest one, and what an endless body costs in memory.
#include <skillcat/catalog.h>

#include <time.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "measure.h"
#include "serve/http.h"
#include "serve/json.h"
#include "serve/url.h"
#include "support/http_client.h"

using namespace skillcat;
using namespace std::chrono_literals;
using test::HttpClient;

namespace {

const std::vector<std::string> kQueries = {
    "pdf forms", "review code changes",     "git commit",     "deploy kubernetes cluster",
    "分析代码",  "test driven development", "security audit", "write release notes"};

const std::string& query_of(int round) {
  return kQueries[static_cast<std::size_t>(round) % kQueries.size()];
}

double process_cpu_us() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

double us_of(const std::function<void()>& work) {
  const bench::Timer timer;
  work();
  return timer.ms() * 1e3;
}

/// Wall time, and the time that client and server together ran: what others on the machine do does
/// not count in the latter.
struct Cost {
  bench::Samples wall;
  bench::Samples cpu;

  void add(const std::function<void()>& work) {
    const double cpu_start = process_cpu_us();
    wall.add(us_of(work));
    cpu.add(process_cpu_us() - cpu_start);
  }
};

std::string search_answer(Catalog& catalog, const std::string& text) {
  Query query;
  query.text = text;
  return serve::dump(serve::to_json(catalog.search(query), serve::Explain::no),
                     serve::Layout::compact);
}

std::string context_answer(Catalog& catalog, const std::string& text) {
  Message message;
  message.text = text;
  ContextOptions options;
  options.budget = 2000;
  return serve::dump(serve::to_json(catalog.context(message, options)), serve::Layout::compact);
}

std::string context_request(const HttpClient& client, const std::string& text) {
  const std::string body = R"({"message":")" + text + R"(","budget":2000})";
  return "POST /api/context HTTP/1.1\r\nContent-Type: application/json\r\n" + client.host() +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

void compare(const char* name, int rounds, const std::function<void(const std::string&)>& inside,
             const std::function<void(const std::string&)>& over_http) {
  Cost direct;
  Cost http;
  constexpr int kBlock = 100;  // in turns, so that both meet the same load, each with warm caches
  for (int done = 0; done < rounds; done += kBlock) {
    for (int i = 0; i < kBlock; ++i) direct.add([&] { inside(query_of(i)); });
    for (int i = 0; i < kBlock; ++i) http.add([&] { over_http(query_of(i)); });
  }
  const auto print = [&](const char* clock, const bench::Samples& library,
                         const bench::Samples& served) {
    std::printf("%-8s %-5s %7.0f /%7.0f %7.0f /%7.0f %7.0f\n", name, clock, library.percentile(0.5),
                library.percentile(0.99), served.percentile(0.5), served.percentile(0.99),
                served.percentile(0.5) - library.percentile(0.5));
  };
  print("wall", direct.wall, http.wall);
  print("cpu", direct.cpu, http.cpu);
}

bench::Samples honest_times(std::uint16_t port, int count) {
  bench::Samples times;
  for (int i = 0; i < count; ++i) {
    times.add(us_of([&] {
      HttpClient client(port);
      client.get("/api/skills/search?q=pdf&limit=1");
      if (client.answer().empty()) throw std::runtime_error("an honest client got no answer");
    }));
    std::this_thread::sleep_for(2ms);
  }
  return times;
}

/// 64 idle clients from each of four addresses, and 64 that send a byte every two seconds.
void crowd(std::uint16_t port) {
  bench::Samples alone = honest_times(port, 500);
  std::vector<HttpClient> clients;
  for (const char* from : {"127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"}) {
    for (int i = 0; i < 64; ++i) clients.emplace_back(port, from);
  }
  std::vector<HttpClient> slow;
  for (int i = 0; i < 64; ++i) slow.emplace_back(port, "127.0.0.6");
  std::jthread writer([&](const std::stop_token& stop) {
    for (int tick = 0; !stop.stop_requested(); ++tick) {
      if (tick % 40 == 0) {
        for (const HttpClient& client : slow) client.send("G");
      }
      std::this_thread::sleep_for(50ms);
    }
  });
  bench::Samples crowded = honest_times(port, 500);
  std::printf("\nhonest client, a connection each    p50      p99      max us\n");
  std::printf("alone                          %8.0f %8.0f %8.0f\n", alone.percentile(0.5),
              alone.percentile(0.99), alone.percentile(1));
  std::printf("256 idle and 64 slow beside it %8.0f %8.0f %8.0f\n", crowded.percentile(0.5),
              crowded.percentile(0.99), crowded.percentile(1));
}

void endless_body(std::uint16_t port) {
  bench::reset_peak_memory();
  const double before = bench::memory_mb("VmRSS");
  const HttpClient client(port);
  client.send("POST /api/match HTTP/1.1\r\nContent-Type: application/json\r\n" + client.host() +
              "Transfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "10000\r\n" + std::string(0x10000, 'x') + "\r\n";
  int sent = 0;
  while (sent < 3200 && client.send(chunk)) ++sent;
  std::printf("\nchunked body of 200 MB: closed after %.1f MB, %.1f MB more at the peak\n",
              sent / 16.0, bench::memory_mb("VmHWM") - before);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("usage: http_bench CATALOG [ROUNDS]\n", stderr), 2;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 2000;
  serve::HttpOptions options;
  options.catalog = argv[1];
  options.address = "127.0.0.1:0";
  const serve::HttpServer server(options);
  const std::string& url = server.url();
  const auto port = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  Catalog catalog = Catalog::open(argv[1]);
  HttpClient client(port);
  std::printf("http_bench, %zu queries in turn, %d rounds\n", kQueries.size(), rounds);
  std::printf("p50/p99 us           library            HTTP     added\n");
  compare(
      "search", rounds, [&](const std::string& text) { search_answer(catalog, text); },
      [&](const std::string& text) {
        client.get("/api/skills/search?q=" + serve::percent_encode(text));
        client.answer();
      });
  compare(
      "context", rounds, [&](const std::string& text) { context_answer(catalog, text); },
      [&](const std::string& text) {
        client.send(context_request(client, text));
        client.answer();
      });
  crowd(port);
  endless_body(port);
}
