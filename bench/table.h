// The table of a search benchmark: who was asked, how long it took, what came back.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "corpus.h"
#include "measure.h"

namespace skillcat::bench {

struct AskedQuery {
  std::string text;
  QueryKind kind;
};

using Docs = std::vector<std::uint32_t>;

/// One line of the table.
struct Row {
  std::string system;
  Samples all;
  std::map<QueryKind, Samples> by_kind;
  double overlap = 1;
  double build_s = 0;
  double size_mb = 0;
  double memory_mb = 0;
};

inline void print(const Row& row) {
  std::printf("| %s | %s |", row.system.c_str(), row.all.text().c_str());
  for (const QueryKind kind :
       {QueryKind::short_words, QueryKind::medium, QueryKind::long_text, QueryKind::chinese}) {
    const auto samples = row.by_kind.find(kind);
    std::printf(" %s |", samples == row.by_kind.end() ? "" : samples->second.text().c_str());
  }
  std::printf(" %.3f | %.1f | %.1f | %.1f |\n", row.overlap, row.build_s, row.size_mb,
              row.memory_mb);
  std::fflush(stdout);
}

inline double overlap_of(const std::vector<Docs>& answers, const std::vector<Docs>& exact) {
  double sum = 0;
  std::size_t counted = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (exact[i].empty()) continue;
    std::size_t same = 0;
    for (const std::uint32_t doc : exact[i]) {
      same += static_cast<std::size_t>(std::ranges::count(answers[i], doc));
    }
    sum += static_cast<double>(same) / static_cast<double>(exact[i].size());
    ++counted;
  }
  return counted == 0 ? 1 : sum / static_cast<double>(counted);
}

/// Asks every query `rounds` times after one round that warms up.
template <class Search>
std::vector<Docs> ask(const std::vector<AskedQuery>& queries, int rounds, Row& row,
                      Search&& search) {
  std::vector<Docs> answers(queries.size());
  reset_peak_memory();
  const double before = memory_mb("VmRSS");
  for (int round = 0; round <= rounds; ++round) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const Timer timer;
      answers[i] = search(queries[i].text);
      if (round == 0) continue;
      row.all.add(timer.ms());
      row.by_kind[queries[i].kind].add(timer.ms());
    }
  }
  row.memory_mb = memory_mb("VmHWM") - before;
  return answers;
}

}  // namespace skillcat::bench
