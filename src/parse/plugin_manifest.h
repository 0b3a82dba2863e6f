// What describes plugins: manifests, marketplaces, files of hooks and of MCP servers. Bytes in,
// record and problems out. Pure: paths are as written, nobody has looked whether they exist.
//
// A field that is not what it should be costs only itself. `Problem::path` is left to the caller.
// Source: counted over 499 plugin manifests and 12 marketplaces of 18 public repositories.
#pragma once

#include <skillcat/skill.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skillcat::parse {

/// The largest real one is a marketplace of 286 plugins with 150 kB.
inline constexpr std::size_t kMaxManifestBytes = std::size_t{4} << 20;
/// What is beyond is a `manifest_field_invalid`: it bounds what a hostile file can cost.
inline constexpr std::size_t kMaxPlugins = 2'000;
inline constexpr std::size_t kMaxPathsOfField = 1'000;

/// An MCP server as a manifest configures it. It is listed, never started from here.
struct ServerEntry {
  std::string name;
  std::string json;  ///< its object, as written
};

/// A plugin's manifest, or a marketplace's entry, which has the same fields.
struct PluginManifest {
  std::string name;
  std::vector<std::string> skills;    ///< folders
  std::vector<std::string> commands;  ///< folders or Markdown files
  std::vector<std::string> hook_files;
  std::vector<std::string> hooks;  ///< events, of hooks that stand in the manifest itself
  std::vector<std::string> server_files;
  std::vector<ServerEntry> servers;  ///< that stand in the manifest itself
  std::vector<std::string> others;   ///< further paths: agents, language servers, styles
};

struct ParsedManifest {
  std::optional<PluginManifest> manifest;  ///< absent when it is no JSON object
  std::vector<Problem> problems;           ///< manifest_invalid, manifest_field_invalid
};
ParsedManifest parse_plugin_manifest(std::string_view bytes);

/// A plugin that a marketplace lists.
struct MarketplaceEntry {
  std::string name;
  /// Its folder below the marketplace's; absent when it lies in another repository or package.
  std::optional<std::string> folder;
  bool strict = true;  ///< false: the entry describes the plugin, whatever its own manifest says
  std::string json;    ///< the entry, for parse_plugin_manifest
};

struct ParsedMarketplace {
  std::string name;
  std::optional<std::vector<MarketplaceEntry>> plugins;  ///< absent when it cannot be read
  std::vector<Problem> problems;
};
ParsedMarketplace parse_marketplace(std::string_view bytes);

/// The events in a file of hooks.
struct ParsedHooks {
  std::vector<std::string> events;
  std::vector<Problem> problems;
};
ParsedHooks parse_hooks(std::string_view bytes);

/// The servers in a file such as .mcp.json.
struct ParsedServers {
  std::vector<ServerEntry> servers;
  std::vector<Problem> problems;
};
ParsedServers parse_servers(std::string_view bytes);

}  // namespace skillcat::parse
