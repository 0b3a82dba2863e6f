// Work on all cores, results in order.
//
// Workers run `work(i)` for i = 0…count-1; the calling thread gets `consume(i, result)` in order of
// i, so that what is written does not depend on which worker was faster. At most `window` results
// exist at once, which bounds memory. An exception of either function stops all and is rethrown.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace skillcat::index {

template <class T, class Work, class Consume>
void run_ordered(std::size_t count, unsigned threads, std::size_t window, Work&& work,
                 Consume&& consume) {
  if (threads <= 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) consume(i, work(i));
    return;
  }
  std::mutex mutex;
  std::condition_variable may_produce;
  std::condition_variable may_consume;
  std::vector<std::optional<T>> slots(window);
  std::size_t next = 0;  // to be taken by a worker
  std::size_t done = 0;  // consumed
  std::exception_ptr failure;

  const auto run_worker = [&] {
    while (true) {
      std::size_t i = 0;
      {
        std::unique_lock lock(mutex);
        may_produce.wait(lock, [&] { return failure || next >= count || next < done + window; });
        if (failure || next >= count) return;
        i = next++;
      }
      std::optional<T> result;
      std::exception_ptr error;
      try {
        result.emplace(work(i));
      } catch (...) {
        error = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      if (error) {
        failure = error;
        may_produce.notify_all();
      } else {
        slots[i % window] = std::move(result);
      }
      if (error || i == done) may_consume.notify_one();
    }
  };
  std::vector<std::jthread> workers;
  for (unsigned t = 0; t < std::min<std::size_t>(threads, count); ++t) {
    workers.emplace_back(run_worker);
  }
  try {
    for (; done < count;) {
      std::optional<T> result;
      {
        std::unique_lock lock(mutex);
        may_consume.wait(lock, [&] { return failure || slots[done % window].has_value(); });
        if (failure) std::rethrow_exception(failure);
        result = std::move(slots[done % window]);
        slots[done % window].reset();
      }
      consume(done, *std::move(result));
      const std::lock_guard lock(mutex);
      ++done;
      // Half a window at a time: waking a worker for each result costs more than small work.
      if (next - done <= window / 2) may_produce.notify_all();
    }
  } catch (...) {
    const std::lock_guard lock(mutex);
    if (!failure) failure = std::current_exception();
    may_produce.notify_all();
    throw;  // the workers are joined on the way out
  }
}

}  // namespace skillcat::index
