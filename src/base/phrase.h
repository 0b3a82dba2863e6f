// Phrases: triggers and names as sequences of units, so that a message is searched by looking up
// its own short sequences and never by going through the skills.
//
// A unit is the stem of a word, or one CJK character. Pure but for the stemmer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/stem.h"

namespace skillcat {

/// Longer phrases are looked up by their first units; what follows is compared afterwards.
inline constexpr std::size_t kMaxPhraseUnits = 6;

struct Unit {
  std::string text;
  std::uint32_t begin = 0;  ///< bytes in the text it came from
  std::uint32_t end = 0;
};

std::vector<Unit> units_of(std::string_view text, Stemmer& stemmer);

/// The key under which a phrase of these units is stored: the first kMaxPhraseUnits, joined by
/// blanks. Empty for no units.
std::string phrase_key(const std::vector<Unit>& units);

/// "/name" at the start of a pattern or of a word of a message, folded; empty when there is none.
/// Characters of a command's name: letters, digits and "_-:.".
std::string slash_command(std::string_view text);

}  // namespace skillcat
