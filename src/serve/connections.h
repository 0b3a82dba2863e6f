// The open connections of a server: how many there may be, and how long each may take.
//
// What libmicrohttpd lacks: its own timeout is idle time, which one byte every two seconds keeps
// away for ever, and at its limits it lets honest clients wait in the queue. Here a connection is
// shut down once its deadline is over, and one that has sent no whole header gives way to a new
// one: the longest waiting first, of the same address when that has too many.
//
// Threads: any. Cost: a mutex and a look at each of at most 256 connections for a new one.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <thread>

namespace skillcat::serve {

struct Limits {
  std::chrono::milliseconds header{5'000};    ///< from the connection, or a request's first line
  std::chrono::milliseconds request{30'000};  ///< from the whole header to the end of the answer
  std::chrono::milliseconds idle{30'000};     ///< from an answer to the next header
  std::size_t connections = 256;
  std::size_t per_address = 64;
};

class Connections {
 public:
  struct Connection;
  using Time = std::chrono::steady_clock::time_point;

  struct Connection {
    int fd = -1;
    std::string address;
    std::string local_host;    ///< see Request
    Time since;                ///< when it began to wait for a header
    Time deadline;             ///< Time::max() for none
    bool has_request = false;  ///< a whole header came and is not answered yet
    bool is_shut = false;      ///< only its end is waited for
  };

  explicit Connections(const Limits& limits);
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;
  ~Connections();

  /// A connection was accepted. Over a limit, some connection is shut down, maybe this one.
  Connection* opened(int fd, std::string address, std::string local_host);
  /// Must be told before `fd` is closed.
  void closed(Connection* connection);

  void request_begins(Connection* connection);
  void header_ends(Connection* connection);
  void request_ends(Connection* connection);
  /// An event stream has nothing to send: it may rest as long as it likes.
  void rests(Connection* connection);
  /// An event stream has something to send, which must be taken within the request's time.
  void sends(Connection* connection);

  /// Waits until no request is unanswered, at most `timeout`.
  void wait_until_answered(std::chrono::milliseconds timeout);

 private:
  void watch_deadlines();
  void set_deadline(Connection& connection, Time deadline);
  void make_room(const Connection& newest);
  void shut(Connection& connection);

  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable earlier_;   ///< a deadline before `wake_at_`
  std::condition_variable answered_;  ///< a request ended
  std::list<Connection> connections_;
  Time wake_at_;
  bool stopping_ = false;
  std::thread watcher_;
};

}  // namespace skillcat::serve
