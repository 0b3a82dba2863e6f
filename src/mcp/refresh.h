// Refreshes what is recorded of MCP servers, on disk: a failed refresh deletes nothing.
//
// Shape: for a server NAME two files in one folder (0750, files 0640), each replaced whole and only
// when its bytes change:
//   NAME.json        the recorded discovery (Discovery::record) of the last refresh that worked
//   NAME.state.json  {"last_attempt_at", "last_success_at": unix ms, 0 = never; "failed": bool;
//                     "problems": [{"code", "severity", "message"}]} of the last refresh
// Errors: a server that fails is an Outcome; a folder that cannot be written throws Error(config).
// Threads: as said at each function. Writers of one server's files: one at a time.
#pragma once

#include <skillcat/skill.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "mcp/client.h"

namespace skillcat::mcp {

/// How many servers are asked at the same time.
inline constexpr std::size_t kServersAtOnce = 4;

struct Outcome {
  std::string name;
  bool failed = false;
  bool changed = false;  ///< the record, or whether it failed and why: worth a look by the index
  std::vector<Problem> problems;  ///< a failed refresh has one at least
};

/// Asks each server once, kServersAtOnce at a time, and stores what came of it. Outcomes are in
/// the order of `servers`. No thread and no process is left.
std::vector<Outcome> refresh(const std::vector<ServerSettings>& servers, const std::string& folder,
                             const Clock& clock);

/// Stores what one refresh gave; nothing for a server with a `name_problem`.
Outcome store(const std::string& name, const Result<Discovery>& found, const std::string& folder,
              const Clock& clock);

/// Why `name` cannot stand for the files above: '/', a leading '.', control characters, more than
/// 200 bytes, or ".state" at the end. Such a server is not asked.
std::optional<Problem> name_problem(std::string_view name);

}  // namespace skillcat::mcp
