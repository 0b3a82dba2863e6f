#include "results.h"

#include <fmt/chrono.h>

#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

namespace skillcat::bench {
namespace {

using Json = nlohmann::ordered_json;

/// Four digits: no more are meant.
double rounded(double value) {
  return std::stod(fmt::format("{:.4g}", value));
}

Json percentiles(const Samples& samples) {
  return {rounded(samples.percentile(0.5)), rounded(samples.percentile(0.99))};
}

}  // namespace

Results::Results(int argc, char** argv)
    : machine_(machine_text()), command_(command_text(argc, argv)) {}

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
