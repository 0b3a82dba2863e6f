// NFKC and case folding, code point by code point: what analysis and the folding of names share.
//
// All functions are pure. Cost: linear; `decompose` takes some 20 ns a character, which
// `inert_form` saves for most of English and Chinese.
#pragma once

#include <cstdint>
#include <vector>

namespace skillcat {

/// The most frequent CJK characters: unified, each its own normal form.
constexpr bool is_common_han(char32_t c) {
  return c >= 0x4E00 && c <= 0x9FFF;
}

/// What NFKC makes of a character that never composes with a neighbour, of those that English and
/// Chinese are made of; 0 for every other.
char32_t inert_form(char32_t c);

/// Characters that vanish before a text is cut into words: hidden ones and controls.
bool is_ignorable(char32_t c);

enum class Case : std::uint8_t { kept, folded };

/// Appends the compatibility decomposition of `c` to `out`.
void decompose(char32_t c, Case letters, std::vector<std::int32_t>& out);

/// Orders combining marks and composes: the second half of NFKC, in place.
void compose(std::vector<std::int32_t>& code_points);

}  // namespace skillcat
