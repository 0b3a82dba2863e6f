// Roots that are plugins: in folders that a person names, and those that Claude Code has installed.
#pragma once

#include <string>
#include <vector>

#include "cli/config.h"
#include "source/source.h"

namespace skillcat::cli {

/// Roots, and the files and folders whose change may alter which they are.
struct PluginPlan {
  std::vector<source::Root> roots;
  std::vector<std::string> watch_files;
};

/// The roots that stand for a folder that a person named. Of a plain folder: it. Of a plugin: it,
/// as one. Of a marketplace: each plugin that lies in it, called "<label>/<plugin>", and what of
/// the folder belongs to none, called "<label>-rest"; plugins that share a folder are one root,
/// called "<label>". Labels, scope and paths are set, precedence is not.
/// Cost: some stats, for a marketplace one read and a few stats a plugin.
PluginPlan plan_named_root(const NamedRoot& named);

/// What such a folder is called unless a person says: as its manifest, else as the folder.
std::string default_label(const std::string& folder);

/// Whether it is a plugin or a marketplace, by its manifest.
bool holds_plugins(const std::string& folder);

/// The plugins in `home`/.claude/plugins, called "<marketplace>/<plugin>", after the place itself,
/// "claude-plugins", which holds what there is to say: disabled plugins, inactive versions, broken
/// files. A settings.json decides what is disabled: the user's, and for a plugin that is installed
/// for a project first that project's.
/// Cost: three reads, a read of settings a project, some stats and one listing a plugin.
PluginPlan plan_installed_plugins(const std::string& home);

}  // namespace skillcat::cli
