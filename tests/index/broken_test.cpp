// Broken files, vanished roots, unreadable folders: the last good version stays, with a reason.
#include <catch2/catch.hpp>

#include "index/verify.h"
#include "support/indexed_tree.h"
#include "support/unprivileged.h"

using skillcat::index::verify;
using skillcat::test::holds_unprivileged;
using skillcat::test::IndexedTree;
using skillcat::test::skill_text;

namespace {

const std::string kRef = "local:here/a";

void require_sound(IndexedTree& tree) {
  REQUIRE(verify(tree.indexer().database()) == std::vector<std::string>{});
}

/// A good version is indexed, `breaks` breaks it, a new good one heals it.
template <class Break>
void require_stale_then_healed(const std::string& code, Break breaks) {
  IndexedTree tree;
  tree.write_skill("a", "good");
  const auto good = tree.pass();
  breaks(tree);
  const auto broken = tree.pass();
  REQUIRE(tree.state_of(kRef) == "stale");
  REQUIRE(tree.codes_of(kRef) == code);
  REQUIRE(tree.query("SELECT description FROM v1_skill") == "good");
  REQUIRE(broken.stale == 1);
  REQUIRE(broken.revision == good.revision + 1);
  REQUIRE(tree.pass().revision == broken.revision);
  require_sound(tree);
  tree.tree.remove("root/a/SKILL.md");
  tree.write_skill("a", "healed");
  tree.pass();
  REQUIRE(tree.state_of(kRef) == "active");
  REQUIRE(tree.codes_of(kRef).empty());
  REQUIRE(tree.query("SELECT description FROM v1_skill") == "healed");
  require_sound(tree);
}

/// `makes` makes a file that nothing can be served of.
template <class Make>
void require_rejected(const std::string& code, Make makes) {
  IndexedTree tree;
  tree.tree.make_folder("root/a");
  makes(tree);
  const auto report = tree.pass();
  REQUIRE(report.rejected == 1);
  REQUIRE(tree.codes_of(kRef) == code);
  REQUIRE(tree.query("SELECT name FROM v1_skill") == "a");
  REQUIRE(tree.query("SELECT count(*) FROM skill_fts") == "0");
  REQUIRE(tree.pass().revision == report.revision);
  require_sound(tree);
  tree.tree.remove("root/a/SKILL.md");
  tree.write_skill("a");
  tree.pass();
  REQUIRE(tree.state_of(kRef) == "active");
  require_sound(tree);
}

void make_empty(IndexedTree& tree) {
  tree.write("a/SKILL.md", "");
}
void make_too_large(IndexedTree& tree) {
  tree.write("a/SKILL.md", skill_text("a") + std::string((1 << 20) + 1, 'x'));
}
void make_fifo(IndexedTree& tree) {
  tree.tree.remove("root/a/SKILL.md");
  tree.tree.make_fifo("root/a/SKILL.md");
}
void make_folder(IndexedTree& tree) {
  tree.tree.remove("root/a/SKILL.md");
  tree.tree.make_folder("root/a/SKILL.md");
}
void make_dangling_link(IndexedTree& tree) {
  tree.tree.remove("root/a/SKILL.md");
  tree.tree.link("/nowhere/SKILL.md", "root/a/SKILL.md");
}

}  // namespace

TEST_CASE("an empty file over a good one leaves the good one as stale") {
  require_stale_then_healed("empty", make_empty);
}

TEST_CASE("a file over 1 MiB over a good one leaves the good one as stale") {
  require_stale_then_healed("too_large", make_too_large);
}

TEST_CASE("a FIFO in place of a good file leaves the good one as stale") {
  require_stale_then_healed("not_a_file", make_fifo);
}

TEST_CASE("a folder in place of a good file leaves the good one as stale") {
  require_stale_then_healed("not_a_file", make_folder);
}

TEST_CASE("a link to nowhere in place of a good file leaves the good one as stale") {
  require_stale_then_healed("unreadable", make_dangling_link);
}

TEST_CASE("a file that loses its frontmatter leaves the good one as stale") {
  IndexedTree tree;
  tree.write_skill("a", "good");
  tree.pass();
  tree.write("a/SKILL.md", "Only text.\n");
  tree.pass();
  REQUIRE(tree.state_of(kRef) == "stale");
  REQUIRE(tree.codes_of(kRef).find("frontmatter_lost") != std::string::npos);
  REQUIRE(tree.query("SELECT description FROM v1_skill") == "good");
  tree.write_skill("a", "healed");
  tree.pass();
  REQUIRE(tree.state_of(kRef) == "active");
  require_sound(tree);
}

TEST_CASE("a file that never had frontmatter may stay without") {
  IndexedTree tree;
  tree.write("a/SKILL.md", "First text.\n");
  tree.pass();
  tree.write("a/SKILL.md", "Second text.\n");
  tree.pass();
  REQUIRE(tree.state_of(kRef) == "active");
}

TEST_CASE("what is broken from the start is rejected with its reason") {
  require_rejected("empty", make_empty);
  require_rejected("too_large", make_too_large);
  require_rejected("not_a_file", make_fifo);
  require_rejected("not_a_file", make_folder);
  require_rejected("unreadable", make_dangling_link);
}

TEST_CASE("a stale skill whose file goes is removed") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.pass();
  make_empty(tree);
  tree.pass();
  tree.tree.remove("root/a");
  REQUIRE(tree.pass().candidates == 0);
  REQUIRE(tree.change_of(kRef) == "removed");
  require_sound(tree);
}

TEST_CASE("a root that vanishes keeps its skills as stale until it is back") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.write_skill("b");
  tree.pass();
  tree.tree.rename("root", "elsewhere");
  const auto gone = tree.pass();
  REQUIRE(gone.stale == 2);
  REQUIRE_FALSE(gone.complete);
  REQUIRE(gone.failed_roots == std::vector<std::string>{tree.tree.path("root")});
  REQUIRE(tree.codes_of(kRef) == "root_gone");
  REQUIRE(tree.pass().revision == gone.revision);
  require_sound(tree);
  tree.tree.rename("elsewhere", "root");
  const auto back = tree.pass();
  REQUIRE(back.active == 2);
  REQUIRE(back.complete);
  REQUIRE(back.problems.empty());
  require_sound(tree);
}

TEST_CASE("a root that never was there is a problem only when a person named it") {
  IndexedTree tree;
  tree.roots.push_back(tree.root("never", "never"));
  REQUIRE(tree.pass().complete);
  tree.roots.back().required = true;
  const auto report = tree.pass();
  REQUIRE_FALSE(report.complete);
  REQUIRE(report.problems.at("root_gone") == 1);
}

TEST_CASE("an emptied root that is still there is empty") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.pass();
  tree.tree.remove("root/a");
  const auto report = tree.pass();
  REQUIRE(report.candidates == 0);
  REQUIRE(report.complete);
}

TEST_CASE("a folder that cannot be read keeps its skills as stale and only those") {
  const bool held = holds_unprivileged([] {
    IndexedTree tree;
    tree.write_skill("a");
    tree.write_skill("b");
    tree.tree.link("/nowhere", "root/0-a-problem-that-is-not-the-reason");
    tree.pass();
    tree.tree.set_mode("root/a", 0);
    const auto unreadable = tree.pass();
    const bool kept = tree.state_of(kRef) == "stale" &&
                      tree.codes_of(kRef) == "unreadable_folder" &&
                      tree.state_of("local:here/b") == "active" && !unreadable.complete;
    tree.tree.set_mode("root/a", 0700);
    const auto healed = tree.pass();
    return kept && healed.active == 2 && healed.complete;
  });
  REQUIRE(held);
}

TEST_CASE("a file without read permission is rejected and read once it may be") {
  const bool held = holds_unprivileged([] {
    IndexedTree tree;
    tree.write_skill("a");
    tree.tree.set_mode("root/a/SKILL.md", 0);
    const bool rejected = tree.pass().rejected == 1 && tree.codes_of(kRef) == "unreadable";
    tree.tree.set_mode("root/a/SKILL.md", 0600);
    return rejected && tree.pass().active == 1;
  });
  REQUIRE(held);
}

TEST_CASE("a file that could not be read is read once it may be, with the same stamp") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.pass();
  // As an unreadable file leaves it: no digest, its true stamp.
  tree.indexer().database().exec("UPDATE file SET digest = NULL");
  REQUIRE(tree.pass().files_read == 1);
  REQUIRE(tree.pass().files_read == 0);
}

TEST_CASE("a broken definitions file keeps its entries as stale") {
  IndexedTree tree;
  const std::string good = R"([{"name": "x", "description": "d"}, {"name": "y"}])";
  tree.write("my.skills.json", good);
  tree.pass();
  tree.write("my.skills.json", "[{");
  const auto broken = tree.pass();
  REQUIRE(tree.state_of("local:here/my.skills.json#x") == "stale");
  REQUIRE(tree.state_of("local:here/my.skills.json#y") == "stale");
  REQUIRE(tree.codes_of("local:here/my.skills.json#x") == "not_json");
  REQUIRE(tree.pass().revision == broken.revision);
  require_sound(tree);
  tree.write("my.skills.json", good);
  REQUIRE(tree.pass().active == 2);
  require_sound(tree);
}

TEST_CASE("a definitions file broken from the start is one rejected candidate") {
  IndexedTree tree;
  tree.write("my.skills.json", "{}");
  REQUIRE(tree.pass().rejected == 1);
  REQUIRE(tree.codes_of("local:here/my.skills.json") == "not_an_array");
  require_sound(tree);
  tree.write("my.skills.json", R"([{"name": "x", "description": "d"}])");
  const auto report = tree.pass();
  REQUIRE(report.candidates == 1);
  REQUIRE(report.active == 1);
  require_sound(tree);
}

TEST_CASE("an edited instructions file changes its entry") {
  IndexedTree tree;
  tree.write("my.skills.json",
             R"([{"name": "x", "description": "d", "instructions_file": "x.md"}])");
  tree.pass();
  const std::string ref = "local:here/my.skills.json#x";
  REQUIRE(tree.codes_of(ref) == "instructions_file_missing");
  tree.write("x.md", "First.");
  tree.pass();
  REQUIRE(tree.codes_of(ref).empty());
  tree.write("x.md", "Second.");
  tree.pass();
  REQUIRE(tree.query("SELECT instructions FROM v1_skill") == "Second.");
  REQUIRE(tree.change_of(ref) == "changed");
  REQUIRE(tree.pass().files_read == 0);
}

TEST_CASE("an instructions file that is not UTF-8 is stored as UTF-8") {
  IndexedTree tree;
  tree.write("my.skills.json",
             R"([{"name": "x", "description": "d", "instructions_file": "x.md"}])");
  tree.write("x.md", "caf\xE9");
  tree.pass();
  REQUIRE(tree.query("SELECT instructions FROM v1_skill") == "caf\xEF\xBF\xBD");
}

TEST_CASE("entries of one name in a definitions file are told apart by their place") {
  IndexedTree tree;
  tree.write("my.skills.json",
             R"([{"name": "x", "description": "one"}, {"name": "x", "description": "two"},)"
             R"( {"name": "x~2", "description": "three"}])");
  REQUIRE(tree.pass().active == 3);
  const auto description = [&](const std::string& ref) {
    return tree.query("SELECT description FROM v1_skill WHERE ref = '" + ref + "'");
  };
  REQUIRE(description("local:here/my.skills.json#x") == "one");
  REQUIRE(description("local:here/my.skills.json#x~2") == "two");
  REQUIRE(description("local:here/my.skills.json#x%7E2") == "three");
  require_sound(tree);
}

TEST_CASE("file names that are not UTF-8 give text that is") {
  IndexedTree tree;
  tree.write("caf\xE9/SKILL.md", "Only text.\n");
  tree.write("caf\xE9/b\xFF.txt", "x");
  tree.write("caf\xE9/b\xFE.txt", "x");
  tree.pass();
  REQUIRE(tree.query("SELECT name FROM v1_skill") == "caf\xEF\xBF\xBD");
  REQUIRE(tree.query("SELECT directory FROM v1_skill") == tree.tree.path("root/caf\xEF\xBF\xBD"));
  REQUIRE(tree.query("SELECT ref FROM v1_skill") == "local:here/caf%E9");
  REQUIRE(tree.query("SELECT hex(path) FROM file") == "636166E92F534B494C4C2E6D64");
  REQUIRE(tree.query("SELECT path FROM skill_file") == "b\xEF\xBF\xBD.txt");
  tree.write("caf\xE9/SKILL.md", "Other text.\n");
  REQUIRE(tree.pass().files_read == 1);
  REQUIRE(tree.pass().files_read == 0);
  require_sound(tree);
}

TEST_CASE("skills behind a link that leads nowhere stay as stale while the link stands") {
  IndexedTree tree;
  tree.tree.write("out/a/SKILL.md", skill_text("a"));
  tree.tree.write("out/b/SKILL.md", skill_text("b"));
  tree.tree.link(tree.tree.path("out/a"), "root/a");
  tree.tree.link(tree.tree.path("out/b"), "root/deep/b");
  tree.pass();
  tree.tree.rename("out", "away");
  const auto gone = tree.pass();
  REQUIRE(gone.stale == 2);
  REQUIRE(gone.complete);
  REQUIRE(tree.codes_of("local:here/a") == "broken_link");
  REQUIRE(tree.codes_of("local:here/deep/b") == "broken_link");
  REQUIRE(tree.pass().revision == gone.revision);
  tree.tree.rename("away", "out");
  REQUIRE(tree.pass().active == 2);
  REQUIRE(tree.codes_of("local:here/a") == "linked");
  tree.tree.remove("root/a");
  tree.pass();
  REQUIRE(tree.change_of("local:here/a") == "removed");
}
