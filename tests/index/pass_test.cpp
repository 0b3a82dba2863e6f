// Passes: what is read, what changes, and what stays when files do not.
#include <sqlite3.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "index/verify.h"
#include "support/indexed_tree.h"

using skillcat::index::PassOptions;
using skillcat::index::PassReport;
using skillcat::index::verify;
using skillcat::test::IndexedTree;
using skillcat::test::skill_text;

namespace {

/// Every candidate is served or has a reason, and the catalog keeps its promises.
void require_sound(IndexedTree& tree, const PassReport& report) {
  REQUIRE(report.candidates == report.active + report.stale + report.rejected);
  REQUIRE(verify(tree.indexer().database()) == std::vector<std::string>{});
}

void set_times(const std::string& path, const struct stat& st) {
  const timespec times[] = {st.st_atim, st.st_mtim};
  REQUIRE(::utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
}

}  // namespace

TEST_CASE("an unchanged tree reads no file and keeps the revision") {
  IndexedTree tree;
  for (const auto* name : {"a", "b", "c"}) tree.write_skill(name);
  const auto first = tree.pass();
  REQUIRE(first.files_read == 3);
  REQUIRE(first.active == 3);
  const auto second = tree.pass();
  REQUIRE(second.files_read == 0);
  REQUIRE(second.revision == first.revision);
  REQUIRE(second.active == 3);
  require_sound(tree, second);
}

TEST_CASE("an unchanged tree costs the same number of changed rows whatever its size") {
  IndexedTree tree;
  const auto rows_changed_by_a_pass = [&] {
    tree.pass();
    auto* handle = tree.indexer().database().getHandle();
    const int before = sqlite3_total_changes(handle);
    tree.pass();
    return sqlite3_total_changes(handle) - before;
  };
  tree.write_skill("only");
  const int small = rows_changed_by_a_pass();
  for (int i = 0; i < 50; ++i) tree.write_skill("skill-" + std::to_string(i));
  tree.tree.link("/nowhere", "root/dangling");  // a problem of the root is no change either
  REQUIRE(rows_changed_by_a_pass() == small);
}

TEST_CASE("one edited file is the one that is read") {
  IndexedTree tree;
  for (const auto* name : {"a", "b", "c"}) tree.write_skill(name);
  const auto first = tree.pass();
  tree.write_skill("b", "Does something else.");
  const auto second = tree.pass();
  REQUIRE(second.files_read == 1);
  REQUIRE(second.revision == first.revision + 1);
  REQUIRE(tree.query("SELECT description FROM v1_skill WHERE name = 'b'") ==
          "Does something else.");
  REQUIRE(tree.change_of("local:here/b") == "changed");
  REQUIRE(tree.change_of("local:here/a") == "added");
  require_sound(tree, second);
}

TEST_CASE("a file that is touched but not changed gives no revision") {
  IndexedTree tree;
  tree.write_skill("a");
  const auto first = tree.pass();
  tree.write_skill("a");
  const auto second = tree.pass();
  REQUIRE(second.files_read == 1);
  REQUIRE(second.revision == first.revision);
  REQUIRE(tree.pass().files_read == 0);
}

TEST_CASE("other content of the same size and modification time is seen") {
  IndexedTree tree;
  tree.write_skill("a", "one");
  tree.pass();
  const std::string file = tree.tree.path("root/a/SKILL.md");
  struct stat st {};
  REQUIRE(::stat(file.c_str(), &st) == 0);
  tree.write_skill("a", "two");
  set_times(file, st);
  tree.pass();
  REQUIRE(tree.query("SELECT description FROM v1_skill") == "two");
}

TEST_CASE("a file changed just before it was read is read once more and then trusted") {
  IndexedTree tree;
  tree.clock.set_ahead_seconds(0);
  tree.write_skill("a");
  const auto first = tree.pass();
  tree.clock.set_ahead_seconds(10);
  const auto second = tree.pass();
  REQUIRE(second.files_read == 1);
  REQUIRE(second.revision == first.revision);
  REQUIRE(tree.pass().files_read == 0);
}

TEST_CASE("an instructions file changed just before it was read is read once more") {
  IndexedTree tree;
  tree.write("x.skills.json",
             R"([{"name": "a", "description": "d", "instructions_file": "a.md"}])");
  tree.write("a.md", "Do it.");
  tree.clock.set_ahead_seconds(0);
  tree.pass();
  tree.clock.set_ahead_seconds(10);
  REQUIRE(tree.pass().files_read == 2);
  REQUIRE(tree.pass().files_read == 0);
}

TEST_CASE("a pass by digest reads everything and finds nothing to change") {
  IndexedTree tree;
  tree.write_skill("a");
  const auto first = tree.pass();
  const auto second = tree.pass({.by_digest = true});
  REQUIRE(second.files_read == 1);
  REQUIRE(second.revision == first.revision);
}

TEST_CASE("a removed skill leaves a tombstone and comes back as added") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.write_skill("b");
  tree.pass();
  tree.tree.remove("root/a");
  const auto without = tree.pass();
  REQUIRE(without.candidates == 1);
  REQUIRE(tree.change_of("local:here/a") == "removed");
  require_sound(tree, without);
  tree.write_skill("a");
  const auto again = tree.pass();
  REQUIRE(tree.change_of("local:here/a") == "added");
  REQUIRE(tree.query("SELECT added_revision FROM change WHERE ref = 'local:here/a'") ==
          std::to_string(again.revision));
  require_sound(tree, again);
}

TEST_CASE("a root that is no longer configured goes with tombstones") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.tree.write("other/b/SKILL.md", skill_text("b"));
  tree.roots.push_back(tree.root("other", "other"));
  tree.pass();
  tree.roots.pop_back();
  const auto report = tree.pass();
  REQUIRE(report.candidates == 1);
  REQUIRE(tree.change_of("local:other/b") == "removed");
  REQUIRE(tree.query("SELECT count(*) FROM v1_root") == "1");
  require_sound(tree, report);
}

TEST_CASE("a root's new label gives its skills new refs") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.pass();
  tree.roots[0].label = "renamed";
  const auto report = tree.pass();
  REQUIRE(tree.state_of("local:renamed/a") == "active");
  REQUIRE(tree.change_of("local:here/a") == "removed");
  require_sound(tree, report);
}

TEST_CASE("two roots may exchange their labels") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.tree.write("other/b/SKILL.md", skill_text("b"));
  tree.roots.push_back(tree.root("other", "other"));
  tree.pass();
  std::swap(tree.roots[0].label, tree.roots[1].label);
  const auto report = tree.pass();
  REQUIRE(tree.state_of("local:other/a") == "active");
  REQUIRE(tree.state_of("local:here/b") == "active");
  require_sound(tree, report);
}

TEST_CASE("a root that is named twice is listed once") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.roots.push_back(tree.root("root", "again"));
  REQUIRE(tree.pass().candidates == 1);
  REQUIRE(tree.pass().files_read == 0);
}

TEST_CASE("a problem of a root is a revision when it comes and when it goes") {
  IndexedTree tree;
  tree.write_skill("a");
  const auto first = tree.pass();
  tree.tree.link("/nowhere", "root/dangling");
  const auto second = tree.pass();
  REQUIRE(second.revision == first.revision + 1);
  REQUIRE(second.problems.at("broken_link") == 1);
  REQUIRE(tree.pass().revision == second.revision);
  tree.tree.remove("root/dangling");
  REQUIRE(tree.pass().revision == second.revision + 1);
}

TEST_CASE("a SKILL.md that appears beside skill.md takes its ref") {
  IndexedTree tree;
  tree.write("a/skill.md", skill_text("old"));
  tree.pass();
  tree.write("a/SKILL.md", skill_text("new"));
  const auto both = tree.pass();
  REQUIRE(tree.query("SELECT name FROM v1_skill WHERE ref = 'local:here/a'") == "new");
  REQUIRE(tree.state_of("local:here/a~2") == "rejected");
  REQUIRE(tree.codes_of("local:here/a~2") == "duplicate_file");
  require_sound(tree, both);
  tree.tree.remove("root/a/SKILL.md");
  const auto one = tree.pass();
  REQUIRE(tree.query("SELECT name FROM v1_skill WHERE ref = 'local:here/a'") == "old");
  REQUIRE(one.candidates == 1);
  require_sound(tree, one);
}

TEST_CASE("the first pass into a folder that is not there makes it") {
  IndexedTree tree;
  tree.write_skill("a");
  REQUIRE_FALSE(std::filesystem::exists(tree.tree.path("data")));
  REQUIRE(tree.pass().active == 1);
}

TEST_CASE("counts tell the states and the problems by code") {
  IndexedTree tree;
  tree.write_skill("good");
  tree.write("bad/SKILL.md", "");
  tree.write("node_modules/x/SKILL.md", skill_text("x"));
  const auto report = tree.pass();
  REQUIRE(report.candidates == 2);
  REQUIRE(report.active == 1);
  REQUIRE(report.rejected == 1);
  REQUIRE(report.skipped == 1);
  REQUIRE(report.problems.at("empty") == 1);
  REQUIRE(report.complete);
  require_sound(tree, report);
}

TEST_CASE("progress ends at the number of files to read") {
  IndexedTree tree;
  for (const auto* name : {"a", "b", "c"}) tree.write_skill(name);
  std::size_t last = 0;
  std::size_t calls = 0;
  PassOptions options;
  options.progress = [&](const skillcat::index::Progress& progress) {
    REQUIRE(progress.total == 3);
    last = progress.done;
    ++calls;
  };
  tree.pass(options);
  REQUIRE(last == 3);
  REQUIRE(calls == 3);
}
