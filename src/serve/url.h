// Targets of requests: paths and queries, taken apart before anything is decoded, so that an
// encoded slash stays inside its segment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skillcat::serve {

enum class Plus : std::uint8_t { literal, blank };  ///< what "+" stands for

/// None for a broken escape, and for what is not UTF-8 or holds a NUL.
std::optional<std::string> percent_decode(std::string_view text, Plus plus);

/// Everything but letters, digits and "-._~" as %XX: `text` as one segment of a path.
std::string percent_encode(std::string_view text);

struct Target {
  std::vector<std::string_view> segments;  ///< "/a/b%2Fc" -> "a", "b%2Fc"; "/" -> ""
  std::vector<std::pair<std::string_view, std::string_view>> query;  ///< names and values
};

/// Views into `target`, still encoded.
Target split_target(std::string_view target);

}  // namespace skillcat::serve
