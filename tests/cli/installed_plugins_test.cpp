// Plugins that are installed, over passes: upgraded, disabled, removed, and with broken lists.
#include <catch2/catch.hpp>

#include <skillcat/error.h>

#include "support/machine.h"

using namespace skillcat;
using skillcat::test::Machine;
using skillcat::test::skill;

namespace {

using Words = std::vector<std::string>;
using States = std::map<std::string, std::string>;

}  // namespace

TEST_CASE("of three cached versions the installed one is active, and why knows the others") {
  Machine machine;
  for (const char* version : {"1.0.0", "1.1.0", "2.0.0"}) machine.cache("p", version, version);
  machine.install({{"p", "1.1.0"}});
  CHECK(machine.pass().complete);
  CHECK(machine.states() == States{{"plugin:m/p/job", "active"}});
  CHECK(machine.get("p:job").instructions == "1.1.0\n");
  CHECK(machine.get("p:job").agents == Words{"claude"});
  CHECK(machine.codes() == Words{"inactive_version", "inactive_version"});
  const auto why =
      machine.catalog().why(machine.version_folder("p", "2.0.0") + "/skills/job/SKILL.md");
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
  const auto id = machine.get("job").skill_id;
  const auto revision = machine.catalog().freshness().revision;
  machine.install({{"p", "2.0.0"}});
  machine.pass();
  CHECK(machine.get("job").skill_id == id);
  CHECK(machine.get("job").instructions == "new\n");
  CHECK(machine.get("job").file_path ==
        machine.version_folder("p", "2.0.0") + "/skills/job/SKILL.md");
  std::map<std::string, ChangeKind> changes;
  for (const auto& c : machine.catalog().changes_since(revision).changes) changes[c.ref] = c.change;
  CHECK(changes == std::map<std::string, ChangeKind>{{"plugin:m/p/job", ChangeKind::changed},
                                                     {"plugin:m/p/gone", ChangeKind::removed}});
  // Back again, with equal content: the path alone tells.
  machine.cache("p", "3.0.0", "new");
  machine.install({{"p", "3.0.0"}});
  machine.pass();
  CHECK(machine.get("job").directory == machine.version_folder("p", "3.0.0") + "/skills/job");
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
  CHECK(machine.states() == States{{"plugin:m/q/job", "active"}});
  const auto why = machine.catalog().why(machine.version_folder("p", "1") + "/skills/job/SKILL.md");
  CHECK(why.copies.at(0).problems.at(0).code == "plugin_disabled");
  machine.files.write("home/.claude/settings.json", R"({"enabledPlugins": {"p@m": true}})");
  machine.install({{"p", "1"}});
  machine.pass();
  CHECK(machine.states() == States{{"plugin:m/p/job", "active"}});
  CHECK(machine.codes() == Words{"inactive_version"});
}

TEST_CASE("a list of installed plugins that cannot be read takes none away") {
  Machine machine;
  machine.cache("p", "1", "p");
  machine.install({{"p", "1"}});
  machine.pass();
  const auto before = machine.get("job");
  machine.files.write("home/.claude/plugins/installed_plugins.json", R"({"plugins": )");
  const auto report = machine.pass();
  CHECK_FALSE(report.complete);
  CHECK(machine.states() == States{{"plugin:m/p/job", "stale"}});
  machine.install({{"p", "1"}});
  CHECK(machine.pass().complete);
  CHECK(machine.states() == States{{"plugin:m/p/job", "active"}});
  CHECK(machine.get("job").skill_id == before.skill_id);
  // And a home that is not mounted.
  machine.files.rename("home/.claude", "elsewhere");
  machine.pass();
  CHECK(machine.states() == States{{"plugin:m/p/job", "stale"}});
  machine.files.rename("elsewhere", "home/.claude");
  machine.pass();
  CHECK(machine.states() == States{{"plugin:m/p/job", "active"}});
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
  CHECK(machine.get("job").instructions == "user\n");
  auto catalog = machine.catalog();
  const auto inside = catalog.get("p:job", machine.files.path("app/src"));
  CHECK(inside.skill.instructions == "project\n");
  CHECK(inside.skill.scope == Scope::project);
  CHECK(inside.skill.ref.starts_with("plugin:m/p-"));
  CHECK(catalog.why("job", machine.files.path("app"))
            .copies.at(0)
            .reason.find("the working folder's project root comes first") != std::string::npos);

  machine.files.write("home/.claude/settings.json", R"({"enabledPlugins": {"p@m": false}})");
  machine.files.write("app/.claude/settings.json", R"({"enabledPlugins": {"p@m": true}})");
  machine.pass();
  CHECK(machine.states().size() == 1);
  CHECK(machine.get("job").instructions == "project\n");
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
  CHECK(machine.states() == States{{"plugin:m/p/job", "active"}});
  CHECK(machine.codes() == Words{"plugin_missing"});
}

TEST_CASE(
    "an installed plugin whose folder is gone keeps its skills as stale until it is uninstalled") {
  Machine machine;
  machine.cache("p", "1", "p");
  machine.cache("q", "1", "q");
  machine.install({{"p", "1"}, {"q", "1"}});
  machine.pass();
  const auto before = machine.get("p:job");
  machine.files.rename("home/.claude/plugins/cache/m/p", "away");
  const auto report = machine.pass();
  CHECK_FALSE(report.complete);
  CHECK(report.failed_roots == Words{machine.version_folder("p", "1")});
  CHECK(machine.states() == States{{"plugin:m/p/job", "stale"}, {"plugin:m/q/job", "active"}});
  CHECK(machine.codes() == Words{"plugin_missing"});
  const auto missing = machine.get("p:job").problems;
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].code == "plugin_missing");
  CHECK(machine.pass().revision == report.revision);
  machine.files.rename("away", "home/.claude/plugins/cache/m/p");
  CHECK(machine.pass().complete);
  CHECK(machine.states().at("plugin:m/p/job") == "active");
  CHECK(machine.get("p:job").skill_id == before.skill_id);
  CHECK(machine.codes().empty());
  // An upgrade whose folder is not there yet, and then is.
  machine.install({{"p", "2"}, {"q", "1"}});
  machine.pass();
  CHECK(machine.states().at("plugin:m/p/job") == "stale");
  machine.cache("p", "2", "new");
  machine.pass();
  CHECK(machine.states().at("plugin:m/p/job") == "active");
  CHECK(machine.get("p:job").instructions == "new\n");
  CHECK(machine.get("p:job").file_path ==
        machine.version_folder("p", "2") + "/skills/job/SKILL.md");
  machine.files.remove("home/.claude/plugins/cache/m/p");
  machine.install({{"q", "1"}});
  machine.pass();
  CHECK(machine.states() == States{{"plugin:m/q/job", "active"}});
  CHECK(machine.codes().empty());
}

TEST_CASE("a plugin that is disabled while its folder is gone is removed") {
  Machine machine;
  machine.cache("p", "1", "p");
  machine.install({{"p", "1"}});
  machine.pass();
  machine.files.remove("home/.claude/plugins/cache/m/p");
  machine.files.write("home/.claude/settings.json", R"({"enabledPlugins": {"p@m": false}})");
  machine.pass();
  CHECK(machine.states().empty());
  CHECK(machine.codes() == Words{"plugin_disabled"});
}

TEST_CASE("a plugin outside of the place for plugins is told, and indexed only when it is one") {
  Machine machine;
  machine.files.write("etc/deep/secrets/SKILL.md", skill("secret"));
  machine.files.write("mine/.claude-plugin/plugin.json", "{}");
  machine.files.write("mine/job/SKILL.md", skill("mine"));
  machine.files.write("bare/skills/job/SKILL.md", skill("bare"));
  machine.files.write("home/.claude/plugins/repos/x/job/SKILL.md", skill("inside"));
  const auto row = [&](const std::string& name, const std::string& path) {
    return "\"" + name + "@m\": {\"installPath\": \"" + path + "\"}";
  };
  machine.files.write("home/.claude/plugins/installed_plugins.json",
                      R"({"plugins": {)" + row("etc", machine.files.path("etc")) + "," +
                          row("mine", machine.files.path("mine")) + "," +
                          row("bare", machine.files.path("bare")) + "," + row("inside", "repos/x") +
                          "," + row("relative", "../../../mine") + "}}");
  CHECK(machine.pass().complete);
  CHECK(machine.states() == States{{"plugin:m/bare/job", "active"},
                                   {"plugin:m/inside/job", "active"},
                                   {"plugin:m/mine/job", "active"}});
  CHECK(machine.codes() ==
        Words{"plugin_outside", "plugin_outside", "plugin_outside", "plugin_outside"});
  const auto answer = machine.catalog().problems();
  const auto of_etc = std::ranges::find(answer.problems, machine.files.path("etc"), &Problem::path);
  REQUIRE(of_etc != answer.problems.end());
  CHECK(of_etc->message == "etc@m is installed in " + machine.files.path("etc") + ", outside " +
                               machine.files.path("home/.claude/plugins") +
                               "; it holds no plugin, so it is not indexed");
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
