// A query as search terms: analysed as the index was, stop words dropped, bounded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "query/top_k.h"

namespace skillcat::query {

inline constexpr std::size_t kMaxQueryBytes = 4096;
inline constexpr std::size_t kMaxTerms = 64;

/// Distinct terms in order of appearance. English stop words are dropped unless nothing else is
/// left. Of more than kMaxTerms the longest stay: they are the rarest.
std::vector<std::string> terms_of(std::string_view query);

/// What the postings are asked for: distinct terms with their weights. Stop words are dropped
/// unless nothing else is left; single characters of a CJK run weigh little beside its bigrams.
std::vector<WeightedTerm> weighted_terms_of(std::string_view query);

/// The terms as an FTS5 expression, each quoted, joined by OR. No text can make it invalid.
std::string fts_expression(const std::vector<std::string>& terms);

bool is_stop_word(std::string_view word);

}  // namespace skillcat::query
