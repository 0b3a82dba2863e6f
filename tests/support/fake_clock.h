// A clock that a test sets. Unset, it is ten seconds ahead, so that files just made are old enough
// to be trusted by their stamps.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/clock.h"

namespace skillcat::test {

class FakeClock final : public Clock {
 public:
  std::int64_t now_ns() const override { return SystemClock().now_ns() + ahead_ns_; }
  void set_ahead_seconds(std::int64_t seconds) { ahead_ns_ = seconds * 1'000'000'000; }

 private:
  std::atomic<std::int64_t> ahead_ns_ = 10'000'000'000;
};

}  // namespace skillcat::test
