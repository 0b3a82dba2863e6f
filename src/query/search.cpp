// Ranked search: analysis, candidates, ranking, then evidence for the hits that are shown.
#include <algorithm>
#include <set>

#include "query/candidates.h"
#include "query/evidence.h"
#include "query/ranking.h"
#include "query/search.h"
#include "query/terms.h"

namespace skillcat::query {
namespace {

std::vector<std::string> copies_of(Reader& reader, const Candidate& candidate) {
  std::vector<std::string> refs;
  Rows row = reader.rows(
      "SELECT s.ref FROM skill AS s JOIN root AS r USING (root_id) WHERE s.digest ="
      " (SELECT digest FROM skill WHERE skill_id = ?1) AND s.skill_id <> ?1"
      " AND s.state <> 'rejected' ORDER BY r.precedence, s.ref");
  row.bind(candidate.skill_id);
  while (row.next()) refs.push_back(row.text(0));
  return refs;
}

/// The first of each digest, at most `limit`.
std::vector<Ranked> collapse(std::vector<Ranked> ranked, std::size_t limit) {
  std::vector<Ranked> kept;
  std::set<std::string> seen;
  for (Ranked& hit : ranked) {
    if (kept.size() == limit) break;
    if (seen.insert(hit.candidate.digest).second) kept.push_back(std::move(hit));
  }
  return kept;
}

/// Ranked hits after collapsing; reads on while copies of one skill crowd out the rest.
std::vector<Ranked> find_ranked(Reader& reader, const Query& query, const std::string& expression) {
  const auto by_name =
      query.fts ? std::vector<Candidate>{} : find_by_exact_name(reader, query.text, query.filter);
  for (std::size_t wanted = query.limit + 20;; wanted *= 4) {
    std::vector<Candidate> by_text;
    if (!expression.empty()) {
      by_text = find_candidates(reader, expression, query.filter, wanted);
    }
    auto kept = collapse(rank(by_name, by_text), query.limit);
    if (kept.size() == query.limit || by_text.size() < wanted) return kept;
  }
}

}  // namespace

SearchAnswer search(Reader& reader, const Query& query) {
  const Snapshot snapshot(reader.database());
  SearchAnswer answer;
  static_cast<Freshness&>(answer) = reader.freshness();
  answer.query = query.text;
  std::string expression = query.text;
  if (!query.fts) {
    answer.terms = terms_of(query.text);
    expression = fts_expression(answer.terms);
  }
  for (Ranked& ranked : find_ranked(reader, query, expression)) {
    Hit& hit = answer.hits.emplace_back();
    reader.load(ranked.candidate.skill_id, hit);
    hit.score = ranked.score;
    hit.explain = std::move(ranked.explain);
    hit.copies = copies_of(reader, ranked.candidate);
    add_evidence(reader, expression, hit);
  }
  if (!expression.empty()) answer.total = count_candidates(reader, expression, query.filter);
  answer.total = std::max(answer.total, static_cast<std::int64_t>(answer.hits.size()));
  return answer;
}

}  // namespace skillcat::query
