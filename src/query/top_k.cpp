#include "query/top_k.h"

#include <algorithm>
#include <bit>

#include "db/posting_score.h"

namespace skillcat::query {
namespace {

constexpr std::size_t kWindow = kWindowDocuments;

/// True when `a` is the better answer.
bool better(const ScoredDoc& a, const ScoredDoc& b) {
  return a.score != b.score ? a.score > b.score : a.doc < b.doc;
}

/// The best k so far, as a heap whose front is the worst of them.
class Best {
 public:
  explicit Best(std::size_t k) : k_(k) {}

  /// A document enters with a score above this. Documents come in ascending order, so that one
  /// with an equal score never does.
  std::uint32_t threshold() const { return threshold_; }

  void add(ScoredDoc doc) {
    if (docs_.size() == k_) {
      std::ranges::pop_heap(docs_, better);
      docs_.pop_back();
    }
    docs_.push_back(doc);
    std::ranges::push_heap(docs_, better);
    if (docs_.size() == k_) threshold_ = docs_.front().score;
  }

  std::vector<ScoredDoc> take() {
    std::ranges::sort(docs_, better);
    return std::move(docs_);
  }

 private:
  std::size_t k_;
  std::vector<ScoredDoc> docs_;
  std::uint32_t threshold_ = 0;
};

struct Term {
  Term(Postings& postings, Postings::List list, float weight)
      : cursor(postings, std::move(list)),
        full(db::full_contribution(weight, static_cast<std::uint32_t>(postings.meta().documents),
                                   cursor.documents())) {}
  PostingCursor cursor;
  float full;
  std::uint32_t bound = 0;  ///< of a contribution in this window
};

class TopK {
 public:
  TopK(Postings& postings, std::span<const WeightedTerm> terms, std::size_t k, const DocSet* filter)
      : postings_(postings),
        filter_(filter),
        best_(k),
        factor_(
            db::bound_factor(postings.meta().average_length(), postings.meta().reference_length)) {
    terms_.reserve(terms.size());
    for (const WeightedTerm& term : terms) {
      if (auto list = postings.find(term.text)) {
        order_.push_back(&terms_.emplace_back(postings, *std::move(list), term.weight));
      }
    }
    rest_.resize(order_.size() + 1);
  }

  std::vector<ScoredDoc> run() {
    if (order_.empty()) return {};
    const std::uint64_t end = postings_.end_of_documents();
    for (begin_ = 0; begin_ < end; begin_ += kWindow) {
      if (can_enter()) score_window();
    }
    return best_.take();
  }

 private:
  /// False when no document of the window can enter. Leaves the terms in ascending order of their
  /// bounds, with their chunks read.
  bool can_enter() {
    if (filter_ != nullptr && !filter_meets_window()) return false;
    std::uint64_t sum = 0;
    for (Term* term : order_) {
      sum += term->bound = bound(*term, term->cursor.enter(begin_, begin_ + kWindow));
    }
    if (sum <= best_.threshold()) return false;
    sum = 0;
    for (Term* term : order_) {
      if (term->bound > 0) term->bound = bound(*term, term->cursor.load());
      sum += term->bound;
    }
    if (sum <= best_.threshold()) return false;
    std::ranges::sort(order_, {}, &Term::bound);
    return true;
  }

  std::uint32_t bound(const Term& term, std::uint8_t impact) const {
    return db::contribution_bound(term.full, factor_, impact);
  }

  bool filter_meets_window() const {
    for (std::size_t word = 0; word < kWindow / 64; ++word) {
      if (filter_word(word) != 0) return true;
    }
    return false;
  }

  std::uint64_t filter_word(std::size_t word) const {
    if (filter_ == nullptr) return ~std::uint64_t{0};
    const std::size_t at = begin_ / 64 + word;
    return at < filter_->size() ? (*filter_)[at] : 0;
  }

  void score_window() {
    // rest_[i]: what terms 0…i-1 can add together.
    for (std::size_t i = 0; i < order_.size(); ++i) rest_[i + 1] = rest_[i] + order_[i]->bound;
    std::size_t essential = 0;
    while (essential < order_.size() && rest_[essential + 1] <= best_.threshold()) ++essential;
    norms_ = postings_.norms(begin_ / kWindow).data();
    for (std::size_t i = essential; i < order_.size(); ++i) accumulate(*order_[i]);
    complete(essential);
  }

  void accumulate(Term& term) {
    term.cursor.each([&](std::uint32_t doc, std::uint8_t tf2) {
      const auto at = static_cast<std::size_t>(doc - begin_);
      scores_[at] += db::contribution(term.full, tf2, norms_[at]);
      touched_[at / 64] |= std::uint64_t{1} << (at % 64);
    });
  }

  /// Adds the other terms to each document that was met, and leaves the window clean.
  void complete(std::size_t essential) {
    for (std::size_t word = 0; word < touched_.size(); ++word) {
      std::uint64_t bits = touched_[word];
      if (bits == 0) continue;
      const std::uint64_t wanted = bits & filter_word(word);
      for (bits = wanted; bits != 0; bits &= bits - 1) {
        const std::size_t at = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        complete_document(at, essential);
      }
      touched_[word] = 0;
      std::fill_n(scores_.begin() + static_cast<std::ptrdiff_t>(word * 64), 64, 0U);
    }
  }

  void complete_document(std::size_t at, std::size_t essential) {
    std::uint32_t score = scores_[at];
    const auto doc = static_cast<std::uint32_t>(begin_ + at);
    for (std::size_t i = essential; i-- > 0;) {
      if (std::uint64_t{score} + rest_[i + 1] <= best_.threshold()) return;
      Term& term = *order_[i];
      if (term.bound == 0) break;  // the ones below have none either
      const std::uint64_t at_most = bound(term, term.cursor.seek(doc));
      if (score + at_most + rest_[i] <= best_.threshold()) return;
      const std::uint8_t tf2 = term.cursor.count_of(doc);
      if (tf2 != 0) score += db::contribution(term.full, tf2, norms_[at]);
    }
    if (score > best_.threshold()) best_.add({doc, score});
  }

  Postings& postings_;
  const DocSet* filter_;
  Best best_;
  double factor_;
  std::vector<Term> terms_;
  std::vector<Term*> order_;
  std::vector<std::uint64_t> rest_;
  std::uint64_t begin_ = 0;
  const float* norms_ = nullptr;  ///< of the window
  std::array<std::uint32_t, kWindow> scores_{};
  std::array<std::uint64_t, kWindow / 64> touched_{};
};

}  // namespace

std::vector<ScoredDoc> top_k(Postings& postings, std::span<const WeightedTerm> terms, std::size_t k,
                             const DocSet* filter) {
  if (k == 0) return {};
  return TopK(postings, terms, k, filter).run();
}

std::int64_t count_matches(Postings& postings, std::span<const WeightedTerm> terms,
                           const DocSet* filter, std::int64_t budget) {
  std::vector<Postings::List> lists;
  std::int64_t most = 0;
  for (const WeightedTerm& term : terms) {
    auto list = postings.find(term.text);
    if (!list) continue;
    most = std::max<std::int64_t>(most, list->documents);
    lists.push_back(*std::move(list));
  }
  // The rarest first: what is left out is counted by the most frequent of them.
  std::ranges::sort(lists, {}, &Postings::List::documents);
  DocSet docs(postings.end_of_documents() / 64);
  std::int64_t read = 0;
  bool all = true;
  for (const Postings::List& list : lists) {
    read += list.documents;
    if (read > budget) all = false;
    if (!all) break;
    postings.add_documents(list, docs);
  }
  std::int64_t count = 0;
  for (std::size_t i = 0; i < docs.size(); ++i) {
    const bool filtered = filter != nullptr;
    const std::uint64_t kept = !filtered            ? ~std::uint64_t{0}
                               : i < filter->size() ? (*filter)[i]
                                                    : 0;
    count += std::popcount(docs[i] & kept);
  }
  return all || filter != nullptr ? count : std::max(count, most);
}

std::vector<std::vector<std::uint8_t>> counts_in(Postings& postings,
                                                 std::span<const WeightedTerm> terms,
                                                 std::span<const std::uint32_t> docs) {
  std::vector<std::vector<std::uint8_t>> counts(docs.size(),
                                                std::vector<std::uint8_t>(terms.size(), 0));
  for (std::size_t t = 0; t < terms.size(); ++t) {
    auto list = postings.find(terms[t].text);
    if (!list) continue;
    PostingCursor cursor(postings, *std::move(list));
    for (std::size_t d = 0; d < docs.size(); ++d) {
      if (cursor.enter(docs[d], std::uint64_t{docs[d]} + 1) == 0) continue;
      if (cursor.load() != 0 && cursor.seek(docs[d]) != 0) counts[d][t] = cursor.count_of(docs[d]);
    }
  }
  return counts;
}

}  // namespace skillcat::query
