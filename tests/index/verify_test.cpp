#include "index/verify.h"

#include <catch2/catch.hpp>

#include "support/indexed_tree.h"

using skillcat::index::verify;
using skillcat::test::IndexedTree;

TEST_CASE("verify names each broken promise") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.write("b/SKILL.md", "");
  tree.pass();
  auto& database = tree.indexer().database();
  REQUIRE(verify(database) == std::vector<std::string>{});
  const auto [damage, finding] = GENERATE(table<std::string, std::string>({
      {"DELETE FROM skill_fts", "local:here/a is served but not searchable"},
      {"INSERT INTO skill_fts (rowid, name) VALUES (99, 'x')",
       "skill_fts row 99 is searchable but not served"},
      {"DELETE FROM body", "local:here/a is served without instructions"},
      {"DELETE FROM change WHERE ref LIKE '%/a'", "local:here/a is not in the change feed"},
      {"INSERT INTO change VALUES ('gone', 1, 1, 'added', 1)",
       "gone is in the change feed but not in the catalog"},
      {"DELETE FROM problem", "local:here/b is rejected without a reason"},
      {"UPDATE skill SET changed_revision = 99 WHERE ref LIKE '%/a'",
       "local:here/a changed in a revision that is yet to come"},
      {"PRAGMA foreign_keys = OFF; UPDATE body SET skill_id = 77",
       "a row of body belongs to no row of skill"},
      {"UPDATE skill_fts_content SET c0 = 'other' WHERE id = 1",
       "the search index is damaged: database disk image is malformed"},
  }));
  database.exec(damage);
  const auto findings = verify(database);
  INFO(damage);
  REQUIRE_THAT(findings, Catch::VectorContains(finding));
}
