// What Claude Code keeps about plugins: which are installed, which are disabled, where marketplaces
// are. Bytes in, record and problems out. Pure.
#pragma once

#include <skillcat/skill.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skillcat::parse {

/// One installation of one plugin.
struct InstalledPlugin {
  std::string plugin;
  std::string marketplace;
  std::string version;
  std::string install_path;
  std::string project_path;  ///< of an installation for one project; else empty
};

/// installed_plugins.json. Version 1 has one object a plugin, version 2 a list of them; both forms
/// are read, whatever number the file gives.
struct ParsedInstalled {
  std::optional<std::vector<InstalledPlugin>> plugins;  ///< absent when it cannot be read
  std::vector<Problem> problems;
};
ParsedInstalled parse_installed_plugins(std::string_view bytes);

/// `enabledPlugins` of a settings.json: "plugin@marketplace" -> false when it is disabled.
struct ParsedSettings {
  std::map<std::string, bool> enabled;
  std::vector<Problem> problems;
};
ParsedSettings parse_enabled_plugins(std::string_view bytes);

/// known_marketplaces.json: the folder of each.
struct ParsedMarketplaces {
  std::map<std::string, std::string> folders;
  std::vector<Problem> problems;
};
ParsedMarketplaces parse_known_marketplaces(std::string_view bytes);

}  // namespace skillcat::parse
