// The MCP servers there are: of our configuration, and of other programs' files.
//
// A server is asked only when it is trusted and everything it needs is known. What it answered is
// recorded in a file of the catalog's folder, which is its root: see source/mcp.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/config.h"
#include "mcp/client.h"
#include "source/source.h"

namespace skillcat::cli {

struct Server {
  ServerEntry entry;
  bool trusted = false;
  std::string record;             ///< the file that holds what it offers
  std::vector<Problem> problems;  ///< stored with its root
  /// How to ask it, with its variables filled in: secrets, never to be shown. None for a recorded
  /// one, and for one that must not or cannot be asked.
  std::optional<mcp::ServerSettings> settings;

  bool is_recorded() const { return !entry.from.empty(); }
};

struct ServerList {
  std::vector<Server> servers;     ///< by precedence; names are distinct
  std::vector<Problem> problems;   ///< of files, and of names that cannot be used
  std::vector<std::string> files;  ///< of other programs that were looked for, there or not
};

/// Shape: of one name the first server counts, in this order: config.json, managed.json, trusted
/// ones, others; among equals those of projects (trusted before, then at `cwd` and above it, then
/// known ones), then those for everywhere, then those of the plugins among `roots`. The others are
/// told.
/// Cost: reads trust.json and each file that exists; starts and contacts nothing.
ServerList find_servers(const Locations& locations, const Config& config, const Managed& managed,
                        const std::vector<source::Root>& roots = {});

/// Their roots, for plan_roots.
std::vector<source::Root> roots_of(const ServerList& list);

/// What may be asked, for mcp::refresh and mcp::Refresher: trusted, complete, not recorded. Records
/// go to Locations::discoveries.
std::vector<mcp::ServerSettings> servers_to_refresh(const ServerList& list);

}  // namespace skillcat::cli
