#include "base/utf8.h"

namespace skillcat {
namespace {

constexpr char32_t kMaxCodePoint = 0x10FFFF;

std::uint8_t byte_at(std::string_view text, std::size_t offset) {
  return static_cast<std::uint8_t>(text[offset]);
}

/// What a lead byte promises: how many continuation bytes, and the range of the first of them. The
/// narrowed ranges are what excludes overlong forms, surrogates and values above U+10FFFF.
struct Lead {
  int continuations = -1;  ///< -1: not a lead byte
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xBF;
  char32_t bits = 0;
};

Lead lead_of(std::uint8_t byte) {
  if (byte < 0x80) return {0, 0x80, 0xBF, byte};
  if (byte >= 0xC2 && byte <= 0xDF) return {1, 0x80, 0xBF, byte & 0x1FU};
  if (byte == 0xE0) return {2, 0xA0, 0xBF, 0};
  if (byte == 0xED) return {2, 0x80, 0x9F, 0xD};
  if (byte >= 0xE1 && byte <= 0xEF) return {2, 0x80, 0xBF, byte & 0x0FU};
  if (byte == 0xF0) return {3, 0x90, 0xBF, 0};
  if (byte >= 0xF1 && byte <= 0xF3) return {3, 0x80, 0xBF, byte & 0x07U};
  if (byte == 0xF4) return {3, 0x80, 0x8F, 4};
  return {};
}

constexpr bool in(char32_t c, char32_t low, char32_t high) {
  return c >= low && c <= high;
}

void append_hex(std::string& out, char32_t value, int digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
    out += kDigits[(value >> static_cast<unsigned>(shift)) & 0xFU];
  }
}

int hex_digits(char32_t value) {
  int digits = 1;
  while (value >>= 4U) ++digits;
  return digits;
}

void append_printable(std::string& out, char32_t c) {
  if (c == '\t' || c == '\n' || c == '\r') {
    out += ' ';
  } else if (is_control(c) && c < 0x80) {
    out += "\\x";
    append_hex(out, c, 2);
  } else if (is_control(c) || is_hidden(c)) {
    out += "\\u{";
    append_hex(out, c, hex_digits(c));
    out += '}';
  } else {
    append_utf8(out, c);
  }
}

}  // namespace

DecodedChar decode_utf8(std::string_view text, std::size_t offset) {
  const Lead lead = lead_of(byte_at(text, offset));
  if (lead.continuations < 0) return {kReplacementCharacter, 1, false};
  char32_t code_point = lead.bits;
  std::uint8_t low = lead.low;
  std::uint8_t high = lead.high;
  std::uint8_t length = 1;
  for (int i = 0; i < lead.continuations; ++i) {
    if (offset + length >= text.size()) return {kReplacementCharacter, length, false};
    const std::uint8_t byte = byte_at(text, offset + length);
    if (byte < low || byte > high) return {kReplacementCharacter, length, false};
    code_point = (code_point << 6U) | (byte & 0x3FU);
    low = 0x80;
    high = 0xBF;
    ++length;
  }
  return {code_point, length, true};
}

void append_utf8(std::string& out, char32_t code_point) {
  const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
  if (code_point > kMaxCodePoint) code_point = kReplacementCharacter;
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0U | (code_point >> 6U));
    put(0x80U | (code_point & 0x3FU));
  } else if (code_point < 0x10000) {
    put(0xE0U | (code_point >> 12U));
    put(0x80U | ((code_point >> 6U) & 0x3FU));
    put(0x80U | (code_point & 0x3FU));
  } else {
    put(0xF0U | (code_point >> 18U));
    put(0x80U | ((code_point >> 12U) & 0x3FU));
    put(0x80U | ((code_point >> 6U) & 0x3FU));
    put(0x80U | (code_point & 0x3FU));
  }
}

bool is_valid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (byte_at(text, at) < 0x80) {
      ++at;
      continue;
    }
    const DecodedChar c = decode_utf8(text, at);
    if (!c.valid) return false;
    at += c.length;
  }
  return true;
}

MendedText mend_utf8(std::string_view text) {
  MendedText mended;
  mended.text.reserve(text.size());
  if (text.find('\0') == std::string_view::npos && is_valid_utf8(text)) {
    mended.text = text;
    return mended;
  }
  for (std::size_t at = 0; at < text.size();) {
    const DecodedChar c = decode_utf8(text, at);
    if (c.valid && c.code_point != 0) {
      mended.text.append(text.substr(at, c.length));
    } else {
      ++(c.valid ? mended.nuls : mended.invalid_sequences);
      if (mended.first_bad_offset == std::string::npos) mended.first_bad_offset = at;
      append_utf8(mended.text, kReplacementCharacter);
    }
    at += c.length;
  }
  return mended;
}

bool is_hidden(char32_t c) {
  if (c < 0xAD) return false;
  return c == 0x00AD || c == 0x034F || c == 0x061C ||         // soft hyphen, joiner, Arabic mark
         c == 0x115F || c == 0x1160 || c == 0x3164 ||         // Hangul fillers
         c == 0xFFA0 || in(c, 0x17B4, 0x17B5) ||              // and Khmer vowels without a glyph
         in(c, 0x180B, 0x180F) ||                             // Mongolian selectors
         in(c, 0x200B, 0x200C) || in(c, 0x200E, 0x200F) ||    // zero width, direction marks
         in(c, 0x202A, 0x202E) || in(c, 0x2060, 0x206F) ||    // bidi controls, invisible operators
         in(c, 0xFE00, 0xFE0D) || c == 0xFEFF ||              // variation selectors, late BOM
         in(c, 0xFFF9, 0xFFFB) || in(c, 0x1D173, 0x1D17A) ||  // annotation and musical controls
         in(c, 0xE0000, 0xE0FFF);                             // tags, more variation selectors
}

bool is_control(char32_t c) {
  if (c == '\t' || c == '\n' || c == '\r') return false;
  return c < 0x20 || in(c, 0x7F, 0x9F);
}

std::string without_hidden(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const DecodedChar c = decode_utf8(text, at);
    if (!is_hidden(c.code_point) && !is_control(c.code_point)) {
      out.append(text.substr(at, c.length));
    }
    at += c.length;
  }
  return out;
}

std::string printable_line(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const DecodedChar c = decode_utf8(text, at);
    append_printable(out, c.code_point);
    at += c.length;
    // CRLF is one line end, so one blank.
    if (c.code_point == '\r' && at < text.size() && text[at] == '\n') ++at;
  }
  return out;
}

}  // namespace skillcat
