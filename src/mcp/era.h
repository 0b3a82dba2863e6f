// How a session begins. What differs between the eras of MCP is here and nowhere else; this is the
// one of `initialize`. An era that has no handshake would give its own opening and parameters.
//
// Threads: pure. Source: MCP revisions 2024-11-05 to 2025-11-25, "Lifecycle".
#pragma once

#include <string>

#include "base/result.h"
#include "mcp/message.h"

namespace skillcat::mcp {

inline constexpr const char* kOpeningMethod = "initialize";
inline constexpr const char* kOpenedNotification = "notifications/initialized";

/// Parameters of the first request.
Json opening_params();

struct Opening {
  Json answer;          ///< as the server gave it
  std::string version;  ///< of the protocol, as the server wants it
  /// What the server offers; an object that may hold "tools", "prompts", "resources".
  Json capabilities = Json::object();

  bool offers(const char* what) const { return capabilities.contains(what); }
  /// It says when the list of `what` changes.
  bool announces_changes(const char* what) const;
};

/// Any version is taken, as the lists have the same shape in all of them. Problems:
/// `mcp_protocol`.
Result<Opening> read_opening(Json answer);

}  // namespace skillcat::mcp
