// Whatever led to it, a catalog of the same files is the same.
#include <catch2/catch.hpp>
#include <random>

#include "index/verify.h"
#include "support/indexed_tree.h"

using skillcat::index::verify;
using skillcat::test::IndexedTree;
using skillcat::test::skill_text;

namespace {

/// What a catalog from scratch shows of the same tree.
std::string dump_from_scratch(const IndexedTree& tree) {
  IndexedTree scratch;
  scratch.roots = tree.roots;
  scratch.pass();
  return scratch.dump();
}

/// Random changes to a tree, of the kinds that never break a skill.
class Gardener {
 public:
  Gardener(IndexedTree& tree, unsigned seed) : tree_(tree), random_(seed) {}

  void change_something() {
    const std::string folder = "f" + pick(8) + (pick(2) == "0" ? "" : "/g" + pick(3));
    switch (std::stoi(pick(8))) {
      case 0:
      case 1:
        return tree_.write(folder + "/SKILL.md", skill_text("n" + pick(5), "d" + pick(100)));
      case 2:
        return tree_.write(folder + "/skill.md", skill_text("low" + pick(5)));
      case 3:
        return tree_.tree.remove("root/" + folder + "/SKILL.md");
      case 4:
        return tree_.tree.remove("root/" + folder);
      case 5:
        return tree_.write(folder + "/notes" + pick(3) + ".txt", std::string(random_() % 9, 'x'));
      case 6:
        return link("root/l" + pick(3), tree_.tree.path("root/" + folder));
      default:
        return write_definitions();
    }
  }

 private:
  std::string pick(unsigned below) { return std::to_string(random_() % below); }

  void link(const std::string& at, const std::string& target) {
    tree_.tree.remove(at);
    tree_.tree.link(target, at);
  }
  void write_definitions() {
    std::string text = "[";
    for (auto i = random_() % 4 + 1; i > 0; --i) {
      if (text.size() > 1) text += ",";
      text.append(R"({"name": "e)").append(pick(3)).append(R"(", "description": "d)");
      text.append(pick(9)).append("\"}");
    }
    tree_.write("all.skills.json", text + "]");
  }

  IndexedTree& tree_;
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("a history of 300 changes ends in the catalog that a first pass makes") {
  const unsigned seed = GENERATE(1U, 2U, 3U);
  IndexedTree tree;
  Gardener gardener(tree, seed);
  for (int i = 0; i < 300; ++i) {
    INFO("seed " << seed << ", change " << i);
    gardener.change_something();
    if (i % 3 != 0) continue;
    const auto report = tree.pass({.threads = 1});
    REQUIRE(report.candidates == report.active + report.stale + report.rejected);
    REQUIRE(verify(tree.indexer().database()) == std::vector<std::string>{});
    if (i % 30 == 0) REQUIRE(tree.dump() == dump_from_scratch(tree));
  }
  tree.pass();
  REQUIRE(tree.dump() == dump_from_scratch(tree));
}

TEST_CASE("a rebuild gives the same catalog and keeps the revisions of what is equal") {
  IndexedTree tree;
  Gardener gardener(tree, 7);
  for (int i = 0; i < 40; ++i) gardener.change_something();
  tree.write_skill("stale", "the last good one");
  tree.pass();
  tree.write("stale/SKILL.md", "");
  const auto before = tree.pass();
  const std::string revisions = "SELECT group_concat(ref || changed_revision) FROM skill";
  const auto dump = tree.dump();
  const auto kept = tree.query(revisions);
  const auto rebuilt = tree.pass({.rebuild = true});
  REQUIRE(std::to_string(rebuilt.files_read) ==
          tree.query("SELECT count(*) FROM file WHERE digest IS NOT NULL"));
  REQUIRE(tree.dump() == dump);
  REQUIRE(tree.query(revisions) == kept);
  REQUIRE(rebuilt.revision == before.revision);
  REQUIRE(tree.state_of("local:here/stale") == "stale");
}

TEST_CASE("another version of the analysis writes everything again and changes nothing visible") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.write_skill("b");
  const auto first = tree.pass();
  const auto dump = tree.dump();
  tree.indexer().database().exec(
      "UPDATE meta SET value = 1 WHERE key = 'analysis_version';"
      "UPDATE skill_fts SET description = 'of another analysis'");
  const auto second = tree.pass();
  REQUIRE(second.files_read == 2);
  REQUIRE(second.revision == first.revision);
  REQUIRE(tree.dump() == dump);
}

TEST_CASE("the number of threads changes nothing") {
  IndexedTree one;
  for (int i = 0; i < 200; ++i) one.write_skill("s" + std::to_string(i));
  one.pass({.threads = 1});
  IndexedTree many;
  many.roots = one.roots;
  many.pass({.threads = 8});
  REQUIRE(many.dump() == one.dump());
}
