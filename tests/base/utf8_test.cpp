#include "base/utf8.h"

#include <catch2/catch.hpp>
#include <string_view>

using namespace skillcat;

TEST_CASE("every code point survives encoding and decoding") {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, c);
    const DecodedChar decoded = decode_utf8(text, 0);
    if (decoded.code_point != c || decoded.length != text.size() || !decoded.valid) {
      FAIL("code point " << static_cast<unsigned>(c));
    }
  }
}

TEST_CASE("overlong forms, surrogates and values above U+10FFFF are invalid") {
  for (const char* bad :
       {"\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF8", "\x80", "\xC3"}) {
    INFO(bad);
    CHECK_FALSE(is_valid_utf8(bad));
    CHECK_FALSE(decode_utf8(bad, 0).valid);
  }
  CHECK(is_valid_utf8("plain, \xC3\xA9, \xE4\xBB\xA3, \xF0\x9F\x90\x98"));
}

TEST_CASE("an invalid sequence is skipped by its maximal subpart") {
  CHECK(mend_utf8("\xF0\x9F\x90!").text == "\xEF\xBF\xBD!");
  CHECK(mend_utf8("\xF0\x9F\x90!").invalid_sequences == 1);
  CHECK(mend_utf8("\xE0\x80\x80").invalid_sequences == 3);
}

TEST_CASE("mending replaces NUL and invalid bytes, counts them and says where the first is") {
  const MendedText mended = mend_utf8(std::string_view("ab\0c\xFF", 5));
  CHECK(mended.text ==
        "ab\xEF\xBF\xBD"
        "c\xEF\xBF\xBD");
  CHECK(mended.nuls == 1);
  CHECK(mended.invalid_sequences == 1);
  CHECK(mended.first_bad_offset == 2);
  CHECK(mend_utf8("sound").first_bad_offset == std::string::npos);
}

TEST_CASE("hidden characters are those no reader sees, but not what emoji need") {
  for (const char32_t c :
       std::u32string_view(U"\u200B\u202E\u2066\u2060\U000E0041\uFEFF\u00AD\uFE00\u3164")) {
    INFO(static_cast<unsigned>(c));
    CHECK(is_hidden(c));
  }
  for (const char32_t c : std::u32string_view(U"a \uFE0F\u200D\u4EE3")) {
    INFO(static_cast<unsigned>(c));
    CHECK_FALSE(is_hidden(c));
  }
}

TEST_CASE("text without hidden characters keeps tabs, line ends and everything visible") {
  CHECK(without_hidden("a\xE2\x80\x8B"
                       "b\x1B[31m\tc\n\xF0\x9F\x90\x98") == "ab[31m\tc\n\xF0\x9F\x90\x98");
}

TEST_CASE("a printable line shows control characters instead of sending them") {
  CHECK(printable_line("a\x1B[2J\r\nb\tc") == "a\\x1b[2J b c");
  CHECK(printable_line("x\xE2\x80\xAEy\xC2\x9B") == "x\\u{202e}y\\u{9b}");
  CHECK(printable_line("\xE4\xBB\xA3\xE7\xA0\x81") == "\xE4\xBB\xA3\xE7\xA0\x81");
}
