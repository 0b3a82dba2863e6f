#include "query/fields.h"

#include "base/index_terms.h"
#include "query/terms.h"

namespace skillcat::query {

TermFinder::TermFinder(std::span<const WeightedTerm> terms) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].text.empty()) continue;
    numbers_.emplace(terms[i].text, static_cast<std::uint32_t>(i));
    first_bytes_.set(static_cast<unsigned char>(terms[i].text.front()));
  }
}

FieldPlaces TermFinder::find(std::string_view text, std::string* joined) {
  FieldPlaces found;
  for (const IndexTerm& word : index_terms(text)) {
    // What spans others stands where the last of them does.
    const bool spans = word.kind == TermKind::identifier || word.kind == TermKind::cjk_character;
    if (!spans) {
      ++found.words;
      if (is_stop_word(word.text)) ++found.stop_words;
      if (joined != nullptr) *joined += word.text;
    }
    // A stem begins as its word does, so that few words have to be stemmed.
    if (!first_bytes_.test(static_cast<unsigned char>(word.text.front()))) continue;
    const auto number = numbers_.find(term_of(word.text, word.kind, stemmer_));
    if (number == numbers_.end()) continue;
    const std::uint32_t position = found.words == 0 ? 0 : found.words - 1;
    found.places.push_back({number->second, position, word.begin, word.end});
  }
  return found;
}

}  // namespace skillcat::query
