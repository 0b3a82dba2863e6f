#include "cli/servers.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/fs.h"
#include "base/problem.h"
#include "cli/roots.h"
#include "cli/server_files.h"
#include "cli/trust.h"
#include "cli/variables.h"
#include "source/plugin.h"

namespace skillcat::cli {
namespace {

Problem problem_of(std::string_view code, std::string message, const ServerEntry& entry) {
  Problem problem = make_problem(code, std::move(message));
  problem.path = entry.file;
  return problem;
}

/// Fills the variables of one server in; the first that is not set ends it.
class Filler {
 public:
  std::string fill(const std::string& text) {
    if (!missing_.empty()) return {};
    return fill_variables(text, environment_variable, missing_).value_or("");
  }
  /// The same, with the values that were put in as `filled`.
  std::string fill(const std::string& text, std::map<std::string, std::string>& filled) {
    if (!missing_.empty()) return {};
    const auto look_up = [&](const std::string& name) {
      auto value = environment_variable(name);
      if (value) filled[name] = *value;
      return value;
    };
    return fill_variables(text, look_up, missing_).value_or("");
  }
  std::map<std::string, std::string> fill(const std::map<std::string, std::string>& texts) {
    std::map<std::string, std::string> out;
    for (const auto& [name, text] : texts) out[name] = fill(text);
    return out;
  }
  const std::string& missing() const { return missing_; }

 private:
  std::string missing_;
};

class Finder {
 public:
  Finder(const Locations& locations, const Config& config, const Managed& managed)
      : locations_(locations), config_(config), managed_(managed) {}

  ServerList run(const std::vector<source::Root>& roots) {
    for (const ServerEntry& entry : config_.servers) add(entry, true);
    for (const ServerEntry& entry : managed_.servers) add(entry, true);
    const Trust trust = Trust::load(locations_.trust);
    ImportedServers imported = import_servers(locations_.home, projects(trust));
    std::ranges::move(imported.problems, std::back_inserter(out_.problems));
    out_.files = std::move(imported.files);
    for (const source::Root& root : roots) {
      if (root.kind == SourceKind::plugin) add_plugin(root, imported.entries);
    }
    // A file that is not trusted takes no name from one that is.
    for (const bool trusted : {true, false}) {
      for (const ServerEntry& entry : imported.entries) {
        if (trust.covers(entry) == trusted) add(entry, trusted);
      }
    }
    return std::move(out_);
  }

 private:
  std::vector<std::string> projects(const Trust& trust) const {
    std::vector<std::string> folders;
    const auto add_folder = [&](const std::string& folder) {
      const bool known = std::ranges::find(folders, folder) != folders.end();
      if (!folder.empty() && !known) folders.push_back(folder);
    };
    for (const TrustedServer& server : trust.servers()) add_folder(server.project);
    for (const std::string& folder : folders_of_project(locations_.cwd)) add_folder(folder);
    for (const ProjectRoot& root : managed_.projects) add_folder(root.project);
    return folders;
  }

  /// What a plugin brings along, with the place of its files filled in: another version of it is
  /// another thing to trust.
  void add_plugin(const source::Root& root, std::vector<ServerEntry>& entries) {
    out_.files.push_back(join_path(root.path, ".mcp.json"));
    for (const source::PluginServers& named : source::servers_of_plugin(root)) {
      out_.files.push_back(named.file);
      Json map = Json::object();
      for (const parse::ServerEntry& server : named.servers) {
        map[server.name] = Json::parse(server.json, nullptr, false);
      }
      for (ServerEntry& entry :
           read_servers(map, {named.file, root.project_path, locations_.home, Dialect::common})) {
        for (std::string& word : entry.command) fill_plugin_root(word, root.path);
        for (auto& [name, value] : entry.env) fill_plugin_root(value, root.path);
        fill_plugin_root(entry.folder, root.path);
        entries.push_back(std::move(entry));
      }
    }
  }

  static void fill_plugin_root(std::string& text, const std::string& folder) {
    constexpr std::string_view kVariable = "${CLAUDE_PLUGIN_ROOT}";
    for (std::size_t at = text.find(kVariable); at != std::string::npos;
         at = text.find(kVariable, at + folder.size())) {
      text.replace(at, kVariable.size(), folder);
    }
  }

  void add(const ServerEntry& entry, bool trusted) {
    if (const std::string wrong = what_is_wrong_with_name(entry.name); !wrong.empty()) {
      out_.problems.push_back(problem_of(
          "mcp_misconfigured", "no server can be called '" + entry.name + "': " + wrong, entry));
      return;
    }
    const auto same = std::ranges::find_if(
        out_.servers, [&](const Server& other) { return other.entry.name == entry.name; });
    if (same != out_.servers.end()) return tell_of_taken_name(*same, entry);
    Server server;
    server.entry = entry;
    server.trusted = trusted;
    server.record =
        server.is_recorded() ? entry.from : join_path(locations_.discoveries, entry.name + ".json");
    if (!records_.insert(server.record).second) {
      out_.problems.push_back(
          problem_of("mcp_misconfigured", entry.name + " has the record of another server", entry));
      return;
    }
    complete(server);
    out_.servers.push_back(std::move(server));
  }

  static void tell_of_taken_name(Server& first, const ServerEntry& entry) {
    first.problems.push_back(
        problem_of("mcp_name_taken", entry.name + " of " + entry.file + " is not used", entry));
  }

  void complete(Server& server) const {
    const ServerEntry& entry = server.entry;
    const auto cannot = [&](const std::string& why) {
      server.problems.push_back(
          problem_of("mcp_misconfigured", entry.name + " cannot be used: " + why, entry));
    };
    if (!entry.fault.empty()) return cannot(entry.fault);
    if (!server.trusted) {
      server.problems.push_back(problem_of("mcp_untrusted", entry.name + " is not trusted", entry));
      return;
    }
    if (server.is_recorded()) return;
    Filler filler;
    mcp::ServerSettings settings = settings_of(entry, filler);
    if (!filler.missing().empty()) {
      cannot("the variable " + filler.missing() +
             " is not set here; a daemon needs it in its own environment");
      // Another process may have it, and have asked: its answer stands.
      server.problems.back().severity = Severity::warning;
      return;
    }
    server.settings = std::move(settings);
  }

  mcp::ServerSettings settings_of(const ServerEntry& entry, Filler& filler) const {
    mcp::ServerSettings settings;
    settings.name = entry.name;
    for (const std::string& word : entry.command) {
      settings.command.push_back(filler.fill(word, settings.filled));
    }
    settings.env = filler.fill(entry.env);
    // The agents whose files these are start servers in the project.
    settings.folder = entry.folder.empty()
                          ? entry.project
                          : expand_path(filler.fill(entry.folder), locations_.home,
                                        entry.project.empty() ? locations_.home : entry.project);
    settings.url = filler.fill(entry.url);
    settings.headers = filler.fill(entry.headers);
    settings.start_deadline = std::chrono::seconds(entry.start_seconds);
    settings.list_deadline = std::chrono::seconds(entry.list_seconds);
    settings.poll_interval = std::chrono::seconds(entry.poll_seconds);
    return settings;
  }

  const Locations& locations_;
  const Config& config_;
  const Managed& managed_;
  std::set<std::string> records_;
  ServerList out_;
};

}  // namespace

ServerList find_servers(const Locations& locations, const Config& config, const Managed& managed,
                        const std::vector<source::Root>& roots) {
  return Finder(locations, config, managed).run(roots);
}

std::vector<source::Root> roots_of(const ServerList& list) {
  std::vector<source::Root> roots;
  for (const Server& server : list.servers) {
    source::Root& root = roots.emplace_back();
    root.kind = SourceKind::mcp;
    root.label = root.server = server.entry.name;
    root.scope = server.entry.project.empty() ? Scope::user : Scope::project;
    root.path = server.record;
    root.required = server.is_recorded();
    root.grouping = server.entry.grouping;
    root.problems = server.problems;
  }
  return roots;
}

std::vector<mcp::ServerSettings> servers_to_refresh(const ServerList& list) {
  std::vector<mcp::ServerSettings> out;
  for (const Server& server : list.servers) {
    if (server.settings) out.push_back(*server.settings);
  }
  return out;
}

}  // namespace skillcat::cli
