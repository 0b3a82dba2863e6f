// Where the terms of a query stand in the text of a skill's fields.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/stem.h"
#include "query/top_k.h"

namespace skillcat::query {

/// One term of the query at one place of a text.
struct TermPlace {
  std::uint32_t term = 0;      ///< number in the query
  std::uint32_t position = 0;  ///< of the word in the text; neighbours differ by one
  std::uint32_t begin = 0;     ///< bytes of the text, see Token
  std::uint32_t end = 0;
};

/// The places in one text, ascending.
struct FieldPlaces {
  std::vector<TermPlace> places;
  std::uint32_t words = 0;       ///< of the text; an identifier counts by its parts
  std::uint32_t stop_words = 0;  ///< of these
};

/// Finds terms by the analysis of the postings. Cost: that of analysing the text; few words are
/// stemmed. Threads: one.
class TermFinder {
 public:
  explicit TermFinder(std::span<const WeightedTerm> terms);

  /// `joined`, when given, becomes the words of the text without gaps, folded.
  FieldPlaces find(std::string_view text, std::string* joined = nullptr);

 private:
  std::map<std::string, std::uint32_t, std::less<>> numbers_;  ///< of terms
  std::bitset<std::size_t{256} * 256> beginnings_;             ///< of terms, see fields.cpp
  Stemmer stemmer_;
};

}  // namespace skillcat::query
