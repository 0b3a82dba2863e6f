// The HTTP server: sockets, limits and event streams around `respond`.
//
// Shape: libmicrohttpd's pool of epoll threads, each running handlers itself (a handler takes
// well under a millisecond), catalogs from a pool, one thread for deadlines and one for events.
// Errors: Error(root_failed) when it cannot listen, Error(config) when it needs a token and there
// is none. Threads: made, stopped and destroyed by one.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "serve/connections.h"

namespace skillcat::serve {

struct HttpOptions {
  std::string catalog;  ///< path; only read
  std::string address = "127.0.0.1:7390";
  std::vector<std::string> hosts;  ///< other names of this server, as in Host headers
  /// Of the bearer token. Used on any address but loopback, and there when `token_always`.
  std::string token_file;
  bool token_always = false;
  Limits limits;
  std::size_t body_bytes = std::size_t{1} << 20;
  std::chrono::milliseconds heartbeat{15'000};
};

class HttpServer {
 public:
  /// Listens from here on.
  explicit HttpServer(const HttpOptions& options);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer();  ///< Stops: ends event streams, answers what was asked, at most two seconds.

  const std::string& url() const;  ///< "http://127.0.0.1:7390"

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace skillcat::serve
