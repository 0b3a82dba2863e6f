// Ranked search: analysis, candidates, ranking, then evidence for the hits that are shown.
#include <algorithm>
#include <set>

#include "db/posting_score.h"
#include "query/candidates.h"
#include "query/evidence.h"
#include "query/plan.h"
#include "query/ranking.h"
#include "query/search.h"

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
                                std::size_t first, Candidates&& candidates) {
  for (std::size_t wanted = std::max(limit + 20, first);; wanted *= 4) {
    const std::vector<TextCandidate> by_text = candidates(wanted);
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

/// Search for words: the plan of one query, carried out.
class WordSearch {
 public:
  WordSearch(Reader& reader, const Query& query, const RankingOptions& options)
      : reader_(reader),
        query_(query),
        options_(options),
        plan_(plan_of(reader.postings(), query.text, options)),
        finder_(plan_.terms) {}

  void run(SearchAnswer& answer) {
    answer.corrected = plan_.corrected;
    answer.terms = terms_of(plan_.corrected.value_or(query_.text));
    const auto by_name = find_by_exact_name(reader_, query_.text, query_.filter);
    add_hits(reader_,
             find_ranked(by_name, query_.limit, options_.depth,
                         [&](std::size_t wanted) { return candidates(wanted); }),
             answer);
    add_evidence(answer);
    answer.total = count_candidates(reader_, plan_.terms, query_.filter);
  }

 private:
  std::vector<TextCandidate> candidates(std::size_t wanted) {
    std::vector<TextCandidate> by_text;
    for (Candidate& candidate : find_candidates(reader_, plan_.terms, query_.filter, wanted)) {
      ScoreParts parts;
      if (by_text.size() < options_.depth) {
        parts = bonuses(plan_.shape, text_of(finder_, candidate), candidate.bm25, options_);
      }
      by_text.push_back({std::move(candidate), std::move(parts)});
    }
    return by_text;
  }

  void add_evidence(SearchAnswer& answer) {
    std::vector<std::uint32_t> docs;
    for (const Hit& hit : answer.hits) docs.push_back(static_cast<std::uint32_t>(hit.skill_id));
    std::ranges::sort(docs);
    const auto counts = counts_in(reader_.postings(), plan_.terms, docs);
    EvidenceFinder evidence(plan_.terms);
    for (Hit& hit : answer.hits) {
      const auto doc = std::ranges::lower_bound(docs, static_cast<std::uint32_t>(hit.skill_id));
      const auto& tf2 = counts[static_cast<std::size_t>(doc - docs.begin())];
      evidence.add(tf2, hit);
      tell_translated(tf2, hit);
    }
  }

  /// Takes what translations brought out of "bm25" and says it apart.
  void tell_translated(const std::vector<std::uint8_t>& tf2, Hit& hit) {
    double points = 0;
    Postings& postings = reader_.postings();
    const auto doc = static_cast<std::size_t>(hit.skill_id);
    const float k2 = postings.norms(doc / kWindowDocuments)[doc % kWindowDocuments];
    for (std::size_t i = 0; i < tf2.size(); ++i) {
      if (!plan_.terms[i].translated || tf2[i] == 0) continue;
      points += plan_.shape[i].told * (db::kBm25K1 + 1) * tf2[i] / (tf2[i] + k2);
    }
    const auto bm25 = std::ranges::find(hit.explain, "bm25", &ScoreParts::value_type::first);
    if (points <= 0 || bm25 == hit.explain.end()) return;
    bm25->second = std::max(0.0, bm25->second - points);
    hit.explain.insert(bm25 + 1, {"lexicon", points});
  }

  Reader& reader_;
  const Query& query_;
  const RankingOptions& options_;
  const Plan plan_;
  TermFinder finder_;
};

void search_by_expression(Reader& reader, const Query& query, SearchAnswer& answer) {
  if (query.text.empty()) return;
  add_hits(
      reader,
      find_ranked({}, query.limit, 0,
                  [&](std::size_t wanted) {
                    std::vector<TextCandidate> by_text;
                    for (auto& found : find_candidates(reader, query.text, query.filter, wanted)) {
                      by_text.push_back({std::move(found), {}});
                    }
                    return by_text;
                  }),
      answer);
  for (Hit& hit : answer.hits) add_evidence(reader, query.text, hit);
  answer.total = count_candidates(reader, query.text, query.filter);
}

}  // namespace

SearchAnswer search(Reader& reader, const Query& query, const RankingOptions& options) {
  const Snapshot snapshot(reader.database());
  SearchAnswer answer;
  static_cast<Freshness&>(answer) = reader.freshness();
  answer.query = query.text;
  if (query.fts) {
    search_by_expression(reader, query, answer);
  } else {
    WordSearch(reader, query, options).run(answer);
  }
  answer.total = std::max(answer.total, static_cast<std::int64_t>(answer.hits.size()));
  return answer;
}

}  // namespace skillcat::query
