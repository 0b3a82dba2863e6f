// Everything that is to be indexed: roots and, among them, MCP servers.
#pragma once

#include <string>
#include <vector>

#include "cli/roots.h"
#include "cli/servers.h"

namespace skillcat::cli {

struct Plan {
  RootPlan roots;
  ServerList servers;
  /// Files and folders, there or not, whose change may make another plan.
  std::vector<std::string> files;
};

/// `projects`: further folders of projects. Nothing is written, started or contacted.
/// Errors and cost: those of plan_roots and find_servers.
Plan make_plan(const Locations& locations, const Config& config, const Managed& managed,
               std::vector<std::string> projects = {});

}  // namespace skillcat::cli
