// Made-up skills and queries of any number, the same for the same seed.
//
// What was measured on 5,289 real SKILL.md files and is met here: 870 words in the first 6,000
// characters, 300 of them distinct; the most frequent word is 0.9 % of all and in nearly every
// file, the 100th 0.14 %, the 1,000th 0.02 %, the 10,000th 0.0005 %; a word that is in a skill
// comes again; skills of a topic share words. One in twenty is Chinese.
#pragma once

#include <skillcat/skill.h>

#include <cstdint>
#include <string>
#include <vector>

namespace skillcat::bench {

enum class QueryKind : std::uint8_t { short_words, medium, long_text, chinese };
const char* to_text(QueryKind kind);

class Corpus {
 public:
  explicit Corpus(std::uint64_t seed);

  /// Skill number `number`, alone determined by the seed.
  Declaration skill(std::uint64_t number) const;

  /// A question for `skill`: words of its topic and words that are as frequent as those of real
  /// questions (their shares of the skills: corpus.cpp).
  std::string query(const Declaration& skill, QueryKind kind, std::uint64_t seed) const;

  /// What an edit makes of it: every tenth line anew.
  Declaration edited(std::uint64_t number, std::uint64_t edit) const;

 private:
  /// Of the vocabulary's words, the most frequent that at most this share of the skills hold.
  std::size_t rank_of(double share) const;

  std::uint64_t seed_;
  std::vector<double> words_;  ///< cumulative frequencies by rank
  std::vector<double> topic_words_;
  std::vector<double> chinese_words_;
};

}  // namespace skillcat::bench
