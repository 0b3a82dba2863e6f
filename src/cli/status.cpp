#include <skillcat/catalog.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/clock.h"
#include "cli/print.h"
#include "cli/reading.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

std::string counts(const std::map<std::string, std::int64_t>& numbers) {
  std::string out;
  for (const auto& [name, number] : numbers) {
    out += (out.empty() ? "" : ", ") + std::to_string(number) + " " + name;
  }
  return out.empty() ? "none" : out;
}

std::string last_pass(const Status& status) {
  if (status.as_of == 0) return "never";
  const std::int64_t age_ms = unix_ms(SystemClock()) - status.as_of;
  return rfc3339(status.as_of) + " (" + duration_text(age_ms * 1000) + " ago)" +
         (status.complete ? "" : ", incomplete: some root could not be read whole");
}

/// Where agents keep skills, most people have no folder: those places are no news.
std::vector<RootStatus> roots_of_interest(Catalog& catalog, const Status& status) {
  std::set<std::string> missed;
  for (const StoredProblem& problem : catalog.problems("root_gone").problems) {
    missed.insert(problem.root);
  }
  std::vector<RootStatus> roots;
  for (const RootStatus& root : status.roots) {
    if (root.source == SourceKind::mcp) continue;  // shown as servers
    if (root.state != "gone" || missed.contains(root.label)) roots.push_back(root);
  }
  return roots;
}

/// What is worth knowing of a daemon: that it runs, and what is not as it should be.
void print_daemon(const Status& status) {
  if (!status.daemon) return print("daemon     none: roots are read by 'skillcat index'\n");
  const DaemonStatus& daemon = *status.daemon;
  print("daemon     process " + std::to_string(daemon.pid) +
        (daemon.http.empty() ? "" : ", serving " + printable(daemon.http)) + "; " +
        std::to_string(daemon.watches) + " of " + std::to_string(daemon.watches_allowed) +
        " folder watches\n");
  if (daemon.overflows > 0) {
    print("           events were lost " + plural(daemon.overflows, "time") +
          "; a pass over everything followed\n");
  }
  if (daemon.log_held_since > 0) {
    print("           a program reads the catalog without a pause since " +
          rfc3339(daemon.log_held_since) + ": the log cannot be emptied\n");
  }
  if (!daemon.trouble.empty()) print("           " + printable(daemon.trouble) + "\n");
}

void print_roots(const std::vector<RootStatus>& roots) {
  std::size_t width = 0;
  for (const RootStatus& root : roots) width = std::max(width, display_width(root.label));
  for (const RootStatus& root : roots) {
    print("  " + padded(printable(root.label), width) + "  " +
          padded(std::string(to_text(root.source)), 7) + "  " + padded(root.state, 10) + "  " +
          (root.mode == "manual" ? "" : padded(root.mode, 7) + "  ") +
          printable(root.path.empty() ? "-" : root.path) + "\n");
  }
}

void print_servers(const std::vector<ServerStatus>& servers) {
  std::size_t width = 0;
  for (const ServerStatus& server : servers) width = std::max(width, display_width(server.label));
  for (const ServerStatus& server : servers) {
    print("  " + padded(printable(server.label), width) + "  " + padded(server.state, 13) + "  " +
          plural(server.tools, "tool") + ", " + plural(server.skills, "skill") +
          (server.problem ? "; " + printable(server.problem->message) : "") + "\n");
  }
}

void print_status(const Status& status, const std::vector<RootStatus>& roots) {
  print("catalog    " + printable(status.catalog) + "\n");
  print("size       " + size_text(status.size_bytes) + " and " + size_text(status.wal_bytes) +
        " of log; schema " + std::to_string(status.schema) + "\n");
  print("revision   " + std::to_string(status.revision) + "\n");
  print("last pass  " + last_pass(status) + "\n");
  print("skills     " + counts(status.skills_by_source) + "; " + counts(status.skills_by_state) +
        "\n");
  print("problems   " + counts(status.problems) + "\n");
  for (const std::string& folder : status.quarantined) {
    print("damaged    " + printable(folder) + "\n");
  }
  print_daemon(status);
  print("roots\n");
  print_roots(roots);
  if (!status.servers.empty()) print("servers\n");
  print_servers(status.servers);
}

int run(const Invocation& call) {
  Catalog catalog = open_catalog(call, locate(call));
  const Status status = catalog.status();
  if (call.json()) {
    print_json(serve::to_json(status));
  } else {
    print_status(status, roots_of_interest(catalog, status));
  }
  return 0;
}

}  // namespace

const Command kStatusCommand{.name = "status",
                             .summary = "how the catalog is: freshness, roots, counts",
                             .arguments = "",
                             .arity = Arity::none,
                             .options = {},
                             .manual = R"(Examples:
  skillcat status
  skillcat status --json | jq .skills.by_state
)",
                             .run = run};

}  // namespace skillcat::cli
