// What one plugin consists of, by its manifest, its marketplace's entry and the usual places.
#pragma once

#include <string>
#include <vector>

#include "source/plugin.h"

namespace skillcat::source {

inline constexpr std::string_view kCommandsFolder = "commands";

/// Paths are below the plugin's folder and are there.
struct PluginParts {
  /// The marketplace alone describes the plugin and names folders of skills: no other one is its.
  bool only_named_skills = false;
  std::vector<std::string> skills;  ///< those
  std::vector<std::string> commands;
  bool has_toml_commands = false;  ///< below kCommandsFolder, as Gemini CLI has them
  std::vector<std::string> hook_files;
  std::vector<std::string> hooks;  ///< events of hooks that stand in a manifest itself
  std::vector<std::string> server_files;
  std::vector<PluginServers> servers;  ///< that stand in a manifest itself
  std::vector<Problem> problems;
};

/// Cost: a stat for each place of a manifest, a read, a stat for each path that it names.
PluginParts parts_of(const Root& root, const Plugin& plugin);

}  // namespace skillcat::source
