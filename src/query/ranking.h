// Ranking: a pure function from what is known of each candidate to an order with reasons.
//
// The second stage of ranked search. BM25 over the postings does not see how a skill's name and
// triggers are made up: a name that the question spells out whole says more than one that shares a
// word with it. Bonuses only add, so that what stands behind the candidates cannot overtake them.
// What each part is worth: bench/README.md. Threads: pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "query/candidates.h"
#include "query/fields.h"
#include "query/terms.h"

namespace skillcat::query {

/// The parts of ranked search, so that the quality benchmark can leave one out at a time.
struct RankingOptions {
  TermWeights weights;
  bool spelling = true;  ///< unknown words are read as known ones
  bool lexicon = true;   ///< Chinese words also as English ones, and back
  /// This many candidates by BM25 are ranked by what follows.
  std::size_t depth = 100;
  double name = 0.5;     ///< of the score, for a name that the question holds whole
  double trigger = 0.6;  ///< of what a trigger's words tell, for one that it holds whole
  double in_name = 0.3;  ///< of what a word tells that stands inside a word of the name
};

/// A term of the query, as far as ranking looks at it.
struct QueryTerm {
  std::string text;
  TermKind kind = TermKind::word;
  double told = 0;  ///< its weight x its idf
  float weight = 1;
  bool stop_word = false;
};

/// Name and triggers of a candidate, with the terms that stand there.
struct CandidateText {
  std::string joined_name;  ///< its words without gaps, folded
  FieldPlaces name;
  std::vector<FieldPlaces> triggers;
};

CandidateText text_of(TermFinder& finder, const Candidate& candidate);

using ScoreParts = std::vector<std::pair<std::string, double>>;

/// What is added to `bm25`, by part, none of them negative: "trigger", "in_name", "name".
ScoreParts bonuses(std::span<const QueryTerm> terms, const CandidateText& text, double bm25,
                   const RankingOptions& options);

struct Ranked {
  Candidate candidate;
  double score = 0;  ///< 0…1
  ScoreParts explain;
};

/// BM25 of an average match; it becomes the score 0.5.
inline constexpr double kHalfScoreBm25 = 8.0;

struct TextCandidate {
  Candidate candidate;
  ScoreParts bonuses;
};

/// Orders `by_text` with `by_name` (exact names) first. Best first; ties by precedence, then ref. A
/// candidate in both lists appears once.
std::vector<Ranked> rank(const std::vector<Candidate>& by_name,
                         const std::vector<TextCandidate>& by_text);

}  // namespace skillcat::query
