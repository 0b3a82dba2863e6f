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
/// `candidates(n)`: the best n by text.
template <class Candidates>
std::vector<Ranked> find_ranked(const std::vector<Candidate>& by_name, std::size_t limit,
                                Candidates&& candidates) {
  for (std::size_t wanted = limit + 20;; wanted *= 4) {
    const std::vector<Candidate> by_text = candidates(wanted);
    auto kept = collapse(rank(by_name, by_text), limit);
    if (kept.size() == limit || by_text.size() < wanted) return kept;
  }
}

void add_hits(Reader& reader, std::vector<Ranked> ranked, SearchAnswer& answer) {
  for (Ranked& found : ranked) {
    Hit& hit = answer.hits.emplace_back();
    reader.load(found.candidate.skill_id, hit);
    hit.score = found.score;
    hit.explain = std::move(found.explain);
    hit.copies = copies_of(reader, found.candidate);
  }
}

void search_by_words(Reader& reader, const Query& query, SearchAnswer& answer) {
  answer.terms = terms_of(query.text);
  const auto terms = weighted_terms_of(query.text);
  const auto by_name = find_by_exact_name(reader, query.text, query.filter);
  add_hits(reader,
           find_ranked(by_name, query.limit,
                       [&](std::size_t wanted) {
                         return find_candidates(reader, terms, query.filter, wanted);
                       }),
           answer);
  std::vector<std::uint32_t> docs;
  for (const Hit& hit : answer.hits) docs.push_back(static_cast<std::uint32_t>(hit.skill_id));
  std::ranges::sort(docs);
  const auto counts = counts_in(reader.postings(), terms, docs);
  EvidenceFinder finder(terms);
  for (Hit& hit : answer.hits) {
    const auto doc = std::ranges::lower_bound(docs, static_cast<std::uint32_t>(hit.skill_id));
    finder.add(counts[static_cast<std::size_t>(doc - docs.begin())], hit);
  }
  answer.total = count_candidates(reader, terms, query.filter);
}

void search_by_expression(Reader& reader, const Query& query, SearchAnswer& answer) {
  if (query.text.empty()) return;
  add_hits(reader,
           find_ranked({}, query.limit,
                       [&](std::size_t wanted) {
                         return find_candidates(reader, query.text, query.filter, wanted);
                       }),
           answer);
  for (Hit& hit : answer.hits) add_evidence(reader, query.text, hit);
  answer.total = count_candidates(reader, query.text, query.filter);
}

}  // namespace

SearchAnswer search(Reader& reader, const Query& query) {
  const Snapshot snapshot(reader.database());
  SearchAnswer answer;
  static_cast<Freshness&>(answer) = reader.freshness();
  answer.query = query.text;
  (query.fts ? search_by_expression : search_by_words)(reader, query, answer);
  answer.total = std::max(answer.total, static_cast<std::int64_t>(answer.hits.size()));
  return answer;
}

}  // namespace skillcat::query
