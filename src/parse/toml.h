// TOML as JSON. Pure.
//
// Shape: tables are objects, dates and times are text as TOML writes them, the rest is what it is.
// Errors: values. Input must be valid UTF-8.
// Source: toml++ 3.3.0. It recurses once for each part of a dotted key, so that a key of 30,000
// parts (60 kB) overflows the stack: deeper ones than kMaxJsonDepth are refused before it sees
// them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace skillcat::parse {

struct TomlResult {
  std::optional<nlohmann::json> table;  ///< an object; absent on failure
  std::string message;
  int line = 0;  ///< of the failure, 1-based; 0 = unknown
};

TomlResult parse_toml(std::string_view text);

}  // namespace skillcat::parse
