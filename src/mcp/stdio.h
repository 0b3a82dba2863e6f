// The stdio transport: a process, one message a line on its stdin and stdout.
//
// stderr is drained as it comes, and nothing is ever waited for on stdin: what the process does not
// take yet is kept, up to a bound.
#pragma once

#include <memory>

#include "mcp/client.h"
#include "mcp/transport.h"

namespace skillcat::mcp {

/// Starts the process. Problems: `mcp_start_failed`; later `mcp_session_lost`, `mcp_too_large`.
Result<std::unique_ptr<Transport>> start_stdio(const ServerSettings& server);

}  // namespace skillcat::mcp
