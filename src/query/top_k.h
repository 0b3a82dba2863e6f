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

#include "query/postings.h"

namespace skillcat::query {

struct WeightedTerm {
  std::string text;  ///< a term of the index
  float weight = 1;  ///< 0…kMaxTermWeight
};

struct ScoredDoc {
  std::uint32_t doc = 0;
  std::uint32_t score = 0;  ///< in db::kScoreUnit

  bool operator==(const ScoredDoc&) const = default;
};

/// A set of documents, one bit each.
using DocSet = std::vector<std::uint64_t>;

/// Best first. `filter`: only these; null for all. Terms must be distinct.
std::vector<ScoredDoc> top_k(Postings& postings, std::span<const WeightedTerm> terms, std::size_t k,
                             const DocSet* filter);

}  // namespace skillcat::query
