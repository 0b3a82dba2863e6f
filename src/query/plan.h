// The plan of a ranked search: what the postings are asked for, and how much each term tells.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "query/postings.h"
#include "query/ranking.h"

namespace skillcat::query {

struct Plan {
  std::optional<std::string> corrected;  ///< the query that is answered instead
  std::vector<WeightedTerm> terms;       ///< what was asked for, then translations
  std::vector<QueryTerm> shape;          ///< the same, for ranking
};

/// Needs a Snapshot around it. Cost: a lookup a term, and for unknown words that of `corrected`.
Plan plan_of(Postings& postings, std::string_view query, const RankingOptions& options);

/// Adds what the lexicon says of the words of `query` to `terms`. It never outweighs the word that
/// it stands for: together its translations tell at most kMaxTranslated of what the word does.
void add_translations(Postings& postings, std::string_view query, std::vector<WeightedTerm>& terms);

inline constexpr double kMaxTranslated = 0.9;

}  // namespace skillcat::query
