#include "cli/print.h"

#include <catch2/catch.hpp>

using namespace skillcat::cli;

TEST_CASE("width counts columns, not bytes") {
  CHECK(display_width("abc") == 3);
  CHECK(display_width("代码") == 4);
  CHECK(display_width("e\u0301") == 1);
  CHECK(display_width("ｆｕ") == 4);
  CHECK(display_width("") == 0);
}

TEST_CASE("cut text never takes more columns than there are") {
  CHECK(cut("abcdef", 6) == "abcdef");
  CHECK(cut("abcdef", 5) == "abcd…");
  CHECK(cut("代码分析", 8) == "代码分析");
  CHECK(cut("代码分析", 7) == "代码分…");
  CHECK(cut("代码分析", 6) == "代码…");
  CHECK(cut("abc", 1) == "…");
  for (std::size_t width = 1; width < 12; ++width) {
    CHECK(display_width(cut("a代b码cé分d析", width)) <= width);
  }
}

TEST_CASE("a line holds name, description and ref, and fits") {
  Terminal terminal;
  terminal.width = 60;
  const auto lines =
      skill_lines({{"a", std::string(200, 'x'), "local:r/a"},
                   {"a-name-of-thirty-four-characters-x", std::string(200, 'y'), "local:r/b"},
                   {"b", "short", "local:r/c"}},
                  terminal);
  CHECK(display_width(lines[0]) == 60);
  CHECK(display_width(lines[1]) == 34 + 2 + 20 + 2 + 9);  // no less than 20 of a description
  CHECK(display_width(lines[2]) == 60);
  terminal.width = 100;
  CHECK(display_width(skill_lines({{"a", std::string(200, 'x'), "r"}}, terminal)[0]) == 100);
}

TEST_CASE("control characters of skills never reach the terminal") {
  CHECK(printable("a\x1b[31m\n") == "a\\x1b[31m ");
  CHECK(printable_text("a\n\tb\x07") == "a\n\tb\\x07");
  CHECK(printable_text("a\n") == "a\n");
}

TEST_CASE("durations and sizes are said in words") {
  CHECK(duration_text(999) == "0 ms");
  CHECK(duration_text(35'000) == "35 ms");
  CHECK(duration_text(1'240'000) == "1.2 s");
  CHECK(duration_text(std::int64_t{3} * 3600 * 1'000'000) == "3.0 h");
  CHECK(size_text(12) == "12 bytes");
  CHECK(size_text(1'500'000) == "1.5 MB");
  CHECK(plural(1, "file") == "1 file");
}
