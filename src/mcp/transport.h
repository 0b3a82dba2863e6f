// A session's way to its server: messages out, messages in.
//
// Errors: what ends the session is a Problem. Threads: one at a time.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "base/result.h"

namespace skillcat::mcp {

using Time = std::chrono::steady_clock::time_point;

/// Milliseconds for poll(): 0 when `until` has passed, never early.
inline int poll_timeout(Time until) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
  constexpr std::chrono::milliseconds kMost = std::chrono::hours(24);
  return static_cast<int>(std::clamp(left, std::chrono::milliseconds(0), kMost).count());
}

class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  /// Ends the session: no process and no connection is left.
  virtual ~Transport() = default;

  /// Hands over a request or notification; never waits.
  virtual void send(const std::string& message) = 0;
  /// The same for the answer to a request of the server; dropped when too many wait.
  virtual void answer(const std::string& message) = 0;

  /// The bytes of the next message. None when `until` has passed or one of `wakes` is readable.
  virtual Result<std::optional<std::string>> receive(Time until, std::span<const int> wakes) = 0;

  /// Waits until everything sent has been taken, as `receive` would.
  virtual std::optional<Problem> settle(Time /*until*/, std::span<const int> /*wakes*/) {
    return std::nullopt;
  }
  /// After the handshake: the version that both speak.
  virtual void set_version(const std::string& /*version*/) {}
  /// From now on messages are wanted that no request asked for.
  virtual void listen() {}
};

}  // namespace skillcat::mcp
