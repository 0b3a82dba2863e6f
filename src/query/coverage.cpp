#include "query/coverage.h"

#include <algorithm>

#include "db/posting_score.h"
#include "query/lexicon.h"

namespace skillcat::query {
namespace {

/// A pair of characters that no skill holds spans two words more often than it is one.
constexpr double kUnknownPair = 0.25;

/// Pairs that a request consists of, whatever it asks for.
constexpr std::string_view kRequestPairs[] = {
    "帮我", "请帮", "我想", "想要", "我要", "给我", "为我", "请你", "请问", "一下", "一个", "一篇",
    "一份", "一段", "这个", "那个", "这段", "这篇", "怎么", "如何", "什么", "可以", "能否", "需要"};

/// Pairs of characters that lie across the edge of a word: they say nothing.
std::vector<std::string> pairs_across(std::string_view text,
                                      const std::vector<Translation>& words) {
  std::vector<std::string> pairs;
  for (const IndexTerm& term : index_terms(text)) {
    if (term.kind != TermKind::cjk_bigram) continue;
    const bool across = std::ranges::any_of(words, [&](const Translation& word) {
      const bool overlaps = term.begin < word.end && term.end > word.begin;
      return overlaps && (term.begin < word.begin || term.end > word.end);
    });
    if (across) pairs.push_back(term.text);
  }
  return pairs;
}

class PieceMaker {
 public:
  PieceMaker(Postings& postings, const Plan& plan) : postings_(postings), plan_(plan) {}

  /// The numbers of the plan's terms that `text` is made of, without characters of CJK runs.
  std::vector<std::uint32_t> terms_of_text(std::string_view text) {
    std::vector<std::uint32_t> numbers;
    for (const IndexTerm& term : index_terms(text)) {
      if (term.kind == TermKind::cjk_character) continue;
      const auto found = std::ranges::find(plan_.terms, term_of(term.text, term.kind, stemmer_),
                                           &WeightedTerm::text);
      if (found != plan_.terms.end()) {
        numbers.push_back(static_cast<std::uint32_t>(found - plan_.terms.begin()));
      }
    }
    return numbers;
  }

  bool is_known(std::uint32_t term) const {
    return postings_.documents_with(plan_.terms[term].text) > 0;
  }

  /// What a piece tells: as much as the most frequent way to say it; all there is for none.
  double told(const std::vector<std::uint32_t>& terms) const {
    const auto all = static_cast<std::uint32_t>(postings_.meta().documents);
    double least = db::idf(all, 0);
    for (const std::uint32_t term : terms) {
      const std::uint32_t documents = postings_.documents_with(plan_.terms[term].text);
      if (documents > 0) least = std::min(least, db::idf(all, documents));
    }
    return least;
  }

 private:
  Postings& postings_;
  const Plan& plan_;
  Stemmer stemmer_;
};

}  // namespace

Coverage::Coverage(Postings& postings, std::string_view message, const Plan& plan) {
  PieceMaker maker(postings, plan);
  std::vector<bool> in_word(plan.terms.size());  // stands in a piece already
  Stemmer stemmer;
  const Lexicon& lexicon = Lexicon::built_in();
  const std::string_view text = cut_to_bytes(message, kMaxQueryBytes);
  const auto add_word = [&](const Translation& word) {
    Piece piece;
    piece.terms = maker.terms_of_text(text.substr(word.begin, word.end - word.begin));
    if (piece.terms.empty()) return;  // a stop word
    if (std::ranges::all_of(piece.terms, [&](std::uint32_t term) { return in_word[term]; })) return;
    for (const std::uint32_t term : piece.terms) in_word[term] = true;
    for (const std::string_view other : word.into) {
      const auto terms = maker.terms_of_text(other);
      piece.terms.insert(piece.terms.end(), terms.begin(), terms.end());
    }
    piece.told = maker.told(piece.terms);
    pieces_.push_back(std::move(piece));
  };
  const std::vector<Translation> chinese = lexicon.into_english(text);
  const std::vector<std::string> across = pairs_across(text, chinese);
  for (const Translation& word : chinese) add_word(word);
  for (const Translation& word : lexicon.into_chinese(text, stemmer)) add_word(word);
  for (std::uint32_t i = 0; i < plan.terms.size(); ++i) {
    const WeightedTerm& term = plan.terms[i];
    const bool counted = !term.translated && !in_word[i] && !plan.shape[i].stop_word &&
                         term.kind != TermKind::cjk_character;
    if (!counted) continue;
    const bool empty_pair =
        term.kind == TermKind::cjk_bigram &&
        (std::ranges::find(kRequestPairs, term.text) != std::end(kRequestPairs) ||
         std::ranges::find(across, term.text) != across.end());
    if (empty_pair) continue;
    const bool unknown_pair = term.kind == TermKind::cjk_bigram && !maker.is_known(i);
    const double weight = std::min(1.0F, term.weight) * (unknown_pair ? kUnknownPair : 1.0);
    pieces_.push_back({weight * maker.told({i}), {i}});
  }
}

Covered Coverage::of(const std::vector<bool>& met) const {
  double all = 0;
  double sum = 0;
  Covered covered;
  for (const Piece& piece : pieces_) {
    all += piece.told;
    const bool is_met =
        std::ranges::any_of(piece.terms, [&](std::uint32_t term) { return met[term]; });
    if (!is_met) continue;
    sum += piece.told;
    ++covered.count;
  }
  if (pieces_.empty()) return covered;
  covered.share = all > 0 ? sum / all : 0;
  covered.count_share = static_cast<double>(covered.count) / static_cast<double>(pieces_.size());
  return covered;
}

}  // namespace skillcat::query
