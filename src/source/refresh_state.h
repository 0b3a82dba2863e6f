// How the last refresh of an MCP server went, as mcp/refresh.h stores it beside the record.
#pragma once

#include <skillcat/skill.h>

#include <cstdint>
#include <string>
#include <vector>

namespace skillcat::source {

struct RefreshState {
  bool failed = false;
  std::int64_t last_attempt_at = 0;  ///< unix ms; 0 = never
  std::int64_t last_success_at = 0;
  std::vector<Problem> problems;  ///< with the record as their path
};

/// The file that tells it of NAME.json: NAME.state.json. Empty for another name.
std::string refresh_state_path(const std::string& record);

/// Of NAME.json, what NAME.state.json says; nothing when that is not there or not as it should be.
RefreshState read_refresh_state(const std::string& record);

}  // namespace skillcat::source
