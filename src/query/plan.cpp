#include "query/plan.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include "base/text.h"
#include "db/posting_score.h"
#include "query/lexicon.h"
#include "query/spelling.h"

namespace skillcat::query {
namespace {

/// The weight of a word's only translation; of several, and of several words, each has less.
/// More finds more across languages and begins to cost within one (bench/README.md).
constexpr float kTranslation = 0.7F;

/// Terms that a query may gain by translation.
constexpr std::size_t kMaxTranslations = 64;

class Translator {
 public:
  Translator(Postings& postings, std::vector<WeightedTerm>& terms)
      : postings_(postings), terms_(terms), asked_(terms.size()) {}

  void add(std::string_view asked, const std::vector<std::string_view>& into) {
    std::vector<WeightedTerm> found;
    const float each = kTranslation / std::sqrt(static_cast<float>(into.size()));
    for (const std::string_view words : into) add_words(words, each, found);
    bound(asked, found);
    for (WeightedTerm& term : found) {
      if (terms_.size() >= asked_ + kMaxTranslations) return;
      const auto known = std::ranges::find(terms_, term.text, &WeightedTerm::text);
      if (known == terms_.end()) {
        terms_.push_back(std::move(term));
      } else if (known->translated) {
        known->weight = std::max(known->weight, term.weight);
      }
    }
  }

 private:
  void add_words(std::string_view words, float weight, std::vector<WeightedTerm>& found) {
    std::vector<WeightedTerm> terms;
    for (IndexTerm& term : index_terms(words)) {
      if (term.kind == TermKind::cjk_character) continue;
      WeightedTerm added{std::string(term_of(term.text, term.kind, stemmer_)), weight,
                         std::move(term.text), term.kind, true};
      if (postings_.documents_with(added.text) > 0) terms.push_back(std::move(added));
    }
    for (WeightedTerm& term : terms) {
      term.weight /= std::sqrt(static_cast<float>(terms.size()));
      const bool known = std::ranges::find(found, term.text, &WeightedTerm::text) != found.end();
      if (!known) found.push_back(std::move(term));
    }
  }

  /// Scales `found` down to what the catalog tells of `asked` itself, when it holds that.
  void bound(std::string_view asked, std::vector<WeightedTerm>& found) {
    if (found.empty()) return;
    double own = 0;
    for (const IndexTerm& term : index_terms(asked)) {
      if (term.kind == TermKind::cjk_character) continue;
      const std::string text(term_of(term.text, term.kind, stemmer_));
      if (postings_.documents_with(text) > 0) own += told({text, 1, {}, term.kind, false});
    }
    double added = 0;
    for (const WeightedTerm& term : found) added += told(term);
    if (own <= 0 || added <= kMaxTranslated * own) return;
    for (WeightedTerm& term : found) {
      term.weight = static_cast<float>(term.weight * kMaxTranslated * own / added);
    }
  }

  double told(const WeightedTerm& term) {
    return term.weight * db::idf(static_cast<std::uint32_t>(postings_.meta().documents),
                                 postings_.documents_with(term.text));
  }

  Postings& postings_;
  std::vector<WeightedTerm>& terms_;
  Stemmer stemmer_;
  std::size_t asked_;
};

bool holds_cjk(const std::vector<WeightedTerm>& terms) {
  return std::ranges::any_of(terms, [](const WeightedTerm& term) {
    return term.kind != TermKind::word && term.kind != TermKind::identifier;
  });
}

/// What is left of an identifier when its words are taken away: "2" of "xyzzy2", "k" of "k8s".
bool is_splinter(const IndexTerm& term) {
  return term.kind == TermKind::word && (term.text.size() == 1 || is_number(term.text));
}

/// The parts of one identifier by which a text may mean it without holding it whole: its words
/// ("rfc" of "rfc2119"), or where it has none its long numbers ("264" of "h264": "H.264").
std::vector<const IndexTerm*> telling_parts(std::span<const IndexTerm> parts) {
  constexpr std::size_t kLongNumber = 3;
  std::vector<const IndexTerm*> words;
  std::vector<const IndexTerm*> numbers;
  for (const IndexTerm& part : parts) {
    if (!is_splinter(part) && !is_stop_word(part.text)) words.push_back(&part);
    if (is_number(part.text) && part.text.size() >= kLongNumber) numbers.push_back(&part);
  }
  return words.empty() ? numbers : words;
}

/// Which of `terms` are only asked for as splinters of identifiers of which the catalog holds
/// neither the whole nor a part that tells.
std::set<std::string> splinters_of(Postings& postings, const std::vector<IndexTerm>& terms) {
  Stemmer stemmer;
  const auto is_held = [&](const IndexTerm& term) {
    return postings.documents_with(std::string(term_of(term.text, term.kind, stemmer))) > 0;
  };
  std::set<std::string> splinters;
  std::set<std::string> others;
  std::size_t first = 0;  // behind the identifier before
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].kind != TermKind::identifier) continue;
    while (terms[first].begin < terms[i].begin) others.insert(terms[first++].text);
    const std::span<const IndexTerm> parts(terms.data() + first, i - first);
    const bool held =
        is_held(terms[i]) ||
        std::ranges::any_of(telling_parts(parts), [&](const auto* part) { return is_held(*part); });
    for (const IndexTerm& part : parts) {
      (!held && is_splinter(part) ? splinters : others).insert(part.text);
    }
    first = i + 1;
  }
  for (; first < terms.size(); ++first) others.insert(terms[first].text);
  for (const std::string& other : others) splinters.erase(other);
  return splinters;
}

/// They would find what has nothing to do with the question.
void drop_splinters(Postings& postings, std::string_view query, std::vector<WeightedTerm>& terms) {
  const auto splinters = splinters_of(postings, index_terms(cut_to_bytes(query, kMaxQueryBytes)));
  if (splinters.empty()) return;
  std::erase_if(terms, [&](const WeightedTerm& term) {
    return term.kind == TermKind::word && splinters.contains(term.word);
  });
}

}  // namespace

void add_translations(Postings& postings, std::string_view query,
                      std::vector<WeightedTerm>& terms) {
  const Lexicon& lexicon = Lexicon::built_in();
  Translator translator(postings, terms);
  const std::string_view text = cut_to_bytes(query, kMaxQueryBytes);
  if (holds_cjk(terms)) {
    for (const Translation& word : lexicon.into_english(text)) translator.add(word.from, word.into);
  }
  if (!postings.holds_cjk()) return;
  Stemmer stemmer;
  for (const Translation& word : lexicon.into_chinese(text, stemmer)) {
    translator.add(word.from, word.into);
  }
}

Plan plan_of(Postings& postings, std::string_view query, const RankingOptions& options) {
  Plan plan;
  if (options.spelling) plan.corrected = corrected(postings, query);
  const std::string_view text = plan.corrected ? std::string_view(*plan.corrected) : query;
  plan.terms = weighted_terms_of(text, options.weights);
  drop_splinters(postings, text, plan.terms);
  if (options.lexicon) add_translations(postings, text, plan.terms);
  const auto documents = static_cast<std::uint32_t>(postings.meta().documents);
  for (const WeightedTerm& term : plan.terms) {
    const double idf = db::idf(documents, postings.documents_with(term.text));
    plan.shape.push_back({term.text, term.kind, term.weight * idf, term.weight,
                          term.kind == TermKind::word && is_stop_word(term.word)});
  }
  return plan;
}

}  // namespace skillcat::query
