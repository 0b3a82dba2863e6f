// The plugins that Claude Code has installed, by its own files.
//
// Source: installed_plugins.json as Claude Code writes it (version 1: an object a plugin, version
// 2: a list with scopes), `enabledPlugins` of settings.json, known_marketplaces.json, and the cache
// of versions, cache/<marketplace>/<plugin>/<version>.
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "base/problem.h"
#include "cli/plugin_roots.h"
#include "parse/plugin_registry.h"
#include "source/plugin.h"

namespace skillcat::cli {
namespace {

using parse::InstalledPlugin;
using source::Root;

constexpr const char* kInstalled = "installed_plugins.json";
constexpr const char* kMarketplaces = "known_marketplaces.json";

bool exists(const std::string& path) {
  struct stat st {};
  return ::stat(path.c_str(), &st) == 0;
}

bool is_folder(const std::string& path) {
  struct stat st {};
  return ::stat(path.c_str(), &st) == 0 && S_ISDIR(st.st_mode);
}

class Installed {
 public:
  explicit Installed(const std::string& home) : home_(home) {
    registry_.kind = SourceKind::plugin;
    registry_.label = "claude-plugins";
    registry_.path = join_path(home, ".claude/plugins");
  }

  PluginPlan run() {
    for (const char* name : {kInstalled, kMarketplaces}) watch(join_path(registry_.path, name));
    watch(settings_file(home_, "settings.json"));
    if (!is_folder(registry_.path)) {
      registry_.doubt = registry_.path + " is gone";
    } else if (exists(join_path(registry_.path, kInstalled))) {
      read();
    }
    plan_.roots.insert(plan_.roots.begin(), std::move(registry_));
    return std::move(plan_);
  }

 private:
  static std::string settings_file(const std::string& folder, const char* name) {
    return join_path(join_path(folder, ".claude"), name);
  }

  void watch(std::string path) {
    auto& files = plan_.watch_files;
    if (std::ranges::find(files, path) == files.end()) files.push_back(std::move(path));
  }

  void report(std::string_view code, std::string message, std::string path) {
    registry_.problems.push_back(make_problem(code, std::move(message)));
    registry_.problems.back().path = std::move(path);
  }

  void read() {
    const auto parsed = source::read_manifest(registry_.path, kInstalled,
                                              parse::parse_installed_plugins, registry_.problems);
    if (!parsed.plugins) {
      registry_.doubt = join_path(registry_.path, kInstalled) + " cannot be read";
      return;
    }
    // The user's first: they are what a folder that projects use too is called by.
    auto plugins = *parsed.plugins;
    std::stable_partition(plugins.begin(), plugins.end(),
                          [](const auto& plugin) { return plugin.project_path.empty(); });
    for (const InstalledPlugin& plugin : plugins) add(plugin);
    tell_inactive_versions(plugins);
  }

  /// Where the plugin is. A home that was moved or shared has another path before ".claude".
  std::string folder_of(const std::string& written) const {
    std::string path = absolute_path(written, registry_.path);
    constexpr std::string_view kPlugins = "/.claude/plugins/";
    const auto at = path.rfind(kPlugins);
    if (is_folder(path) || at == std::string::npos) return path;
    return join_path(registry_.path, path.substr(at + kPlugins.size()));
  }

  void add(const InstalledPlugin& plugin) {
    const std::string name = plugin.plugin + "@" + plugin.marketplace;
    const std::string folder = folder_of(plugin.install_path);
    const bool there = is_folder(folder);
    if (there) folders_.insert(folder);
    if (!plugin.project_path.empty() && !is_folder(plugin.project_path)) {
      return report("plugin_disabled",
                    name + " is installed for " + plugin.project_path + ", which is not there",
                    folder);
    }
    if (const std::string file = disabled_by(plugin, name); !file.empty()) {
      return report("plugin_disabled", name + " is disabled in " + file, folder);
    }
    if (!there) watch(folder);
    if (there && !may_be_indexed(plugin, name, folder)) return;
    Root root;
    root.kind = SourceKind::plugin;
    root.path = folder;
    root.label = plugin.marketplace + "/" + plugin.plugin;
    root.scope = plugin.project_path.empty() ? Scope::user : Scope::project;
    root.project_path = plugin.project_path;
    root.named_by = registry_.path;
    root.installed = true;  // what is known of it stays while it is not there
    root.plugins.push_back(described(plugin, folder));
    plan_.roots.push_back(std::move(root));
  }

  /// A list may name any folder of the machine: outside of the place for plugins only one that
  /// looks like a plugin is taken, and told.
  bool may_be_indexed(const InstalledPlugin& plugin, const std::string& name,
                      const std::string& folder) {
    if (lies_in_plugins(folder)) return true;
    const bool absolute = plugin.install_path.starts_with('/');
    const bool looks_so = !source::manifest_of_plugin(folder).empty() ||
                          is_folder(join_path(folder, "skills")) ||
                          is_folder(join_path(folder, "commands"));
    const char* why_not = !absolute   ? "; the path is not absolute, so it is not indexed"
                          : !looks_so ? "; it holds no plugin, so it is not indexed"
                                      : "";
    report("plugin_outside",
           name + " is installed in " + folder + ", outside " + registry_.path + why_not, folder);
    return absolute && looks_so;
  }

  /// As written, or with links resolved: a home may be reached by one.
  bool lies_in_plugins(const std::string& folder) const {
    if (folder.starts_with(registry_.path + "/")) return true;
    std::error_code error;
    const auto real = std::filesystem::canonical(folder, error).string();
    const auto place = std::filesystem::canonical(registry_.path, error).string();
    return !error && real.starts_with(place + "/");
  }

  /// The file of settings that disables a plugin, the nearest that says anything; empty: none.
  std::string disabled_by(const InstalledPlugin& plugin, const std::string& name) {
    std::vector<std::string> files;
    if (!plugin.project_path.empty()) {
      files.push_back(settings_file(plugin.project_path, "settings.local.json"));
      files.push_back(settings_file(plugin.project_path, "settings.json"));
    }
    files.push_back(settings_file(home_, "settings.json"));
    for (const std::string& file : files) {
      watch(file);
      const auto& enabled = settings(file);
      const auto found = enabled.find(name);
      if (found != enabled.end()) return found->second ? std::string() : file;
    }
    return {};
  }

  const std::map<std::string, bool>& settings(const std::string& file) {
    const auto [entry, is_new] = settings_.try_emplace(file);
    if (is_new && exists(file)) {
      // The link to a file elsewhere, which many keep settings in, is the user's own.
      const auto bytes = read_file(file, parse::kMaxManifestBytes);
      parse::ParsedSettings parsed;
      if (bytes) {
        parsed = parse::parse_enabled_plugins(bytes->bytes);
      } else {
        parsed.problems.push_back(make_problem("manifest_invalid", bytes.error().message));
      }
      for (const Problem& problem : parsed.problems) {
        report(problem.code, file + ": " + problem.message, file);
      }
      entry->second = std::move(parsed.enabled);
    }
    return entry->second;
  }

  /// With its marketplace's entry, where the plugin has no manifest of its own.
  source::Plugin described(const InstalledPlugin& installed, const std::string& folder) {
    source::Plugin plugin{installed.plugin, {}, true};
    if (!source::manifest_of_plugin(folder).empty()) return plugin;
    for (const std::string& place : {marketplace_folder(installed.marketplace), folder}) {
      for (const auto& entry : marketplace_in(place)) {
        if (entry.name != installed.plugin) continue;
        plugin.entry = entry.json;
        plugin.strict = entry.strict;
        return plugin;
      }
    }
    return plugin;
  }

  std::string marketplace_folder(const std::string& name) {
    if (!marketplace_folders_) {
      marketplace_folders_.emplace();
      if (exists(join_path(registry_.path, kMarketplaces))) {
        marketplace_folders_ =
            source::read_manifest(registry_.path, kMarketplaces, parse::parse_known_marketplaces,
                                  registry_.problems)
                .folders;
      }
    }
    const auto found = marketplace_folders_->find(name);
    return found == marketplace_folders_->end() ? std::string() : folder_of(found->second);
  }

  const std::vector<parse::MarketplaceEntry>& marketplace_in(const std::string& folder) {
    const auto [entry, is_new] = marketplaces_.try_emplace(folder);
    const std::string manifest =
        folder.empty() ? std::string() : source::manifest_of_marketplace(folder);
    if (is_new && !manifest.empty()) {
      watch(join_path(folder, manifest));
      auto parsed =
          source::read_manifest(folder, manifest, parse::parse_marketplace, registry_.problems);
      if (parsed.plugins) entry->second = *std::move(parsed.plugins);
    }
    return entry->second;
  }

  void tell_inactive_versions(const std::vector<InstalledPlugin>& plugins) {
    const std::string cache = join_path(registry_.path, "cache");
    for (const std::string& marketplace : folders_in(cache)) {
      for (const std::string& plugin : folders_in(join_path(cache, marketplace))) {
        const std::string place = join_path(join_path(cache, marketplace), plugin);
        for (const std::string& version : folders_in(place)) {
          if (folders_.contains(join_path(place, version))) continue;
          std::string message = "version " + version + " of ";
          message.append(plugin).append("@").append(marketplace).append(" is not in use: ");
          message += used_version(plugins, plugin, marketplace);
          report("inactive_version", std::move(message), join_path(place, version));
        }
      }
    }
  }

  static std::string used_version(const std::vector<InstalledPlugin>& plugins,
                                  const std::string& plugin, const std::string& marketplace) {
    std::string used;
    for (const InstalledPlugin& installed : plugins) {
      if (installed.plugin != plugin || installed.marketplace != marketplace) continue;
      if (!used.empty()) used += ", ";
      used += installed.version;
    }
    return used.empty() ? "the plugin is not installed" : "installed is " + used;
  }

  static std::vector<std::string> folders_in(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename().string();
      std::error_code unknown;
      if (!name.starts_with('.') && entry.is_directory(unknown)) names.push_back(name);
    }
    std::ranges::sort(names);
    return names;
  }

  const std::string home_;
  PluginPlan plan_;
  Root registry_;
  std::set<std::string> folders_;                                ///< of installed plugins
  std::map<std::string, std::map<std::string, bool>> settings_;  ///< by file
  std::optional<std::map<std::string, std::string>> marketplace_folders_;
  std::map<std::string, std::vector<parse::MarketplaceEntry>> marketplaces_;  ///< by folder
};

}  // namespace

PluginPlan plan_installed_plugins(const std::string& home) {
  return Installed(home).run();
}

}  // namespace skillcat::cli
