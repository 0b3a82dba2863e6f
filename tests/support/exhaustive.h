// Ranking without any shortcut: every posting of every term is scored. What top_k must equal.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "db/posting_score.h"
#include "query/postings.h"
#include "query/top_k.h"

namespace skillcat::query {

inline std::vector<ScoredDoc> exhaustive_top_k(Postings& postings,
                                               std::span<const WeightedTerm> terms, std::size_t k,
                                               const DocSet* filter) {
  std::vector<std::uint32_t> scores(postings.end_of_documents());
  const auto documents = static_cast<std::uint32_t>(postings.meta().documents);
  for (const WeightedTerm& term : terms) {
    const auto list = postings.find(term.text);
    if (!list) continue;
    const float full = db::full_contribution(term.weight, documents, list->documents);
    for (std::size_t i = 0; i < list->chunks.size(); ++i) {
      db::Chunk chunk;
      postings.read_chunk(*list, i, chunk);
      std::vector<db::Posting> all;
      chunk.append_to(all);
      for (const db::Posting& posting : all) {
        const bool kept =
            filter == nullptr || (posting.doc / 64 < filter->size() &&
                                  ((*filter)[posting.doc / 64] >> (posting.doc % 64) & 1) != 0);
        if (!kept) continue;
        const auto& norms = postings.norms(posting.doc / kWindowDocuments);
        scores[posting.doc] +=
            db::contribution(full, posting.tf2, norms[posting.doc % kWindowDocuments]);
      }
    }
  }
  std::vector<ScoredDoc> docs;
  for (std::uint32_t doc = 0; doc < scores.size(); ++doc) {
    if (scores[doc] > 0) docs.push_back({doc, scores[doc]});
  }
  std::ranges::stable_sort(docs, std::ranges::greater{}, &ScoredDoc::score);
  if (docs.size() > k) docs.resize(k);
  return docs;
}

}  // namespace skillcat::query
