// Results of benchmarks as JSON lines, one measured line of a table each: what the chart is made
// of.
#pragma once

#include <cstdint>
#include <string>

#include "table.h"

namespace skillcat::bench {

/// Appends to a file {at, machine, command, skills, system, ms: {kind: [p50, p99]}, overlap,
/// build_s, mb, more_mb}. `at` is the day. Errors: std::ios_base::failure.
class Results {
 public:
  Results(int argc, char** argv);
  void write_to(const std::string& path) { path_ = path; }
  void add(std::uint64_t skills, const Row& row) const;

 private:
  std::string path_;  ///< empty: nothing is written
  std::string machine_;
  std::string command_;
};

}  // namespace skillcat::bench
