#include "query/candidates.h"

#include "base/text.h"
#include "db/posting_score.h"
#include "query/terms.h"

namespace skillcat::query {
namespace {

/// Postings that are read to count matches: what most queries of 10,000 skills meet.
constexpr std::int64_t kCountedPostings = 30'000;

std::vector<Candidate> read(Rows& rows) {
  std::vector<Candidate> candidates;
  while (rows.next()) {
    candidates.push_back({rows.integer(0),
                          rows.real(1),
                          rows.integer(2),
                          rows.text(3),
                          rows.text(4),
                          rows.text(5),
                          {}});
  }
  return candidates;
}

/// Runs `rows`, telling a bad expression from a bad catalog.
template <class Run>
auto checking_expression(const std::string& expression, Run&& run) {
  try {
    return run();
  } catch (const SQLite::Exception& e) {
    if (e.getErrorCode() != 1 /* SQLITE_ERROR: FTS5 reports its syntax errors so */) throw;
    throw Error(ErrorCode::usage, "cannot search for '" + expression + "': " + e.what(),
                "see SQLite's FTS5 query syntax, or search for plain words without --fts");
  }
}

std::vector<std::string> with_first(std::string first, std::vector<std::string> rest) {
  rest.insert(rest.begin(), std::move(first));
  return rest;
}

}  // namespace

std::vector<Candidate> find_candidates(Reader& reader, const std::string& expression,
                                       const Filter& filter, std::size_t limit) {
  const Condition condition = condition_of(filter, "rowid");
  // The best rows first, from the index alone; only those are joined.
  Rows rows = reader.rows(
      "SELECT s.skill_id, -f.score, r.precedence, s.ref, s.digest, s.name FROM"
      " (SELECT rowid AS id, " +
      std::string(kBm25) +
      " AS score FROM skill_fts"
      " WHERE skill_fts MATCH ? AND " +
      condition.sql + " ORDER BY score LIMIT " + std::to_string(limit) +
      ") AS f JOIN skill AS s ON s.skill_id = f.id"
      " JOIN root AS r USING (root_id) ORDER BY f.score, r.precedence, s.ref");
  return checking_expression(expression, [&] {
    rows.bind_each(with_first(expression, condition.parameters));
    return read(rows);
  });
}

std::vector<Candidate> find_candidates(Reader& reader, std::span<const WeightedTerm> terms,
                                       const Filter& filter, std::size_t limit) {
  std::vector<Candidate> candidates;
  const auto best = top_k(reader.postings(), terms, limit, reader.docs_of(filter));
  candidates.reserve(best.size());
  Rows row = reader.rows(
      "SELECT r.precedence, s.ref, s.digest, s.name FROM skill AS s JOIN root AS r USING (root_id)"
      " WHERE s.skill_id = ?");
  Rows keyword =
      reader.rows("SELECT text FROM trigger_phrase WHERE skill_id = ? AND kind = 'keyword'");
  for (const ScoredDoc& doc : best) {
    if (!row.again(doc.doc).next()) continue;
    Candidate& candidate = candidates.emplace_back();
    candidate.skill_id = doc.doc;
    candidate.bm25 = doc.score / db::kScoreUnit;
    candidate.precedence = row.integer(0);
    candidate.ref = row.text(1);
    candidate.digest = row.text(2);
    candidate.name = row.text(3);
    keyword.again(doc.doc);
    while (keyword.next()) candidate.keywords.push_back(keyword.text(0));
  }
  return candidates;
}

std::int64_t count_candidates(Reader& reader, std::span<const WeightedTerm> terms,
                              const Filter& filter) {
  return count_matches(reader.postings(), terms, reader.docs_of(filter), kCountedPostings);
}

std::int64_t count_candidates(Reader& reader, const std::string& expression, const Filter& filter) {
  const Condition condition = condition_of(filter, "rowid");
  Rows rows =
      reader.rows("SELECT count(*) FROM skill_fts WHERE skill_fts MATCH ? AND " + condition.sql);
  return checking_expression(expression, [&] {
    rows.bind_each(with_first(expression, condition.parameters));
    rows.next();
    return rows.integer(0);
  });
}

std::vector<Candidate> find_by_exact_name(Reader& reader, std::string_view text,
                                          const Filter& filter) {
  if (text.size() > kMaxQueryBytes) return {};  // no name is as long, and folding has its price
  const std::string folded = fold(text);
  if (folded.empty()) return {};
  const Condition condition = condition_of(filter, "s.skill_id");
  Rows rows = reader.rows(
      "SELECT s.skill_id, 0.0, r.precedence, s.ref, s.digest, s.name FROM skill AS s"
      " JOIN root AS r USING (root_id) WHERE (s.folded_name = ? OR s.folded_folder = ?)"
      " AND s.state <> 'rejected' AND " +
      condition.sql + " ORDER BY s.folded_name <> ?, r.precedence, s.ref LIMIT 50");
  auto parameters = with_first(folded, with_first(folded, condition.parameters));
  parameters.push_back(folded);
  rows.bind_each(parameters);
  return read(rows);
}

}  // namespace skillcat::query
