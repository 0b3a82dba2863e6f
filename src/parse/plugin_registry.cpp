#include "parse/plugin_registry.h"

#include "base/problem.h"
#include "parse/manifest_json.h"

namespace skillcat::parse {
namespace {

using nlohmann::json;

class InstalledReader {
 public:
  explicit InstalledReader(ParsedInstalled& out) : out_(out) {}

  void read(const json& object) {
    const auto plugins = object.find("plugins");
    if (plugins == object.end() || !plugins->is_object()) {
      out_.problems.push_back(make_problem("manifest_invalid", "'plugins' is not an object"));
      return;
    }
    out_.plugins.emplace();
    for (const auto& [key, value] : plugins->items()) add_plugin(key, value);
  }

 private:
  void add_plugin(const std::string& key, const json& value) {
    const auto at = key.rfind('@');
    if (at == std::string::npos || at == 0 || at + 1 == key.size() ||
        key.find('/') != std::string::npos) {
      return refuse("'" + key + "' is not plugin@marketplace");
    }
    if (!value.is_array()) return add(key, at, value);
    for (const json& item : value) add(key, at, item);
  }

  void add(const std::string& key, std::size_t at, const json& value) {
    if (!value.is_object()) return refuse("what '" + key + "' holds is not an object");
    ManifestFields fields(value, key + ": ", out_.problems);
    InstalledPlugin plugin;
    plugin.plugin = key.substr(0, at);
    plugin.marketplace = key.substr(at + 1);
    plugin.version = fields.text("version");
    plugin.install_path = fields.text("installPath");
    plugin.project_path = fields.text("projectPath");
    if (plugin.install_path.empty()) return refuse("'" + key + "' has no installPath");
    out_.plugins->push_back(std::move(plugin));
  }

  void refuse(std::string message) {
    out_.problems.push_back(make_problem("manifest_field_invalid", std::move(message)));
  }

  ParsedInstalled& out_;
};

}  // namespace

ParsedInstalled parse_installed_plugins(std::string_view bytes) {
  ParsedInstalled out;
  const auto object = read_object(bytes, out.problems);
  if (object) InstalledReader(out).read(*object);
  return out;
}

ParsedSettings parse_enabled_plugins(std::string_view bytes) {
  ParsedSettings out;
  const auto object = read_object(bytes, out.problems);
  if (!object) return out;
  ManifestFields fields(*object, "", out.problems);
  const json* enabled = fields.find("enabledPlugins");
  if (enabled == nullptr) return out;
  if (!enabled->is_object()) {
    fields.report("enabledPlugins", "an object");
    return out;
  }
  // A list of versions enables too.
  for (const auto& [key, value] : enabled->items()) {
    out.enabled[key] = !(value.is_boolean() && !value.get<bool>());
  }
  return out;
}

ParsedMarketplaces parse_known_marketplaces(std::string_view bytes) {
  ParsedMarketplaces out;
  const auto object = read_object(bytes, out.problems);
  if (!object) return out;
  for (const auto& [name, value] : object->items()) {
    if (!value.is_object()) continue;
    const std::string folder =
        ManifestFields(value, name + ": ", out.problems).text("installLocation");
    if (!folder.empty()) out.folders[name] = folder;
  }
  return out;
}

}  // namespace skillcat::parse
