// From the text of a skill to the terms it holds: what the postings say of one document.
#pragma once

#include <skillcat/skill.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/index_terms.h"
#include "base/stem.h"

namespace skillcat::index {

/// What of a skill is searched, as the author wrote it.
struct DocumentText {
  std::string_view name;
  std::string_view description;
  std::string_view instructions;
  std::vector<std::string_view> triggers;  ///< patterns too
};

DocumentText text_of(const Declaration& declaration);

/// Strings as numbers 0, 1, 2, … in order of appearance. Open addressing, because lookups are much
/// of the analysis: 43 ns a word of 66,000 where std::unordered_map takes 69.
class StringNumbers {
 public:
  struct Found {
    std::uint32_t number;
    bool added;
  };
  Found find_or_add(std::string_view text);
  const std::string& text(std::uint32_t number) const { return texts_[number]; }
  std::size_t size() const { return texts_.size(); }
  void clear();

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number_plus_one = 0;  ///< 0 = free
  };
  std::size_t slot_of(std::string_view text, std::uint32_t hash) const;
  void grow();

  std::vector<Slot> slots_ = std::vector<Slot>(1024);
  std::deque<std::string> texts_;
};

/// Terms as small numbers, for as long as one batch is collected. Words are looked up before they
/// are stemmed, which makes stems nearly free.
class TermTable {
 public:
  std::uint32_t number_of(std::string_view text, TermKind kind);
  const std::string& text(std::uint32_t number) const { return terms_.text(number); }
  std::size_t size() const { return terms_.size(); }
  void clear();

 private:
  Stemmer stemmer_;
  StringNumbers words_;
  std::vector<std::uint32_t> term_of_word_;
  StringNumbers terms_;
};

struct TermCount {
  std::uint32_t term = 0;  ///< of the TermTable
  std::uint8_t tf2 = 0;    ///< see db/posting_score.h
};

struct DocumentTerms {
  std::vector<TermCount> counts;
  std::uint16_t length = 0;  ///< terms of all fields, at least 1
};

/// Counts what documents hold; keeps its buffers from one to the next.
/// Cost: 0.17 ms for a skill of 6 kB. Threads: one.
class DocumentAnalyser {
 public:
  explicit DocumentAnalyser(TermTable& terms) : terms_(terms) {}
  DocumentTerms analyse(const DocumentText& text);

 private:
  void add(std::string_view text, std::uint32_t doubled_weight);

  TermTable& terms_;
  std::vector<std::uint32_t> doubled_counts_;  ///< by term; zero between documents
  std::vector<std::uint32_t> met_;
  std::size_t length_ = 0;
};

}  // namespace skillcat::index
