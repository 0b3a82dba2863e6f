#include <skillcat/catalog.h>
#include <sys/stat.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/fs.h"
#include "cli/plan.h"
#include "cli/print.h"
#include "cli/reading.h"
#include "cli/roots.h"
#include "index/control.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

using source::Root;

/// What every action works on.
struct Setup {
  Locations locations;
  Config config;
  Managed managed;

  RootPlan plan(std::vector<std::string> projects = {}) const {
    return make_plan(locations, config, managed, std::move(projects)).roots;
  }
};

std::string origin_of(const Root& root, const Config& config, const Managed& managed) {
  const std::string& path = root.named_by.empty() ? root.path : root.named_by;
  const auto has_path = [&](const auto& other) { return other.path == path; };
  if (root.kind == SourceKind::bundled) return "bundled";
  if (root.kind == SourceKind::mcp) return "server";
  if (std::ranges::any_of(config.roots, has_path)) return "config";
  if (std::ranges::any_of(managed.roots, has_path)) return "added";
  return root.scope == Scope::project ? "project" : "default";
}

bool is_there(const Root& root) {
  struct stat st {};
  if (root.path.empty()) return true;
  if (::stat(root.path.c_str(), &st) != 0) return false;
  return root.kind == SourceKind::mcp ? S_ISREG(st.st_mode) : S_ISDIR(st.st_mode);
}

/// Configuration needs no catalog: without one the answer is of revision 0.
Freshness freshness_of(const Locations& locations) {
  try {
    return Catalog::open(locations.catalog).freshness();
  } catch (const Error&) {
    return {};
  }
}

void print_roots(const Invocation& call, const Setup& setup, const Managed& managed,
                 const std::vector<Root>& roots) {
  if (call.json()) {
    serve::Json json = serve::to_json(freshness_of(setup.locations));
    json["roots"] = serve::Json::array();
    for (const Root& root : roots) {
      json["roots"].push_back({{"label", root.label},
                               {"source", to_text(root.kind)},
                               {"scope", to_text(root.scope)},
                               {"path", serve::text_or_null(root.path)},
                               {"origin", origin_of(root, setup.config, managed)},
                               {"exists", is_there(root)}});
    }
    print_json(json);
    return;
  }
  std::size_t width = 0;
  for (const Root& root : roots) width = std::max(width, display_width(printable(root.label)));
  for (const Root& root : roots) {
    const std::string place = root.path.empty() ? "(compiled in)" : printable(root.path);
    print(padded(printable(root.label), width) + "  " +
          padded(origin_of(root, setup.config, managed), 7) + "  " + place +
          (is_there(root) ? "" : " (not there)") + "\n");
  }
}

/// Of default places only those that are there: the others are no news.
int list(const Invocation& call, const Setup& setup) {
  RootPlan plan = setup.plan();
  std::erase_if(plan.roots, [&](const Root& root) {
    return !is_there(root) && origin_of(root, setup.config, plan.managed) == "default";
  });
  print_roots(call, setup, plan.managed, plan.roots);
  return 0;
}

/// Has a running daemon take the new configuration up. What to say of the catalog: "" with one, as
/// it is current when this returns, else `hint`.
std::string taken_up_or(const Setup& setup, const std::string& hint) {
  return index::ask_daemon(setup.locations.catalog, {}) ? "" : " (hint: " + hint + ")";
}

/// Saves, and prints the roots that were not there before.
int save_added(const Invocation& call, const Setup& setup, const std::vector<Root>& before,
               const RootPlan& plan) {
  save_managed(setup.locations, plan.managed);
  std::vector<Root> added;
  for (const Root& root : plan.roots) {
    const bool known = std::ranges::any_of(before, [&](const Root& other) {
      return other.kind == root.kind && other.path == root.path;
    });
    if (!known) added.push_back(root);
  }
  print_roots(call, setup, plan.managed, added);
  if (added.empty()) {
    say(call, "no new root");
  } else {
    say(call, plural(static_cast<std::int64_t>(added.size()), "root") + " added" +
                  taken_up_or(setup, "'skillcat index' reads what is new"));
  }
  return 0;
}

int add(const Invocation& call, Setup& setup, const std::string& folder) {
  const auto before = setup.plan().roots;
  const auto add_one = [&](const std::string& path, const std::string& label) {
    add_root(path, label, setup.locations, setup.config, setup.managed);
  };
  if (!call.has("--projects") && !call.has("--plugins")) {
    add_one(folder, call.value("--label"));
    return save_added(call, setup, before, setup.plan());
  }
  if (call.has("--label")) {
    throw Error(ErrorCode::usage, "--label names one root, --projects and --plugins may find many",
                "leave one of them out");
  }
  const std::string path = absolute_path(folder, setup.locations.cwd);
  struct stat st {};
  if (::stat(path.c_str(), &st) != 0 || !S_ISDIR(st.st_mode)) {
    throw Error(ErrorCode::usage, "cannot look for roots below " + path + ": it is no folder",
                "name a folder that exists");
  }
  if (call.has("--plugins")) {
    for (const std::string& plugin : plugin_folders_below(path)) add_one(plugin, {});
  }
  std::vector<std::string> projects;
  if (call.has("--projects")) projects = project_folders_below(path);
  return save_added(call, setup, before, setup.plan(std::move(projects)));
}

int remove(const Invocation& call, const Setup& setup, const std::string& name) {
  RootPlan plan = setup.plan();
  const std::string path = absolute_path(name, setup.locations.cwd);
  auto root = std::ranges::find(plan.roots, name, &Root::label);
  // A marketplace is called as the place that a person added, and so begin its plugins' labels.
  const auto named = std::ranges::find(setup.managed.roots, name, &NamedRoot::label);
  if (named != setup.managed.roots.end()) {
    root = std::ranges::find(plan.roots, named->path, &Root::path);
  }
  if (root == plan.roots.end()) root = std::ranges::find(plan.roots, path, &Root::path);
  if (root == plan.roots.end()) {
    throw Error(ErrorCode::not_found, "no root is called '" + name + "'",
                "'skillcat root list' shows them");
  }
  const Managed before = plan.managed;
  remove_root(*root, setup.config, plan.managed);
  save_managed(setup.locations, plan.managed);
  print_roots(call, setup, before, {*root});
  say(call, "removed" + taken_up_or(setup, "'skillcat index' takes its skills out of the catalog"));
  return 0;
}

int prune(const Invocation& call, const Setup& setup) {
  Managed managed = setup.managed;
  std::vector<Root> roots;
  for (const ProjectRoot& gone : prune_projects(managed)) {
    Root& root = roots.emplace_back();
    root.label = gone.label;
    root.path = gone.path;
    root.scope = Scope::project;
  }
  if (!roots.empty()) {
    save_managed(setup.locations, managed);
    taken_up_or(setup, "");
  }
  print_roots(call, setup, setup.managed, roots);
  return 0;
}

int run(const Invocation& call) {
  Setup setup;
  setup.locations = locate(call);
  setup.config = load_config(setup.locations);
  setup.managed = load_managed(setup.locations);
  const auto& words = call.arguments;
  const std::string& action = words.front();
  const bool only_add = call.has("--label") || call.has("--projects") || call.has("--plugins");
  if (only_add && action != "add") {
    throw Error(ErrorCode::usage, "--label, --projects and --plugins are options of 'root add'",
                "see 'skillcat root --help'");
  }
  if (words.size() == 1 && action == "list") return list(call, setup);
  if (words.size() == 1 && action == "prune") return prune(call, setup);
  if (words.size() == 2 && action == "add") return add(call, setup, words[1]);
  if (words.size() == 2 && action == "remove") return remove(call, setup, words[1]);
  throw Error(ErrorCode::usage, "root takes list, add DIR, remove LABEL or PATH, or prune",
              "see 'skillcat root --help'");
}

}  // namespace

const Command kRootCommand{
    .name = "root",
    .summary = "the places that skills come from",
    .arguments = "list | add DIR | remove LABEL|PATH | prune",
    .arity = Arity::some,
    .options = {{"--label", "LABEL", "what to call an added root (its folder's name)"},
                {"--projects", "", "add what every repository below DIR keeps for agents"},
                {"--plugins", "", "add every plugin and marketplace below DIR"}},
    .manual = R"(Examples:
  skillcat root list                          all, by precedence
  skillcat root add ~/code/skills             a folder of skills, from now on
  skillcat root add /srv/skills --label team  under another name; its refs begin with it
  skillcat root add ~/code --projects         .claude/skills and the like of every project there
  skillcat root add ~/code/my-marketplace     its plugins, as a marketplace's manifest lists them
  skillcat root add ~/code --plugins          every plugin and marketplace there
  skillcat root remove team                   and one found by default stays away
  skillcat root prune                         forgets projects whose folder is gone

'skillcat index' then reads what is new and takes out what was removed; a running daemon does so
by itself. A plugin is a root of its own, called as its manifest says; those of a marketplace are
called <marketplace>/<plugin>, and what of its folder is no plugin's is <marketplace>-rest. What
Claude Code has installed is found without being added; 'claude-plugins' stands for all of it.
)",
    .run = run};

}  // namespace skillcat::cli
