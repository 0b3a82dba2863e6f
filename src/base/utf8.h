// UTF-8: decoding, mending, and the cleaning that text gets before it is indexed or printed.
//
// All functions are pure, linear in their input and safe on any bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace skillcat {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;

/// One decoded code point and the bytes it took (always at least 1 when bytes are left).
struct DecodedChar {
  char32_t code_point = 0;
  std::uint8_t length = 0;
  bool valid = false;  ///< false: code_point is U+FFFD, length the bytes to skip
};

/// Decodes the code point at `offset` (< text.size()). Overlong forms, surrogates and values above
/// U+10FFFF are invalid; an invalid sequence is skipped as the Unicode standard recommends
/// (maximal subpart).
DecodedChar decode_utf8(std::string_view text, std::size_t offset);

/// Appends `code_point` (a valid one) to `out`.
void append_utf8(std::string& out, char32_t code_point);

bool is_valid_utf8(std::string_view text);

/// `text` with every invalid sequence and every NUL replaced by U+FFFD.
struct MendedText {
  std::string text;
  std::size_t invalid_sequences = 0;
  std::size_t nuls = 0;
  std::size_t first_bad_offset = std::string::npos;  ///< in the input
};
MendedText mend_utf8(std::string_view text);

/// True for characters that a reader does not see but a program does: zero-width, bidi controls,
/// tag characters, variation-selector abuse. Excludes U+FE0F and ZWJ, which emoji need, and
/// U+FEFF at the start of a file, which the caller strips.
bool is_hidden(char32_t code_point);

/// True for C0 and C1 controls except tab, LF and CR.
bool is_control(char32_t code_point);

/// `text` without hidden and control characters. Input must be valid UTF-8.
std::string without_hidden(std::string_view text);

/// `text` in a form safe for a terminal: control characters as \xNN or \u{N}, line ends as blanks.
std::string printable_line(std::string_view text);

}  // namespace skillcat
