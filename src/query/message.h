// A chat message as match sees it: the parts that count, its units, its commands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/phrase.h"

namespace skillcat::query {

inline constexpr std::size_t kMaxMessageBytes = std::size_t{64} << 10;

struct MessageText {
  /// The message with blanks in place of what does not count: code fences, URLs, quoted lines.
  std::string text;
  std::vector<Unit> units;
  /// For each unit, true when a phrase may go on from the unit before it (only blanks, hyphens and
  /// the like stand between).
  std::vector<bool> joined;
  std::vector<std::string> commands;  ///< "/name", folded, in order
};

/// Pure. Cost: linear in the message.
MessageText read_message(std::string_view message, Stemmer& stemmer);

}  // namespace skillcat::query
