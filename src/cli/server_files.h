// The files of other programs that name MCP servers. They are only read.
#pragma once

#include <skillcat/skill.h>

#include <string>
#include <vector>

#include "cli/server_entry.h"

namespace skillcat::cli {

struct ImportedServers {
  std::vector<ServerEntry> entries;  ///< in the order of precedence
  std::vector<Problem> problems;     ///< of files that cannot be read
  std::vector<std::string> files;    ///< that were looked for, there or not
};

/// The servers for `projects` (folders, the first comes first), then those for everywhere.
/// Cost: opens each file of the table that exists.
ImportedServers import_servers(const std::string& home, const std::vector<std::string>& projects);

}  // namespace skillcat::cli
