// A plugin's own manifest and what its marketplace says of it, put together.
#include "source/plugin_manifest.h"

#include <sys/stat.h>

#include <algorithm>

#include "base/problem.h"
#include "source/plugin.h"

namespace skillcat::source {
namespace {

constexpr std::string_view kGeminiManifest = "gemini-extension.json";

/// Where agents look for a plugin's manifest; the first that is there and can be read counts.
constexpr std::string_view kPluginManifests[] = {
    ".claude-plugin/plugin.json",  // Claude Code
    ".codex-plugin/plugin.json",   // Codex
    ".cursor-plugin/plugin.json",  // Cursor
    kGeminiManifest,               // Gemini CLI
    ".github/plugin/plugin.json",  // GitHub Copilot
    ".plugin/plugin.json",         // OpenHands
    "plugin.json",                 // agent-plugins.org
    "openclaw.plugin.json",        // OpenClaw
};

constexpr std::string_view kMarketplaces[] = {
    ".claude-plugin/marketplace.json",
    ".agents/plugins/marketplace.json",
    ".cursor-plugin/marketplace.json",
    ".github/plugin/marketplace.json",
};

constexpr const char* kHooksFile = "hooks/hooks.json";
constexpr const char* kServersFile = ".mcp.json";

bool exists(const std::string& path) {
  struct stat st {};
  return ::stat(path.c_str(), &st) == 0;
}

std::vector<std::string> manifests_in(const std::string& folder,
                                      std::span<const std::string_view> places) {
  std::vector<std::string> found;
  for (const std::string_view place : places) {
    if (exists(join_path(folder, place))) found.emplace_back(place);
  }
  return found;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  for (const std::string& item : from) {
    if (std::ranges::find(to, item) == to.end()) to.push_back(item);
  }
}

/// A manifest, or what stands for one.
struct Place {
  std::string name;  ///< in messages
  std::string path;  ///< of problems
};

/// Resolves the paths of a manifest against the plugin's folder.
class PathChecker {
 public:
  PathChecker(const std::string& folder, const Place& place, std::vector<Problem>& problems)
      : folder_(folder), place_(place), problems_(problems) {}

  /// Those that are inside and there.
  std::vector<std::string> existing(const std::vector<std::string>& paths) {
    std::vector<std::string> out;
    for (const std::string& path : inside(paths)) {
      const std::string whole = join_path(folder_, path);
      if (exists(whole)) {
        out.push_back(path);
      } else {
        report("manifest_path_missing", "names " + whole + ", which is not there");
      }
    }
    return out;
  }

  std::vector<std::string> inside(const std::vector<std::string>& paths) {
    std::vector<std::string> out;
    for (const std::string& path : paths) {
      if (auto relative = path_inside(folder_, path)) {
        out.push_back(*std::move(relative));
      } else {
        report("path_leaves_plugin", "names " + path + ", which leaves " + folder_);
      }
    }
    return out;
  }

 private:
  void report(std::string_view code, const std::string& what) {
    problems_.push_back(make_problem(code, place_.name + " " + what));
    problems_.back().path = place_.path;
  }

  const std::string& folder_;
  const Place& place_;
  std::vector<Problem>& problems_;
};

/// All but the skills, which are returned: whose they are depends on more than this manifest.
std::vector<std::string> add_manifest(PluginParts& parts, const std::string& folder,
                                      const Place& place, const parse::PluginManifest& manifest) {
  PathChecker paths(folder, place, parts.problems);
  append(parts.commands, paths.existing(manifest.commands));
  append(parts.hook_files, paths.existing(manifest.hook_files));
  append(parts.server_files, paths.existing(manifest.server_files));
  append(parts.hooks, manifest.hooks);
  if (!manifest.servers.empty()) parts.servers.push_back({place.path, manifest.servers});
  paths.inside(manifest.others);
  return paths.existing(manifest.skills);
}

/// What the marketplace says. Where it alone describes the plugin and names skills, those are all.
void add_entry(PluginParts& parts, const Root& root, const Plugin& plugin, bool described) {
  if (plugin.entry.empty()) return;
  auto entry = parse::parse_plugin_manifest(plugin.entry);
  const Place place{"the marketplace's entry for " + plugin.name, root.path};
  for (Problem& problem : entry.problems) {
    problem.message = place.name + ": " + problem.message;
    problem.path = place.path;
    parts.problems.push_back(std::move(problem));
  }
  if (!entry.manifest) return;
  auto skills = add_manifest(parts, root.path, place, *entry.manifest);
  if ((plugin.strict && described) || entry.manifest->skills.empty()) return;
  parts.only_named_skills = true;
  parts.skills = std::move(skills);
}

void add_defaults(PluginParts& parts, const std::string& folder) {
  for (const auto& [list, path] : {std::pair{&parts.commands, std::string(kCommandsFolder)},
                                   {&parts.hook_files, kHooksFile},
                                   {&parts.server_files, kServersFile}}) {
    if (exists(join_path(folder, path))) append(*list, {path});
  }
  // Also of a plugin that is one of other agents as well.
  parts.has_toml_commands = exists(join_path(folder, kGeminiManifest));
}

}  // namespace

std::string manifest_of_plugin(const std::string& folder) {
  const auto found = manifests_in(folder, kPluginManifests);
  return found.empty() ? std::string() : found.front();
}

std::string manifest_of_marketplace(const std::string& folder) {
  const auto found = manifests_in(folder, kMarketplaces);
  return found.empty() ? std::string() : found.front();
}

std::optional<std::string> path_inside(const std::string& folder, const std::string& path) {
  if (path.starts_with('/')) return std::nullopt;
  // Below a made-up root, so that every ".." that goes too far shows.
  std::size_t depth = 0;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const auto part = std::string_view(path).substr(at, end - at);
    at = end + 1;
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      ++depth;
    } else if (depth-- == 0) {
      return std::nullopt;
    }
  }
  const std::string whole = absolute_path(path, folder);
  return whole.size() <= folder.size() ? std::string() : whole.substr(folder.size() + 1);
}

PluginParts parts_of(const Root& root, const Plugin& plugin) {
  PluginParts parts;
  bool described = false;
  for (const std::string& path : manifests_in(root.path, kPluginManifests)) {
    const auto parsed =
        read_manifest(root.path, path, parse::parse_plugin_manifest, parts.problems);
    if (!parsed.manifest) continue;
    const std::string whole = join_path(root.path, path);
    add_manifest(parts, root.path, {whole, whole}, *parsed.manifest);
    described = true;
    break;
  }
  add_entry(parts, root, plugin, described);
  add_defaults(parts, root.path);
  return parts;
}

std::vector<std::string> skill_folders(const Root& root) {
  std::vector<std::string> folders;
  for (const Plugin& plugin : root.plugins) {
    const PluginParts parts = parts_of(root, plugin);
    if (!parts.only_named_skills) return {""};
    append(folders, parts.skills);
  }
  return folders;
}

std::vector<PluginServers> servers_of_plugin(const Root& root) {
  std::vector<PluginServers> all;
  for (const Plugin& plugin : root.plugins) {
    PluginParts parts = parts_of(root, plugin);
    std::ranges::move(parts.servers, std::back_inserter(all));
    for (const std::string& path : parts.server_files) {
      const std::string file = join_path(root.path, path);
      if (std::ranges::find(all, file, &PluginServers::file) != all.end()) continue;
      auto parsed = read_manifest(root.path, path, parse::parse_servers, parts.problems);
      if (!parsed.servers.empty()) all.push_back({file, std::move(parsed.servers)});
    }
  }
  return all;
}

}  // namespace skillcat::source
