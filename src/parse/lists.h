// Lists as authors write them: block and flow lists, comma strings, single words, maps. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parse/yaml.h"

namespace skillcat::parse {

/// More items than any author writes; it bounds the search for repeated ones.
inline constexpr std::size_t kMaxListItems = 1000;

/// What separates the items of a list that is written as one string.
enum class Separator : std::uint8_t {
  comma,            ///< phrases: "code review, pull request"
  comma_and_blank,  ///< names of tools: "Read, Bash(git *, npm *) Grep"; not inside parentheses
};

/// The items, trimmed, distinct, in order. A map gives its keys (without those set to false); a map
/// as an item gives its `name`, else its first key.
std::vector<std::string> list_of(const Node& node, Separator separator);

struct Triggers {
  std::vector<std::string> keywords;
  std::vector<std::string> patterns;
};

/// The forms of `triggers:`: any list, or maps with `keywords` and `patterns` (at any depth, and as
/// items of a list). Keys that say otherwise (`negative`, `file_patterns`, `priority`) are left
/// out.
void collect_triggers(const Node& node, Triggers& out);

/// True when a list's text does not say all that the node says.
bool has_map(const Node& node);

void append_distinct(std::vector<std::string>& out, std::string_view item);

}  // namespace skillcat::parse
