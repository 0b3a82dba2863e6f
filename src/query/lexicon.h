// The lexicon: Chinese words of what skills do, each with English words that say the same.
//
// It lets a Chinese question find an English skill and the other way round. Search adds what it
// says to the terms of a query at a low weight. Data: lexicon.tsv, "word<TAB>gloss; gloss", sorted.
// Cost: a process that uses it parses and sorts it once. Threads: any, once made.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/stem.h"

namespace skillcat::query {

/// What stands for a piece of a text in the other language.
struct Translation {
  std::string_view from;    ///< the Chinese word, or the English one as the lexicon has it
  std::uint32_t begin = 0;  ///< bytes of the text that it stands for
  std::uint32_t end = 0;
  std::vector<std::string_view> into;  ///< the usual one first for English
};

class Lexicon {
 public:
  /// The one that is compiled in.
  static const Lexicon& built_in();
  /// Of text in the form of lexicon.tsv, which must outlive it.
  explicit Lexicon(std::string_view tsv);

  /// The Chinese words of `text` in order: the longest first from the left, never overlapping.
  std::vector<Translation> into_english(std::string_view text) const;
  /// The English words and phrases of `text` in order, by their stems.
  std::vector<Translation> into_chinese(std::string_view text, Stemmer& stemmer) const;

  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::string_view word;
    std::vector<std::string_view> glosses;
  };
  struct Gloss {
    std::string_view text;
    std::uint32_t entry;
  };
  const Entry* find(std::string_view word) const;
  /// The glosses whose first word has this stem.
  std::vector<const Gloss*> glosses_begun_by(std::string_view stem, Stemmer& stemmer) const;

  std::vector<Entry> entries_;  ///< sorted by word
  std::vector<Gloss> glosses_;  ///< sorted by text, then entry
  std::size_t longest_ = 0;     ///< bytes of the longest word
};

}  // namespace skillcat::query
