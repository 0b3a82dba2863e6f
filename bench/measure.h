// Times, percentiles and memory of a benchmark run.
#pragma once

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace skillcat::bench {

/// Wall time, or with `use_cpu_time` the time that this thread has run: for what is in memory, on a
/// machine that others use.
class Timer {
 public:
  double ms() const { return now_ms() - start_; }
  static void use_cpu_time() { clock_ = CLOCK_THREAD_CPUTIME_ID; }

 private:
  static double now_ms() {
    timespec now{};
    ::clock_gettime(clock_, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
  }

  static inline clockid_t clock_ = CLOCK_MONOTONIC;
  double start_ = now_ms();
};

class Samples {
 public:
  void add(double value) { values_.push_back(value); }
  bool empty() const { return values_.empty(); }
  /// The value that `share` of the samples are not above.
  double percentile(double share) const {
    if (values_.empty()) return 0;
    std::vector<double> sorted = values_;
    std::ranges::sort(sorted);
    const auto place = static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
    return sorted[std::min(place, sorted.size() - 1)];
  }
  double mean() const {
    double sum = 0;
    for (const double value : values_) sum += value;
    return values_.empty() ? 0 : sum / static_cast<double>(values_.size());
  }
  /// "p50/p99"
  std::string text() const {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.3g/%.3g", percentile(0.5), percentile(0.99));
    return buffer;
  }

 private:
  std::vector<double> values_;
};

/// A field of /proc/self/status in MB.
inline double memory_mb(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(field + ":")) return std::stod(line.substr(field.size() + 1)) / 1024;
  }
  return 0;
}

/// From here on VmHWM is the peak anew.
inline void reset_peak_memory() {
  std::ofstream("/proc/self/clear_refs") << "5";
}

/// The first lines of a benchmark: machine, load, command line without its folder.
inline void print_machine(int argc, char** argv) {
  std::ifstream cpus("/proc/cpuinfo");
  std::string model = "?";
  for (std::string line; std::getline(cpus, line);) {
    if (line.starts_with("model name")) model = line.substr(line.find(':') + 2);
  }
  std::ifstream load("/proc/loadavg");
  std::string load_text;
  std::getline(load, load_text);
  std::printf("machine: %s, %u cores, load %s\ncommand:", model.c_str(),
              std::thread::hardware_concurrency(), load_text.c_str());
  for (int i = 0; i < argc; ++i) {
    const char* slash = i == 0 ? std::strrchr(argv[0], '/') : nullptr;
    std::printf(" %s", slash != nullptr ? slash + 1 : argv[i]);
  }
  std::printf("\n");
}

}  // namespace skillcat::bench
