// Patterns of a skill: what kind each is, and how a message that may meet it is found.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace skillcat::index {

inline constexpr std::size_t kMaxPatternBytes = 1024;
inline constexpr std::size_t kMaxPatternsOfSkill = 64;

struct SlashCommand {
  std::string command;  ///< "/name", folded
};
struct Literal {};  ///< plain words: met as a phrase
struct RegularExpression {
  /// The first characters (three, or all), folded, of literals one of which every match contains.
  /// Literals have at least two bytes.
  std::vector<std::string> atoms;
};
struct Refused {
  std::string reason;
};
using Pattern = std::variant<SlashCommand, Literal, RegularExpression, Refused>;

/// Never runs the pattern on anything. Cost: compiling it, bounded by 1 KiB and RE2's max_mem.
Pattern classify(std::string_view pattern);

}  // namespace skillcat::index
