#include "parse/definitions.h"

#include <catch2/catch.hpp>

#include "support/parsing.h"

using namespace skillcat::parse;
using Words = std::vector<std::string>;

TEST_CASE("each object of the array is a skill") {
  const auto parsed = parse_definitions(R"([
    {"name": "a", "description": "D", "version": "2", "author": "Ann", "triggers": ["x", "y z"],
     "patterns": ["/a"], "tools": ["t"], "hooks": ["h"], "commands": ["c"],
     "config_schema": {"k": [1]}, "instructions": "Do it.", "weight": 0.5},
    {"name": "b", "description": "E", "instructions_file": "b/SKILL.md"}])");
  CHECK(parsed.problems.empty());
  REQUIRE(parsed.entries.size() == 2);
  const auto& a = parsed.entries[0].declaration.value();
  CHECK(a.name == "a");
  CHECK(a.version == "2");
  CHECK(a.author == "Ann");
  CHECK(a.triggers == Words{"x", "y z"});
  CHECK(a.patterns == Words{"/a"});
  CHECK(a.tools == Words{"t"});
  CHECK(a.hooks == Words{"h"});
  CHECK(a.commands == Words{"c"});
  CHECK(a.config_schema == R"({"k":[1]})");
  CHECK(a.instructions == "Do it.");
  CHECK(a.metadata == R"({"weight":0.5})");
  CHECK(parsed.entries[1].instructions_file == "b/SKILL.md");
  CHECK(parsed.entries[1].declaration->version == "1.0.0");
  CHECK(parsed.entries[1].problems.empty());
}

TEST_CASE("one bad entry never loses the others") {
  const auto parsed = parse_definitions(
      "[\n{\"name\": \"a\", \"description\": \"D\"},\n3,\n{\"name\": oops},\n"
      "{\"name\": \"b\", \"description\": \"D\"}]");
  REQUIRE(parsed.entries.size() == 4);
  CHECK(parsed.entries[0].declaration.has_value());
  CHECK(codes_of(parsed.entries[1].problems) == Words{"entry_not_object"});
  CHECK(parsed.entries[1].name == "entry-2");
  CHECK(codes_of(parsed.entries[2].problems) == Words{"entry_invalid_json"});
  CHECK(parsed.entries[2].problems[0].line == 4);
  CHECK(parsed.entries[3].name == "b");
}

TEST_CASE("a file cut short keeps its whole entries") {
  const auto parsed = parse_definitions(R"([{"name": "a", "description": "D"}, {"name": "b)");
  CHECK(codes_of(parsed.problems) == Words{"not_json"});
  REQUIRE(parsed.entries.size() == 1);
  CHECK(parsed.entries[0].name == "a");
}

TEST_CASE("two entries may have one name") {
  const auto parsed =
      parse_definitions(R"([{"name":"a","description":"D"},{"name":"a","description":"E"}])");
  CHECK(parsed.entries.size() == 2);
  CHECK(parsed.entries[0].source_text != parsed.entries[1].source_text);
}

TEST_CASE("an entry without a name is named by its place") {
  const auto parsed = parse_definitions(R"([{"description": "D"}])");
  CHECK(parsed.entries[0].name == "entry-1");
  CHECK(parsed.entries[0].declaration->name == "entry-1");
  CHECK(codes_of(parsed.entries[0].problems) == Words{"name_missing"});
}

TEST_CASE("an entry's digest text does not depend on its layout") {
  const auto a = parse_definitions(R"([{"name":"a","description":"D"}])");
  const auto b = parse_definitions("[ {\n \"description\": \"D\", \"name\" : \"a\" } ]\n");
  CHECK(a.entries[0].source_text == b.entries[0].source_text);
}

TEST_CASE("an entry over 1 MiB or nested too deeply is refused alone") {
  const std::string big(kMaxEntryBytes, 'x');
  const std::string deep = std::string(100, '[') + std::string(100, ']');
  const auto parsed =
      parse_definitions("[{\"name\":\"" + big + "\"},{\"name\":\"a\",\"x\":" + deep +
                        "},{\"name\":\"b\",\"description\":\"D\"}]");
  REQUIRE(parsed.entries.size() == 3);
  CHECK(codes_of(parsed.entries[0].problems) == Words{"entry_too_large"});
  CHECK(codes_of(parsed.entries[1].problems) == Words{"entry_invalid_json"});
  CHECK(parsed.entries[2].declaration.has_value());
}

TEST_CASE("invalid UTF-8 in definitions is mended first") {
  const auto parsed = parse_definitions("[{\"name\":\"a\xFF\",\"description\":\"D\"}]");
  CHECK(codes_of(parsed.problems) == Words{"invalid_utf8"});
  CHECK(parsed.entries[0].name == "a\xEF\xBF\xBD");
}
