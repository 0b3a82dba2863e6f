// From the text of a skill to the terms it holds: what the postings say of one document.
#pragma once

#include <skillcat/skill.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
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

/// Terms as small numbers, for as long as one batch is collected. Words are looked up before they
/// are stemmed, which makes stems nearly free.
class TermTable {
 public:
  std::uint32_t number_of(std::string_view text, TermKind kind);
  const std::string& text(std::uint32_t number) const { return *texts_[number]; }
  std::size_t size() const { return texts_.size(); }
  void clear();

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  using Numbers = std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>>;

  std::uint32_t number_of_term(std::string_view term);

  Stemmer stemmer_;
  Numbers words_;
  Numbers terms_;
  std::vector<const std::string*> texts_;  ///< keys of terms_, whose addresses stay
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
/// Cost: 0.35 ms for a skill of 5 kB. Threads: one.
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
