#include "index/document_terms.h"

#include <algorithm>
#include <functional>

namespace skillcat::index {
DocumentText text_of(const Declaration& declaration) {
  DocumentText text{declaration.name, declaration.description, declaration.instructions, {}};
  for (const auto* list : {&declaration.triggers, &declaration.patterns}) {
    text.triggers.insert(text.triggers.end(), list->begin(), list->end());
  }
  return text;
}

/// The slot that holds `text`, or the free one where it belongs.
std::size_t StringNumbers::slot_of(std::string_view text, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.number_plus_one == 0) return at;
    if (slot.hash == hash && texts_[slot.number_plus_one - 1] == text) return at;
  }
}

StringNumbers::Found StringNumbers::find_or_add(std::string_view text) {
  const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>{}(text));
  std::size_t at = slot_of(text, hash);
  if (slots_[at].number_plus_one != 0) return {slots_[at].number_plus_one - 1, false};
  if (2 * (texts_.size() + 1) > slots_.size()) {
    grow();
    at = slot_of(text, hash);
  }
  texts_.emplace_back(text);
  slots_[at] = {hash, static_cast<std::uint32_t>(texts_.size())};
  return {slots_[at].number_plus_one - 1, true};
}

void StringNumbers::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.number_plus_one == 0) continue;
    slots_[slot_of(texts_[slot.number_plus_one - 1], slot.hash)] = slot;
  }
}

void StringNumbers::clear() {
  texts_.clear();
  slots_.assign(1024, {});
}

std::uint32_t TermTable::number_of(std::string_view text, TermKind kind) {
  const bool stemmed = kind == TermKind::word || kind == TermKind::identifier;
  if (!stemmed) return terms_.find_or_add(text).number;
  const auto word = words_.find_or_add(text);
  if (word.added) {
    term_of_word_.push_back(terms_.find_or_add(term_of(text, kind, stemmer_)).number);
  }
  return term_of_word_[word.number];
}

void TermTable::clear() {
  words_.clear();
  term_of_word_.clear();
  terms_.clear();
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
