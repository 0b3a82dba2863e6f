// Ranking: a pure function from what is known of each candidate to an order with reasons.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "query/candidates.h"

namespace skillcat::query {

struct Ranked {
  Candidate candidate;
  double score = 0;  ///< 0…1
  std::vector<std::pair<std::string, double>> explain;
};

/// BM25 of an average match; it becomes the score 0.5.
inline constexpr double kHalfScoreBm25 = 8.0;

/// Orders `by_text` (with BM25) with `by_name` (exact names) first. Best first; ties by precedence,
/// then ref. A candidate in both lists appears once.
std::vector<Ranked> rank(const std::vector<Candidate>& by_name,
                         const std::vector<Candidate>& by_text);

}  // namespace skillcat::query
