// THE TABLE of MCP tools. All of it together stays under 500 tokens: every agent that connects pays
// for it in each conversation.
#pragma once

#include <skillcat/catalog.h>

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "serve/json.h"

namespace skillcat::serve {

/// What a tool gives: the same as text for a model and as data for a program.
struct ToolAnswer {
  std::string text;
  Json data;
};

struct McpTool {
  std::string_view name;
  std::string_view description;
  std::string_view input_schema;   ///< JSON
  std::string_view output_schema;  ///< JSON
  /// Throws Error for arguments that are wrong or name nothing.
  ToolAnswer (*call)(const Json& arguments, Catalog& catalog);
};

std::span<const McpTool> mcp_tools();

}  // namespace skillcat::serve
