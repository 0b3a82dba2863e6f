// What the parts of `skillcat mcp` share.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/servers.h"

namespace skillcat::cli {

/// What every action works on.
struct McpSetup {
  Locations locations;
  Config config;
  Managed managed;
  ServerList list;

  explicit McpSetup(const Locations& locations);
  /// The server called `name`. Throws Error(not_found).
  const Server& get(const std::string& name) const;
};

/// Asks the servers of these names (none that is recorded), runs a pass, and prints how they are.
/// Returns the exit status: that of a failed root when a server failed.
int refresh_and_print(const Invocation& call, const Locations& locations,
                      const std::vector<std::string>& names);

int run_mcp_add(const Invocation& call);  // mcp_add.cpp

}  // namespace skillcat::cli
