// The exact best k skills by BM25 over the postings: block-max MaxScore in windows of documents.
//
// In each window of 2,048 documents terms are ordered by the most they can add there. Those that
// together cannot lift a document into the answer are not scanned: they are looked up for the
// documents that the others met, while these can still enter. Windows in which all terms together
// cannot are skipped without reading a chunk.
//
// Scores are sums of fixed-point contributions (db/posting_score.h), so that they are equal however
// they are computed. Ties: the lower document.
// Cost, 100,000 skills with bodies: see bench/README.md. Threads: one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/index_terms.h"
#include "query/postings.h"
#include "query/reader.h"

namespace skillcat::query {

struct WeightedTerm {
  std::string text;  ///< a term of the index
  float weight = 1;  ///< 0…kMaxTermWeight
  std::string word;  ///< what was asked for, folded
  TermKind kind = TermKind::word;
  bool translated = false;  ///< not asked for: it stands for a word of another language
};

struct ScoredDoc {
  std::uint32_t doc = 0;
  std::uint32_t score = 0;  ///< in db::kScoreUnit

  bool operator==(const ScoredDoc&) const = default;
};

/// Best first. `filter`: only these; null for all. Terms must be distinct.
std::vector<ScoredDoc> top_k(Postings& postings, std::span<const WeightedTerm> terms, std::size_t k,
                             const DocSet* filter);

/// How many documents hold one of `terms`: exact while at most `budget` postings have to be read
/// for it, else a lower bound. Cost: linear in the postings.
std::int64_t count_matches(Postings& postings, std::span<const WeightedTerm> terms,
                           const DocSet* filter, std::int64_t budget);

/// How often each of `docs` (ascending) holds each of `terms`: tf2, by document, then by term.
std::vector<std::vector<std::uint8_t>> counts_in(Postings& postings,
                                                 std::span<const WeightedTerm> terms,
                                                 std::span<const std::uint32_t> docs);

}  // namespace skillcat::query
