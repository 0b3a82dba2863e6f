#include "serve/connections.h"

#include <sys/socket.h>

#include <algorithm>

namespace skillcat::serve {
namespace {

using SteadyClock = std::chrono::steady_clock;

}  // namespace

Connections::Connections(const Limits& limits)
    : limits_(limits), wake_at_(Time::max()), watcher_([this] { watch_deadlines(); }) {}

Connections::~Connections() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  earlier_.notify_all();
  watcher_.join();
}

Connections::Connection* Connections::opened(int fd, std::string address, std::string local_host) {
  const std::lock_guard lock(mutex_);
  Connection& connection = connections_.emplace_back();
  connection.fd = fd;
  connection.address = std::move(address);
  connection.local_host = std::move(local_host);
  connection.since = SteadyClock::now();
  set_deadline(connection, connection.since + limits_.header);
  make_room(connection);
  return &connection;
}

void Connections::closed(Connection* connection) {
  const std::lock_guard lock(mutex_);
  std::erase_if(connections_, [&](const Connection& other) { return &other == connection; });
  answered_.notify_all();
}

void Connections::request_begins(Connection* connection) {
  const std::lock_guard lock(mutex_);
  set_deadline(*connection, std::min(connection->deadline, SteadyClock::now() + limits_.header));
}

void Connections::header_ends(Connection* connection) {
  const std::lock_guard lock(mutex_);
  connection->has_request = true;
  set_deadline(*connection, SteadyClock::now() + limits_.request);
}

void Connections::request_ends(Connection* connection) {
  const std::lock_guard lock(mutex_);
  connection->has_request = false;
  connection->since = SteadyClock::now();
  set_deadline(*connection, connection->since + limits_.idle);
  answered_.notify_all();
}

void Connections::rests(Connection* connection) {
  const std::lock_guard lock(mutex_);
  set_deadline(*connection, Time::max());
}

void Connections::sends(Connection* connection) {
  const std::lock_guard lock(mutex_);
  set_deadline(*connection, SteadyClock::now() + limits_.request);
}

void Connections::wait_until_answered(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  answered_.wait_until(lock, SteadyClock::now() + timeout, [&] {
    return std::ranges::none_of(connections_, &Connection::has_request);
  });
}

void Connections::set_deadline(Connection& connection, Time deadline) {
  connection.deadline = deadline;
  if (deadline < wake_at_) earlier_.notify_all();
}

void Connections::make_room(const Connection& newest) {
  std::size_t open = 0;
  std::size_t of_address = 0;
  Connection* longest = nullptr;             // that waits for a header
  Connection* longest_of_address = nullptr;  // the list is in the order of opening, not of waiting
  for (Connection& connection : connections_) {
    if (connection.is_shut) continue;
    const bool same = connection.address == newest.address;
    ++open;
    of_address += same ? 1 : 0;
    if (connection.has_request) continue;
    if (longest == nullptr || connection.since < longest->since) longest = &connection;
    if (!same) continue;
    if (longest_of_address == nullptr || connection.since < longest_of_address->since) {
      longest_of_address = &connection;
    }
  }
  // The newest one waits too, so there is always one.
  if (of_address > limits_.per_address) {
    shut(*longest_of_address);
  } else if (open > limits_.connections) {
    shut(*longest);
  }
}

void Connections::shut(Connection& connection) {
  connection.is_shut = true;
  connection.deadline = Time::max();
  ::shutdown(connection.fd, SHUT_RDWR);
}

void Connections::watch_deadlines() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const Time now = SteadyClock::now();
    wake_at_ = Time::max();
    for (Connection& connection : connections_) {
      if (connection.is_shut) continue;
      if (connection.deadline <= now) {
        shut(connection);
      } else {
        wake_at_ = std::min(wake_at_, connection.deadline);
      }
    }
    if (wake_at_ == Time::max()) {
      earlier_.wait(lock);
    } else {
      earlier_.wait_until(lock, wake_at_);
    }
  }
}

}  // namespace skillcat::serve
