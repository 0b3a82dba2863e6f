// The MCP server: JSON-RPC messages in, messages out. Knows no pipe and no socket.
//
// Source: Model Context Protocol, revisions 2024-11-05 to 2025-11-25 (the ones that begin with
// `initialize`). It offers tools only; lists of resources and prompts are empty.
// Threads: one. Errors: none leave; a call that fails is an answer that says what to do next.
#pragma once

#include <skillcat/catalog.h>

#include <optional>
#include <string>
#include <string_view>

#include "serve/json.h"

namespace skillcat::serve {

/// Longer messages are refused.
inline constexpr std::size_t kMaxMessageBytes = std::size_t{4} << 20;

class McpServer {
 public:
  /// `catalog_path` is opened at the first call that needs it, and again when it was replaced.
  McpServer(std::string catalog_path, std::string version)
      : catalog_path_(std::move(catalog_path)), version_(std::move(version)) {}

  /// The answer to one message (or batch), without a line end; nothing for a notification.
  std::optional<std::string> answer(std::string_view message);

 private:
  std::optional<Json> answer_one(const Json& message);
  Json result_of(const std::string& method, const Json& parameters);
  Json initialize(const Json& parameters) const;
  Json call_tool(const Json& parameters);
  Catalog& catalog();

  std::string catalog_path_;
  std::string version_;
  std::optional<Catalog> catalog_;
  std::int64_t device_ = 0;  ///< of the file that is open
  std::int64_t inode_ = 0;
};

/// Serves one client on two file descriptors, a message a line, until the input ends.
void serve_mcp(McpServer& server, int input, int output);

}  // namespace skillcat::serve
