#include "parse/plugin_manifest.h"

#include <algorithm>

#include "base/problem.h"
#include "parse/json.h"
#include "parse/lists.h"
#include "parse/manifest_json.h"

namespace skillcat::parse {
namespace {

using nlohmann::json;

/// Sources of entries that are no folder of the marketplace. A `local` one (Codex) is.
constexpr std::string_view kLocalSources[] = {"local", "directory", "path"};

/// {"PreToolUse": [...]}, or the same below "hooks".
std::vector<std::string> events_of(const json& object) {
  const auto inner = object.find("hooks");
  const json& map = inner != object.end() && inner->is_object() ? *inner : object;
  std::vector<std::string> events;
  for (const auto& [event, actions] : map.items()) {
    if (events.size() == kMaxPathsOfField) break;
    if (actions.is_array() && !actions.empty()) append_distinct(events, event);
  }
  return events;
}

/// {"server": {...}}, or the same below "mcpServers".
std::vector<ServerEntry> servers_of(const json& object) {
  const auto inner = object.find("mcpServers");
  const json& map = inner != object.end() && inner->is_object() ? *inner : object;
  std::vector<ServerEntry> servers;
  for (const auto& [name, server] : map.items()) {
    if (server.is_object()) servers.push_back({name, dump_json(server)});
  }
  return servers;
}

/// Commands may also be a map of names to objects that name a file.
void read_commands(ManifestFields& fields, PluginManifest& manifest) {
  const json* value = fields.find("commands");
  if (value == nullptr || !value->is_object()) {
    manifest.commands = fields.texts("commands");
    return;
  }
  for (const auto& [name, command] : value->items()) {
    if (manifest.commands.size() == kMaxPathsOfField) {
      return fields.report("commands", "a map of at most 1,000");
    }
    const auto source = command.is_object() ? command.find("source") : command.end();
    if (command.is_object() && source != command.end() && source->is_string()) {
      manifest.commands.push_back(source->get<std::string>());
    } else if (!command.is_object() || !command.contains("content")) {
      fields.report("commands." + name, "an object with a text 'source'");
    }
  }
}

/// A path, paths, an object in place, or a list of both.
template <class Take>
void read_files_or_objects(ManifestFields& fields, const char* key, std::vector<std::string>& files,
                           Take&& take) {
  const json* value = fields.find(key);
  if (value == nullptr) return;
  const auto one = [&](const json& item) {
    if (item.is_string()) {
      files.push_back(item.get<std::string>());
    } else if (item.is_object()) {
      take(item);
    } else {
      fields.report(key, "a path, an object or a list of them");
    }
  };
  if (!value->is_array()) return one(*value);
  if (value->size() > kMaxPathsOfField) return fields.report(key, "a list of at most 1,000");
  for (const auto& item : *value) one(item);
}

PluginManifest manifest_of(const json& object, std::vector<Problem>& problems) {
  ManifestFields fields(object, "", problems);
  PluginManifest manifest;
  manifest.name = fields.text("name");
  manifest.skills = fields.texts("skills");
  read_commands(fields, manifest);
  read_files_or_objects(fields, "hooks", manifest.hook_files, [&](const json& hooks) {
    for (const std::string& event : events_of(hooks)) append_distinct(manifest.hooks, event);
  });
  read_files_or_objects(fields, "mcpServers", manifest.server_files, [&](const json& servers) {
    std::ranges::move(servers_of(servers), std::back_inserter(manifest.servers));
  });
  for (const char* key : {"agents", "lspServers", "outputStyles"}) {
    const json* value = fields.find(key);
    if (value == nullptr || value->is_object()) continue;
    std::ranges::move(fields.texts(key), std::back_inserter(manifest.others));
  }
  return manifest;
}

/// The folder that an entry's `source` names; absent when it is elsewhere.
std::optional<std::string> local_folder(const json& source) {
  if (source.is_string()) return source.get<std::string>();
  const auto kind = source.find("source");
  const auto path = source.find("path");
  const bool local = kind != source.end() && kind->is_string() && path != source.end() &&
                     path->is_string() &&
                     std::ranges::find(kLocalSources, kind->get_ref<const std::string&>()) !=
                         std::end(kLocalSources);
  if (!local) return std::nullopt;
  return path->get<std::string>();
}

class MarketplaceReader {
 public:
  explicit MarketplaceReader(ParsedMarketplace& out) : out_(out) {}

  void read(const json& object) {
    ManifestFields fields(object, "", out_.problems);
    out_.name = fields.text("name");
    folder_ = fields.text("pluginRoot");
    const json* metadata = fields.find("metadata");
    if (folder_.empty() && metadata != nullptr && metadata->is_object()) {
      folder_ = ManifestFields(*metadata, "metadata.", out_.problems).text("pluginRoot");
    }
    const json* plugins = fields.find("plugins");
    if (plugins == nullptr || !plugins->is_array()) {
      out_.problems.push_back(make_problem("manifest_invalid", "'plugins' is not a list"));
      return;
    }
    out_.plugins.emplace();
    if (plugins->size() > kMaxPlugins) fields.report("plugins", "a list of at most 2,000");
    const std::size_t count = std::min(plugins->size(), kMaxPlugins);
    for (std::size_t i = 0; i < count; ++i) add((*plugins)[i], i);
  }

 private:
  void add(const json& item, std::size_t number) {
    const std::string place = "plugins[" + std::to_string(number) + "]";
    const auto refuse = [&](const std::string& what) {
      out_.problems.push_back(make_problem("manifest_field_invalid", "'" + place + "' " + what));
    };
    if (!item.is_object()) return refuse("is not an object");
    ManifestFields fields(item, place + ".", out_.problems);
    MarketplaceEntry entry;
    entry.name = fields.text("name");
    if (entry.name.empty()) return refuse("has no name");
    if (entry.name.find('/') != std::string::npos) return refuse("has a / in its name");
    const json* source = fields.find("source");
    if (source == nullptr) return refuse("(" + entry.name + ") has no source");
    if (!source->is_string() && !source->is_object()) {
      return fields.report("source", "a text or an object");
    }
    entry.folder = local_folder(*source);
    // "./x" is below the marketplace, "x" below its folder of plugins.
    if (entry.folder && !folder_.empty() && !entry.folder->starts_with("./")) {
      *entry.folder = folder_ + "/" + *entry.folder;
    }
    entry.strict = fields.flag("strict", true);
    entry.json = dump_json(item);
    out_.plugins->push_back(std::move(entry));
  }

  ParsedMarketplace& out_;
  std::string folder_;
};

}  // namespace

ParsedManifest parse_plugin_manifest(std::string_view bytes) {
  ParsedManifest out;
  const auto object = read_object(bytes, out.problems);
  if (object) out.manifest = manifest_of(*object, out.problems);
  return out;
}

ParsedMarketplace parse_marketplace(std::string_view bytes) {
  ParsedMarketplace out;
  const auto object = read_object(bytes, out.problems);
  if (object) MarketplaceReader(out).read(*object);
  return out;
}

ParsedHooks parse_hooks(std::string_view bytes) {
  ParsedHooks out;
  const auto object = read_object(bytes, out.problems);
  if (object) out.events = events_of(*object);
  return out;
}

ParsedServers parse_servers(std::string_view bytes) {
  ParsedServers out;
  const auto object = read_object(bytes, out.problems);
  if (object) out.servers = servers_of(*object);
  return out;
}

}  // namespace skillcat::parse
