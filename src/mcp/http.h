// The Streamable HTTP transport: each message a POST; answers as JSON or as server-sent events.
//
// Plain http only to loopback; redirects only within the same scheme, host and port; no answer and
// no event above 64 MiB; a session that the server gave is ended with DELETE.
//
// Cost: the destructor waits for the DELETE, kCloseTimeout at most, and for a name lookup that is
// under way (libcurl joins its thread; resolv.conf bounds it).
// Source: MCP revisions 2025-03-26 to 2025-11-25, "Streamable HTTP".
#pragma once

#include <chrono>
#include <memory>

#include "mcp/client.h"
#include "mcp/transport.h"

namespace skillcat::mcp {

inline constexpr std::chrono::milliseconds kCloseTimeout{2'000};

/// Connects nothing yet. Problems: `mcp_start_failed`; later also `mcp_refused` (a status that is
/// no answer), `mcp_session_lost` (404, and 400 to a request of a session), `mcp_too_large`,
/// `mcp_protocol`.
Result<std::unique_ptr<Transport>> open_http(const ServerSettings& server);

}  // namespace skillcat::mcp
