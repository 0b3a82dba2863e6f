#include "parse/frontmatter.h"

#include <catch2/catch.hpp>

#include "support/parsing.h"

using namespace skillcat::parse;
using Words = std::vector<std::string>;

TEST_CASE("frontmatter lies between two lines of dashes and the rest is instructions") {
  const auto parsed = parse("---\nname: folder\ndescription: Does it\n---\n\n# Title\n\nText\n");
  CHECK(parsed.had_frontmatter);
  CHECK_FALSE(parsed.repaired);
  CHECK(parsed.problems.empty());
  CHECK(parsed.declaration->name == "folder");
  CHECK(parsed.declaration->description == "Does it");
  CHECK(parsed.declaration->version == "1.0.0");
  CHECK(parsed.declaration->instructions == "# Title\n\nText\n");
}

TEST_CASE("CRLF, lone CR and a byte order mark read as if they were not there") {
  const auto parsed =
      parse("\xEF\xBB\xBF---\r\nname: folder\r\ndescription: |\r\n  a\r\n  b\r\n---\rText\r\n");
  CHECK(parsed.declaration->description == "a\nb");
  CHECK(parsed.declaration->instructions == "Text\n");
  CHECK(parsed.problems.empty());
}

TEST_CASE("dashes inside a value do not close the block") {
  CHECK(description_of("description: a --- b") == "a --- b");
  CHECK(description_of("description: |\n  a\n  ---\n  b") == "a\n---\nb");
}

TEST_CASE("a fence may have blanks behind it, no-break ones too") {
  CHECK(declared("---  \nname: folder\ndescription: D\n---\t\nBody").description == "D");
  CHECK(declared("---\xC2\xA0\nname: folder\ndescription: D\n---\xC2\xA0\nBody").description ==
        "D");
}

TEST_CASE("blank lines before the block are nothing, a comment or heading is reported and kept") {
  CHECK(parse("\n\n---\nname: folder\ndescription: D\n---\n").problems.empty());
  const auto comment = parse("<!-- a\nb -->\n---\nname: folder\ndescription: D\n---\nBody\n");
  CHECK(codes_of(comment.problems) == Words{"frontmatter_not_first"});
  CHECK(comment.declaration->instructions == "<!-- a\nb -->\nBody\n");
  const auto heading = parse("# Title\n---\nname: folder\ndescription: D\n---\nBody\n");
  CHECK(heading.declaration->description == "D");
  CHECK(heading.declaration->instructions == "# Title\nBody\n");
}

TEST_CASE("thematic breaks around prose are not frontmatter") {
  const auto parsed = parse("---\nJust some prose here.\n---\nMore.\n");
  CHECK_FALSE(parsed.had_frontmatter);
  CHECK(parsed.declaration->instructions == "---\nJust some prose here.\n---\nMore.\n");
  CHECK_FALSE(parse("# Title\n\n---\n\nnote: this\n\n---\nMore.\n").had_frontmatter);
}

TEST_CASE("a close glued to text ends the block and the text is kept") {
  const auto parsed = parse("---\nname: folder\ndescription: D\n---# Title\nBody\n");
  CHECK(parsed.had_frontmatter);
  CHECK(codes_of(parsed.problems) == Words{"frontmatter_fence_glued"});
  CHECK(parsed.declaration->instructions == "# Title\nBody\n");
}

TEST_CASE("an unclosed block ends where the text begins, and does not count as closed") {
  const auto parsed = parse("---\nname: folder\ndescription: D\n\n# Title\n\nBody: text\n");
  CHECK_FALSE(parsed.had_frontmatter);
  CHECK(codes_of(parsed.problems) == Words{"frontmatter_unclosed"});
  CHECK(parsed.declaration->description == "D");
  CHECK(parsed.declaration->instructions == "# Title\n\nBody: text\n");
}

TEST_CASE("a thematic break far below does not close a block that text has followed") {
  const auto parsed =
      parse("---\nname: folder\ndescription: D\n\n# Title\n\nSome prose.\n\n---\n\nEnd\n");
  CHECK(has(parsed.problems, "frontmatter_unclosed"));
  CHECK(parsed.declaration->instructions == "# Title\n\nSome prose.\n\n---\n\nEnd\n");
}

TEST_CASE("comments between keys do not end a block") {
  const auto parsed = parse("---\n# about\nname: folder\n\n# more\ndescription: a: b\n---\nBody\n");
  CHECK(parsed.had_frontmatter);
  CHECK(parsed.declaration->description == "a: b");
}

TEST_CASE("of two blocks the first wins key by key and neither is instructions") {
  const auto parsed =
      parse("---\nname: folder\n---\n\n---\nname: other\ndescription: D\n---\nBody\n");
  CHECK(codes_of(parsed.problems) == Words{"frontmatter_second_block"});
  CHECK(parsed.declaration->name == "folder");
  CHECK(parsed.declaration->description == "D");
  CHECK(parsed.declaration->instructions == "Body\n");
}

TEST_CASE("a file wrapped in a code fence is unwrapped") {
  const auto parsed = parse("```markdown\n---\nname: folder\ndescription: D\n---\nBody\n```\n");
  CHECK(codes_of(parsed.problems) == Words{"frontmatter_in_code_fence"});
  CHECK(parsed.declaration->description == "D");
  CHECK(parsed.declaration->instructions == "Body\n");
  const auto early = parse("```yaml\n---\nname: folder\ndescription: D\n---\n```\nBody\n");
  CHECK(early.declaration->instructions == "Body\n");
}

TEST_CASE("an example of frontmatter in the text is not the file's") {
  const auto parsed = parse("# Title\n\nText.\n\n```yaml\n---\nname: example\n---\n```\n");
  CHECK_FALSE(parsed.had_frontmatter);
  CHECK(parsed.declaration->name == "folder");
}

TEST_CASE("keys without any fence are read up to the first blank line") {
  const auto parsed = parse("name: folder\ndescription: D\n\n---\n\nBody\n");
  CHECK_FALSE(parsed.had_frontmatter);
  CHECK(codes_of(parsed.problems) == Words{"frontmatter_without_fence"});
  CHECK(parsed.declaration->description == "D");
  CHECK(parsed.declaration->instructions == "Body\n");
}

TEST_CASE("problems name the line of the file they are on") {
  const auto parsed = parse("\n---\nname: folder\ndescription: a: b\n---\n");
  REQUIRE(parsed.problems.size() == 1);
  CHECK(parsed.problems[0].line == 4);
}
