// Candidates of a search: the best copies by BM25, over the postings or over the FTS5 table.
#pragma once

#include <skillcat/catalog.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "query/reader.h"
#include "query/top_k.h"

namespace skillcat::query {

struct Candidate {
  std::int64_t skill_id = 0;
  double bm25 = 0;              ///< higher is better
  std::int64_t precedence = 0;  ///< of its root: lower wins a tie
  std::string ref;
  std::string digest;  ///< raw bytes
  std::string name{};
  std::vector<std::string> keywords{};  ///< of ranked search alone
};

/// The weights of name, triggers and description.
inline constexpr const char* kBm25 = "bm25(skill_fts, 2.0, 2.0, 1.0)";

/// The best `limit` copies for an FTS5 expression, best first. Throws Error(usage) when the
/// expression is not one. Cost: FTS5 scores every copy that matches.
std::vector<Candidate> find_candidates(Reader& reader, const std::string& expression,
                                       const Filter& filter, std::size_t limit);

/// The same by the postings: exact, over bodies too. Needs a Snapshot around it.
std::vector<Candidate> find_candidates(Reader& reader, std::span<const WeightedTerm> terms,
                                       const Filter& filter, std::size_t limit);

/// How many copies match.
std::int64_t count_candidates(Reader& reader, const std::string& expression, const Filter& filter);
/// See count_matches.
std::int64_t count_candidates(Reader& reader, std::span<const WeightedTerm> terms,
                              const Filter& filter);

/// Served copies whose name or folder, folded, is `text`, by precedence.
std::vector<Candidate> find_by_exact_name(Reader& reader, std::string_view text,
                                          const Filter& filter);

}  // namespace skillcat::query
