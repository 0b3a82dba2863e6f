#include "cli/config.h"

#include <pwd.h>
#include <skillcat/error.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/fs.h"
#include "base/log.h"
#include "cli/json_file.h"

namespace skillcat::cli {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string home_of_user() {
  if (std::string home = variable("HOME"); home.starts_with('/')) return absolute_path(home, "/");
  const passwd* entry = ::getpwuid(::getuid());
  return entry == nullptr || entry->pw_dir == nullptr ? "/" : entry->pw_dir;
}

std::string real_path_or(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? std::string(real.get()) : path;
}

/// The specification of these variables: a relative path is to be ignored.
std::string folder_or(const std::string& variable_value, const std::string& otherwise) {
  return variable_value.starts_with('/') ? absolute_path(variable_value, "/") : otherwise;
}

std::string working_folder(const std::string& given, const Environment& environment) {
  if (given.empty()) return environment.cwd;
  std::string path = real_path_or(expand_path(given, environment.home, environment.cwd));
  struct stat st {};
  if (::stat(path.c_str(), &st) != 0 || !S_ISDIR(st.st_mode)) {
    throw Error(ErrorCode::usage, "cannot start in " + given + ": it is not a folder",
                "name a folder with --cwd");
  }
  return path;
}

[[noreturn]] void refuse(const std::string& path, const std::string& what, std::string hint) {
  throw Error(ErrorCode::config, "cannot use " + path + ": " + what, std::move(hint));
}

/// Reads one JSON object key by key, and says which keys nothing asked for.
class Reader {
 public:
  Reader(const Json& json, std::string path, std::string place)
      : json_(json), path_(std::move(path)), place_(std::move(place)) {
    if (!json_.is_object()) wrong("", "an object");
  }

  bool has(const char* key) const { return json_.contains(key); }
  std::string text(const char* key, std::string otherwise = {}) {
    return take(key, &Json::is_string, "a text", std::move(otherwise));
  }
  bool flag(const char* key, bool otherwise) {
    return take(key, &Json::is_boolean, "true or false", otherwise);
  }
  std::vector<std::string> texts(const char* key) {
    std::vector<std::string> out;
    for (const Json& item : take(key, &Json::is_array, "a list", Json::array())) {
      if (!item.is_string()) wrong(key, "a list of texts");
      out.push_back(item.get<std::string>());
    }
    return out;
  }
  std::vector<Reader> objects(const char* key) {
    known_.emplace_back(key);
    std::vector<Reader> out;
    const auto found = json_.find(key);
    if (found == json_.end()) return out;
    if (!found->is_array()) wrong(key, "a list");
    for (std::size_t i = 0; i < found->size(); ++i) {
      out.emplace_back((*found)[i], path_, place_ + key + "[" + std::to_string(i) + "].");
    }
    return out;
  }

  /// The object that a key holds; null when there is none.
  const Json* object(const char* key) {
    known_.emplace_back(key);
    const auto found = json_.find(key);
    if (found == json_.end()) return nullptr;
    if (!found->is_object()) wrong(key, "an object");
    return &*found;
  }

  [[noreturn]] void wrong(const std::string& key, const std::string& wanted) const {
    refuse(path_, place_ + key + " is not " + wanted, "correct the file");
  }

  void warn_of_unknown_keys() const {
    for (const auto& [key, value] : json_.items()) {
      if (std::ranges::find(known_, key) == known_.end()) {
        log_warning(path_ + ": unknown key '" + place_ + key + "' is ignored");
      }
    }
  }

 private:
  template <class T>
  T take(const char* key, bool (Json::*is_right)() const noexcept, const char* wanted,
         T otherwise) {
    known_.emplace_back(key);
    const auto found = json_.find(key);
    if (found == json_.end()) return otherwise;
    if (!((*found).*is_right)()) wrong(key, wanted);
    return found->get<T>();
  }

  const Json& json_;
  std::string path_;
  std::string place_;
  std::vector<std::string> known_;
};

Scope scope_of(Reader& reader) {
  if (const auto scope = parse_scope(reader.text("scope", "user"))) return *scope;
  reader.wrong("scope", "user, project or system");
}

std::vector<NamedRoot> read_roots(Reader& reader, const Locations& locations) {
  std::vector<NamedRoot> roots;
  const std::string base(parent_path(locations.config));
  for (Reader& item : reader.objects("roots")) {
    NamedRoot root;
    root.path = item.text("path");
    if (root.path.empty()) item.wrong("path", "the path of a folder");
    root.path = expand_path(root.path, locations.home, base);
    if (item.has("label")) {
      root.label = item.text("label");
      check_label(root.label, root.path);
    }
    root.scope = scope_of(item);
    item.warn_of_unknown_keys();
    roots.push_back(std::move(root));
  }
  return roots;
}

/// The servers of a file of ours; trusted, since a person wrote them there.
std::vector<ServerEntry> read_own_servers(Reader& reader, const std::string& file,
                                          const Locations& locations) {
  const Json* map = reader.object("mcpServers");
  if (map == nullptr) return {};
  return read_servers(*map, {file, {}, locations.home, Dialect::ours});
}

}  // namespace

Environment read_environment() {
  const std::unique_ptr<char, decltype(&std::free)> cwd(::getcwd(nullptr, 0), &std::free);
  return {home_of_user(),
          cwd ? std::string(cwd.get()) : "/",
          variable("XDG_DATA_HOME"),
          variable("XDG_CONFIG_HOME"),
          variable("SKILLCAT_CATALOG"),
          variable("SKILLCAT_CONFIG")};
}

std::string expand_path(const std::string& path, const std::string& home, const std::string& base) {
  for (const std::string_view start : {"~", "$HOME", "${HOME}"}) {
    if (!path.starts_with(start)) continue;
    const std::string rest = path.substr(start.size());
    if (rest.empty() || rest.starts_with('/')) return absolute_path(home + rest, base);
  }
  return absolute_path(path, base);
}

Locations locate(const Globals& globals, const Environment& environment) {
  Locations out;
  out.home = environment.home;
  out.cwd = working_folder(globals.cwd, environment);
  const auto choose = [&](const std::string& option, const std::string& value,
                          const std::string& otherwise) {
    const std::string& given = option.empty() ? value : option;
    return given.empty() ? otherwise : expand_path(given, out.home, out.cwd);
  };
  out.catalog_by_option = !globals.catalog.empty();
  out.catalog = choose(globals.catalog, environment.catalog,
                       folder_or(environment.data_home, join_path(out.home, ".local/share")) +
                           "/skillcat/catalog.db");
  out.config = choose(
      globals.config, environment.config,
      folder_or(environment.config_home, join_path(out.home, ".config")) + "/skillcat/config.json");
  out.managed = join_path(parent_path(out.config), "managed.json");
  out.trust = join_path(parent_path(out.config), "trust.json");
  out.discoveries = join_path(parent_path(out.catalog), "mcp");
  return out;
}

Locations locate(const Invocation& call) {
  return locate(call.globals, read_environment());
}

void check_label(const std::string& label, const std::string& path) {
  if (!label.empty() && label.find('/') == std::string::npos) return;
  throw Error(
      ErrorCode::usage,
      "cannot call the root " + path + " '" + label + "': a label is not empty and has no /",
      "choose another label");
}

Config load_config(const Locations& locations) {
  const Json json = load_object(locations.config);
  Reader reader(json, locations.config, "");
  Config config;
  config.roots = read_roots(reader, locations);
  config.exclude = reader.texts("exclude");
  config.bundled = reader.flag("bundled", true);
  config.defaults = reader.flag("defaults", true);
  config.servers = read_own_servers(reader, locations.config, locations);
  reader.warn_of_unknown_keys();
  return config;
}

Managed load_managed(const Locations& locations) {
  const Json json = load_object(locations.managed);
  Reader reader(json, locations.managed, "");
  Managed managed;
  managed.roots = read_roots(reader, locations);
  for (Reader& item : reader.objects("projects")) {
    ProjectRoot root{item.text("path"), item.text("label"), item.text("project")};
    if (!root.path.starts_with('/')) item.wrong("path", "an absolute path");
    check_label(root.label, root.path);
    managed.projects.push_back(std::move(root));
  }
  managed.removed = reader.texts("removed");
  managed.servers = read_own_servers(reader, locations.managed, locations);
  return managed;
}

void save_managed(const Locations& locations, const Managed& managed) {
  Json json = {{"roots", Json::array()}, {"projects", Json::array()}};
  for (const NamedRoot& root : managed.roots) {
    json["roots"].push_back(
        {{"path", root.path}, {"label", root.label}, {"scope", to_text(root.scope)}});
  }
  for (const ProjectRoot& root : managed.projects) {
    json["projects"].push_back(
        {{"path", root.path}, {"label", root.label}, {"project", root.project}});
  }
  if (!managed.removed.empty()) json["removed"] = managed.removed;
  for (const ServerEntry& entry : managed.servers) json["mcpServers"][entry.name] = to_json(entry);
  save_object(locations.managed, json);
}

}  // namespace skillcat::cli
