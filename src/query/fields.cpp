#include "query/fields.h"

#include "base/index_terms.h"
#include "query/terms.h"

namespace skillcat::query {

namespace {

/// The first two bytes of a word are those of its stem, but for "dying" and its like: y is i here.
std::size_t beginning_of(std::string_view word) {
  const auto byte = [&](std::size_t i) {
    const char c = i < word.size() ? word[i] : '\0';
    return static_cast<unsigned char>(i == 1 && c == 'y' ? 'i' : c);
  };
  return std::size_t{byte(0)} << 8 | byte(1);
}

}  // namespace

TermFinder::TermFinder(std::span<const WeightedTerm> terms) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].text.empty()) continue;
    numbers_.emplace(terms[i].text, static_cast<std::uint32_t>(i));
    beginnings_.set(beginning_of(terms[i].text));
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
    // Few words have to be stemmed.
    if (!beginnings_.test(beginning_of(word.text))) continue;
    const auto number = numbers_.find(term_of(word.text, word.kind, stemmer_));
    if (number == numbers_.end()) continue;
    const std::uint32_t position = found.words == 0 ? 0 : found.words - 1;
    found.places.push_back({number->second, position, word.begin, word.end});
  }
  return found;
}

}  // namespace skillcat::query
