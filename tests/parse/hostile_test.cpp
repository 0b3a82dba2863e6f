// Inputs made to hurt. Each must be answered, with a declaration or a reason. Quadratic work on a
// mebibyte would run for hours: the time limit of the test run is the bound.
#include <catch2/catch.hpp>

#include "parse/definitions.h"
#include "support/parsing.h"

using namespace skillcat::parse;

namespace {

std::string repeat(std::string_view text, std::size_t bytes) {
  std::string out;
  out.reserve(bytes + text.size());
  while (out.size() < bytes) out += text;
  return out;
}

void check_answers(const std::string& name, const std::string& input) {
  INFO(name);
  const auto parsed = parse(input);
  CHECK((parsed.declaration.has_value() || !parsed.problems.empty()));
}

}  // namespace

TEST_CASE("a YAML bomb of aliases is refused, and the other keys are read") {
  std::string bomb = "name: folder\ndescription: D\na: &a [x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c <= 'i'; ++c) {
    const char before = static_cast<char>(c - 1);
    const std::string alias = {'*', before};
    bomb += cat({std::string(1, c), ": &", std::string(1, c), " [", alias, ",", alias, "]\n"});
  }
  const auto parsed = parse(with_keys(bomb));
  CHECK(parsed.declaration->description == "D");
  CHECK(has(parsed.problems, "yaml_alias"));
  CHECK(parsed.declaration->metadata.size() < 2000);
}

TEST_CASE("hostile files are answered") {
  constexpr std::size_t kHalf = 60'000;
  const std::size_t mib = kMaxFileBytes - 100;
  check_answers("brackets", repeat("[", mib));
  check_answers("brackets in frontmatter", with_keys(cat({"a: ", repeat("[", kHalf)})));
  check_answers("braces in frontmatter", with_keys(cat({"a: ", repeat("{a: ", kHalf)})));
  check_answers("nested items", with_keys(cat({"a:\n  ", repeat("- ", kHalf)})));
  check_answers("question marks", with_keys(cat({"a:\n  ", repeat("? ", kHalf)})));
  check_answers("items that fail", with_keys(cat({"a:\n", repeat("  - *\n", kHalf)})));
  check_answers("keys that fail", with_keys(repeat("a: @\n", kHalf)));
  check_answers("distinct keys", [] {
    std::string keys;
    for (int i = 0; keys.size() < kHalf; ++i) keys += cat({"k", std::to_string(i), ": @\n"});
    return with_keys(keys);
  }());
  check_answers("nested maps that fail", [] {
    std::string keys = "a:\n";
    for (int i = 1; keys.size() < kHalf && i < 300; ++i)
      keys += cat({std::string(static_cast<std::size_t>(i), ' '), "b:\n"});
    return with_keys(cat({keys, std::string(300, ' '), "c: @"}));
  }());
  check_answers("quotes", with_keys(cat({"a: \"", repeat("\\\"", kHalf)})));
  check_answers("commas", with_keys(cat({"triggers: ", repeat("a,b,", kHalf)})));
  check_answers("headings", cat({"---\na: b\n", repeat("# a\n", mib - 20)}));
  check_answers("headings and blanks", cat({"---\na: b\n", repeat("\n# a\n", mib - 20)}));
  check_answers("fences", repeat("---\n", mib));
  check_answers("open fences", cat({"---\na: b\n", repeat(" ---\nx\n", mib - 30)}));
  check_answers("comments", repeat("<!--\n", mib));
  check_answers("blank lines", cat({"a", repeat("\n", mib)}));
  check_answers("sections", cat({"# SKILL.md\n", repeat("## Triggers\n- a\n", mib - 30)}));
  check_answers("carriage returns", cat({"a", repeat("\r", mib)}));
  check_answers("links", repeat("[a](b) ", mib));
}

TEST_CASE("hostile Markdown is bounded by the window that cmark sees") {
  const std::size_t mib = kMaxFileBytes - 100;
  check_answers("processing instructions", repeat("<?", mib));
  check_answers("emphasis", repeat("*a_ ", mib));
  check_answers("backticks", [] {
    std::string out;
    for (std::size_t i = 1; out.size() < 100'000; ++i) out += cat({"e", std::string(i, '`')});
    return out;
  }());
  check_answers("quotes", repeat(">", mib));
  check_answers("table", cat({"|", repeat("x|", 20'000), "\n|", repeat("-|", 20'000), "\n"}));
}

TEST_CASE("hostile definitions are answered") {
  const std::size_t mib = kMaxEntryBytes;
  for (const std::string& input :
       {repeat("[", mib), cat({"[", repeat("[],", mib)}), cat({"[", repeat("{\"a\":", mib)}),
        cat({"[", repeat("\"", mib)}), cat({"{", repeat("\"a\":[", mib)}),
        cat({"[{\"name\":\"a\",\"triggers\":\"", repeat("a,b,c,", mib / 2), "\"}]"})}) {
    const auto parsed = parse_definitions(input);
    CHECK((!parsed.problems.empty() || !parsed.entries.empty()));
  }
}

TEST_CASE("a frontmatter over 64 KiB is too large, closed or not") {
  const std::string text = cat({"a: ", repeat("word ", kMaxFrontmatterBytes)});
  CHECK(has(parse(with_keys(text)).problems, "too_large"));
  CHECK(has(parse(cat({"---\n", repeat("a: b\n", 300'000)})).problems, "too_large"));
}
