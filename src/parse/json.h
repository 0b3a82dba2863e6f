// Foreign JSON, and the bridge between JSON and Node. Pure.
//
// Depth is checked before parsing: dump() of a deep value overflows the stack.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "parse/yaml.h"

namespace skillcat::parse {

inline constexpr std::size_t kMaxJsonDepth = 64;

/// Absent when `text` is not JSON or nests deeper than kMaxJsonDepth.
std::optional<nlohmann::json> parse_json(std::string_view text);

/// Scalars are text, except where a type says the same: true, false, null and plain integers.
/// `1.0` stays text, because a version is not a number.
nlohmann::json to_json(const Node& node);

/// Strings become quoted scalars, other scalars plain ones.
Node to_node(const nlohmann::json& value);

std::string dump_json(const nlohmann::json& value);

}  // namespace skillcat::parse
