// The MCP client: asks a server what it offers and records the answer.
//
// Shape: one call opens a session (stdio process or Streamable HTTP), lists tools, prompts and
// resources to their end, and closes it; no process and no thread of it is left afterwards.
// Errors: a server that fails is a Problem, never an exception.
// Threads: any number of calls at once; each has its own process or connection.
// Source: MCP revisions 2024-11-05 to 2025-11-25 (those that begin with `initialize`).
#pragma once

#include <skillcat/skill.h>

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace skillcat::mcp {

/// How to reach one server. Values are final: variables are expanded, trust is given.
struct ServerSettings {
  std::string name;                            ///< ours, as configured
  std::vector<std::string> command;            ///< stdio: program and arguments; empty for HTTP
  std::map<std::string, std::string> filled;   ///< variables that were filled into `command`
  std::map<std::string, std::string> env;      ///< besides the minimal environment
  std::string folder;                          ///< working folder of the process; empty: the home
  std::string url;                             ///< Streamable HTTP
  std::map<std::string, std::string> headers;  ///< of each HTTP request
  std::chrono::milliseconds start_deadline{30'000};
  std::chrono::milliseconds list_deadline{30'000};
  std::chrono::milliseconds poll_interval{600'000};  ///< of a long-lived Refresher

  bool operator==(const ServerSettings&) const = default;
};

struct Discovery {
  /// The recorded discovery, JSON: {"server", "initialize", "tools", "prompts", "resources"}.
  /// Equal answers give equal bytes, and no secret (see secrets.h) occurs in it.
  std::string record;
  std::vector<Problem> problems;  ///< what was odd and did not stop it
};

Result<Discovery> discover(const ServerSettings& server);

}  // namespace skillcat::mcp
