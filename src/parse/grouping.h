// Grouping: which tools of an MCP server are one skill. Pure.
//
// Written in the configuration as one of
//   "prefix"        the default: what stands before the first `_`; a tool without one is by itself
//   "separator:X"   the same with X (`separator:-`)
//   "server"        all tools are one skill
//   "tool"          each tool is one
//   {"GLOB": NAME}  tools whose whole name fits GLOB are NAME; the first that fits counts, and what
//                   none fits goes by prefix. GLOB knows `*`, `?` and `[…]`.
// A separator at the start of a name counts as none, since it has nothing before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skillcat::parse {

enum class GroupKind : std::uint8_t {
  server,  ///< all tools of the server
  group,   ///< those of one prefix or name
  single,  ///< one tool
};

struct ToolGroup {
  std::string name;  ///< behind the server's name in the skill's; empty for GroupKind::server
  GroupKind kind = GroupKind::group;
};

class Grouping {
 public:
  /// Absent when `text` is none of the forms above. An empty text is the default.
  static std::optional<Grouping> parse(std::string_view text);

  ToolGroup group_of(std::string_view tool) const;

 private:
  enum class Rule : std::uint8_t { separator, server, tool };
  Rule rule_ = Rule::separator;
  std::string separator_ = "_";
  std::vector<std::pair<std::string, std::string>> names_;  ///< by glob, tried first
};

}  // namespace skillcat::parse
