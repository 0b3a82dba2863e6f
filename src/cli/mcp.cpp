// mcp: the servers whose tools are skills.
#include "cli/mcp.h"

#include <skillcat/catalog.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "base/fs.h"
#include "base/log.h"
#include "cli/indexing.h"
#include "cli/plan.h"
#include "cli/print.h"
#include "cli/server_report.h"
#include "cli/trust.h"
#include "db/catalog_file.h"
#include "mcp/refresh.h"

namespace skillcat::cli {
namespace {

/// The servers of `names`, in their order; of no names, all.
std::vector<const Server*> select(const McpSetup& setup, const std::vector<std::string>& names) {
  std::vector<const Server*> out;
  out.reserve(names.size());
  for (const std::string& name : names) out.push_back(&setup.get(name));
  if (!names.empty()) return out;
  for (const Server& server : setup.list.servers) out.push_back(&server);
  return out;
}

/// Configuration needs no catalog: without one the answer is of revision 0.
Freshness freshness_of(const Locations& locations) {
  try {
    return Catalog::open(locations.catalog).freshness();
  } catch (const Error&) {
    return {};
  }
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + printable(word);
  return out;
}

std::string names_of(const std::map<std::string, std::string>& values) {
  std::vector<std::string> names;
  names.reserve(values.size());
  for (const auto& [name, value] : values) names.push_back(name);
  return joined(names);
}

/// What trusting a server allows, on stderr: names of the environment and headers, never values.
void show_entry(const ServerEntry& entry) {
  complain(printable(entry.name) + " of " + printable(entry.file));
  const auto line = [](const std::string& what, const std::string& text) {
    if (!text.empty()) std::fprintf(stderr, "  %-12s %s\n", what.c_str(), text.c_str());
  };
  line("runs", joined(entry.command));
  line("environment", names_of(entry.env));
  line("in", printable(entry.folder.empty() ? entry.project : entry.folder));
  line("contacts", printable(entry.url));
  line("headers", names_of(entry.headers));
}

/// Asks on a terminal; elsewhere the command itself is the answer.
bool is_confirmed() {
  if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDERR_FILENO) == 0) return true;
  std::fputs("Trust it? [y/N] ", stderr);
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

int list(const Invocation& call) {
  const McpSetup setup(locate(call));
  print_servers(call, freshness_of(setup.locations), select(setup, {}), setup.list.problems);
  return 0;
}

int list_one(const Invocation& call, const std::string& name) {
  const McpSetup setup(locate(call));
  print_servers(call, freshness_of(setup.locations), {&setup.get(name)}, {});
  return 0;
}

int trust(const Invocation& call, const std::string& name) {
  const McpSetup setup(locate(call));
  const Server& server = setup.get(name);
  if (server.trusted) {
    if (call.json()) return list_one(call, name);
    say(call, name + " is trusted already");
    return 0;
  }
  if (!server.entry.fault.empty()) {
    throw Error(ErrorCode::usage, "cannot trust " + name + ": " + server.entry.fault,
                "correct its entry in " + server.entry.file);
  }
  show_entry(server.entry);
  if (!is_confirmed()) {
    say(call, "not trusted");
    return error_kind(ErrorCode::usage).exit_status;
  }
  Trust trust = Trust::load(setup.locations.trust);
  trust.add(server.entry);
  trust.save(setup.locations.trust);
  if (call.json()) return list_one(call, name);
  say(call, "trusted until it changes (hint: 'skillcat mcp refresh " + name + "' asks it)");
  return 0;
}

/// What a removed server answered goes with it; a file that a person gave stays.
void remove_record(const Server& server, const Locations& locations) {
  if (server.is_recorded()) return;
  const std::string base = join_path(locations.discoveries, server.entry.name);
  for (const char* ending : {".json", ".state.json"}) ::unlink((base + ending).c_str());
}

int remove(const Invocation& call, const std::string& name) {
  McpSetup setup(locate(call));
  const Server& server = setup.get(name);
  if (server.entry.file == setup.locations.config) {
    throw Error(ErrorCode::usage, "cannot remove " + name + ": config.json names it",
                "delete it there");
  }
  const auto print_as_it_was = [&] {
    if (call.json()) print_servers(call, freshness_of(setup.locations), {&server}, {});
  };
  if (server.entry.file == setup.locations.managed) {
    print_as_it_was();
    std::erase_if(setup.managed.servers,
                  [&](const ServerEntry& entry) { return entry.name == name; });
    save_managed(setup.locations, setup.managed);
    remove_record(server, setup.locations);
    say(call, "removed (hint: 'skillcat index' takes its skills out of the catalog)");
    return 0;
  }
  Trust trust = Trust::load(setup.locations.trust);
  if (!trust.remove(server.entry)) {
    throw Error(ErrorCode::usage, "cannot remove " + name + ": " + server.entry.file + " names it",
                "it is not trusted, so it is never asked; delete it there to be rid of it");
  }
  print_as_it_was();
  trust.save(setup.locations.trust);
  remove_record(server, setup.locations);
  say(call, name + " is no longer trusted; " + server.entry.file + " still names it");
  return 0;
}

/// What to do about a server that has just failed; "add" has stored it all the same.
void complain_of(const mcp::Outcome& outcome, const std::string& action) {
  if (!outcome.failed) return;
  const std::string name = printable(outcome.name);
  const std::string again = "correct that, then 'skillcat mcp refresh " + name + "' asks it again";
  const std::string hint =
      action == "add" ? "it is stored; " + again + ", 'skillcat mcp remove " + name + "' forgets it"
                      : again;
  complain("cannot ask " + name + ": " + outcome.problems.front().message + " (hint: " + hint +
           ")");
}

int refresh(const Invocation& call) {
  return refresh_and_print(call, locate(call), {call.arguments.begin() + 1, call.arguments.end()});
}

int run(const Invocation& call) {
  const auto& words = call.arguments;
  const std::string& action = words.front();
  for (const char* option : {"--from", "--url", "-e", "--header", "--grouping"}) {
    if (call.has(option) && action != "add") {
      throw Error(ErrorCode::usage, std::string(option) + " is an option of 'mcp add'",
                  "see 'skillcat mcp --help'");
    }
  }
  if (words.size() == 1 && action == "list") return list(call);
  if (words.size() >= 2 && action == "add") return run_mcp_add(call);
  if (words.size() == 2 && action == "remove") return remove(call, words[1]);
  if (words.size() == 2 && action == "trust") return trust(call, words[1]);
  if (action == "refresh") return refresh(call);
  throw Error(ErrorCode::usage,
              "mcp takes list, add NAME, remove NAME, trust NAME, or refresh [NAME...]",
              "see 'skillcat mcp --help'");
}

}  // namespace

McpSetup::McpSetup(const Locations& places)
    : locations(places),
      config(load_config(places)),
      managed(load_managed(places)),
      list(make_plan(places, config, managed).servers) {}

const Server& McpSetup::get(const std::string& name) const {
  for (const Server& server : list.servers) {
    if (server.entry.name == name) return server;
  }
  throw Error(ErrorCode::not_found, "no MCP server is called '" + name + "'",
              "'skillcat mcp list' shows them");
}

int refresh_and_print(const Invocation& call, const Locations& locations,
                      const std::vector<std::string>& names) {
  const McpSetup setup(locations);
  const auto servers = select(setup, names);
  std::vector<mcp::ServerSettings> asked;
  int status = 0;
  for (const Server* server : servers) {
    if (server->settings) asked.push_back(*server->settings);
    // Without names, one that nobody has trusted is left alone.
    const bool wanted = !names.empty() || server->trusted;
    if (!wanted || server->settings || server->is_recorded()) continue;
    const Error error(ErrorCode::root_failed,
                      "cannot ask " + server->entry.name + ": " + server->problems.front().message,
                      server->trusted ? "correct its entry in " + server->entry.file
                                      : "'skillcat mcp trust " + server->entry.name +
                                            "' shows what it would run, and trusts it");
    if (!names.empty()) throw error;
    complain(std::string(error.what()) + " (hint: " + error.hint() + ")");
    status = error.kind().exit_status;
  }
  db::create_folders_above(locations.catalog);  // with its own permissions, records are below
  const auto outcomes = mcp::refresh(asked, locations.discoveries, SystemClock());
  const FinishedPass pass = run_pass(call, locations, {});
  const Freshness freshness{pass.report.revision, pass.report.as_of, pass.report.complete};
  status = std::max(status, print_servers(call, freshness, servers, setup.list.problems));
  for (const mcp::Outcome& outcome : outcomes) complain_of(outcome, call.arguments.front());
  return status;
}

const Command kMcpCommand{
    .name = "mcp",
    .summary = "the MCP servers whose tools are skills",
    .arguments = "list | add NAME | remove NAME | trust NAME | refresh [NAME...]",
    .arity = Arity::some,
    .options = {{"--from", "FILE", "add: a recorded discovery; nothing is started or contacted"},
                {"--url", "URL", "add: a server that speaks Streamable HTTP"},
                {"--header", "'NAME: VALUE'", "add: of each request; VALUE may hold ${VARIABLES}"},
                {"-e", "KEY[=VALUE]", "add: of the command's environment; KEY alone is ${KEY}",
                 "--env"},
                {"--grouping", "HOW", "add: which tools are one skill (prefix)"}},
    .manual = R"(Examples:
  skillcat mcp add github -e GITHUB_TOKEN -- npx -y @modelcontextprotocol/server-github
  skillcat mcp add docs --url https://docs.example/mcp --header 'Authorization: Bearer ${TOKEN}'
  skillcat mcp add team --from team.json      what somebody recorded; no process, no network
  skillcat mcp list                           state, tools, skills, last answer, advice
  skillcat mcp trust figma                    one that a file of another program names
  skillcat mcp refresh                        asks all trusted servers again
  skillcat mcp refresh github
  skillcat mcp remove github

Servers come from config.json and from 'mcp add', and are imported from .mcp.json, .vscode/mcp.json,
.cursor/mcp.json and .gemini/settings.json of projects and from ~/.claude.json, ~/.cursor/mcp.json,
~/.gemini/settings.json and Claude's claude_desktop_config.json. An imported server is neither
started nor contacted until 'mcp trust' has shown what it runs; a change of its entry ends that.
Only 'add', 'refresh' and the daemon ask servers: 'index' reads what was recorded.

HOW is prefix (what stands before the first _), separator:X, server (all are one skill), tool (each
is one), or a JSON object {"GLOB": "NAME"}.
Exits with 5 when a server failed; what it offered before is served as stale.
)",
    .run = run};

}  // namespace skillcat::cli
