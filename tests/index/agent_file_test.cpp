// agents/openai.yaml beside a skill file: it is read with the skill, and only when one of them has
// changed.
#include <catch2/catch.hpp>

#include "support/indexed_tree.h"

using skillcat::index::Changes;
using skillcat::index::EntryKind;
using skillcat::test::IndexedTree;

namespace {

constexpr const char* kFile = "a/agents/openai.yaml";

std::string display_name(IndexedTree& tree) {
  return tree.query(
      "SELECT json_extract(metadata, '$.openai.interface.display_name') FROM v1_skill"
      " WHERE ref = 'local:here/a'");
}

std::string named(const std::string& name) {
  return "interface:\n  display_name: " + name + "\n";
}

}  // namespace

TEST_CASE("an agents/openai.yaml is read into its skill, and an unchanged tree reads no file") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.write_skill("b");
  tree.write(kFile, named("First") + "dependencies:\n  tools:\n    - value: pen\n");
  const auto first = tree.pass();
  REQUIRE(first.files_read == 3);
  REQUIRE(display_name(tree) == "First");
  REQUIRE(tree.query("SELECT name FROM v1_capability WHERE kind = 'tool'") == "pen");
  const auto second = tree.pass();
  REQUIRE(second.files_read == 0);
  REQUIRE(second.revision == first.revision);
}

TEST_CASE("a change of agents/openai.yaml changes its skill, also under the same size") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.write_skill("b");
  tree.write(kFile, named("First"));
  tree.pass();
  tree.write(kFile, named("Other"));
  const auto edited = tree.pass();
  REQUIRE(edited.files_read == 2);
  REQUIRE(display_name(tree) == "Other");
  REQUIRE(tree.change_of("local:here/a") == "changed");
  tree.tree.remove(std::string("root/") + kFile);
  tree.pass();
  REQUIRE(display_name(tree).empty());
}

TEST_CASE("a pass over what has changed takes a change of agents/openai.yaml, by the skill alone") {
  IndexedTree tree;
  tree.write_skill("a");
  for (int i = 0; i < 5; ++i) tree.write_skill("s" + std::to_string(i));
  tree.write(kFile, named("First"));
  tree.pass();
  tree.write(kFile, named("Other"));
  Changes changes;
  changes[tree.roots[0].path].add({"a/agents", "openai.yaml", EntryKind::file});
  const auto report = tree.indexer().run_changed(changes, {.threads = 1});
  REQUIRE(report.folders_listed == 2);
  REQUIRE(report.files_read == 2);
  REQUIRE(display_name(tree) == "Other");
  const std::string restricted = tree.dump();
  tree.pass();
  REQUIRE(restricted == tree.dump());
}

TEST_CASE("an agents/openai.yaml that may change again under an equal stamp is read once more") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.pass();
  tree.clock.set_ahead_seconds(0);
  tree.write(kFile, named("First"));
  REQUIRE(tree.pass().files_read >= 2);
  tree.clock.set_ahead_seconds(3600);
  const auto again = tree.pass();
  REQUIRE(again.files_read == 2);
  REQUIRE(tree.pass().files_read == 0);
}

TEST_CASE("a pass by digest reads agents/openai.yaml too") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.write(kFile, named("First"));
  tree.pass();
  REQUIRE(tree.pass({.by_digest = true}).files_read == 2);
}

TEST_CASE("a broken agents/openai.yaml is a problem of its skill, which is served") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.write(kFile, "a: b: c");
  tree.pass();
  REQUIRE(tree.state_of("local:here/a") == "active");
  REQUIRE(tree.codes_of("local:here/a") == "agent_file_invalid");
  REQUIRE(tree.query("SELECT path FROM v1_problem WHERE code = 'agent_file_invalid'") ==
          tree.tree.path(std::string("root/") + kFile));
  tree.write(kFile, named("Mended"));
  tree.pass();
  REQUIRE(tree.codes_of("local:here/a").empty());
}

TEST_CASE("an agents/openai.yaml that is a link out of the skill's folder is not read") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.tree.write("secret.yaml", named("Secret"));
  tree.tree.make_folder("root/a/agents");
  tree.tree.link(tree.tree.path("secret.yaml"), std::string("root/") + kFile);
  tree.pass();
  REQUIRE(display_name(tree).empty());
  REQUIRE(tree.codes_of("local:here/a") == "agent_file_invalid");
}
