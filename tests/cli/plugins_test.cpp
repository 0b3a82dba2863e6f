// Plugins over passes: what a home with installed plugins and added marketplaces gives, and what
// becomes of it when they are upgraded, disabled, removed or broken.
#include <catch2/catch.hpp>
#include <map>
#include <optional>

#include <skillcat/catalog.h>
#include <skillcat/error.h>

#include "cli/plugin_roots.h"
#include "cli/roots.h"
#include "index/pass.h"
#include "support/fake_clock.h"
#include "support/temp_folder.h"

using namespace skillcat;
using namespace skillcat::cli;
using skillcat::test::FakeClock;
using skillcat::test::TempFolder;

namespace {

using Words = std::vector<std::string>;

std::string skill(const std::string& name, const std::string& body = "Do it.") {
  return "---\nname: " + name + "\ndescription: Does it.\n---\n" + body + "\n";
}

/// A home folder, its configuration, a catalog, and passes over what is planned.
class Machine {
 public:
  Machine() { config.bundled = false; }

  RootPlan plan() const {
    return plan_roots({files.path("home"), files.path("home")}, config, managed);
  }

  index::PassReport pass() {
    if (!indexer_)
      indexer_.emplace(files.path("data/catalog.db"), "test", std::chrono::milliseconds(0), clock_);
    return indexer_->run(plan().roots, {}, {.threads = 2});
  }
  Catalog catalog() const { return Catalog::open(files.path("data/catalog.db")); }

  /// States by ref.
  std::map<std::string, std::string> states() const {
    std::map<std::string, std::string> out;
    for (const Skill& s : catalog().list({}).skills) out[s.ref] = to_text(s.state);
    return out;
  }
  Words codes() const {
    Words out;
    for (const auto& p : catalog().problems().problems) {
      if (p.ref.empty()) out.push_back(p.code);
    }
    return out;
  }
  Skill get(const std::string& name) const { return catalog().get(name).skill; }

  // Installed plugins of Claude Code.
  std::string version_folder(const std::string& plugin, const std::string& version) const {
    return files.path("home/.claude/plugins/cache/m/" + plugin + "/" + version);
  }
  void cache(const std::string& plugin, const std::string& version, const std::string& body) const {
    const std::string at = "home/.claude/plugins/cache/m/" + plugin + "/" + version;
    files.write(at + "/.claude-plugin/plugin.json", R"({"name": ")" + plugin + R"("})");
    files.write(at + "/skills/work/SKILL.md", skill("work", body));
  }
  void install(const std::map<std::string, std::string>& versions) const {
    std::string rows;
    for (const auto& [plugin, version] : versions) {
      rows += (rows.empty() ? "" : ",") +
              ("\"" + plugin + "@m\": [{\"scope\": \"user\", \"version\": \"" + version +
               "\", \"installPath\": \"" + version_folder(plugin, version) + "\"}]");
    }
    files.write("home/.claude/plugins/installed_plugins.json",
                R"({"version": 2, "plugins": {)" + rows + "}}");
  }

  TempFolder files;
  Config config;
  Managed managed;

 private:
  FakeClock clock_;
  std::optional<index::Indexer> indexer_;
};

using States = std::map<std::string, std::string>;

}  // namespace

TEST_CASE("of three cached versions the installed one is active, and why knows the others") {
  Machine machine;
  for (const char* version : {"1.0.0", "1.1.0", "2.0.0"}) machine.cache("p", version, version);
  machine.install({{"p", "1.1.0"}});
  CHECK(machine.pass().complete);
  CHECK(machine.states() == States{{"plugin:m/p/work", "active"}});
  CHECK(machine.get("p:work").instructions == "1.1.0\n");
  CHECK(machine.get("p:work").agents == Words{"claude"});
  CHECK(machine.codes() == Words{"inactive_version", "inactive_version"});
  const auto why =
      machine.catalog().why(machine.version_folder("p", "2.0.0") + "/skills/work/SKILL.md");
  REQUIRE(why.copies.size() == 1);
  CHECK(why.copies[0].problems[0].code == "inactive_version");
  CHECK(why.copies[0].reason == "version 2.0.0 of p@m is not in use: installed is 1.1.0");
}

TEST_CASE("an upgrade changes a plugin's skills, and their refs and history stay") {
  Machine machine;
  machine.cache("p", "1.0.0", "old");
  machine.cache("p", "2.0.0", "new");
  machine.files.write("home/.claude/plugins/cache/m/p/1.0.0/skills/gone/SKILL.md", skill("gone"));
  machine.install({{"p", "1.0.0"}});
  machine.pass();
  const auto id = machine.get("work").skill_id;
  const auto revision = machine.catalog().freshness().revision;
  machine.install({{"p", "2.0.0"}});
  machine.pass();
  CHECK(machine.get("work").skill_id == id);
  CHECK(machine.get("work").instructions == "new\n");
  CHECK(machine.get("work").file_path ==
        machine.version_folder("p", "2.0.0") + "/skills/work/SKILL.md");
  std::map<std::string, ChangeKind> changes;
  for (const auto& c : machine.catalog().changes_since(revision).changes) changes[c.ref] = c.change;
  CHECK(changes == std::map<std::string, ChangeKind>{{"plugin:m/p/work", ChangeKind::changed},
                                                     {"plugin:m/p/gone", ChangeKind::removed}});
  // Back again, with equal content: the path alone tells.
  machine.cache("p", "3.0.0", "new");
  machine.install({{"p", "3.0.0"}});
  machine.pass();
  CHECK(machine.get("work").directory == machine.version_folder("p", "3.0.0") + "/skills/work");
}

TEST_CASE("a plugin that is disabled or removed is gone at the next pass") {
  Machine machine;
  machine.cache("p", "1", "p");
  machine.cache("q", "1", "q");
  machine.install({{"p", "1"}, {"q", "1"}});
  machine.pass();
  CHECK(machine.states().size() == 2);
  machine.files.write("home/.claude/settings.json", R"({"enabledPlugins": {"p@m": false}})");
  machine.pass();
  CHECK(machine.states() == States{{"plugin:m/q/work", "active"}});
  const auto why =
      machine.catalog().why(machine.version_folder("p", "1") + "/skills/work/SKILL.md");
  CHECK(why.copies.at(0).problems.at(0).code == "plugin_disabled");
  machine.files.write("home/.claude/settings.json", R"({"enabledPlugins": {"p@m": true}})");
  machine.install({{"p", "1"}});
  machine.pass();
  CHECK(machine.states() == States{{"plugin:m/p/work", "active"}});
  CHECK(machine.codes() == Words{"inactive_version"});
}

TEST_CASE("a list of installed plugins that cannot be read takes none away") {
  Machine machine;
  machine.cache("p", "1", "p");
  machine.install({{"p", "1"}});
  machine.pass();
  const auto before = machine.get("work");
  machine.files.write("home/.claude/plugins/installed_plugins.json", R"({"plugins": )");
  const auto report = machine.pass();
  CHECK_FALSE(report.complete);
  CHECK(machine.states() == States{{"plugin:m/p/work", "stale"}});
  machine.install({{"p", "1"}});
  CHECK(machine.pass().complete);
  CHECK(machine.states() == States{{"plugin:m/p/work", "active"}});
  CHECK(machine.get("work").skill_id == before.skill_id);
  // And a home that is not mounted.
  machine.files.rename("home/.claude", "elsewhere");
  machine.pass();
  CHECK(machine.states() == States{{"plugin:m/p/work", "stale"}});
  machine.files.rename("elsewhere", "home/.claude");
  machine.pass();
  CHECK(machine.states() == States{{"plugin:m/p/work", "active"}});
}

TEST_CASE("a plugin for a project is the project's, and its settings decide first") {
  Machine machine;
  machine.cache("p", "1", "user");
  machine.cache("p", "2", "project");
  machine.files.make_folder("app/.claude");
  const auto row = [&](const char* version, const std::string& project) {
    return R"({"version": ")" + std::string(version) + R"(", "installPath": ")" +
           machine.version_folder("p", version) + "\"" +
           (project.empty() ? "" : R"(, "projectPath": ")" + project + "\"") + "}";
  };
  machine.files.write("home/.claude/plugins/installed_plugins.json",
                      R"({"plugins": {"p@m": [)" + row("2", machine.files.path("app")) + "," +
                          row("1", "") + "]}}");
  machine.pass();
  CHECK(machine.states().size() == 2);
  CHECK(machine.get("work").instructions == "user\n");
  auto catalog = machine.catalog();
  const auto inside = catalog.get("p:work", machine.files.path("app/src"));
  CHECK(inside.skill.instructions == "project\n");
  CHECK(inside.skill.scope == Scope::project);
  CHECK(inside.skill.ref.starts_with("plugin:m/p-"));
  CHECK(catalog.why("work", machine.files.path("app"))
            .copies.at(0)
            .reason.find("the working folder's project root comes first") != std::string::npos);

  machine.files.write("home/.claude/settings.json", R"({"enabledPlugins": {"p@m": false}})");
  machine.files.write("app/.claude/settings.json", R"({"enabledPlugins": {"p@m": true}})");
  machine.pass();
  CHECK(machine.states().size() == 1);
  CHECK(machine.get("work").instructions == "project\n");
  machine.files.write("app/.claude/settings.local.json", R"({"enabledPlugins": {"p@m": false}})");
  machine.pass();
  CHECK(machine.states().empty());
  machine.files.remove("app");
  machine.pass();
  CHECK(machine.codes() == Words{"plugin_disabled", "plugin_disabled"});
}

TEST_CASE("an installed plugin that is not there is told, one under another home is found") {
  Machine machine;
  machine.cache("p", "1", "p");
  machine.files.write("home/.claude/plugins/installed_plugins.json", R"({"plugins": {
      "gone@m": {"installPath": "/nowhere/gone", "version": "1"},
      "p@m": {"installPath": "/home/other/.claude/plugins/cache/m/p/1", "version": "1"}}})");
  CHECK(machine.pass().complete);
  CHECK(machine.states() == States{{"plugin:m/p/work", "active"}});
  CHECK(machine.codes() == Words{"plugin_missing"});
}

TEST_CASE("an installed plugin without a manifest is described by its marketplace") {
  Machine machine;
  const std::string folder = "home/.claude/plugins/cache/m/docs/1";
  machine.files.write(folder + "/skills/pdf/SKILL.md", skill("pdf"));
  machine.files.write(folder + "/skills/web/SKILL.md", skill("web"));
  machine.files.write("clone/.claude-plugin/marketplace.json", R"({"name": "m", "plugins": [
      {"name": "docs", "source": "./", "strict": false, "skills": ["./skills/pdf"]}]})");
  machine.files.write("home/.claude/plugins/known_marketplaces.json",
                      R"({"m": {"installLocation": ")" + machine.files.path("clone") + "\"}}");
  machine.install({{"docs", "1"}});
  machine.pass();
  CHECK(machine.states() == States{{"plugin:m/docs/pdf", "active"}});
  const auto watched = machine.plan().watch_files;
  for (const char* file : {"home/.claude/plugins/installed_plugins.json",
                           "home/.claude/settings.json", "clone/.claude-plugin/marketplace.json"}) {
    CHECK(std::ranges::find(watched, machine.files.path(file)) != watched.end());
  }
}

TEST_CASE("a marketplace stands for its plugins, and what none of them has is local") {
  Machine machine;
  const TempFolder& files = machine.files;
  files.write("market/.claude-plugin/marketplace.json", R"({"name": "shop", "plugins": [
      {"name": "a", "source": "./plugins/a"}, {"name": "b", "source": "./plugins/b"},
      {"name": "c", "source": {"source": "github", "repo": "x/y"}},
      {"name": "d", "source": "./plugins/nowhere"}, {"name": "e", "source": "../outside"}]})");
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
  CHECK(machine.codes() ==
        Words{"manifest_path_missing", "path_leaves_plugin", "plugin_elsewhere"});
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

TEST_CASE("two plugins of one name stand beside each other") {
  Machine machine;
  for (const char* market : {"one", "two"}) {
    const std::string at(market);
    machine.files.write(
        at + "/.claude-plugin/marketplace.json",
        R"({"name": ")" + at + R"(", "plugins": [{"name": "p", "source": "./p"}]})");
    machine.files.write(at + "/p/skills/same/SKILL.md", skill("same"));
    machine.files.write(at + "/p/skills/work/SKILL.md", skill("work", at));
    machine.managed.roots.push_back({machine.files.path(at), at, Scope::user});
  }
  // And outside of any marketplace.
  machine.files.write("a/p/.claude-plugin/plugin.json", R"({"name": "p"})");
  machine.files.write("b/p/gemini-extension.json", R"({"name": "p"})");
  for (const char* folder : {"a", "b"}) {
    machine.files.write(std::string(folder) + "/p/skills/work/SKILL.md", skill("work", folder));
    machine.config.roots.push_back({machine.files.path(folder) + "/p", "", Scope::user});
  }
  machine.pass();
  const auto states = machine.states();
  CHECK(states.size() == 6);
  CHECK(states.contains("plugin:one/p/work"));
  CHECK(states.contains("plugin:two/p/work"));
  CHECK(states.contains("plugin:p/work"));

  // By name, by plugin, by marketplace; who wins, and why.
  auto catalog = machine.catalog();
  CHECK(catalog.get("work").skill.ref == "plugin:p/work");
  CHECK(catalog.get("p:work").copies.size() == 4);
  CHECK(catalog.get("two/p:work").skill.ref == "plugin:two/p/work");
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
  CHECK(machine.states() == States{{"plugin:m/p/work", "active"}});
  remove_root(root("claude-plugins"), machine.config, machine.managed);
  machine.pass();
  CHECK(machine.states().empty());
}
