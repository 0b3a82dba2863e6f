#include "parse/markdown.h"

#include <catch2/catch.hpp>

using namespace skillcat::parse;
using Words = std::vector<std::string>;

TEST_CASE("a heading's section ends at the next heading of its level or above") {
  const std::string text = "# A\na\n## B\nb\n### C\nc\n## D #\nd\n";
  const Markdown markdown = read_markdown(text);
  REQUIRE(markdown.headings.size() == 4);
  const auto section = [&](std::size_t i) {
    const Heading& h = markdown.headings[i];
    return text.substr(h.content, h.end - h.content);
  };
  CHECK(section(0) == text.substr(4));
  CHECK(section(1) == "b\n### C\nc\n");
  CHECK(section(2) == "c\n");
  CHECK(markdown.headings[3].title == "D");
}

TEST_CASE("a heading inside a code fence is none, nor is an underlined line") {
  CHECK(read_markdown("```\n# A\n```\nname: x\n---\n").headings.empty());
}

TEST_CASE("the first paragraph keeps its markup and skips imports") {
  CHECK(read_markdown("import X from 'y';\n\n# T\n\nA **b**\n[c](d)\n\nE").first_paragraph ==
        "A **b** [c](d)");
  CHECK(read_markdown("# Only\n").first_paragraph.empty());
}

TEST_CASE("links are the relative ones inside the folder, distinct and normalised") {
  const Markdown markdown = read_markdown(
      "[a](a.md#x) [a](./a.md) ![i](img/p%20q.png) [u](https://x.y) [m](mailto:a@b) "
      "[r](/etc/passwd)\n"
      "[up](../out.md) [in](x/../b.md?q=1) [h](#top) [s](x:y)\n");
  CHECK(markdown.links == Words{"a.md", "img/p q.png", "b.md"});
}

TEST_CASE("only the first 64 KiB are parsed") {
  const std::string text = std::string(70'000, 'a') + "\n\n# Late\n";
  const Markdown markdown = read_markdown(text);
  CHECK(markdown.parsed_bytes == 65'536);
  CHECK(markdown.headings.empty());
}
