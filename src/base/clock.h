// Time as a parameter, so that tests can say what time it is.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace skillcat {

class Clock {
 public:
  virtual ~Clock() = default;
  /// Wall time, nanoseconds since 1970. May jump: never order events by it.
  virtual std::int64_t now_ns() const = 0;
};

class SystemClock final : public Clock {
 public:
  std::int64_t now_ns() const override {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
  }
};

inline std::int64_t unix_ms(const Clock& clock) {
  return clock.now_ns() / 1'000'000;
}

/// Elapsed time on the monotonic clock, for durations.
class Stopwatch {
 public:
  std::int64_t elapsed_us() const {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() -
                                                                 start_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// RFC 3339 in UTC with milliseconds: "2026-01-31T12:00:00.000Z".
std::string rfc3339(std::int64_t unix_ms);

}  // namespace skillcat
