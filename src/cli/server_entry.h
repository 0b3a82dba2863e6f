// An MCP server as a file names it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/json_file.h"

namespace skillcat::cli {

/// Values are as written, with their variables: what a person reads and trusts.
struct ServerEntry {
  std::string name;
  std::string file;                  ///< that names it, absolute
  std::string project;               ///< the project's folder; empty: it is for all
  std::vector<std::string> command;  ///< program and arguments; empty: none
  std::map<std::string, std::string> env;
  std::string folder;  ///< the process's working folder
  std::string url;     ///< of Streamable HTTP
  std::map<std::string, std::string> headers;
  std::string from;      ///< a recorded discovery, absolute: nothing is asked then
  std::string grouping;  ///< see parse/grouping.h
  int start_seconds = 30;
  int list_seconds = 30;
  int poll_seconds = 600;
  std::string fault;  ///< why it cannot be used; empty: it can
};

/// How a file writes servers.
enum class Dialect {
  ours,    ///< with `from`, `grouping` and deadlines; unknown keys are warnings
  common,  ///< as most agents
  gemini,  ///< `httpUrl` is Streamable HTTP, `url` the transport before it
  codex,   ///< TOML, with `http_headers`, and secrets by the names of variables
};

struct ServerPlace {
  std::string file;
  std::string project;
  std::string home;  ///< for `~` in paths
  Dialect dialect = Dialect::common;
};

/// The servers of `map` ({name: {…}}), in its order; those that are disabled are none. What is
/// wrong with one is its `fault`.
std::vector<ServerEntry> read_servers(const Json& map, const ServerPlace& place);

/// As read_servers of Dialect::ours reads it.
Json to_json(const ServerEntry& entry);

/// Why `name` cannot be a server's, whose name is a file's and a part of refs; empty: it can.
std::string what_is_wrong_with_name(const std::string& name);

}  // namespace skillcat::cli
