// Recorded discoveries of MCP servers: what a server offers becomes skills. Pure.
//
// A record is a JSON object {"server", "initialize", "tools", "prompts", "resources"}: the answers
// of the server as it gave them, or of one without a handshake {"discover", "toolsListResult"}.
// Tools become skills called `<server>_<group>` (see Grouping):
//   description    of a single tool its own; of a group the names of its tools, then their titles
//                  and first sentences
//   instructions   each tool with its description and parameters
//   tools          the names of the tools as the server has them
//   config_schema  {"server_id", "prefix"} or {"server_id", "tool_name"}
//   metadata       what the server says of itself, and its instructions: context shows them before
//                  the tools, and search does not see them, or each skill would be found by them
// Errors: one bad tool is left out with a problem, the others stay. A schema may lack its type; no
// `$ref` is followed. All text is of a stranger: it is bounded here and cleaned where it is shown.
// Cost: 1.4 MB of 188 tools in 25 ms.
#pragma once

#include <skillcat/skill.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "parse/grouping.h"

namespace skillcat::parse {

inline constexpr std::size_t kMaxDiscoveryBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxToolBytes = std::size_t{4} << 20;
inline constexpr std::size_t kMaxTools = 5'000;

struct DiscoveredSkill {
  Declaration declaration;
  std::string source_text;  ///< the record's part of it as compact JSON: what its digest is of
  std::vector<Problem> problems;
};

struct ParsedDiscovery {
  std::vector<DiscoveredSkill> skills;  ///< in the order of their first tools
  std::size_t tools = 0;                ///< that are in skills
  std::vector<Problem> problems;        ///< of the record, and of tools that are left out
};

/// `server` is our name for it. A record that cannot be read at all has an error and no skills.
ParsedDiscovery parse_discovery(std::string_view bytes, std::string_view server,
                                const Grouping& grouping);

}  // namespace skillcat::parse
