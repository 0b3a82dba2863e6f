#include "query/spelling.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/index_terms.h"
#include "query/lexicon.h"
#include "query/terms.h"

namespace skillcat::query {
namespace {

/// Longer ones are no words, and each letter costs 54 lookups.
constexpr std::size_t kMostLetters = 24;

/// Words one edit away from `word`, the likeliest kind of typo first: of words with one stem, which
/// postings cannot tell apart, the first is the one that people are shown.
std::vector<std::string> neighbours(const std::string& word) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i + 1 < word.size(); ++i) {
    if (word[i] == word[i + 1]) continue;
    std::string& swapped = all.emplace_back(word);
    std::swap(swapped[i], swapped[i + 1]);
  }
  for (std::size_t i = 1; i <= word.size(); ++i) {
    for (char c = 'a'; c <= 'z'; ++c) all.emplace_back(word).insert(i, 1, c);
  }
  for (std::size_t i = 1; i < word.size(); ++i) all.emplace_back(word).erase(i, 1);
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (word[i] == 's') all.emplace_back(word)[i] = 'z';  // British spelling
  }
  for (std::size_t i = 1; i < word.size(); ++i) {
    for (char c = 'a'; c <= 'z'; ++c) {
      if (c != word[i]) all.emplace_back(word)[i] = c;
    }
  }
  return all;
}

class Speller {
 public:
  explicit Speller(Postings& postings) : postings_(postings) {}

  bool is_unknown(const IndexTerm& term) {
    const bool looked_at =
        term.kind == TermKind::word && term.text.size() >= kLeastCorrected &&
        term.text.size() <= kMostLetters &&
        std::ranges::all_of(term.text, [](char c) { return c >= 'a' && c <= 'z'; });
    if (!looked_at || is_stop_word(term.text)) return false;
    if (documents_with(term.text) > 0) return false;
    // A word that the lexicon knows is spelt right, whatever the skills' language.
    return Lexicon::built_in().into_chinese(term.text, stemmer_).empty();
  }

  /// Empty when nothing is near.
  std::string nearest(const std::string& word) {
    std::string best;
    std::uint32_t most = 0;
    std::set<std::string, std::less<>> tried;
    for (std::string& neighbour : neighbours(word)) {
      if (!tried.emplace(stemmer_.stem(neighbour)).second) continue;
      const std::uint32_t documents = documents_with(neighbour);
      if (documents <= most) continue;
      most = documents;
      best = std::move(neighbour);
    }
    return best;
  }

 private:
  std::uint32_t documents_with(const std::string& word) {
    return postings_.documents_with(std::string(stemmer_.stem(word)));
  }

  Postings& postings_;
  Stemmer stemmer_;
};

}  // namespace

std::optional<std::string> corrected(Postings& postings, std::string_view query) {
  Speller speller(postings);
  std::string text;
  std::size_t copied = 0;  // bytes of the query that `text` stands for
  std::size_t unknown = 0;
  for (const IndexTerm& term : index_terms(cut_to_bytes(query, kMaxQueryBytes))) {
    if (!speller.is_unknown(term)) continue;
    if (++unknown > kMaxCorrected) break;
    const std::string word = speller.nearest(term.text);
    if (word.empty() || term.begin < copied) continue;
    text.append(query.substr(copied, term.begin - copied)).append(word);
    copied = term.end;
  }
  if (copied == 0) return std::nullopt;
  return text.append(query.substr(copied));
}

}  // namespace skillcat::query
