#include "index/verify.h"

#include <SQLiteCpp/Statement.h>

#include "index/posting_digest.h"

namespace skillcat::index {
namespace {

/// One row a broken promise: what it is, and of what. A table of sentences as one query.
constexpr const char* kInvariants = R"sql(
  WITH served AS (SELECT skill_id, ref FROM skill WHERE state <> 'rejected')
  SELECT 'is served but not searchable', ref FROM served
    WHERE skill_id NOT IN (SELECT rowid FROM skill_fts)
  UNION ALL
  SELECT 'is searchable but not served', 'skill_fts row ' || rowid FROM skill_fts
    WHERE rowid NOT IN (SELECT skill_id FROM served)
  UNION ALL
  SELECT 'is served without instructions', ref FROM served
    WHERE skill_id NOT IN (SELECT skill_id FROM body)
  UNION ALL
  SELECT 'is not in the change feed', ref FROM skill
    WHERE ref NOT IN (SELECT ref FROM change WHERE change <> 'removed')
  UNION ALL
  SELECT 'is in the change feed but not in the catalog', ref FROM change
    WHERE change <> 'removed' AND ref NOT IN (SELECT ref FROM skill)
  UNION ALL
  SELECT 'is ' || state || ' without a reason', ref FROM skill
    WHERE state <> 'active'
      AND skill_id NOT IN (SELECT skill_id FROM problem WHERE skill_id IS NOT NULL)
  UNION ALL
  SELECT 'changed in a revision that is yet to come', ref FROM skill
    WHERE changed_revision > (SELECT value FROM meta WHERE key = 'revision'))sql";

void add_damage(SQLite::Database& database, std::vector<std::string>& findings) {
  SQLite::Statement row(database, "PRAGMA quick_check");
  while (row.executeStep()) {
    if (row.getColumn(0).getString() != "ok") {
      findings.push_back("SQLite: " + row.getColumn(0).getString());
    }
  }
}

void add_lost_parents(SQLite::Database& database, std::vector<std::string>& findings) {
  SQLite::Statement row(database, "PRAGMA foreign_key_check");
  while (row.executeStep()) {
    findings.push_back("a row of " + row.getColumn(0).getString() + " belongs to no row of " +
                       row.getColumn(2).getString());
  }
}

/// Its integrity-check is an INSERT; rank 1 compares the index with the stored text too.
void add_search_index(SQLite::Database& database, std::vector<std::string>& findings) {
  try {
    database.exec("INSERT INTO skill_fts (skill_fts, rank) VALUES ('integrity-check', 1)");
  } catch (const SQLite::Exception& e) {
    findings.push_back(std::string("the search index is damaged: ") + e.what());
  }
}

void add_broken_invariants(SQLite::Database& database, std::vector<std::string>& findings) {
  SQLite::Statement row(database, kInvariants);
  while (row.executeStep()) {
    findings.push_back(row.getColumn(1).getString() + " " + row.getColumn(0).getString());
  }
}

}  // namespace

std::vector<std::string> verify(SQLite::Database& database) {
  std::vector<std::string> findings;
  try {
    add_damage(database, findings);
    add_lost_parents(database, findings);
    add_search_index(database, findings);
    add_broken_invariants(database, findings);
    for (std::string& finding : verify_postings(database)) findings.push_back(std::move(finding));
  } catch (const SQLite::Exception& e) {
    findings.push_back(std::string("the catalog cannot be read whole: ") + e.what());
  }
  return findings;
}

}  // namespace skillcat::index
