#include "results.h"

#include <fmt/chrono.h>

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

namespace skillcat::bench {
namespace {

using Json = nlohmann::ordered_json;

std::string model_of_cpu() {
  std::ifstream cpus("/proc/cpuinfo");
  for (std::string line; std::getline(cpus, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "?";
}

/// Four digits: no more are meant.
double rounded(double value) {
  return std::stod(fmt::format("{:.4g}", value));
}

Json percentiles(const Samples& samples) {
  return {rounded(samples.percentile(0.5)), rounded(samples.percentile(0.99))};
}

}  // namespace

Results::Results(int argc, char** argv)
    : machine_(model_of_cpu() + ", " + std::to_string(std::thread::hardware_concurrency()) +
               " cores") {
  for (int i = 0; i < argc; ++i) {
    const char* slash = i == 0 ? std::strrchr(argv[0], '/') : nullptr;
    if (i > 0) command_ += ' ';
    command_ += slash != nullptr ? slash + 1 : argv[i];
  }
}

void Results::add(std::uint64_t skills, const Row& row) const {
  if (path_.empty()) return;
  Json times{{"all", percentiles(row.all)}};
  for (const auto& [kind, samples] : row.by_kind) times[to_text(kind)] = percentiles(samples);
  std::string system = row.system;
  std::erase(system, '*');
  std::ofstream file;
  file.exceptions(std::ios::failbit | std::ios::badbit);
  file.open(path_, std::ios::app);
  file << Json{{"at", fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))},
               {"machine", machine_},
               {"command", command_},
               {"skills", skills},
               {"system", system},
               {"ms", times},
               {"overlap", rounded(row.overlap)},
               {"build_s", rounded(row.build_s)},
               {"mb", rounded(row.size_mb)},
               {"more_mb", rounded(row.memory_mb)}}
              .dump()
       << '\n';
}

}  // namespace skillcat::bench
