// A query as search terms: analysed as the index was, weighted by what each tells, bounded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "query/top_k.h"

namespace skillcat::query {

inline constexpr std::size_t kMaxQueryBytes = 4096;
inline constexpr std::size_t kMaxTerms = 64;

/// How much a term of a query weighs. Measured over labelled questions (bench/README.md); each
/// could be half or twice as much without much difference.
struct TermWeights {
  float character = 0.2F;  ///< a character of a CJK run, beside the bigrams that hold it
  float number = 0.5F;     ///< digits: the values of a question say little about a skill
  float letter = 0.3F;     ///< a single letter: "m" of "I'm", "s" of "user's"
  float repeat = 0.3F;     ///< more for each further time that a term is asked for, up to twice
  float stop_word = 0.25F;
  /// Queries of at most so many other terms keep their stop words: there "how to" may be the point.
  std::size_t short_query = 5;

  /// All that counts weighs one, stop words are dropped.
  static constexpr TermWeights plain() { return {0.2F, 1, 1, 0, 0, 0}; }
};

/// Distinct terms in order of appearance. English stop words are dropped unless nothing else is
/// left. Of more than kMaxTerms the longest stay: they are the rarest.
std::vector<std::string> terms_of(std::string_view query);

/// What the postings are asked for: distinct terms with their weights. Stop words are dropped from
/// long queries unless nothing else is left.
std::vector<WeightedTerm> weighted_terms_of(std::string_view query,
                                            const TermWeights& weights = {});

/// The terms as an FTS5 expression, each quoted, joined by OR. No text can make it invalid.
std::string fts_expression(const std::vector<std::string>& terms);

bool is_stop_word(std::string_view word);
/// True for digits alone.
bool is_number(std::string_view word);

/// `text` cut to at most `limit` bytes, between characters.
std::string_view cut_to_bytes(std::string_view text, std::size_t limit);

}  // namespace skillcat::query
