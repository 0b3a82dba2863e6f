#include "index/document_terms.h"

#include <algorithm>

namespace skillcat::index {
DocumentText text_of(const Declaration& declaration) {
  DocumentText text{declaration.name, declaration.description, declaration.instructions, {}};
  for (const auto* list : {&declaration.triggers, &declaration.patterns}) {
    text.triggers.insert(text.triggers.end(), list->begin(), list->end());
  }
  return text;
}

std::uint32_t TermTable::number_of_term(std::string_view term) {
  if (const auto known = terms_.find(term); known != terms_.end()) return known->second;
  const auto number = static_cast<std::uint32_t>(texts_.size());
  texts_.push_back(&terms_.emplace(term, number).first->first);
  return number;
}

std::uint32_t TermTable::number_of(std::string_view text, TermKind kind) {
  const bool stemmed = kind == TermKind::word || kind == TermKind::identifier;
  if (!stemmed) return number_of_term(text);
  if (const auto known = words_.find(text); known != words_.end()) return known->second;
  const std::uint32_t number = number_of_term(term_of(text, kind, stemmer_));
  words_.emplace(text, number);
  return number;
}

void TermTable::clear() {
  words_.clear();
  terms_.clear();
  texts_.clear();
}

DocumentTerms DocumentAnalyser::analyse(const DocumentText& text) {
  length_ = 0;
  add(text.name, kDoubledNameWeight);
  for (const std::string_view trigger : text.triggers) add(trigger, kDoubledTriggerWeight);
  add(text.description, kDoubledDescriptionWeight);
  add(first_characters(text.instructions, kBodyCharacters), kDoubledBodyWeight);
  DocumentTerms document;
  document.length = static_cast<std::uint16_t>(std::clamp<std::size_t>(length_, 1, 0xFFFF));
  document.counts.reserve(met_.size());
  for (const std::uint32_t term : met_) {
    const std::uint32_t tf2 = std::min<std::uint32_t>(doubled_counts_[term], 255);
    document.counts.push_back({term, static_cast<std::uint8_t>(tf2)});
    doubled_counts_[term] = 0;
  }
  met_.clear();
  return document;
}

void DocumentAnalyser::add(std::string_view text, std::uint32_t doubled_weight) {
  for (const IndexTerm& term : index_terms(text)) {
    const std::uint32_t number = terms_.number_of(term.text, term.kind);
    if (number >= doubled_counts_.size()) doubled_counts_.resize(number + std::size_t{1024});
    if (doubled_counts_[number] == 0) met_.push_back(number);
    doubled_counts_[number] += doubled_weight;
    if (counts_as_length(term.kind)) ++length_;
  }
}

}  // namespace skillcat::index
