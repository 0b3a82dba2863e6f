#include "cli/roots.h"

#include <skillcat/error.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/digest.h"
#include "base/fs.h"
#include "base/utf8.h"
#include "cli/plugin_roots.h"

namespace skillcat::cli {
namespace {

using source::Root;

/// Folders that hold an agent's `skills`, below the home folder and below projects.
constexpr std::string_view kAgentFolders[] = {".claude", ".agents",   ".codex",  ".gemini",
                                              ".github", ".opencode", ".cursor", ".openclaw"};

constexpr std::int64_t kClassSize = 1'000'000;
enum class PrecedenceClass : std::uint8_t { user, plugin, bundled, mcp, project };

PrecedenceClass class_of(const Root& root) {
  if (root.kind == SourceKind::mcp) return PrecedenceClass::mcp;  // also that of a project
  if (root.scope == Scope::project) return PrecedenceClass::project;
  if (root.kind == SourceKind::bundled) return PrecedenceClass::bundled;
  return root.kind == SourceKind::plugin ? PrecedenceClass::plugin : PrecedenceClass::user;
}

using FolderId = std::pair<dev_t, ino_t>;

std::optional<FolderId> folder_id(const std::string& path) {
  struct stat st {};
  if (::stat(path.c_str(), &st) != 0 || !S_ISDIR(st.st_mode)) return std::nullopt;
  return FolderId{st.st_dev, st.st_ino};
}

bool exists(const std::string& path) {
  struct stat st {};
  return ::lstat(path.c_str(), &st) == 0;
}

/// What a folder is called in labels; "/" has no name.
std::string name_of(std::string_view folder) {
  const auto name = file_name(folder);
  return name.empty() ? "root" : std::string(name);
}

/// The folder whose project a root belongs to: "/x/app" of "/x/app/.claude/skills" and of
/// "/x/app/skills".
std::string project_of(std::string_view root) {
  const auto above = parent_path(root);
  return std::string(file_name(above).starts_with('.') ? parent_path(above) : above);
}

std::string distinct_label(const std::string& label, const std::string& path) {
  return label + "-" + to_hex(bytes_of(sha256(path))).substr(0, 6);
}

class Planner {
 public:
  Planner(const Places& places, const Config& config, const Managed& managed)
      : places_(places), config_(config) {
    plan_.managed = managed;
    for (const NamedRoot& root : managed.roots) owners_.emplace(root.label, root.path);
    for (const ProjectRoot& root : managed.projects) owners_.emplace(root.label, root.path);
  }

  RootPlan run() {
    for (const NamedRoot& root : config_.roots) add_named(root);
    if (config_.defaults) add_home_roots();
    for (const NamedRoot& root : plan_.managed.roots) add_named(root);
    if (config_.defaults) add_installed_plugins();
    if (config_.bundled) add_bundled();
    if (places_.servers) {
      for (Root& root : places_.servers(plan_.roots)) add(std::move(root));
    }
    const auto known = plan_.managed.projects;
    for (const ProjectRoot& root : known) add_project(root.path, root.project, root.label);
    if (config_.defaults) add_projects_of_cwd();
    for (const std::string& folder : places_.projects) find_projects_in(folder);
    return std::move(plan_);
  }

 private:
  void add_named(const NamedRoot& named) {
    PluginPlan plan = plan_named_root(named);
    for (Root& root : plan.roots) {
      if (root.scope == Scope::project) root.project_path = project_of(named.path);
      add(std::move(root));
    }
    watch(std::move(plan.watch_files));
  }

  void add_installed_plugins() {
    PluginPlan plan = plan_installed_plugins(places_.home);
    if (is_removed(plan.roots.front().path)) return;
    for (Root& root : plan.roots) add(std::move(root));
    watch(std::move(plan.watch_files));
  }

  void watch(std::vector<std::string> files) {
    std::ranges::move(files, std::back_inserter(plan_.watch_files));
  }

  /// Listed though absent: one that vanishes is then noticed.
  void add_home_roots() {
    for (const std::string_view agent : kAgentFolders) {
      Root root;
      root.path = join_path(join_path(places_.home, agent), "skills");
      root.label = "user-" + std::string(agent.substr(1));
      if (!is_removed(root.path)) add(std::move(root));
    }
  }

  void add_bundled() {
    Root root;
    root.kind = SourceKind::bundled;
    root.label = "bundled";
    root.scope = Scope::system;
    add(std::move(root));
  }

  bool add_project(const std::string& path, const std::string& project, const std::string& label) {
    Root root;
    root.path = path;
    root.label = label;
    root.scope = Scope::project;
    root.project_path = project;
    return add(std::move(root));
  }

  void add_projects_of_cwd() {
    for (const std::string& folder : folders_of_project(places_.cwd)) find_projects_in(folder);
    find_project(join_path(places_.cwd, "skills"), places_.cwd, "skills");
  }

  void find_projects_in(const std::string& folder) {
    for (const std::string_view agent : kAgentFolders) {
      find_project(join_path(join_path(folder, agent), "skills"), folder, agent.substr(1));
    }
  }

  void find_project(const std::string& path, const std::string& project, std::string_view kind) {
    // managed.json is JSON, which holds no other bytes.
    if (!folder_id(path) || !is_valid_utf8(path) || is_removed(path)) return;
    if (!add_project(path, project, name_of(project) + "-" + std::string(kind))) return;
    plan_.managed.projects.push_back({path, plan_.roots.back().label, project});
    plan_.found_projects = true;
  }

  bool is_removed(const std::string& path) const {
    const auto& removed = plan_.managed.removed;
    return std::ranges::find(removed, path) != removed.end();
  }

  /// False when the folder is a root of that kind already.
  bool add(Root root) {
    const bool plugin = root.kind == SourceKind::plugin;
    if (plugin && is_removed(root.path)) return false;
    if (root.kind != SourceKind::bundled) {
      if (!paths_.emplace(root.kind, root.path).second) return false;
      const auto id = folder_id(root.path);
      if (id && !ids_.emplace(root.kind, *id).second) return false;
    }
    if (!plugin) check_label(root.label, root.path);
    std::string& owner = owners_.emplace(root.label, root.path).first->second;
    // What stands for a marketplace itself is called "<label>-rest", so that its label is free.
    if (!owner.empty() && owner == root.named_by) owner = root.path;
    if (owner != root.path) {
      // A plugin of a project keeps its label over versions.
      root.label = distinct_label(
          root.label, plugin && !root.project_path.empty() ? root.project_path : root.path);
      owners_.emplace(root.label, root.path);
    }
    root.precedence = static_cast<std::int64_t>(class_of(root)) * kClassSize +
                      static_cast<std::int64_t>(plan_.roots.size());
    plan_.roots.push_back(std::move(root));
    return true;
  }

  const Places& places_;
  const Config& config_;
  RootPlan plan_;
  std::set<std::pair<SourceKind, std::string>> paths_;
  std::set<std::pair<SourceKind, FolderId>> ids_;
  std::map<std::string, std::string> owners_;  ///< label -> path; known ones keep theirs
};

enum class InRepository : std::uint8_t { no, yes };
enum class Below : std::uint8_t { skip, enter };

/// Walks folders and keeps those that are looked for.
class FolderFinder {
 public:
  using Wanted = std::function<bool(const std::string& folder, InRepository in)>;
  FolderFinder(Wanted wanted, Below below) : wanted_(std::move(wanted)), below_(below) {}

  std::vector<std::string> run(const std::string& folder) {
    walk(folder, InRepository::no, 0);
    std::ranges::sort(found_);
    return std::move(found_);
  }

 private:
  static constexpr int kMaxDepth = 32;

  void walk(const std::string& folder, InRepository in, int depth) {
    if (exists(join_path(folder, ".git"))) in = InRepository::yes;
    if (wanted_(folder, in)) {
      found_.push_back(folder);
      if (below_ == Below::skip) return;
    }
    if (depth == kMaxDepth) return;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename().string();
      const bool entered =
          entry.symlink_status(error).type() == std::filesystem::file_type::directory &&
          !name.starts_with('.') && name != "node_modules";
      if (entered) walk(entry.path().string(), in, depth + 1);
    }
  }

  const Wanted wanted_;
  const Below below_;
  std::vector<std::string> found_;
};

bool holds_skills(const std::string& folder) {
  return std::ranges::any_of(kAgentFolders, [&](std::string_view agent) {
    return folder_id(join_path(join_path(folder, agent), "skills")).has_value();
  });
}

/// The folder that a person means by `path`.
std::string folder_of(const std::string& path) {
  struct stat st {};
  if (::stat(path.c_str(), &st) != 0) {
    throw Error(ErrorCode::usage, errno_text("index", path, errno), "name a folder that exists");
  }
  std::string folder = path;
  if (S_ISREG(st.st_mode) && file_name(path) == "SKILL.md") folder = parent_path(path);
  if (folder.empty()) folder = "/";
  if (!folder_id(folder)) {
    throw Error(ErrorCode::usage, "cannot index " + path + ": it is not a folder",
                "name a folder, or a SKILL.md in it");
  }
  if (!is_valid_utf8(folder)) {
    throw Error(ErrorCode::usage, "cannot index " + path + ": its name is not UTF-8",
                "rename the folder");
  }
  return folder;
}

}  // namespace

std::vector<std::string> folders_of_project(const std::string& cwd) {
  std::vector<std::string> folders;
  for (std::string folder = cwd; !folder.empty(); folder = parent_path(folder)) {
    folders.push_back(folder);
    if (exists(join_path(folder, ".git"))) return folders;
  }
  return {cwd};
}

RootPlan plan_roots(const Places& places, const Config& config, const Managed& managed) {
  return Planner(places, config, managed).run();
}

bool add_root(const std::string& path, const std::string& label, const Locations& locations,
              const Config& config, Managed& managed) {
  NamedRoot named;
  named.path = folder_of(absolute_path(path, locations.cwd));
  const auto id = folder_id(named.path);
  const auto was_removed = std::erase_if(
      managed.removed, [&](const std::string& removed) { return folder_id(removed) == id; });
  const RootPlan plan = plan_roots({locations.home, locations.cwd}, config, managed);
  const bool known =
      std::ranges::any_of(plan.roots, [&](const Root& root) { return folder_id(root.path) == id; });
  if (known) return was_removed > 0;
  named.label = label.empty() ? default_label(named.path) : label;
  check_label(named.label, named.path);
  if (std::ranges::find(plan.roots, named.label, &Root::label) != plan.roots.end()) {
    if (!label.empty()) {
      throw Error(ErrorCode::usage,
                  "cannot call " + named.path + " '" + label + "': another root is called so",
                  "choose another label; 'skillcat root list' shows those in use");
    }
    named.label = distinct_label(named.label, named.path);
  }
  managed.roots.push_back(std::move(named));
  return true;
}

bool add_roots(const std::vector<std::string>& paths, const Locations& locations,
               const Config& config, Managed& managed) {
  bool added = false;
  for (const std::string& path : paths) {
    added = add_root(path, {}, locations, config, managed) || added;
  }
  return added;
}

void remove_root(const Root& root, const Config& config, Managed& managed) {
  if (root.kind == SourceKind::bundled) {
    throw Error(ErrorCode::usage, "cannot remove the bundled skills by a command",
                "write \"bundled\": false in config.json");
  }
  if (root.kind == SourceKind::mcp) {
    throw Error(ErrorCode::usage, "cannot remove " + root.label + ": it is an MCP server",
                "use 'skillcat mcp remove " + root.label + "'");
  }
  const auto has_path = [&](const auto& other) { return other.path == root.path; };
  if (std::ranges::any_of(config.roots, has_path)) {
    throw Error(ErrorCode::usage, "cannot remove " + root.label + ": config.json names it",
                "delete it there");
  }
  if (std::erase_if(managed.roots, has_path) > 0) return;
  if (root.kind == SourceKind::plugin && root.path.find("/.claude/plugins/") != std::string::npos) {
    throw Error(ErrorCode::usage, "cannot remove " + root.label + ": Claude Code has installed it",
                "disable it there, or remove 'claude-plugins' to leave out all that is installed");
  }
  std::erase_if(managed.projects, has_path);
  managed.removed.push_back(root.path);
}

std::vector<ProjectRoot> prune_projects(Managed& managed) {
  std::vector<ProjectRoot> gone;
  std::erase_if(managed.projects, [&](const ProjectRoot& root) {
    if (folder_id(root.path)) return false;
    gone.push_back(root);
    return true;
  });
  return gone;
}

std::vector<std::string> project_folders_below(const std::string& folder) {
  const auto is_project = [](const std::string& path, InRepository in) {
    return in == InRepository::yes && holds_skills(path);
  };
  return FolderFinder(is_project, Below::enter).run(folder);
}

std::vector<std::string> plugin_folders_below(const std::string& folder) {
  const auto is_plugin = [](const std::string& path, InRepository) { return holds_plugins(path); };
  return FolderFinder(is_plugin, Below::skip).run(folder);
}

}  // namespace skillcat::cli
