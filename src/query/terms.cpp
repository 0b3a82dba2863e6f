#include "query/terms.h"

#include <algorithm>
#include <string_view>

#include "base/index_terms.h"
#include "base/text.h"

namespace skillcat::query {
namespace {

// Words that questions to an agent consist of and that say nothing about a skill. Sorted.
constexpr std::string_view kStopWords[] = {
    "a",     "about",   "all",     "also",   "am",      "an",    "and",   "any",   "are",    "as",
    "at",    "be",      "because", "been",   "being",   "but",   "by",    "can",   "could",  "did",
    "do",    "does",    "doing",   "don",    "each",    "few",   "for",   "from",  "get",    "give",
    "had",   "has",     "have",    "having", "he",      "help",  "her",   "here",  "hers",   "him",
    "his",   "how",     "i",       "if",     "in",      "into",  "is",    "it",    "its",    "just",
    "know",  "let",     "like",    "ll",     "looking", "may",   "me",    "might", "more",   "most",
    "must",  "my",      "need",    "no",     "nor",     "not",   "now",   "of",    "off",    "on",
    "once",  "only",    "or",      "other",  "our",     "out",   "over",  "own",   "please", "re",
    "s",     "same",    "shall",   "she",    "should",  "so",    "some",  "such",  "t",      "tell",
    "than",  "that",    "the",     "their",  "them",    "then",  "there", "these", "they",   "this",
    "those", "through", "to",      "too",    "under",   "until", "up",    "us",    "ve",     "very",
    "want",  "was",     "we",      "were",   "what",    "when",  "where", "which", "while",  "who",
    "whom",  "why",     "will",    "with",   "would",   "you",   "your",  "yours",
};
static_assert(std::ranges::is_sorted(kStopWords));
constexpr std::size_t kLongestStopWord =
    std::ranges::max(kStopWords, {}, &std::string_view::size).size();

std::size_t size_of(const std::string& term) {
  return term.size();
}
std::size_t size_of(const WeightedTerm& term) {
  return term.text.size();
}

template <class Term>
void keep_longest(std::vector<Term>& terms) {
  if (terms.size() <= kMaxTerms) return;
  std::vector<std::size_t> lengths;
  lengths.reserve(terms.size());
  for (const Term& term : terms) lengths.push_back(size_of(term));
  std::ranges::nth_element(lengths, lengths.begin() + kMaxTerms - 1, std::greater<>{});
  const std::size_t shortest = lengths[kMaxTerms - 1];
  std::size_t ties = kMaxTerms - static_cast<std::size_t>(std::ranges::count_if(
                                     lengths, [&](std::size_t size) { return size > shortest; }));
  std::erase_if(terms, [&](const Term& term) {
    if (size_of(term) == shortest && ties > 0) return --ties, false;
    return size_of(term) <= shortest;
  });
}

float weight_of(const IndexTerm& term, const TermWeights& weights) {
  if (term.kind == TermKind::cjk_character) return weights.character;
  if (term.kind != TermKind::word) return 1;
  if (is_number(term.text)) return weights.number;
  return term.text.size() == 1 ? weights.letter : 1;
}

}  // namespace

std::string_view cut_to_bytes(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
  return text.substr(0, limit);
}

bool is_number(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_stop_word(std::string_view word) {
  return word.size() <= kLongestStopWord && std::ranges::binary_search(kStopWords, word);
}

std::vector<std::string> terms_of(std::string_view query) {
  std::vector<std::string> terms;
  std::vector<std::string> stop_words;
  for (Token& token : analyse(cut_to_bytes(query, kMaxQueryBytes))) {
    auto& list = is_stop_word(token.text) ? stop_words : terms;
    list.push_back(std::move(token.text));
  }
  if (terms.empty()) terms = std::move(stop_words);
  // Distinct, first appearance kept. At most 4 KiB of text: sorting indices would gain nothing.
  std::vector<std::string> distinct;
  std::vector<std::string> sorted;
  for (std::string& term : terms) {
    const auto place = std::ranges::lower_bound(sorted, term);
    if (place != sorted.end() && *place == term) continue;
    sorted.insert(place, term);
    distinct.push_back(std::move(term));
  }
  keep_longest(distinct);
  return distinct;
}

std::vector<WeightedTerm> weighted_terms_of(std::string_view query, const TermWeights& weights) {
  Stemmer stemmer;
  std::vector<WeightedTerm> terms;
  std::vector<WeightedTerm> stop_words;
  const auto add = [&](std::vector<WeightedTerm>& list, const IndexTerm& term, float weight) {
    const std::string_view text = term_of(term.text, term.kind, stemmer);
    const auto known = std::ranges::find(list, text, &WeightedTerm::text);
    if (known == list.end()) {
      list.push_back({std::string(text), weight, term.text, term.kind});
    } else if (term.kind != TermKind::cjk_character) {
      known->weight = std::min(std::max(known->weight, weight) + weights.repeat * weight, 2.0F);
    }
  };
  for (const IndexTerm& term : index_terms(cut_to_bytes(query, kMaxQueryBytes))) {
    const bool stop_word = term.kind == TermKind::word && is_stop_word(term.text);
    add(stop_word ? stop_words : terms, term, weight_of(term, weights));
  }
  if (terms.empty()) {
    terms = std::move(stop_words);
  } else if (terms.size() <= weights.short_query) {
    for (WeightedTerm& word : stop_words) {
      if (std::ranges::find(terms, word.text, &WeightedTerm::text) != terms.end()) continue;
      word.weight = weights.stop_word;
      terms.push_back(std::move(word));
    }
  }
  keep_longest(terms);
  return terms;
}

std::string fts_expression(const std::vector<std::string>& terms) {
  std::string expression;
  for (const std::string& term : terms) {
    if (!expression.empty()) expression += " OR ";
    expression += '"';
    expression += term;  // analysis leaves letters and digits only
    expression += '"';
  }
  return expression;
}

}  // namespace skillcat::query
