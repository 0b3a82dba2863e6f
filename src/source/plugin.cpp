// A plugin's skills: every SKILL.md below its folder, and its commands.
//
// The folder is walked as any other, but no link leads out of it. The ref of a skill has its folder
// without "skills/" before it; a command is a skill called like its file, with slash commands.
#include "source/plugin.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

#include "base/problem.h"
#include "base/sorted.h"
#include "source/folder_links.h"
#include "source/folder_walk.h"
#include "source/plugin_manifest.h"

namespace skillcat::source {
namespace {

constexpr std::string_view kMarkdown = ".md";
constexpr std::string_view kToml = ".toml";
constexpr std::string_view kSkills = "skills/";

bool lies_in(std::string_view path, std::string_view folder) {
  return folder.empty() || path == folder ||
         (path.starts_with(folder) && path[folder.size()] == '/');
}

bool lies_in_any(std::string_view path, const std::vector<std::string>& folders) {
  return std::ranges::any_of(folders, [&](const auto& folder) { return lies_in(path, folder); });
}

/// Of a command's file.
std::string_view without_ending(std::string_view path) {
  return path.substr(0, path.rfind('.'));
}

/// A plugin and what it consists of.
struct Described {
  const Plugin* plugin;
  PluginParts parts;
  std::vector<std::string> hooks;

  bool has_skill(const std::string& path) const {
    return !parts.only_named_skills || lies_in_any(path, parts.skills);
  }
  bool has_command(const std::string& path) const {
    if (path.ends_with(kToml)) return parts.has_toml_commands && lies_in(path, kCommandsFolder);
    return lies_in_any(path, parts.commands);
  }
};

/// More than anybody reads.
constexpr std::size_t kMaxProblems = 1'000;

std::vector<Described> describe(const Root& root, std::vector<Problem>& problems) {
  std::vector<Described> all;
  std::set<std::string> told;  // the manifest of a shared folder is read for each of its plugins
  for (const Plugin& plugin : root.plugins) {
    Described described{&plugin, parts_of(root, plugin), {}};
    described.hooks = described.parts.hooks;
    for (const std::string& path : described.parts.hook_files) {
      const auto file =
          read_manifest(root.path, path, parse::parse_hooks, described.parts.problems);
      std::ranges::copy(file.events, std::back_inserter(described.hooks));
    }
    sort_unique(described.hooks);
    for (Problem& problem : described.parts.problems) {
      if (problems.size() == kMaxProblems) break;
      if (told.insert(problem.message).second) problems.push_back(std::move(problem));
    }
    all.push_back(std::move(described));
  }
  return all;
}

/// Gives the candidates of a walk to the plugins of the root.
class Sorter {
 public:
  Sorter(const Root& root, const std::vector<Described>& plugins)
      : shared_(root.plugins.size() > 1), plugins_(plugins) {}

  void sort(Listing& listing) {
    std::erase_if(listing.candidates, [&](Candidate& c) { return !take(c); });
  }

 private:
  bool take(Candidate& candidate) {
    const Described* owner = owner_of(candidate);
    if (owner == nullptr) return false;
    const bool command = candidate.kind == CandidateKind::command;
    candidate.ref_path =
        std::string(command ? without_ending(candidate.path) : parent_path(candidate.path));
    if (candidate.ref_path.starts_with(kSkills)) candidate.ref_path.erase(0, kSkills.size());
    if (shared_) candidate.ref_path = join_path(owner->plugin->name, candidate.ref_path);
    // Both "x" and "skills/x" may be there.
    if (candidate.kind != CandidateKind::definitions) {
      while (!refs_.emplace(candidate.ref_path, candidate.place).second) ++candidate.place;
    }
    if (command) candidate.patterns = patterns_of(*owner, candidate.path);
    candidate.hooks = owner->hooks;
    take_fingerprint(candidate);
    return true;
  }

  const Described* owner_of(const Candidate& candidate) const {
    const bool command = candidate.kind == CandidateKind::command;
    for (const Described& plugin : plugins_) {
      const bool its =
          command ? plugin.has_command(candidate.path) : plugin.has_skill(candidate.path);
      if (its) return &plugin;
    }
    return nullptr;
  }

  /// "/plugin:sub:name" and "/name" for commands/sub/name.md. Gemini CLI calls
  /// commands/sub/name.toml
  /// "/sub:name", and "/plugin.sub:name" where that is taken.
  static std::vector<std::string> patterns_of(const Described& owner, const std::string& path) {
    if (path.ends_with(kToml)) {
      std::string name(without_ending(path).substr(kCommandsFolder.size() + 1));
      std::ranges::replace(name, '/', ':');
      return {"/" + name, "/" + owner.plugin->name + "." + name};
    }
    std::string name(file_name(path));
    for (const std::string& place : owner.parts.commands) {
      if (path != place && lies_in(path, place)) name = path.substr(place.size() + 1);
    }
    name.erase(name.rfind('.'));
    std::string last(file_name(name));
    std::ranges::replace(name, '/', ':');
    return {"/" + owner.plugin->name + ":" + name, "/" + std::move(last)};
  }

  const bool shared_;
  const std::vector<Described>& plugins_;
  std::set<std::pair<std::string, int>> refs_;
};

/// A place that only lists plugins, which are roots of their own.
Listing list_registry(const Root& root) {
  Listing listing;
  struct stat st {};
  if (::stat(root.path.c_str(), &st) != 0) listing.state = RootState::gone;
  return listing;
}

/// Always the whole plugin: what a folder in it means, its manifest says.
Listing list_part(const Root& root, const Rules& rules, const Part& part) {
  if (root.plugins.empty()) return list_registry(root);
  std::vector<Problem> problems;
  const auto plugins = describe(root, problems);
  std::vector<CommandPlace> commands;
  for (const Described& plugin : plugins) {
    for (const std::string& path : plugin.parts.commands) commands.push_back({path, kMarkdown});
    if (plugin.parts.has_toml_commands) commands.push_back({std::string(kCommandsFolder), kToml});
  }
  FolderWalk walk(root, rules, part.observer, std::move(commands));
  const bool walked = walk.walk_root();
  if (walked) follow_links(walk, root);
  Listing listing = walk.finish();
  if (!walked) return listing;
  Sorter(root, plugins).sort(listing);
  std::ranges::move(problems, std::back_inserter(listing.problems));
  return listing;
}

Listing list_plugin(const Root& root, const Rules& rules) {
  return list_part(root, rules, {});
}

Result<FileBytes> read_candidate(const Root& root, const Candidate& candidate, std::size_t cap) {
  return kFolderSource.read(root, candidate, cap);
}

Result<FileBytes> read_beside(const Root& root, const Candidate& candidate, const std::string& path,
                              std::size_t cap) {
  return kFolderSource.read_beside(root, candidate, path, cap);
}

Stamp stamp_beside(const Root& root, const Candidate& candidate, const std::string& path) {
  return kFolderSource.stamp_beside(root, candidate, path);
}

}  // namespace

const Source kPluginSource{SourceKind::plugin, list_plugin,  read_candidate,
                           read_beside,        stamp_beside, list_part};

}  // namespace skillcat::source
