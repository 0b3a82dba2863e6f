// Which roots there are: where agents keep skills, what the configuration names, what was found
// before. Only the command line knows this; the library is handed the result.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/config.h"
#include "source/source.h"

namespace skillcat::cli {

/// Where to look, besides the configuration.
struct Places {
  std::string home;
  std::string cwd;
  std::vector<std::string> projects = {};  ///< further folders of projects
  /// Given the roots of folders, plugins and bundled skills, those of MCP servers; may be absent.
  std::function<std::vector<source::Root>(const std::vector<source::Root>&)> servers = {};
};

struct RootPlan {
  std::vector<source::Root> roots;
  Managed managed;              ///< with the project roots that are new
  bool found_projects = false;  ///< `managed` is to be saved
  /// Files and folders, there or not, whose change may alter `roots`.
  std::vector<std::string> watch_files;
};

/// Shape: of one real folder, however it is reached, the first root of a kind is kept, in this
/// order: the configuration, the home folder, added ones, installed plugins, bundled, MCP servers,
/// projects known before, projects at `cwd`. A label that managed.json has given to a folder stays
/// its label, so that refs do; another root that would be called the same gets a dash and six hex
/// digits. A folder that a person named may stand for many: see plugin_roots.h. Precedence: class
/// (user, plugin, bundled, MCP, project) and then that order. Cost: one stat a root, one for each
/// folder from `cwd` up to its repository, and what plugins cost.
RootPlan plan_roots(const Places& places, const Config& config, const Managed& managed);

/// From `cwd` up to the repository that it is in; without one, it alone.
std::vector<std::string> folders_of_project(const std::string& cwd);

/// Adds PATHs that a person named: folders, or a skill file for its folder. One that is a root
/// already changes nothing. True when something was added. Throws Error(usage).
bool add_roots(const std::vector<std::string>& paths, const Locations& locations,
               const Config& config, Managed& managed);
/// One root, called `label` (empty: by its folder). Throws Error(usage) also for a label that
/// another root has.
bool add_root(const std::string& path, const std::string& label, const Locations& locations,
              const Config& config, Managed& managed);

/// Takes `root` of `plan` out of `managed`, for good: a place that is looked at by default is
/// remembered as removed. Throws Error(usage) for one that managed.json cannot take away.
void remove_root(const source::Root& root, const Config& config, Managed& managed);

/// Forgets the projects whose folder is gone, and returns them.
std::vector<ProjectRoot> prune_projects(Managed& managed);

/// The folders below `folder` that are in a repository and hold a place where agents keep skills.
/// Hidden folders and node_modules are not entered, links not followed.
/// Cost: a stat for each agent and folder.
std::vector<std::string> project_folders_below(const std::string& folder);
/// The folders below `folder` that are a plugin or a marketplace; nothing is looked for in those.
/// As above; the cost is a stat for each place of a manifest and folder.
std::vector<std::string> plugin_folders_below(const std::string& folder);

}  // namespace skillcat::cli
