// Plugins: where their manifests are, what these say, which folders their skills come from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parse/plugin_manifest.h"
#include "source/source.h"

namespace skillcat::source {

/// The manifest of the plugin in `folder`: its path below it. Empty when there is none.
/// Cost: a stat for each place where one may be.
std::string manifest_of_plugin(const std::string& folder);
/// The same for a marketplace.
std::string manifest_of_marketplace(const std::string& folder);

/// A file below `folder`, parsed with one of the parsers of parse/plugin_manifest.h. Its problems
/// go to `problems`, with the file's path; a file that cannot be read is `manifest_invalid`.
template <class Parsed>
Parsed read_manifest(const std::string& folder, const std::string& path,
                     Parsed (*parse)(std::string_view), std::vector<Problem>& problems) {
  const std::string whole = join_path(folder, path);
  auto file = read_file_beneath(folder, path, parse::kMaxManifestBytes);
  Parsed parsed;
  if (file) {
    parsed = parse(file->bytes);
  } else {
    parsed.problems.push_back(file.error());
    parsed.problems.back().code = "manifest_invalid";
    parsed.problems.back().severity = Severity::warning;
  }
  for (Problem& problem : parsed.problems) {
    if (file) problem.message = whole + ": " + problem.message;
    problem.path = whole;
    problems.push_back(std::move(problem));
  }
  parsed.problems.clear();
  return parsed;
}

/// A path that a manifest names, made relative to the plugin's folder; "" is that folder. Absent
/// when it leaves the folder.
std::optional<std::string> path_inside(const std::string& folder, const std::string& path);

/// The folders below `root` that its plugins take skills from: "" for all of it.
std::vector<std::string> skill_folders(const Root& root);

/// The MCP servers that a plugin's manifest configures, in itself or in files that it names, and
/// those of its .mcp.json. Nobody has trusted them.
struct PluginServers {
  std::string file;  ///< absolute
  std::vector<parse::ServerEntry> servers;
};
std::vector<PluginServers> servers_of_plugin(const Root& root);

}  // namespace skillcat::source
