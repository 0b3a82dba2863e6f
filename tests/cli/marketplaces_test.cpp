// Marketplaces and plugins that a person adds, over passes; and skills in several places.
#include <catch2/catch.hpp>

#include <skillcat/error.h>

#include "support/machine.h"

using namespace skillcat;
using namespace skillcat::cli;
using skillcat::test::Machine;
using skillcat::test::skill;
using skillcat::test::TempFolder;

namespace {

using Words = std::vector<std::string>;
using States = std::map<std::string, std::string>;

}  // namespace
TEST_CASE("a marketplace stands for its plugins, and what none of them has is local") {
  Machine machine;
  const TempFolder& files = machine.files;
  files.write("market/.claude-plugin/marketplace.json", R"({"name": "shop", "plugins": [
      {"name": "a", "source": "./plugins/a"}, {"name": "b", "source": "./plugins/b"},
      {"name": "c", "source": {"source": "github", "repo": "x/y"}},
      {"name": "d", "source": "./plugins/nowhere"}, {"name": "e", "source": "../outside"},
      {"name": "f", "source": "./plugins/link"}]})");
  files.write("far/z/SKILL.md", skill("z"));
  files.link(files.path("far"), "market/plugins/link");
  files.write("market/plugins/a/skills/x/SKILL.md", skill("x"));
  files.write("market/plugins/b/.codex-plugin/plugin.json", R"({"name": "other"})");
  files.write("market/plugins/b/commands/go.md", "Go to $1.");
  files.write("market/tools/y/SKILL.md", skill("y"));
  files.write("outside/SKILL.md", skill("outside"));
  Locations locations;
  locations.home = locations.cwd = files.path("home");
  CHECK(add_roots({files.path("market")}, locations, machine.config, machine.managed));
  machine.pass();
  CHECK(machine.states() == States{{"local:shop-rest/tools/y", "active"},
                                   {"plugin:shop/a/x", "active"},
                                   {"plugin:shop/b/commands/go", "active"}});
  CHECK(machine.codes() == Words{"manifest_path_missing", "path_leaves_plugin",
                                 "path_leaves_plugin", "plugin_elsewhere", "link_not_followed"});
  const auto command = machine.get("b:go");
  CHECK(command.name == "go");
  CHECK(command.patterns == Words{"/b:go", "/go"});
  Message message;
  message.text = "/b:go home";
  REQUIRE_FALSE(machine.catalog().match(message).hits.empty());
  CHECK(machine.catalog().match(message).hits[0].ref == "plugin:shop/b/commands/go");

  // Broken: everything stays as it was. Mended: everything is as it was.
  const auto read = files.path("market/.claude-plugin/marketplace.json");
  files.rename("market/.claude-plugin/marketplace.json", "good.json");
  files.write("market/.claude-plugin/marketplace.json", R"({"name": "shop", "plugins": 1})");
  CHECK_FALSE(machine.pass().complete);
  CHECK(machine.states() == States{{"local:shop-rest/tools/y", "stale"},
                                   {"plugin:shop/a/x", "stale"},
                                   {"plugin:shop/b/commands/go", "stale"}});
  files.rename("good.json", "market/.claude-plugin/marketplace.json");
  CHECK(machine.pass().complete);
  CHECK(machine.states() == States{{"local:shop-rest/tools/y", "active"},
                                   {"plugin:shop/a/x", "active"},
                                   {"plugin:shop/b/commands/go", "active"}});
  // The whole place gone: stale too. Removed by the person: gone.
  files.rename("market", "unmounted");
  machine.pass();
  CHECK(machine.states().at("plugin:shop/a/x") == "stale");
  CHECK(machine.states().size() == 3);
  files.rename("unmounted", "market");
  machine.pass();
  CHECK(machine.states().at("plugin:shop/a/x") == "active");
  machine.managed.roots.clear();
  machine.pass();
  CHECK(machine.states().empty());
}

TEST_CASE("a marketplace that is broken from the start is a folder of skills") {
  Machine machine;
  machine.files.write("market/.claude-plugin/marketplace.json", "{");
  machine.files.write("market/plugins/a/skills/x/SKILL.md", skill("x"));
  machine.managed.roots = {{machine.files.path("market"), "shop", Scope::user}};
  machine.pass();
  CHECK(machine.states() == States{{"local:shop-rest/plugins/a/skills/x", "active"}});
  CHECK(machine.codes() == Words{"manifest_invalid"});
}

TEST_CASE("plugins that share a folder are one root and keep their names") {
  Machine machine;
  machine.files.write("repo/.claude-plugin/marketplace.json", R"({"name": "skills", "plugins": [
      {"name": "docs", "source": "./", "strict": false, "skills": ["./skills/pdf"]},
      {"name": "web", "source": "./", "strict": false, "skills": ["./skills/html"]},
      {"name": "web", "source": "./", "strict": false, "skills": []}]})");
  for (const char* name : {"pdf", "html", "none"}) {
    machine.files.write("repo/skills/" + std::string(name) + "/SKILL.md", skill(name));
  }
  machine.managed.roots = {{machine.files.path("repo"), "skills", Scope::user}};
  machine.pass();
  CHECK(machine.states() == States{{"local:skills-rest/skills/none", "active"},
                                   {"plugin:skills/docs/pdf", "active"},
                                   {"plugin:skills/web/html", "active"}});
  CHECK(machine.codes() == Words{"manifest_field_invalid"});
  CHECK(machine.get("docs:pdf").ref == "plugin:skills/docs/pdf");
  CHECK_FALSE(machine.catalog().find("docs:html"));
}

TEST_CASE("a folder that plugins share is called as its marketplace, a second one is told apart") {
  Machine machine;
  machine.files.write("repo/.claude-plugin/marketplace.json", R"({"name": "mk", "plugins": [
      {"name": "docs", "source": "./one"}, {"name": "web", "source": "./one"},
      {"name": "draw", "source": "./two"}, {"name": "plan", "source": "./two"}]})");
  machine.files.write("repo/one/pdf/SKILL.md", skill("pdf"));
  machine.files.write("repo/two/pen/SKILL.md", skill("pen"));
  machine.managed.roots = {{machine.files.path("repo"), "mk", Scope::user}};
  machine.pass();
  CHECK(machine.get("pdf").ref == "plugin:mk/docs/pdf");
  CHECK(machine.get("pen").root.starts_with("mk-"));
  // The label of another folder stays its own.
  machine.managed.roots.front().label = "market";
  machine.managed.roots.push_back({machine.files.path("other"), "mk", Scope::user});
  machine.files.write("other/x/SKILL.md", skill("x"));
  machine.pass();
  CHECK(machine.get("pdf").root == "market");
  CHECK(machine.get("x").root == "mk");
}

TEST_CASE("two plugins of one name stand beside each other") {
  Machine machine;
  for (const char* market : {"one", "two"}) {
    const std::string at(market);
    machine.files.write(
        at + "/.claude-plugin/marketplace.json",
        R"({"name": ")" + at + R"(", "plugins": [{"name": "p", "source": "./p"}]})");
    machine.files.write(at + "/p/skills/same/SKILL.md", skill("same"));
    machine.files.write(at + "/p/skills/job/SKILL.md", skill("job", at));
    machine.managed.roots.push_back({machine.files.path(at), at, Scope::user});
  }
  // And outside of any marketplace.
  machine.files.write("a/p/.claude-plugin/plugin.json", R"({"name": "p"})");
  machine.files.write("b/p/gemini-extension.json", R"({"name": "p"})");
  for (const char* folder : {"a", "b"}) {
    machine.files.write(std::string(folder) + "/p/skills/job/SKILL.md", skill("job", folder));
    machine.config.roots.push_back({machine.files.path(folder) + "/p", "", Scope::user});
  }
  machine.pass();
  const auto states = machine.states();
  CHECK(states.size() == 6);
  CHECK(states.contains("plugin:one/p/job"));
  CHECK(states.contains("plugin:two/p/job"));
  CHECK(states.contains("plugin:p/job"));

  // By name, by plugin, by marketplace; who wins, and why.
  auto catalog = machine.catalog();
  CHECK(catalog.get("job").skill.ref == "plugin:p/job");
  CHECK(catalog.get("p:job").copies.size() == 4);
  CHECK(catalog.get("two/p:job").skill.ref == "plugin:two/p/job");
  const auto why = catalog.why("same");
  REQUIRE(why.copies.size() == 2);
  CHECK(why.copies[0].wins_over == Words{"plugin:two/p/same"});
  CHECK(why.copies[0].reason == "active; wins its name over 1: its root one/p comes first");

  // Equal copies are one hit that lists the others.
  Query query;
  query.text = "same";
  const auto found = catalog.search(query);
  REQUIRE_FALSE(found.hits.empty());
  CHECK(found.hits[0].ref == "plugin:one/p/same");
  CHECK(found.hits[0].copies == Words{"plugin:two/p/same"});
}

TEST_CASE("a skill that is linked into four agents is one skill with four places") {
  Machine machine;
  machine.files.write("shared/pdf/SKILL.md", skill("pdf"));
  for (const char* agent : {".claude", ".codex", ".cursor", ".gemini"}) {
    machine.files.link(machine.files.path("shared/pdf"),
                       "home/" + std::string(agent) + "/skills/pdf");
  }
  machine.pass();
  const auto answer = machine.catalog().get("pdf");
  std::map<std::string, Words> places;
  for (const Place& place : answer.places) places[place.ref] = place.agents;
  CHECK(places == std::map<std::string, Words>{
                      {"local:user-claude/pdf", {"claude", "copilot", "cursor", "opencode"}},
                      {"local:user-codex/pdf", {"codex", "cursor"}},
                      {"local:user-cursor/pdf", {"cursor"}},
                      {"local:user-gemini/pdf", {"gemini"}}});
  CHECK(answer.places[0].ref == answer.skill.ref);
  Query query;
  query.text = "pdf";
  CHECK(machine.catalog().search(query).hits.size() == 1);
}

TEST_CASE("what is installed cannot be removed one by one, a marketplace's plugin can") {
  Machine machine;
  machine.cache("p", "1", "p");
  machine.install({{"p", "1"}});
  machine.files.write("market/.claude-plugin/marketplace.json",
                      R"({"plugins": [{"name": "a", "source": "./a"}]})");
  machine.files.write("market/a/SKILL.md", skill("a"));
  machine.managed.roots = {{machine.files.path("market"), "shop", Scope::user}};
  const auto root = [&](const std::string& label) {
    const auto plan = machine.plan();
    const auto found = std::ranges::find(plan.roots, label, &source::Root::label);
    REQUIRE(found != plan.roots.end());
    return *found;
  };
  CHECK_THROWS_AS(remove_root(root("m/p"), machine.config, machine.managed), Error);
  remove_root(root("shop/a"), machine.config, machine.managed);
  machine.pass();
  CHECK(machine.states() == States{{"plugin:m/p/job", "active"}});
  remove_root(root("claude-plugins"), machine.config, machine.managed);
  machine.pass();
  CHECK(machine.states().empty());
}
