#include "query/ranking.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace skillcat::query {
namespace {

double score_of_bm25(double bm25) {
  const double positive = std::max(bm25, 0.0);
  return positive / (positive + kHalfScoreBm25);
}

}  // namespace

std::vector<Ranked> rank(const std::vector<Candidate>& by_name,
                         const std::vector<Candidate>& by_text) {
  std::vector<Ranked> ranked;
  std::set<std::int64_t> named;
  for (const Candidate& candidate : by_name) {
    if (!named.insert(candidate.skill_id).second) continue;
    ranked.push_back({candidate, 1.0, {{"exact_name", 1.0}}});
  }
  const auto end_of_named = static_cast<std::ptrdiff_t>(ranked.size());
  for (const Candidate& candidate : by_text) {
    if (named.contains(candidate.skill_id)) continue;
    ranked.push_back({candidate, score_of_bm25(candidate.bm25), {{"bm25", candidate.bm25}}});
  }
  // Exact names keep the order of precedence they came in.
  std::stable_sort(ranked.begin() + end_of_named, ranked.end(),
                   [](const Ranked& a, const Ranked& b) {
                     return std::tie(b.score, a.candidate.precedence, a.candidate.ref) <
                            std::tie(a.score, b.candidate.precedence, b.candidate.ref);
                   });
  return ranked;
}

}  // namespace skillcat::query
