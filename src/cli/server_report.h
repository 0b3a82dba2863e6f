// What `skillcat mcp` tells of servers.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/servers.h"

namespace skillcat::cli {

enum class ServerState {
  ok,             ///< its last refresh worked
  recorded,       ///< its record is a file that a person gave
  never_asked,    ///< there is nothing to serve yet
  failed,         ///< its last refresh failed; what it offered before is served
  untrusted,      ///< it is neither started nor contacted
  misconfigured,  ///< it cannot be asked as it is configured
  unreadable,     ///< its record is not there or cannot be read
};
std::string_view to_text(ServerState state);

struct ServerReport {
  const Server* server = nullptr;
  ServerState state = ServerState::ok;
  std::size_t tools = 0;
  std::size_t skills = 0;
  std::int64_t last_attempt_at = 0;  ///< unix ms; 0 = never
  std::int64_t last_success_at = 0;
  std::vector<Problem> problems;  ///< of its configuration, its last refresh and its record
  std::string advice;             ///< when another grouping would do better; may be empty
};

/// From the files of the server: no catalog is needed, nothing is started or contacted.
ServerReport report_on(const Server& server);

/// What to do when a grouping makes a skill of nearly each tool, or one of many. Empty: all is
/// well. `record` is the bytes of the record.
std::string advice_for(const Server& server, const std::string& record, std::size_t tools,
                       std::size_t skills);

/// Prints the servers, then `problems` that are of none; as JSON all fields. Returns the exit
/// status: that of a failed root when one of `servers` failed.
int print_servers(const Invocation& call, const Freshness& freshness,
                  const std::vector<const Server*>& servers, const std::vector<Problem>& problems);

}  // namespace skillcat::cli
