// The user's configuration: where its files are and what they say.
//
// config.json is written by hand (comments allowed) and only read; managed.json beside it is
// written by commands. Errors: Error(config) names the file and the place in it.
#pragma once

#include <skillcat/skill.h>

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/server_entry.h"

namespace skillcat::cli {

/// What the process was given; empty = not set.
struct Environment {
  std::string home;
  std::string cwd;
  std::string data_home;    ///< $XDG_DATA_HOME
  std::string config_home;  ///< $XDG_CONFIG_HOME
  std::string catalog;      ///< $SKILLCAT_CATALOG
  std::string config;       ///< $SKILLCAT_CONFIG
};
Environment read_environment();

/// All absolute.
struct Locations {
  std::string home;
  std::string cwd;
  std::string catalog;
  /// Named for this one call: such a path may be a mistake, and somebody else's file.
  bool catalog_by_option = false;
  std::string config;
  std::string managed;
  std::string trust;
  std::string discoveries;  ///< the folder of what MCP servers answered, beside the catalog
};
/// Throws Error(usage) for a --cwd that is not a folder.
Locations locate(const Globals& globals, const Environment& environment);
Locations locate(const Invocation& call);

/// `~`, `$HOME` and `${HOME}` at the start are the home folder; relative paths are below `base`.
std::string expand_path(const std::string& path, const std::string& home, const std::string& base);

/// A root that a person named. The label is empty where the folder's name will do.
struct NamedRoot {
  std::string path;
  std::string label;
  Scope scope = Scope::user;
};

/// config.json.
struct Config {
  std::vector<NamedRoot> roots;
  std::vector<std::string> exclude;
  bool bundled = true;
  bool defaults = true;  ///< look where agents keep skills
  std::vector<ServerEntry> servers;
};

/// A project root that was found once. Its label stays, so that refs do.
struct ProjectRoot {
  std::string path;
  std::string label;
  std::string project;  ///< the project's folder

  bool operator==(const ProjectRoot&) const = default;
};

/// managed.json.
struct Managed {
  std::vector<NamedRoot> roots;
  std::vector<ProjectRoot> projects;
  /// Folders that would be roots by default, and that a person does not want.
  std::vector<std::string> removed;
  std::vector<ServerEntry> servers;
};

/// An absent file is an empty one. Unknown keys are warnings in the log.
Config load_config(const Locations& locations);
Managed load_managed(const Locations& locations);
/// Makes the folder (0700) where it is missing.
void save_managed(const Locations& locations, const Managed& managed);

/// Throws Error(usage) for a label that cannot be part of a ref.
void check_label(const std::string& label, const std::string& path);

}  // namespace skillcat::cli
