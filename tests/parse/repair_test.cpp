#include <catch2/catch.hpp>

#include "support/parsing.h"

using namespace skillcat::parse;
using Words = std::vector<std::string>;

TEST_CASE("values that YAML refuses are taken as their author meant them") {
  struct Case {
    const char* line;
    const char* text;
    const char* code;
  };
  const Case cases[] = {
      {"description: Use when: asked", "Use when: asked", "repaired_colon"},
      {"description: Use when: asked\n  or told", "Use when: asked or told", "repaired_colon"},
      {"description: Use when: asked'", "Use when: asked", "repaired_colon"},
      {"description: **bold** text", "**bold** text", "repaired_special_start"},
      {"description: `tool` does it", "`tool` does it", "repaired_special_start"},
      {"description: @someone's tool", "@someone's tool", "repaired_special_start"},
      {"description: \"Does it.\"\n  And more.", "Does it. And more.", "repaired_text_after_quote"},
      {"description: \"Say \"hi\" now\"", "Say \"hi\" now", "repaired_text_after_quote"},
      {"description: \"this\" and \"that\"", "\"this\" and \"that\"", "repaired_text_after_quote"},
      {"description: \"Does it", "Does it", "repaired_unclosed_quote"},
      {"description: 'It's fine", "Its fine", "repaired_text_after_quote"},
      {"description: \"C:\\dir and \\d+ \\\"x\\\"\"", "C:\\dir and \\d+ \"x\"",
       "repaired_bad_escape"},
      {"description: > Does it\n  well", "Does it well", "repaired_block_header"},
      {"description: |\n  a\nb: c d\n", "a", nullptr},
      {"description: First\n- one\n- two", "First - one - two", "repaired_indentation"},
      {"description: [a] [b]", "[a] [b]", "repaired_flow"},
      {"description: Fix issue # 1", "Fix issue # 1", "repaired_comment_cut"},
      {"description: *alias", "*alias", "yaml_alias"},
      {"description: , and so on", ", and so on", "repaired_value"},
      {"description: [todo]", "[todo]", "description_not_text"},
      {"description: {{X}}", "{{X}}", nullptr},
      {"description: !tag x", "!tag x", "description_not_text"},
      {"description: &foo bar", "&foo bar", "description_not_text"},
  };
  for (const Case& c : cases) {
    INFO(c.line);
    const auto parsed = parse(with_keys(std::string("name: folder\n") + c.line));
    CHECK(parsed.declaration->description == c.text);
    if (c.code != nullptr) CHECK(codes_of(parsed.problems) == Words{c.code});
    if (c.code != nullptr) CHECK(parsed.repaired);
  }
}

TEST_CASE("only the key that fails is mended") {
  const auto parsed = parse(with_keys(
      "name: folder\ndescription: \"Fine: \\u00e9\"\nnote: a: b\ntags: [x, y]\nlicense: MIT"));
  CHECK(parsed.declaration->description == "Fine: \xC3\xA9");
  CHECK(parsed.declaration->license == "MIT");
  CHECK(codes_of(parsed.problems) == Words{"repaired_colon"});
  CHECK(parsed.problems[0].line == 4);
  const auto metadata = nlohmann::json::parse(parsed.declaration->metadata);
  CHECK(metadata["note"] == "a: b");
  CHECK(metadata["tags"] == Words{"x", "y"});
}

TEST_CASE("block scalars and values over several lines keep their text") {
  CHECK(description_of("description: >-\n  a\n  b") == "a b");
  CHECK(description_of("description: |\n  a\n  b\n") == "a\nb");
  CHECK(description_of("description: a\n  b") == "a b");
  CHECK(description_of("description: \"a\n  b\"") == "a b");
  CHECK(description_of("description:\n  a\n  b") == "a b");
  CHECK(description_of("description: |\nlost\nlines") == "lost\nlines");
}

TEST_CASE("a nested map or list loses only the value that fails") {
  const auto metadata = metadata_of("metadata:\n  a: one: two\n  b: [x]\nlist:\n  - ok\n  - *.ts");
  CHECK(metadata["a"] == "one: two");
  CHECK(metadata["b"] == Words{"x"});
  CHECK(metadata["list"] == Words{"ok", "*.ts"});
}

TEST_CASE("JSON that YAML refuses is read as JSON, and needs no mending") {
  const auto parsed =
      parse(with_keys("name: folder\ndescription: D\nx: {\"e\":\"\\ud83d\\ude00\"}"));
  CHECK(parsed.problems.empty());
  CHECK(parsed.declaration->metadata == "{\"x\":{\"e\":\"\xF0\x9F\x98\x80\"}}");
}

TEST_CASE("lost closing brackets are added") {
  CHECK(metadata_of("metadata: {\"a\":{\"b\":[\"c\"]}\nx: y")["a"]["b"][0] == "c");
}

TEST_CASE("JSON over several lines reads, also with its end at the margin") {
  CHECK(metadata_of("metadata: {\n  \"a\": {\n    \"b\": 1\n  }\n}\n")["a"]["b"] == 1);
  CHECK(metadata_of("metadata:\n  {\n    \"a\": true,\n  }\n")["a"] == true);
}

TEST_CASE("no-break spaces count as blanks once YAML has refused them") {
  const auto parsed =
      parse(with_keys("name: folder\ndescription:\xC2\xA0"
                      "D\ntriggers:\n\xC2\xA0 -\xC2\xA0x"));
  CHECK(parsed.declaration->description == "D");
  CHECK(parsed.declaration->triggers == Words{"x"});
  CHECK(has(parsed.problems, "repaired_blanks"));
}

TEST_CASE("scalars are text as written") {
  CHECK(declared(with_keys("name: yes\nversion: 1.0")).name == "yes");
  CHECK(declared(with_keys("name: yes\nversion: 1.0")).version == "1.0");
  CHECK(declared(with_keys("name: 007\nversion: 2024-01-02")).version == "2024-01-02");
  CHECK(declared(with_keys("name: 007\ndescription: 1e3")).description == "1e3");
}

TEST_CASE("null and ~ mean that the key is absent") {
  for (const char* value : {"", "~", "null"}) {
    const auto parsed = parse(with_keys(std::string("name: ") + value + "\ndescription: " + value));
    CHECK(parsed.declaration->name == "folder");
    CHECK(parsed.declaration->description == "The body.");
  }
}

TEST_CASE("of a key that is there twice the first wins") {
  for (const char* keys :
       {"name: folder\nversion: 1\nversion: 2", "name: folder\nversion: 1\nx: a: b\nversion: 2"}) {
    const auto parsed = parse(with_keys(keys));
    CHECK(parsed.declaration->version == "1");
    CHECK(has(parsed.problems, "duplicate_key"));
  }
}
