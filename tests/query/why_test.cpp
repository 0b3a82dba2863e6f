#include "query/why.h"

#include <catch2/catch.hpp>

#include "support/indexed_tree.h"

namespace skillcat {
namespace {

using test::IndexedTree;
using test::skill_text;

class WhyTree : public IndexedTree {
 public:
  WhyAnswer why(const std::string& name, const std::string& cwd = {}) {
    pass();
    return Catalog::open(catalog()).why(name, cwd);
  }
  /// The reason for the only row of the answer.
  std::string reason(const std::string& name) {
    const auto answer = why(name, tree.path());
    REQUIRE(answer.copies.size() == 1);
    return answer.copies.front().reason;
  }
  source::Root& add_root(const std::string& below, Scope scope, std::int64_t precedence) {
    source::Root added = root(below, below);
    added.scope = scope;
    added.precedence = precedence;
    if (scope == Scope::project) added.project_path = added.path;
    tree.make_folder(below);
    roots.push_back(added);
    return roots.back();
  }
};

}  // namespace

TEST_CASE("A lone copy is active and wins over nothing") {
  WhyTree tree;
  tree.write_skill("one");
  const auto answer = tree.why("one");
  REQUIRE(answer.copies.size() == 1);
  const WhyCopy& copy = answer.copies[0];
  CHECK(copy.ref == "local:here/one");
  CHECK(copy.state == State::active);
  CHECK(copy.reason == "active; the only one of its name that is served");
  CHECK(copy.wins_over.empty());
  CHECK(copy.file_path == tree.tree.path("root/one/SKILL.md"));
}

TEST_CASE("All copies of a name are told, the winner first, with the rule that decided") {
  WhyTree tree;
  tree.add_root("app", Scope::project, 4'000'000);
  tree.add_root("later", Scope::user, 5);
  for (const char* place : {"root/b", "root/a", "app/x", "later/x"}) {
    tree.tree.write(std::string(place) + "/SKILL.md", skill_text("one"));
  }
  const auto answer = tree.why("one");
  REQUIRE(answer.copies.size() == 4);
  CHECK(answer.copies[0].ref == "local:here/a");
  CHECK(answer.copies[0].wins_over ==
        std::vector<std::string>{"local:here/b", "local:later/x", "local:app/x"});
  CHECK(answer.copies[0].reason ==
        "active; wins its name over 3: both are in one root, and its ref is the first");
  CHECK(answer.copies[2].reason ==
        "active; its name means local:here/a: its root here comes first");
  CHECK(answer.copies[3].reason ==
        "active; its name means local:here/a: user roots come before other projects");
  CHECK(answer.copies[3].wins_over.empty());
}

TEST_CASE("In a project its own root comes first, the nearest before its parents") {
  WhyTree tree;
  tree.add_root("app", Scope::project, 4'000'000);
  tree.add_root("sub", Scope::project, 4'000'001).project_path = tree.tree.path("app/sub");
  for (const char* place : {"root/x", "app/x", "sub/x"}) {
    tree.tree.write(std::string(place) + "/SKILL.md", skill_text("one"));
  }
  auto answer = tree.why("local:here/x", tree.tree.path("app/docs"));
  CHECK(answer.copies[0].reason ==
        "active; its name means local:app/x: the working folder's project root comes first");
  answer = tree.why("one", tree.tree.path("app/sub"));
  CHECK(answer.copies[0].ref == "local:sub/x");
  CHECK(answer.copies[0].reason.ends_with("the nearer project root comes first"));
}

TEST_CASE("A rejected copy gives its problem and neither wins nor loses") {
  WhyTree tree;
  tree.write("one/SKILL.md", "");
  tree.write("other/SKILL.md", skill_text("one"));
  const auto answer = tree.why("one");
  REQUIRE(answer.copies.size() == 2);
  CHECK(answer.copies[0].wins_over.empty());
  CHECK(answer.copies[0].reason == "active; the only one of its name that is served");
  CHECK(answer.copies[1].state == State::rejected);
  CHECK(answer.copies[1].reason.starts_with("rejected: "));
  CHECK(answer.copies[1].problems.front().code == "empty");
}

TEST_CASE("A stale copy says what is wrong with its newest version") {
  WhyTree tree;
  tree.write_skill("one");
  tree.pass();
  tree.write("one/SKILL.md", "lost");
  CHECK(tree.why("one").copies[0].reason.starts_with(
      "stale, its last good version is served: the last version had frontmatter"));
}

TEST_CASE("Skills whose folder alone has the name come last") {
  WhyTree tree;
  tree.write("deploy/SKILL.md", skill_text("Deploy Helper"));
  tree.write("other/SKILL.md", skill_text("deploy"));
  const auto answer = tree.why("deploy");
  REQUIRE(answer.copies.size() == 2);
  CHECK(answer.copies[0].ref == "local:here/other");
  CHECK(answer.copies[1].name == "Deploy Helper");
}

TEST_CASE("A name that nothing has is an empty answer") {
  WhyTree tree;
  CHECK(tree.why("nothing", tree.tree.path()).copies.empty());
  CHECK(tree.why("local:here/nothing", tree.tree.path()).copies.empty());
}

TEST_CASE("A path means the copies in it, however it is written") {
  WhyTree tree;
  tree.write_skill("one");
  tree.write_skill("group/two");
  tree.write_skill("group/three");
  const auto refs = [&](const std::string& path) {
    std::string text;
    for (const auto& copy : tree.why(path, tree.tree.path("root")).copies) text += copy.ref + " ";
    return text;
  };
  CHECK(refs(tree.tree.path("root/one/SKILL.md")) == "local:here/one ");
  CHECK(refs("./one") == "local:here/one ");
  CHECK(refs("one/SKILL.md") == "local:here/one ");
  CHECK(refs("group/") == "local:here/group/three local:here/group/two ");
  CHECK(refs("../root/group/two/../three") == "local:here/group/three ");
}

TEST_CASE("A second path means the copy that is kept") {
  WhyTree tree;
  tree.write_skill("one");
  tree.tree.link("one", "root/same");
  CHECK(tree.why(tree.tree.path("root/same")).copies.front().ref == "local:here/one");
  CHECK(tree.why(tree.tree.path("root/same/SKILL.md")).copies.front().ref == "local:here/one");
}

TEST_CASE("A root that is reached through a link is known by both paths") {
  WhyTree tree;
  tree.tree.write("real/one/SKILL.md", skill_text("one"));
  tree.tree.link("real", "linked");
  tree.roots.push_back(tree.root("linked", "linked"));
  CHECK(tree.why(tree.tree.path("real/one")).copies.front().ref == "local:linked/one");
}

TEST_CASE("A path that does not exist or lies below no root says so") {
  WhyTree tree;
  CHECK(tree.reason("root/gone/SKILL.md") == "there is no such file or folder");
  tree.tree.link("nowhere", "dangling");
  CHECK(tree.reason("./dangling") == "it is a link that leads nowhere");
  tree.tree.write("elsewhere/SKILL.md", skill_text("x"));
  CHECK_THAT(tree.reason("elsewhere/SKILL.md"), Catch::StartsWith("it is not below any root"));
}

TEST_CASE("Folders that are never entered are named, and so are the configuration's excludes") {
  WhyTree tree;
  tree.rules.exclude = {"drafts", "vendor/*"};
  for (const char* place : {"node_modules/a", ".git/a", "drafts/a", "vendor/x/a"}) {
    tree.write_skill(place);
  }
  CHECK_THAT(tree.reason("root/node_modules/a/SKILL.md"), Catch::Contains("node_modules"));
  CHECK_THAT(tree.reason("root/.git/a/SKILL.md"), Catch::Contains(".git"));
  CHECK(tree.reason("root/drafts/a") ==
        "the configuration excludes 'drafts', which matches drafts");
  CHECK(tree.reason("root/vendor/x/a/SKILL.md") ==
        "the configuration excludes 'vendor/*', which matches vendor/x");
}

TEST_CASE("A file that is not called SKILL.md names the skill it belongs to") {
  WhyTree tree;
  tree.write_skill("one");
  tree.write("one/README.md", "x");
  tree.write("notes/README.md", "x");
  CHECK(tree.reason("root/one/README.md") ==
        "it is not called SKILL.md; it is a file of the skill local:here/one");
  CHECK(tree.reason("root/notes/README.md") == "it is not called SKILL.md");
  CHECK_THAT(tree.reason("root/notes"), Catch::Contains("holds no SKILL.md"));
}

TEST_CASE("A file behind a link that was followed belongs to the skill there") {
  WhyTree tree;
  tree.tree.write("elsewhere/one/SKILL.md", skill_text("one"));
  tree.tree.write("elsewhere/one/notes.md", "x");
  tree.tree.link("../elsewhere/one", "root/one");
  CHECK(tree.reason("root/one/notes.md") ==
        "it is not called SKILL.md; it is a file of the skill local:here/one");
}

TEST_CASE("What the last pass could not see yet asks for a sync") {
  WhyTree tree;
  tree.pass();
  tree.write_skill("new");
  const auto answer = Catalog::open(tree.catalog()).why(tree.tree.path("root/new/SKILL.md"));
  CHECK_THAT(answer.copies.at(0).reason, Catch::Contains("skillcat sync"));
  CHECK(answer.copies.at(0).root == "here");
  CHECK(answer.copies.at(0).ref.empty());
  CHECK_FALSE(answer.copies.at(0).state);
}

TEST_CASE("What a pass noted about a folder or a link is the reason for all below it") {
  WhyTree tree;
  std::string deep;
  for (int i = 0; i < 34; ++i) deep += "d/";
  tree.write_skill(deep + "one");
  CHECK_THAT(tree.reason("root/" + deep + "one/SKILL.md"), Catch::Contains("deeper than 32"));
  tree.tree.write("outside/x.txt", "x");
  tree.write_skill("one");
  tree.tree.link("../../outside", "root/one/out");
  const auto answer = tree.why("root/one/out", tree.tree.path());
  REQUIRE(answer.copies.size() == 1);
  CHECK(answer.copies[0].problems.front().code == "link_not_followed");
}

TEST_CASE("A folder of skills also tells what below it was kept out") {
  WhyTree tree;
  tree.write_skill("one");
  tree.tree.make_folder("outside");
  tree.tree.link("../../outside", "root/one/out");
  const auto answer = tree.why(tree.tree.path("root"));
  REQUIRE(answer.copies.size() == 2);
  CHECK(answer.copies[0].ref == "local:here/one");
  CHECK(answer.copies[1].ref.empty());
  CHECK(answer.copies[1].file_path == tree.tree.path("root/one/out"));
}

}  // namespace skillcat
