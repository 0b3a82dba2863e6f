#include "cli/servers.h"
#include "cli/plan.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/trust.h"
#include "cli/variables.h"
#include "support/temp_folder.h"

using namespace skillcat;
using namespace skillcat::cli;

namespace {

/// A home, a project in it, and our configuration.
class Machine {
 public:
  Machine() {
    folder_.make_folder("home/app/.git");
    locations.home = folder_.path("home");
    locations.cwd = folder_.path("home/app");
    locations.config = folder_.path("config/config.json");
    locations.managed = folder_.path("config/managed.json");
    locations.trust = folder_.path("config/trust.json");
    locations.discoveries = folder_.path("data/mcp");
  }
  void write(std::string_view path, std::string_view text) const { folder_.write(path, text); }
  ServerList find() const {
    return find_servers(locations, load_config(locations), load_managed(locations));
  }
  void trust(const std::string& name) const {
    Trust trust = Trust::load(locations.trust);
    for (const Server& server : find().servers) {
      if (server.entry.name == name) trust.add(server.entry);
    }
    trust.save(locations.trust);
  }
  std::string path(std::string_view below) const { return folder_.path(below); }

  Locations locations;

 private:
  test::TempFolder folder_;
};

/// "name file code…" of each; a server that may be asked has a "+".
std::string told(const ServerList& list, const Machine& machine) {
  std::string text;
  const std::string prefix = machine.path("");
  for (const Server& server : list.servers) {
    text += server.entry.name + (server.settings ? "+ " : " ") +
            server.entry.file.substr(prefix.size());
    for (const Problem& problem : server.problems) text += " " + problem.code;
    text += "\n";
  }
  for (const Problem& problem : list.problems) text += "! " + problem.code + "\n";
  return text;
}

constexpr const char* kOne = R"({"mcpServers": {"one": {"command": "run", "args": ["x"]}}})";

std::string filled(const std::string& text) {
  std::string missing;
  const auto lookup = [](const std::string& name) -> std::optional<std::string> {
    if (name == "A") return "a${B}";
    if (name == "EMPTY") return "";
    return std::nullopt;
  };
  const auto value = fill_variables(text, lookup, missing);
  return value ? *value : "missing " + missing;
}

}  // namespace

TEST_CASE("variables are filled in once, and one that is not set is told") {
  CHECK(filled("x${A}y${env:A}") == "xa${B}ya${B}");
  CHECK(filled("${NONE:-other}${EMPTY:-other}${EMPTY}") == "otherother");
  CHECK(filled("${NONE:-}|${NONE:-a:-b}") == "|a:-b");
  CHECK(filled("${A} ${NONE}") == "missing NONE");
  CHECK(filled("${input:token}") == "missing input:token");
  CHECK(filled("$A ${A") == "$A ${A");
  CHECK(filled("").empty());
}

TEST_CASE("servers of our own configuration may be asked, those of other files only when trusted") {
  const Machine machine;
  machine.write("config/config.json", R"({"mcpServers": {"mine": {"url": "https://x/mcp"}}})");
  machine.write("home/app/.mcp.json", kOne);
  CHECK(told(machine.find(), machine) ==
        "mine+ config/config.json\none home/app/.mcp.json mcp_untrusted\n");
  machine.trust("one");
  CHECK(told(machine.find(), machine) == "mine+ config/config.json\none+ home/app/.mcp.json\n");
  CHECK(servers_to_refresh(machine.find()).size() == 2);
}

TEST_CASE("a plugin's servers are listed, with its folder filled in, and not trusted") {
  const Machine machine;
  machine.write("home/plug/.claude-plugin/plugin.json", R"({"name": "plug", "mcpServers":
      {"inline": {"command": "${CLAUDE_PLUGIN_ROOT}/run", "env": {"AT": "${CLAUDE_PLUGIN_ROOT}"}}}})");
  machine.write("home/plug/.mcp.json", R"({"mcpServers": {"beside": {"url": "https://x/mcp"}}})");
  machine.write("config/config.json", R"({"roots": [{"path": "~/plug"}]})");
  const auto plan = [&] {
    return make_plan(machine.locations, load_config(machine.locations),
                     load_managed(machine.locations));
  };
  CHECK(told(plan().servers, machine) ==
        "inline home/plug/.claude-plugin/plugin.json mcp_untrusted\n"
        "beside home/plug/.mcp.json mcp_untrusted\n");
  const ServerEntry inline_entry = plan().servers.servers.at(0).entry;
  CHECK(inline_entry.command == std::vector{machine.path("home/plug") + "/run"});
  CHECK(inline_entry.env.at("AT") == machine.path("home/plug"));
  const auto files = plan().files;
  CHECK(std::ranges::count(files, machine.path("home/plug/.mcp.json")) >= 1);
}

TEST_CASE("trust lapses when what it was given for changes, and not with a header's value") {
  const Machine machine;
  const auto entry = [](const std::string& rest) {
    return R"({"mcpServers": {"one": {)" + rest + "}}}";
  };
  const std::string trusted = R"("command": "run", "args": ["x"], "env": {"A": "1"}, "cwd": "d")";
  machine.write("home/app/.mcp.json", entry(trusted));
  machine.trust("one");
  const auto is_trusted = [&](const std::string& rest) {
    machine.write("home/app/.mcp.json", entry(rest));
    return machine.find().servers.at(0).trusted;
  };
  CHECK(is_trusted(trusted));
  CHECK_FALSE(is_trusted(R"("command": "ran", "args": ["x"], "env": {"A": "1"}, "cwd": "d")"));
  CHECK_FALSE(is_trusted(R"("command": "run", "args": ["y"], "env": {"A": "1"}, "cwd": "d")"));
  CHECK_FALSE(is_trusted(R"("command": "run", "args": ["x"], "env": {"A": "2"}, "cwd": "d")"));
  CHECK_FALSE(is_trusted(R"("command": "run", "args": ["x"], "env": {"A": "1", "B": ""},)"
                         R"( "cwd": "d")"));
  CHECK_FALSE(is_trusted(R"("command": "run", "args": ["x"], "env": {"A": "1"}, "cwd": "e")"));
  CHECK_FALSE(is_trusted(R"("url": "https://x/mcp")"));
  machine.write("home/app/.mcp.json", entry(R"("url": "https://x/mcp", "headers": {"K": "1"})"));
  machine.trust("one");
  CHECK(is_trusted(R"("url": "https://x/mcp", "headers": {"K": "2"})"));
  CHECK_FALSE(is_trusted(R"("url": "https://x/mcp", "headers": {"L": "1"})"));
  CHECK_FALSE(is_trusted(R"("url": "https://y/mcp", "headers": {"K": "1"})"));
}

TEST_CASE("trust is of one file: an equal entry elsewhere is not trusted") {
  Machine machine;
  machine.write("home/app/.mcp.json", kOne);
  machine.trust("one");
  machine.write("other/.git/x", "");
  machine.write("other/.mcp.json", R"({"mcpServers": {"two": {"command": "run", "args": ["x"]}}})");
  machine.locations.cwd = machine.path("other");
  CHECK(told(machine.find(), machine) ==
        "one+ home/app/.mcp.json\ntwo other/.mcp.json mcp_untrusted\n");
}

TEST_CASE("each file that people have is read, in its own words") {
  const Machine machine;
  const auto one = [](const std::string& key, const std::string& name, const std::string& url_key) {
    return "{ // a comment\n\"" + key + "\": {\"" + name + "\": {\"" + url_key +
           "\": \"https://x/mcp\", \"type\": \"http\"}}}";
  };
  machine.write("home/app/.mcp.json", one("mcpServers", "a", "url"));
  machine.write("home/app/.vscode/mcp.json", one("servers", "b", "url"));
  machine.write("home/app/.cursor/mcp.json", one("mcpServers", "c", "url"));
  machine.write("home/app/.gemini/settings.json", one("mcpServers", "d", "httpUrl"));
  machine.write("home/.claude.json", R"({"mcpServers": {"f": {"command": "x"}}, "projects": {")" +
                                         machine.locations.cwd +
                                         R"(": {"mcpServers": {"e": {"command": "x"}}},
                    "/elsewhere": {"mcpServers": {"no": {"command": "x"}}}}})");
  machine.write("home/.config/Claude/claude_desktop_config.json", one("mcpServers", "g", "url"));
  machine.write("home/.cursor/mcp.json", one("mcpServers", "h", "url"));
  machine.write("home/.gemini/settings.json", one("mcpServers", "i", "httpUrl"));
  machine.write("home/.codex/config.toml", "[mcp_servers.j] # a comment\ncommand = 'x'\n");
  machine.write("home/app/.codex/config.toml", "[mcp_servers.k]\nurl = 'https://x/mcp'\n");
  std::string names;
  for (const Server& server : machine.find().servers) {
    names += server.entry.name;
    CHECK(server.entry.fault.empty());
  }
  CHECK(names == "eabcdkfghij");
}

TEST_CASE("Codex's servers are untrusted until they are trusted, and secrets stay names") {
  const Machine machine;
  machine.write("home/.codex/config.toml",
                "model = \"x\"\n[mcp_servers.run]\ncommand = \"npx\"\nargs = [\"-y\", \"server\"]\n"
                "cwd = \"/srv\"\nenv_vars = [\"SKILLCAT_TEST_UNSET\"]\n"
                "[mcp_servers.run.env]\nMODE = \"fast\"\n"
                "[mcp_servers.web]\nurl = \"https://x/mcp\"\n"
                "bearer_token_env_var = \"SKILLCAT_TEST_TOKEN\"\nhttp_headers = {K = \"v\"}\n"
                "env_http_headers = {\"X-Key\" = \"SKILLCAT_TEST_KEY\"}\n"
                "[mcp_servers.off]\ncommand = \"x\"\nenabled = false\n"
                "[mcp_servers.odd]\ncommand = 1\n");
  CHECK(told(machine.find(), machine) ==
        "odd home/.codex/config.toml mcp_misconfigured\n"
        "run home/.codex/config.toml mcp_untrusted\n"
        "web home/.codex/config.toml mcp_untrusted\n");
  const auto servers = machine.find().servers;
  const ServerEntry& run = servers.at(1).entry;
  CHECK(run.command == std::vector<std::string>{"npx", "-y", "server"});
  CHECK(run.folder == "/srv");
  CHECK(run.env == std::map<std::string, std::string>{
                       {"MODE", "fast"}, {"SKILLCAT_TEST_UNSET", "${SKILLCAT_TEST_UNSET:-}"}});
  CHECK(servers.at(2).entry.headers ==
        std::map<std::string, std::string>{{"Authorization", "Bearer ${SKILLCAT_TEST_TOKEN}"},
                                           {"K", "v"},
                                           {"X-Key", "${SKILLCAT_TEST_KEY}"}});
  machine.trust("run");
  CHECK(servers_to_refresh(machine.find()).size() == 1);
  machine.write("home/.codex/config.toml", "[mcp_servers.run]\ncommand = \"npm\"\n");
  CHECK(servers_to_refresh(machine.find()).empty());
}

TEST_CASE("a configuration of Codex that is no TOML is a problem of its own") {
  const Machine machine;
  machine.write("home/.codex/config.toml", "[mcp_servers.a\n");
  machine.write("home/app/.mcp.json", kOne);
  const auto list = machine.find();
  CHECK(told(list, machine) == "one home/app/.mcp.json mcp_untrusted\n! mcp_file_unreadable\n");
  CHECK(list.problems.front().message.find("line 1") != std::string::npos);
  CHECK(std::ranges::count(list.files, machine.path("home/.codex/config.toml")) == 1);
}

TEST_CASE("of one name the first counts, and an untrusted file takes none from a trusted one") {
  const Machine machine;
  machine.write("home/app/.mcp.json", kOne);
  machine.write("home/.claude.json", kOne);
  CHECK(told(machine.find(), machine) == "one home/app/.mcp.json mcp_untrusted mcp_name_taken\n");
  machine.write("home/app/.mcp.json", "{}");
  machine.trust("one");
  machine.write("home/app/.mcp.json", kOne);
  CHECK(told(machine.find(), machine) == "one+ home/.claude.json mcp_name_taken\n");
  machine.write("config/config.json", kOne);
  CHECK(told(machine.find(), machine) == "one+ config/config.json mcp_name_taken mcp_name_taken\n");
}

TEST_CASE("what is wrong with one server or file is its own problem") {
  const Machine machine;
  machine.write("config/config.json", R"({"mcpServers": {
    "both": {"command": "x", "url": "https://x"},
    "none": {},
    "sse": {"url": "https://x", "type": "sse"},
    "args": {"command": "x", "args": "y"},
    "late": {"command": "x", "start_seconds": 0},
    "group": {"command": "x", "grouping": "prefixes"},
    "unset": {"command": "x", "env": {"A": "${SKILLCAT_TEST_UNSET}"}},
    "off": {"command": "x", "disabled": true},
    "a/b": {"command": "x"}, "": {"command": "x"}, ".x": {"command": "x"},
    "x.state": {"command": "x"},
    "good": {"command": "${SKILLCAT_TEST_UNSET:-x}", "grouping": {"a*": "b"}, "list_seconds": 5}}})");
  machine.write("home/app/.mcp.json", "{");
  machine.write("home/.cursor/mcp.json", std::string(100, '['));
  const std::string wrong = " config/config.json mcp_misconfigured\n";
  const auto list = machine.find();
  CHECK(told(list, machine) ==
        "both" + wrong + "none" + wrong + "sse" + wrong + "args" + wrong + "late" + wrong +
            "group" + wrong + "unset" + wrong + "good+ config/config.json\n" +
            "! mcp_misconfigured\n! mcp_misconfigured\n! mcp_misconfigured\n! mcp_misconfigured\n"
            "! mcp_file_unreadable\n! mcp_file_unreadable\n");
  const Server& good = list.servers.back();
  CHECK(good.settings->command == std::vector<std::string>{"x"});
  CHECK(good.settings->list_deadline == std::chrono::seconds(5));
  CHECK(good.entry.grouping == R"({"a*":"b"})");
}

TEST_CASE("managed.json keeps a server as it was added") {
  const Machine machine;
  Managed managed;
  ServerEntry entry;
  entry.name = "n";
  entry.file = machine.locations.managed;
  entry.command = {"run", "--flag", "a b"};
  entry.env = {{"A", "${A}"}};
  entry.grouping = R"({"b*":"x","a*":"y"})";
  entry.poll_seconds = 60;
  managed.servers.push_back(entry);
  save_managed(machine.locations, managed);
  const auto loaded = load_managed(machine.locations).servers.at(0);
  CHECK(loaded.command == entry.command);
  CHECK(loaded.env == entry.env);
  CHECK(loaded.grouping == entry.grouping);
  CHECK(loaded.poll_seconds == 60);
  CHECK(loaded.fault.empty());
}

TEST_CASE("the roots of servers are their records") {
  const Machine machine;
  machine.write("config/config.json",
                R"({"mcpServers": {"live": {"command": "x"}, "file": {"from": "rec.json"}}})");
  const auto roots = roots_of(machine.find());
  REQUIRE(roots.size() == 2);
  CHECK(roots[0].path == machine.path("data/mcp/live.json"));
  CHECK_FALSE(roots[0].required);
  CHECK(roots[1].path == machine.path("config/rec.json"));
  CHECK(roots[1].required);
  CHECK(roots[1].project_path.empty());
}
