// What describes plugins: every form that real manifests have, and manifests that are broken.
#include "parse/plugin_manifest.h"

#include <catch2/catch.hpp>

#include "parse/plugin_registry.h"
#include "support/parsing.h"

using namespace skillcat;
using namespace skillcat::parse;

namespace {

using Words = std::vector<std::string>;

PluginManifest manifest(std::string_view json) {
  auto parsed = parse_plugin_manifest(json);
  REQUIRE(parsed.manifest);
  CHECK(parsed.problems.empty());
  return *parsed.manifest;
}

/// The one problem of a manifest that is read all the same.
Problem only_problem(const std::vector<Problem>& problems) {
  REQUIRE(problems.size() == 1);
  return problems.front();
}

}  // namespace

TEST_CASE("paths are a text, a list, or objects in place") {
  const auto one = manifest(R"({"name": "p", "skills": "./skills/", "commands": "./a.md",
                               "hooks": "./h.json", "mcpServers": "./m.json"})");
  CHECK(one.name == "p");
  CHECK(one.skills == Words{"./skills/"});
  CHECK(one.commands == Words{"./a.md"});
  CHECK(one.hook_files == Words{"./h.json"});
  CHECK(one.server_files == Words{"./m.json"});

  const auto lists = manifest(R"({"skills": ["./a", "./b"], "commands": ["./c", "./d.md"],
      "hooks": ["./h.json", {"hooks": {"Stop": [{}]}}], "agents": ["./x.md"],
      "mcpServers": ["./m.json", {"inner": {"command": "run"}}], "lspServers": {"l": {}}})");
  CHECK(lists.skills == Words{"./a", "./b"});
  CHECK(lists.commands == Words{"./c", "./d.md"});
  CHECK(lists.hook_files == Words{"./h.json"});
  CHECK(lists.hooks == Words{"Stop"});
  CHECK(lists.server_files == Words{"./m.json"});
  REQUIRE(lists.servers.size() == 1);
  CHECK(lists.servers[0].json == R"({"command":"run"})");
  CHECK(lists.others == Words{"./x.md"});

  const auto objects = manifest(R"({"commands": {"a": {"source": "./a.md"}, "b": {"content": "x"}},
      "hooks": {"PreToolUse": [{}], "Stop": []}, "mcpServers": {"s": {"url": "u"}}})");
  CHECK(objects.commands == Words{"./a.md"});
  CHECK(objects.hooks == Words{"PreToolUse"});
  REQUIRE(objects.servers.size() == 1);
  CHECK(objects.servers[0].name == "s");
}

TEST_CASE("a byte order mark and a null are no problem") {
  CHECK(manifest("\xEF\xBB\xBF{\"name\": \"p\", \"skills\": null}").skills.empty());
}

TEST_CASE("what is no JSON object is no manifest, and says so") {
  const std::string deep = "{\"a\":" + std::string(70, '[') + std::string(70, ']') + "}";
  const std::string large = "{\"a\":\"" + std::string(kMaxManifestBytes, 'x') + "\"}";
  for (const std::string& bytes :
       {std::string(), std::string("{"), std::string("[]"), std::string("\"text\""), deep, large}) {
    const auto parsed = parse_plugin_manifest(bytes);
    CHECK_FALSE(parsed.manifest);
    CHECK(only_problem(parsed.problems).code == "manifest_invalid");
  }
}

TEST_CASE("a field of another type costs itself alone") {
  for (const char* bad :
       {R"("name": 1)", R"("skills": 7)", R"("commands": [1])", R"("commands": {"x": 1})",
        R"("hooks": 3)", R"("mcpServers": [false])", R"("agents": {}, "outputStyles": 9)"}) {
    INFO(bad);
    const auto parsed =
        parse_plugin_manifest("{" + std::string(bad) + R"(, "version": "1", "keywords": []})");
    REQUIRE(parsed.manifest);
    CHECK(only_problem(parsed.problems).code == "manifest_field_invalid");
  }
  const auto half = parse_plugin_manifest(R"({"name": "p", "skills": ["./a", 1], "hooks": 1})");
  CHECK(half.manifest->skills == Words{"./a"});
  CHECK(half.problems.size() == 2);
}

TEST_CASE("a marketplace lists what is in it and what is elsewhere") {
  const auto market = parse_marketplace(R"({"name": "m", "plugins": [
      {"name": "a", "source": "./plugins/a"},
      {"name": "b", "source": {"source": "local", "path": "./plugins/b"}, "strict": false},
      {"name": "c", "source": {"source": "github", "repo": "x/y"}},
      {"name": "d", "source": {"source": "git-subdir", "url": "u", "path": "p"}}]})");
  CHECK(market.name == "m");
  CHECK(market.problems.empty());
  REQUIRE(market.plugins->size() == 4);
  CHECK((*market.plugins)[0].folder == "./plugins/a");
  CHECK((*market.plugins)[0].strict);
  CHECK((*market.plugins)[1].folder == "./plugins/b");
  CHECK_FALSE((*market.plugins)[1].strict);
  CHECK_FALSE((*market.plugins)[2].folder);
  CHECK_FALSE((*market.plugins)[3].folder);
}

TEST_CASE("the folder of plugins goes before sources that do not start with ./") {
  for (const char* root :
       {R"("metadata": {"pluginRoot": "./plugins"})", R"("pluginRoot": "./plugins")"}) {
    const auto market = parse_marketplace("{" + std::string(root) + R"(, "plugins": [
        {"name": "a", "source": "a"}, {"name": "b", "source": "./b"}]})");
    REQUIRE(market.plugins->size() == 2);
    CHECK((*market.plugins)[0].folder == "./plugins/a");
    CHECK((*market.plugins)[1].folder == "./b");
  }
}

TEST_CASE("a broken entry of a marketplace costs itself alone") {
  for (const char* bad :
       {"1", R"({"source": "./x"})", R"({"name": "x"})", R"({"name": "x", "source": 1})",
        R"({"name": 1, "source": "./x"})", R"({"name": "x/y", "source": "./x"})"}) {
    INFO(bad);
    const auto market =
        parse_marketplace(R"({"plugins": [)" + std::string(bad) +
                          R"(, {"name": "good", "source": "./good", "strict": 1}]})");
    REQUIRE(market.plugins);
    REQUIRE(market.plugins->size() == 1);
    CHECK(market.plugins->front().name == "good");
    CHECK(has(market.problems, "manifest_field_invalid"));
  }
  const auto none = parse_marketplace(R"({"name": "m", "plugins": {}})");
  CHECK_FALSE(none.plugins);
  CHECK(only_problem(none.problems).code == "manifest_invalid");
}

TEST_CASE("lists are bounded, and what is beyond the bound is told") {
  std::string plugins;
  std::string paths;
  for (std::size_t i = 0; i <= kMaxPlugins; ++i) {
    plugins += R"({"name": "p", "source": "./p"},)";
    paths += R"("./p",)";
  }
  plugins.back() = paths.back() = ']';
  const auto market = parse_marketplace(R"({"plugins": [)" + plugins + "}");
  REQUIRE(market.plugins);
  CHECK(market.plugins->size() == kMaxPlugins);
  CHECK(has(market.problems, "manifest_field_invalid"));
  for (const char* key : {"skills", "commands", "hooks", "mcpServers", "agents"}) {
    INFO(key);
    const auto parsed = parse_plugin_manifest("{\"" + std::string(key) + "\": [" + paths + "}");
    REQUIRE(parsed.manifest);
    CHECK(parsed.manifest->skills.size() <= kMaxPathsOfField);
    CHECK(only_problem(parsed.problems).code == "manifest_field_invalid");
  }
}

TEST_CASE("files of hooks and of servers have a bare and a named form") {
  CHECK(parse_hooks(R"({"description": "d", "hooks": {"Stop": [{}], "Start": []}})").events ==
        Words{"Stop"});
  CHECK(parse_hooks(R"({"Stop": [{}]})").events == Words{"Stop"});
  CHECK(has(parse_hooks("x").problems, "manifest_invalid"));
  CHECK(parse_servers(R"({"mcpServers": {"a": {}, "b": 1}})").servers.size() == 1);
  CHECK(parse_servers(R"({"a": {}, "b": {}})").servers.size() == 2);
  CHECK(has(parse_servers("").problems, "manifest_invalid"));
}

TEST_CASE("installed plugins are read in both versions") {
  const auto one = parse_installed_plugins(R"({"version": 1, "plugins": {
      "a@m": {"version": "1.0", "installPath": "/x", "isLocal": true}}})");
  REQUIRE(one.plugins->size() == 1);
  CHECK(one.plugins->front().plugin == "a");
  CHECK(one.plugins->front().marketplace == "m");
  CHECK(one.plugins->front().version == "1.0");
  CHECK(one.plugins->front().install_path == "/x");

  const auto two = parse_installed_plugins(R"({"version": 2, "plugins": {"a@m": [
      {"scope": "user", "version": "1.0", "installPath": "/x"},
      {"scope": "project", "projectPath": "/p", "version": "1.1", "installPath": "/y"}]}})");
  REQUIRE(two.plugins->size() == 2);
  CHECK((*two.plugins)[1].project_path == "/p");
}

TEST_CASE("a broken row of installed plugins costs itself alone") {
  for (const char* bad : {R"("nomarket": [])", R"("@m": {})", R"("a/b@m": {})", R"("x@m": 1)",
                          R"("x@m": [1])", R"("x@m": {"version": "1"})"}) {
    INFO(bad);
    const auto parsed = parse_installed_plugins(R"({"plugins": {)" + std::string(bad) +
                                                R"(, "good@m": {"installPath": "/g"}}})");
    REQUIRE(parsed.plugins);
    REQUIRE(parsed.plugins->size() == 1);
    CHECK(parsed.plugins->front().plugin == "good");
    CHECK(only_problem(parsed.problems).code == "manifest_field_invalid");
  }
  CHECK_FALSE(parse_installed_plugins(R"({"plugins": []})").plugins);
  CHECK_FALSE(parse_installed_plugins("{").plugins);
}

TEST_CASE("settings disable by false alone, and marketplaces have folders") {
  const auto settings = parse_enabled_plugins(
      R"({"model": "x", "enabledPlugins": {"a@m": true, "b@m": false, "c@m": ["1.x"]}})");
  CHECK(settings.enabled ==
        std::map<std::string, bool>{{"a@m", true}, {"b@m", false}, {"c@m", true}});
  CHECK(parse_enabled_plugins("{}").problems.empty());
  CHECK(has(parse_enabled_plugins(R"({"enabledPlugins": 1})").problems, "manifest_field_invalid"));
  CHECK(parse_known_marketplaces(R"({"m": {"installLocation": "/x"}, "n": {}, "o": 1})").folders ==
        std::map<std::string, std::string>{{"m", "/x"}});
}
