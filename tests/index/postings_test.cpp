#include <catch2/catch.hpp>
#include <map>

#include "index/posting_digest.h"
#include "support/indexed_tree.h"
#include "support/made_up_skills.h"
#include "support/skill_writer.h"
#include "support/temp_folder.h"

namespace skillcat::index {
namespace {

using test::MadeUpSkills;
using test::SkillWriter;

std::int64_t number(SQLite::Database& database, const std::string& sql) {
  return database.execAndGet(sql).getInt64();
}

/// Random updates in transactions of random size, as many as asked for.
void update(SkillWriter& catalog, MadeUpSkills& skills, std::size_t updates) {
  while (updates > 0) {
    catalog.begin();
    for (std::size_t i = std::min<std::size_t>(updates, 1 + skills.below(40)); i > 0; --i) {
      --updates;
      const std::uint64_t which = skills.below(400);
      if (skills.below(4) == 0) {
        catalog.remove(which);
      } else {
        catalog.put(which, skills.skill());
      }
    }
    catalog.commit();
  }
}

TEST_CASE("postings after any history are those of a rebuild") {
  const test::TempFolder folder;
  SkillWriter catalog(folder.path("catalog.db"));
  MadeUpSkills skills(7);
  for (int round = 0; round < 5; ++round) {
    update(catalog, skills, 120);
    const PostingDigest history = digest_of_postings(catalog.database());
    REQUIRE(verify_postings(catalog.database()).empty());
    catalog.begin(true);
    catalog.commit();
    REQUIRE(digest_of_postings(catalog.database()) == history);
    REQUIRE(verify_postings(catalog.database()).empty());
  }
}

TEST_CASE("lists that grow into chunks shrink back and go") {
  const test::TempFolder folder;
  SkillWriter catalog(folder.path("catalog.db"));
  Declaration skill;
  skill.name = "everywhere";
  const auto chunks = [&] {
    return number(catalog.database(), "SELECT count(*) FROM posting_chunk");
  };
  catalog.begin();
  for (std::uint64_t i = 0; i < 3000; ++i) catalog.put(i, skill);
  catalog.commit();
  REQUIRE(chunks() == 3);
  REQUIRE(verify_postings(catalog.database()).empty());
  for (std::uint64_t left = 3000; left > 0; left -= 100) {
    catalog.begin();
    for (std::uint64_t i = left - 100; i < left; ++i) catalog.remove((i * 1009) % 3000);
    catalog.commit();
    REQUIRE(verify_postings(catalog.database()).empty());
    REQUIRE((chunks() == 0) == (left - 100 <= 128));
  }
  REQUIRE(number(catalog.database(), "SELECT count(*) FROM posting_term") == 0);
  REQUIRE(number(catalog.database(), "SELECT documents + total_length FROM posting_meta") == 0);
}

TEST_CASE("an edit writes the lists of the terms it changes and no others") {
  const test::TempFolder folder;
  SkillWriter catalog(folder.path("catalog.db"));
  MadeUpSkills skills(3);
  catalog.begin();
  for (std::uint64_t i = 0; i < 300; ++i) catalog.put(i, skills.skill());
  Declaration skill = skills.skill();
  skill.instructions = skills.text(300);
  catalog.put(300, skill);
  catalog.commit();
  catalog.database().exec(
      "CREATE TEMP TABLE written (term_id);"
      "CREATE TEMP TRIGGER note AFTER INSERT ON posting_list BEGIN"
      " INSERT INTO written VALUES (new.term_id); END");
  skill.instructions += " unheardof";
  catalog.begin();
  catalog.put(300, skill);
  catalog.commit();
  REQUIRE(number(catalog.database(), "SELECT count(*) FROM written") == 1);
}

TEST_CASE("a transaction that is rolled back leaves no trace in the next") {
  const test::TempFolder folder;
  SkillWriter catalog(folder.path("catalog.db"));
  MadeUpSkills skills(5);
  catalog.begin();
  for (std::uint64_t i = 0; i < 50; ++i) catalog.put(i, skills.skill());
  catalog.commit();
  catalog.begin();
  for (std::uint64_t i = 30; i < 90; ++i) catalog.put(i, skills.skill());
  catalog.writer().rollback();
  catalog.begin();
  catalog.put(200, skills.skill());
  catalog.commit();
  REQUIRE(verify_postings(catalog.database()).empty());
  REQUIRE(number(catalog.database(), "SELECT documents FROM posting_meta") == 51);
}

TEST_CASE("an average length that moves far has the bounds made again") {
  const test::TempFolder folder;
  SkillWriter catalog(folder.path("catalog.db"));
  MadeUpSkills skills(6);
  Declaration tiny;
  tiny.name = "tiny";
  catalog.begin();
  for (std::uint64_t i = 0; i < 5; ++i) catalog.put(i, tiny);
  catalog.commit();
  catalog.begin();
  for (std::uint64_t i = 5; i < 100; ++i) catalog.put(i, skills.skill());
  catalog.commit();
  SQLite::Statement row(catalog.database(),
                        "SELECT reference_length * documents / total_length FROM posting_meta");
  REQUIRE(row.executeStep());
  REQUIRE(row.getColumn(0).getDouble() == Approx(1.0));
  REQUIRE(verify_postings(catalog.database()).empty());
}

TEST_CASE("verify notices what is wrong with the postings") {
  const test::TempFolder folder;
  SkillWriter catalog(folder.path("catalog.db"));
  MadeUpSkills skills(8);
  catalog.begin();
  for (std::uint64_t i = 0; i < 160; ++i) catalog.put(i, skills.skill());
  catalog.commit();
  REQUIRE(verify_postings(catalog.database()).empty());
  const auto* damage = GENERATE(
      "DELETE FROM posting_list WHERE term_id = 7", "DELETE FROM posting_chunk",
      "UPDATE posting_list SET documents = documents + 1 WHERE term_id = 5",
      "UPDATE posting_list SET bound = 0 WHERE documents > 100",
      "UPDATE posting_length SET bytes = zeroblob(2048)", "UPDATE posting_meta SET documents = 1",
      "UPDATE skill SET name = 'other' WHERE skill_id = 9",
      "INSERT INTO posting_chunk VALUES (1, x'00')",
      "UPDATE posting_list SET bytes = x'80' WHERE term_id = 3");
  INFO(damage);
  catalog.database().exec(damage);
  REQUIRE_FALSE(verify_postings(catalog.database()).empty());
}

TEST_CASE("a catalog from before the postings gets them with the next pass") {
  test::IndexedTree tree;
  tree.write_skill("one", "Finds needles in haystacks.");
  tree.write_skill("two");
  tree.pass();
  tree.query("UPDATE meta SET value = 1001 WHERE key = 'analysis_version' RETURNING 1");
  for (const char* table : {"term", "list", "chunk", "length"}) {
    tree.query(std::string("DELETE FROM posting_") + table + " RETURNING 1");
    tree.indexer().database().exec(std::string("DELETE FROM posting_") + table);
  }
  tree.indexer().database().exec(
      "UPDATE posting_meta SET documents = 0, total_length = 0, reference_length = 0");
  tree.pass();
  REQUIRE(verify_postings(tree.indexer().database()).empty());
  REQUIRE(tree.query("SELECT documents FROM posting_meta") == "2");
}

}  // namespace
}  // namespace skillcat::index
