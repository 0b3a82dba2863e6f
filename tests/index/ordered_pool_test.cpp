#include "index/ordered_pool.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <stdexcept>
#include <string>

using skillcat::index::run_ordered;

TEST_CASE("results are consumed in order whoever is faster") {
  const unsigned threads = GENERATE(1U, 2U, 8U);
  std::vector<std::size_t> consumed;
  run_ordered<std::size_t>(
      500, threads, 16,
      [](std::size_t i) {
        if (i % 7 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
        return i * 3;
      },
      [&](std::size_t i, std::size_t result) {
        REQUIRE(result == i * 3);
        consumed.push_back(i);
      });
  REQUIRE(consumed.size() == 500);
  REQUIRE(std::is_sorted(consumed.begin(), consumed.end()));
}

TEST_CASE("no more results exist at once than the window allows") {
  const std::size_t window = GENERATE(1U, 2U, 8U);
  std::atomic<std::size_t> alive = 0;
  std::atomic<std::size_t> most = 0;
  run_ordered<std::size_t>(
      300, 8, window,
      [&](std::size_t i) {
        const std::size_t now = ++alive;
        for (std::size_t seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
        return i;
      },
      [&](std::size_t, std::size_t) { --alive; });
  REQUIRE(most <= window);
}

TEST_CASE("an exception of the work reaches the caller") {
  const unsigned threads = GENERATE(1U, 4U);
  const auto run = [&] {
    run_ordered<int>(
        100, threads, 8,
        [](std::size_t i) {
          if (i == 50) throw std::runtime_error("of work");
          return 0;
        },
        [](std::size_t, int) {});
  };
  REQUIRE_THROWS_WITH(run(), "of work");
}

TEST_CASE("an exception of the consumer stops the work and reaches the caller") {
  const unsigned threads = GENERATE(1U, 4U);
  std::atomic<int> worked = 0;
  const auto run = [&] {
    run_ordered<int>(
        10'000, threads, 8, [&](std::size_t) { return ++worked; },
        [](std::size_t i, int) {
          if (i == 10) throw std::runtime_error("of consume");
        });
  };
  REQUIRE_THROWS_WITH(run(), "of consume");
  REQUIRE(worked <= 10 + 1 + 8);
}

TEST_CASE("no work at all is fine") {
  int calls = 0;
  run_ordered<int>(
      0, 4, 8, [&](std::size_t) { return ++calls; }, [&](std::size_t, int) { ++calls; });
  REQUIRE(calls == 0);
}
