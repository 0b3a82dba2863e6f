#include "parse/sections.h"

#include <catch2/catch.hpp>

#include "support/parsing.h"

using namespace skillcat::parse;
using Words = std::vector<std::string>;

namespace {

const char* const kDialect = R"(# SKILL.md

## Skill Metadata
name: folder
description: Does something: useful
version: 2.0.0
author: Developer

## Triggers
- keywords: ["skill", "my"]
- patterns: ["/my-skill"]

## Capabilities
- tools: ["my_tool"]
- hooks: ["my_hook"]
- commands: ["my_command"]

## Configuration
```json
{"depth": 3}
```

## Usage
Do it.
)";

}  // namespace

TEST_CASE("the sections dialect gives the same record as frontmatter") {
  const auto parsed = parse(kDialect);
  const auto& d = parsed.declaration.value();
  CHECK(d.name == "folder");
  CHECK(d.description == "Does something: useful");
  CHECK(d.version == "2.0.0");
  CHECK(d.author == "Developer");
  CHECK(d.triggers == Words{"skill", "my"});
  CHECK(d.patterns == Words{"/my-skill"});
  CHECK(d.tools == Words{"my_tool"});
  CHECK(d.hooks == Words{"my_hook"});
  CHECK(d.commands == Words{"my_command"});
  CHECK(d.config_schema == R"({"depth":3})");
  CHECK_FALSE(parsed.had_frontmatter);
}

TEST_CASE("the four metadata sections leave the instructions and everything else stays") {
  CHECK(declared(kDialect).instructions == "# SKILL.md\n\n## Usage\nDo it.\n");
}

TEST_CASE("triggers may be one item with both keys, block lists, or plain items") {
  const std::string start = "# SKILL.md\n## Skill Metadata\nname: folder\n## Triggers\n";
  const auto one = declared(start + "- keywords: [a, b]\n  patterns: [/x]\n");
  CHECK(one.triggers == Words{"a", "b"});
  CHECK(one.patterns == Words{"/x"});
  CHECK(declared(start + "- keywords:\n  - a\n  - b\n").triggers == Words{"a", "b"});
  CHECK(declared(start + "- a b\n- c\n").triggers == Words{"a b", "c"});
}

TEST_CASE("a triggers section with prose in it is read, and stays in the text") {
  const std::string text =
      "# SKILL.md\n## Triggers\nUse it for these:\n- keywords: [a]\n## Usage\nDo it.\n";
  const auto d = declared(text);
  CHECK(d.triggers == Words{"a"});
  CHECK(d.instructions == text);
}

TEST_CASE("configuration may be bare JSON") {
  const auto d = declared(
      "# SKILL.md\n## Skill Metadata\nname: folder\n## Configuration\n{\n  \"a\": [1]\n}\n");
  CHECK(d.config_schema == R"({"a":[1]})");
}

TEST_CASE("configuration that is not JSON is reported and stays in the text") {
  const auto parsed = parse(
      "# SKILL.md\n## Skill Metadata\nname: folder\ndescription: D\n## Configuration\nSet X.\n");
  CHECK(codes_of(parsed.problems) == Words{"config_invalid_json"});
  CHECK(parsed.problems[0].line == 6);
  CHECK(parsed.declaration->instructions == "# SKILL.md\n## Configuration\nSet X.\n");
}

TEST_CASE("a description is not taken from a metadata section's own lines") {
  const auto d = declared("# SKILL.md\n## Skill Metadata\nname: folder\n## Usage\nDo it.\n");
  CHECK(d.description == "Do it.");
}

TEST_CASE("with both dialects frontmatter wins field by field") {
  const auto parsed = parse(
      "---\nname: folder\n---\n## Skill Metadata\nname: other\ndescription: D\n## Triggers\n- "
      "keywords: [a]\n## Usage\nText\n");
  CHECK(has(parsed.problems, "both_dialects"));
  CHECK(parsed.declaration->name == "folder");
  CHECK(parsed.declaration->description == "D");
  CHECK(parsed.declaration->triggers == Words{"a"});
  CHECK(parsed.declaration->instructions == "## Usage\nText\n");
}

TEST_CASE("prose sections of the same names stay when there is frontmatter") {
  const std::string body =
      "## Triggers\n- when asked\n- note: this\n## Configuration\n```json\n{}\n```\n## "
      "Capabilities\nMany.\n";
  const auto parsed = parse("---\nname: folder\ndescription: D\n---\n" + body);
  CHECK(parsed.problems.empty());
  CHECK(parsed.declaration->instructions == body);
  CHECK(parsed.declaration->config_schema == "{}");
}

TEST_CASE("a Triggers heading alone does not make a file of the dialect") {
  const auto d = declared("# My skill\n\nText.\n\n## Triggers\n- keywords: [a]\n");
  CHECK(d.triggers.empty());
  CHECK(d.instructions == "# My skill\n\nText.\n\n## Triggers\n- keywords: [a]\n");
}

TEST_CASE("a metadata value that is not YAML is mended and named by its line") {
  const auto parsed =
      parse("# SKILL.md\n\n## Skill Metadata\nname: folder\ndescription: *bold* x\n");
  CHECK(parsed.declaration->description == "*bold* x");
  REQUIRE(parsed.problems.size() == 1);
  CHECK(parsed.problems[0].line == 5);
}
