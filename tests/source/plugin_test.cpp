// What a plugin's folder gives: skills, commands, what their manifest says, and what it may not.
#include <catch2/catch.hpp>
#include <map>

#include "source/plugin.h"
#include "support/temp_folder.h"
#include "support/unprivileged.h"

using namespace skillcat::source;
using skillcat::SourceKind;
using skillcat::test::TempFolder;

namespace {

using Words = std::vector<std::string>;

struct Tree {
  TempFolder folder;
  Root root;
  Rules rules;

  Tree() {
    folder.make_folder("p");
    root.kind = SourceKind::plugin;
    root.label = "m/p";
    root.path = folder.path("p");
    root.plugins.push_back({"p", {}, true});
  }
  void write(const std::string& below, std::string_view bytes = "x") const {
    folder.write("p/" + below, bytes);
  }
  void manifest(const std::string& json) const { write(".claude-plugin/plugin.json", json); }
  Listing list() const { return source_of(SourceKind::plugin).list(root, rules); }
};

/// Refs' paths by file, with the place of a repeated one.
std::map<std::string, std::string> refs(const Listing& listing) {
  std::map<std::string, std::string> out;
  for (const Candidate& c : listing.candidates) {
    out[c.path] = ref_with_place(c.ref_path, c.place);
  }
  return out;
}

Words codes(const Listing& listing) {
  Words all;
  for (const auto& p : listing.problems) all.push_back(p.code);
  return all;
}

const Candidate& at(const Listing& listing, const std::string& path) {
  for (const Candidate& c : listing.candidates) {
    if (c.path == path) return c;
  }
  throw std::runtime_error("no candidate " + path);
}

}  // namespace

TEST_CASE("every SKILL.md of a plugin is a skill, called by its folder below skills/") {
  const Tree tree;
  tree.write("skills/a/SKILL.md");
  tree.write("skills/group/b/SKILL.md");
  tree.write("extra/c/SKILL.md");
  tree.write("SKILL.md");
  CHECK(refs(tree.list()) ==
        std::map<std::string, std::string>{{"skills/a/SKILL.md", "a"},
                                           {"skills/group/b/SKILL.md", "group/b"},
                                           {"extra/c/SKILL.md", "extra/c"},
                                           {"SKILL.md", ""}});
  CHECK(codes(tree.list()).empty());
}

TEST_CASE("a ref that two folders want goes to the first path") {
  const Tree tree;
  tree.write("skills/a/SKILL.md");
  tree.write("a/SKILL.md");
  CHECK(refs(tree.list()) ==
        std::map<std::string, std::string>{{"a/SKILL.md", "a"}, {"skills/a/SKILL.md", "a~2"}});
}

TEST_CASE("commands are skills with slash commands") {
  const Tree tree;
  tree.write("commands/review.md");
  tree.write("commands/git/commit.md");
  tree.write("commands/notes.txt");
  tree.write("agents/helper.md");
  const auto listing = tree.list();
  CHECK(refs(listing) ==
        std::map<std::string, std::string>{{"commands/review.md", "commands/review"},
                                           {"commands/git/commit.md", "commands/git/commit"}});
  CHECK(at(listing, "commands/review.md").kind == CandidateKind::command);
  CHECK(at(listing, "commands/review.md").patterns == Words{"/p:review", "/review"});
  CHECK(at(listing, "commands/git/commit.md").patterns == Words{"/p:git:commit", "/commit"});
}

TEST_CASE("the commands of a Gemini CLI extension are TOML, called by their folders") {
  const Tree tree;
  tree.write("commands/deploy.toml");
  tree.write("commands/git/commit.toml");
  tree.write("commands/deploy.md");
  tree.write("other/x.toml");
  CHECK(tree.list().candidates.size() == 1);  // elsewhere TOML is no command
  tree.write("gemini-extension.json", R"({"name": "p"})");
  const auto listing = tree.list();
  CHECK(refs(listing) ==
        std::map<std::string, std::string>{{"commands/deploy.md", "commands/deploy"},
                                           {"commands/deploy.toml", "commands/deploy~2"},
                                           {"commands/git/commit.toml", "commands/git/commit"}});
  CHECK(at(listing, "commands/deploy.toml").kind == CandidateKind::command);
  CHECK(at(listing, "commands/deploy.toml").patterns == Words{"/deploy", "/p.deploy"});
  CHECK(at(listing, "commands/git/commit.toml").patterns == Words{"/git:commit", "/p.git:commit"});
}

TEST_CASE("a manifest names more commands, as folders and as files") {
  const Tree tree;
  tree.manifest(R"({"name": "p", "commands": ["./more/", "./one/ship.md"]})");
  tree.write("more/a.md");
  tree.write("one/ship.md");
  tree.write("one/other.md");
  tree.write("commands/usual.md");
  const auto listing = tree.list();
  CHECK(listing.candidates.size() == 3);
  CHECK(at(listing, "more/a.md").patterns == Words{"/p:a", "/a"});
  CHECK(at(listing, "one/ship.md").patterns == Words{"/p:ship", "/ship"});
}

TEST_CASE("the events of a plugin's hooks stand at its skills") {
  const Tree tree;
  tree.manifest(R"({"hooks": {"Stop": [{}]}})");
  tree.write("hooks/hooks.json", R"({"hooks": {"PreToolUse": [{}]}})");
  tree.write("skills/a/SKILL.md");
  tree.write("commands/c.md");
  const auto listing = tree.list();
  CHECK(at(listing, "skills/a/SKILL.md").hooks == Words{"PreToolUse", "Stop"});
  CHECK(at(listing, "commands/c.md").hooks == Words{"PreToolUse", "Stop"});
  const auto before = at(listing, "skills/a/SKILL.md").surroundings;
  tree.write("hooks/hooks.json", "{}");
  CHECK(at(tree.list(), "skills/a/SKILL.md").surroundings != before);
}

TEST_CASE("a manifest that is broken in ten ways has a problem, and no skill is lost") {
  struct Case {
    const char* manifest;
    const char* code;
  };
  const Case cases[] = {
      {"", "manifest_invalid"},
      {"{\"name\": \"p\",", "manifest_invalid"},
      {"[\"p\"]", "manifest_invalid"},
      {R"({"name": ["p"]})", "manifest_field_invalid"},
      {R"({"skills": {"a": 1}})", "manifest_field_invalid"},
      {R"({"commands": 7})", "manifest_field_invalid"},
      {R"({"skills": "../outside"})", "path_leaves_plugin"},
      {R"({"commands": ["/etc/passwd", "./commands/../../x.md"]})", "path_leaves_plugin"},
      {R"({"agents": "a/../../b"})", "path_leaves_plugin"},
      {R"({"mcpServers": "./nowhere.json"})", "manifest_path_missing"},
      {R"({"hooks": "./skills/a/SKILL.md"})", "manifest_invalid"},
  };
  for (const Case& broken : cases) {
    INFO(broken.manifest);
    const Tree tree;
    tree.folder.write("outside/SKILL.md", "x");
    tree.folder.write("x.md", "x");
    tree.write("skills/a/SKILL.md");
    tree.write("commands/c.md");
    tree.manifest(broken.manifest);
    const auto listing = tree.list();
    CHECK(listing.candidates.size() == 2);
    REQUIRE_FALSE(listing.problems.empty());
    for (const auto& problem : listing.problems) {
      CHECK(problem.code == broken.code);
      CHECK(problem.path.starts_with(tree.root.path));
    }
  }
}

TEST_CASE(
    "a manifest that is no file, or leads elsewhere, is a problem, and the next one is read") {
  const Tree tree;
  tree.write("skills/a/SKILL.md");
  tree.folder.make_fifo("p/fifo");
  tree.folder.link("../fifo", "p/.claude-plugin/plugin.json");
  tree.folder.write("secret.json", R"({"name": "secret"})");
  tree.folder.link("../../secret.json", "p/.codex-plugin/plugin.json");
  tree.write(".cursor-plugin/plugin.json", R"({"commands": "./more"})");
  tree.write("more/a.md");
  const auto listing = tree.list();
  CHECK(codes(listing) == Words{"manifest_invalid", "manifest_invalid"});
  CHECK(listing.candidates.size() == 2);
}

TEST_CASE("no link leads out of a plugin") {
  const Tree tree;
  tree.folder.write("out/skill/SKILL.md", "x");
  tree.folder.write("out/c.md", "x");
  tree.write("shared/real/SKILL.md");
  tree.folder.link("../../out/skill", "p/skills/linked");
  tree.folder.link("../../out/skill/SKILL.md", "p/odd/SKILL.md");
  tree.folder.link("../../out/c.md", "p/commands/c.md");
  tree.folder.link("../shared/real/SKILL.md", "p/commands/inside.md");
  tree.folder.link("../shared/real", "p/skills/inside");
  const auto listing = tree.list();
  const auto is_broken = [&](const std::string& path) {
    const auto& notes = at(listing, path).notes;
    return notes.size() == 1 && notes[0].code == "not_a_file" && at(listing, path).stamp.ino == 0;
  };
  CHECK(is_broken("odd/SKILL.md"));
  CHECK(is_broken("commands/c.md"));
  CHECK(codes(listing) == Words{"link_not_followed"});
  CHECK(at(listing, "shared/real/SKILL.md").notes.size() == 2);
}

TEST_CASE("a marketplace's entry describes a plugin without a manifest") {
  Tree tree;
  tree.write("skills/a/SKILL.md");
  tree.write("skills/b/SKILL.md");
  tree.write("other/SKILL.md");
  tree.root.plugins[0].entry = R"({"name": "p", "skills": ["./skills/a", "../x", "./gone"]})";
  auto listing = tree.list();
  CHECK(refs(listing) == std::map<std::string, std::string>{{"skills/a/SKILL.md", "a"}});
  CHECK(codes(listing) == Words{"path_leaves_plugin", "manifest_path_missing"});
  CHECK(skill_folders(tree.root) == Words{"skills/a"});

  // With a manifest it only adds, unless it says that it is not strict.
  tree.manifest(R"({"name": "p"})");
  CHECK(tree.list().candidates.size() == 3);
  CHECK(skill_folders(tree.root) == Words{""});
  tree.root.plugins[0].strict = false;
  CHECK(tree.list().candidates.size() == 1);
}

TEST_CASE("plugins that share a folder have their names in refs, and a skill is one plugin's") {
  Tree tree;
  tree.root.label = "m";
  tree.root.plugins = {{"docs", R"({"skills": ["./skills/pdf"]})", false},
                       {"more", R"({"skills": ["./skills/pdf", "./skills/web"]})", false}};
  tree.write("skills/pdf/SKILL.md");
  tree.write("skills/web/SKILL.md");
  tree.write("skills/unlisted/SKILL.md");
  CHECK(refs(tree.list()) ==
        std::map<std::string, std::string>{{"skills/pdf/SKILL.md", "docs/pdf"},
                                           {"skills/web/SKILL.md", "more/web"}});
}

TEST_CASE("folders that are other roots are left to them") {
  Tree tree;
  tree.write("skills/a/SKILL.md");
  tree.write("plugins/q/skills/b/SKILL.md");
  tree.root.skip = {"plugins/q"};
  CHECK(refs(tree.list()).size() == 1);
  tree.root.skip = {""};
  CHECK(tree.list().candidates.empty());
  CHECK(tree.list().state == RootState::ok);
}

TEST_CASE("servers are listed with the file that names them, from files inside alone") {
  const Tree tree;
  tree.manifest(R"({"mcpServers": ["./m.json", "../out.json", {"inner": {"command": "x"}}]})");
  tree.folder.write("out.json", R"({"mcpServers": {"out": {}}})");
  tree.write("m.json", R"({"mcpServers": {"one": {"url": "u"}, "two": {}}})");
  tree.write(".mcp.json", R"({"three": {}})");
  std::map<std::string, std::size_t> found;
  for (const auto& file : servers_of_plugin(tree.root)) found[file.file] = file.servers.size();
  CHECK(found ==
        std::map<std::string, std::size_t>{{tree.root.path + "/.claude-plugin/plugin.json", 1},
                                           {tree.root.path + "/m.json", 2},
                                           {tree.root.path + "/.mcp.json", 1}});
}

TEST_CASE("a path is inside its plugin or refused") {
  CHECK(path_inside("/p", "./a/") == "a");
  CHECK(path_inside("/p", "./") == "");
  CHECK(path_inside("/p", "a/../b") == "b");
  CHECK_FALSE(path_inside("/p", "/p/a"));
  CHECK_FALSE(path_inside("/p", ".."));
  CHECK_FALSE(path_inside("/p", "a/../../p/b"));
}
