// Addresses of HTTP servers: which are safe to use, and what of them is shown.
//
// Threads: pure. Cost: one parse by libcurl.
#pragma once

#include <optional>
#include <string>

namespace skillcat::mcp {

/// Why `url` cannot be used: not http(s), or plain http to another machine.
std::optional<std::string> why_unusable(const std::string& url);

/// "https://example.com:8443": what may be shown; all other parts may hold secrets.
std::string origin_of(const std::string& url);

/// The same scheme, host and port.
bool is_same_origin(const std::string& a, const std::string& b);

}  // namespace skillcat::mcp
