// A pass over what has changed costs what the change costs, and ends as a whole pass would.
#include <sqlite3.h>

#include <catch2/catch.hpp>

#include "support/indexed_tree.h"

using skillcat::index::Changes;
using skillcat::index::EntryKind;
using skillcat::test::IndexedTree;
using skillcat::test::skill_text;

namespace {

/// What SQLite did: statements run, and rows stepped over without an index.
struct Work {
  int statements = 0;
  int scanned = 0;
};

int add_statement(unsigned, void* context, void* statement, void*) {
  auto& work = *static_cast<Work*>(context);
  ++work.statements;
  work.scanned += sqlite3_stmt_status(static_cast<sqlite3_stmt*>(statement),
                                      SQLITE_STMTSTATUS_FULLSCAN_STEP, 1);
  return 0;
}

struct Measured {
  skillcat::index::PassReport report;
  Work work;
};

/// One edit among `skills` skills, that many in each of its folders.
Measured edit_one_of(int skills) {
  IndexedTree tree;
  for (int i = 0; i < skills; ++i) {
    tree.write_skill("g" + std::to_string(i % 7) + "/s" + std::to_string(i));
  }
  tree.pass();
  tree.write("g3/s3/SKILL.md", skill_text("s3", "Something else."));
  Changes changes;
  changes[tree.roots[0].path].add({"g3/s3", "SKILL.md", EntryKind::file});
  Measured measured;
  sqlite3* const handle = tree.indexer().database().getHandle();
  sqlite3_trace_v2(handle, SQLITE_TRACE_PROFILE, add_statement, &measured.work);
  measured.report = tree.indexer().run_changed(changes, {.threads = 1});
  sqlite3_trace_v2(handle, 0, nullptr, nullptr);
  REQUIRE(tree.query("SELECT description FROM v1_skill WHERE ref = 'local:here/g3/s3'") ==
          "Something else.");
  return measured;
}

/// The catalog after `changes` is the one that a whole pass makes.
void require_as_whole(IndexedTree& tree, const Changes& changes) {
  tree.indexer().run_changed(changes, {.threads = 1});
  const std::string restricted = tree.dump();
  tree.pass();
  REQUIRE(restricted == tree.dump());
}

}  // namespace

TEST_CASE("one edited file costs one folder, one file and no scan, among 400 skills as among 40") {
  const Measured few = edit_one_of(40);
  const Measured many = edit_one_of(400);
  for (const Measured* measured : {&few, &many}) {
    REQUIRE(measured->report.folders_listed == 1);
    REQUIRE(measured->report.files_read == 1);
    REQUIRE(measured->report.changes.changed == 1);
    REQUIRE(measured->report.changes.total() == 1);
  }
  REQUIRE(few.work.scanned + many.work.scanned == 0);
  // Some more for the longer lists of frequent words; ten times as many skills are not ten times.
  REQUIRE(many.work.statements < 2 * few.work.statements);
}

TEST_CASE("a file that belongs to no skill costs nothing") {
  IndexedTree tree;
  tree.write_skill("g/a");
  const auto before = tree.pass();
  tree.write("g/notes.txt", "x");
  Changes changes;
  changes[tree.roots[0].path].add({"g", "notes.txt", EntryKind::file});
  const auto report = tree.indexer().run_changed(changes, {.threads = 1});
  REQUIRE(report.folders_listed == 0);
  REQUIRE(report.files_read == 0);
  REQUIRE(tree.query("SELECT value FROM v1_meta WHERE key = 'revision'") ==
          std::to_string(before.revision));
}

TEST_CASE("a change inside a skill is a change of the outermost skill around it") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.write_skill("a/b/c");
  tree.pass();
  tree.write("a/b/more.txt", "x");
  Changes changes;
  changes[tree.roots[0].path].add({"a/b", "more.txt", EntryKind::file});
  require_as_whole(tree, changes);
  // And so is a skill that appears or goes around others.
  tree.write_skill("g/h/i");
  tree.pass();
  tree.write_skill("g");
  changes.clear();
  changes[tree.roots[0].path].add({"g", "SKILL.md", EntryKind::file});
  require_as_whole(tree, changes);
  tree.tree.remove("root/g/SKILL.md");
  require_as_whole(tree, changes);
}

TEST_CASE("a part that only the whole root can tell is listed with the whole root") {
  IndexedTree tree;
  for (int i = 0; i < 5; ++i) tree.write_skill("s" + std::to_string(i));
  tree.pass();
  tree.tree.link(tree.tree.path("root/s1"), "root/s2/link");
  Changes changes;
  changes[tree.roots[0].path].add({"s2", "link", EntryKind::file});
  const auto report = tree.indexer().run_changed(changes, {.threads = 1});
  REQUIRE(report.folders_listed >= 6);
  require_as_whole(tree, changes);
}

TEST_CASE("a root that is gone does not lose its skills to a part of it that is gone too") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.pass();
  tree.tree.rename("root", "away");
  Changes changes;
  changes[tree.roots[0].path].add({"", "a", EntryKind::folder});
  tree.indexer().run_changed(changes, {.threads = 1});
  REQUIRE(tree.state_of("local:here/a") == "stale");
}

TEST_CASE("what was changed a moment ago is left for the next pass") {
  IndexedTree tree;
  tree.clock.set_ahead_seconds(0);
  tree.write_skill("a");
  skillcat::index::PassOptions options;
  options.patience = {std::chrono::hours(1), std::chrono::hours(1)};
  const auto report = tree.pass(options);
  REQUIRE(report.active == 0);
  const auto& left = report.left.at(tree.roots[0].path).entries;
  REQUIRE(left.size() == 1);
  REQUIRE(left.begin()->folder == "a");
  REQUIRE(left.begin()->name == "SKILL.md");
  REQUIRE(tree.indexer().run_changed(report.left, {.threads = 1}).changes.added == 1);
}
