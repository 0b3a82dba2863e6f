#include <catch2/catch.hpp>

#include "support/parsing.h"

using namespace skillcat::parse;
using Words = std::vector<std::string>;

namespace {

Words allowed(const char* value) {
  return declared(with_keys(std::string("name: folder\nallowed-tools: ") + value)).allowed_tools;
}

}  // namespace

TEST_CASE("a list may be a block list, a flow list, a comma string or a single word") {
  for (const char* value : {"\n  - a b\n  - c", "[a b, c]", "a b, c", "\"a b, c\"",
                            "a b\xEF\xBC\x8C"
                            "c"}) {
    INFO(value);
    CHECK(declared(with_keys(std::string("keywords: ") + value)).triggers == Words{"a b", "c"});
  }
  CHECK(declared(with_keys("keywords: word")).triggers == Words{"word"});
}

TEST_CASE("allowed-tools separates at commas and blanks, but not inside parentheses") {
  CHECK(allowed("Read, Write") == Words{"Read", "Write"});
  CHECK(allowed("Read Write") == Words{"Read", "Write"});
  CHECK(allowed("Bash(git *, npm *) Read") == Words{"Bash(git *, npm *)", "Read"});
  CHECK(allowed("\n  - Bash(a b)\n  - Read") == Words{"Bash(a b)", "Read"});
  CHECK(declared(with_keys("allowedTools: Read")).allowed_tools == Words{"Read"});
}

TEST_CASE("triggers holds keywords and patterns in any of its forms") {
  for (const char* value :
       {"\n  - keywords: [a, b]\n  - patterns: [/x]", "\n  keywords: [a, b]\n  patterns:\n    - /x",
        "\n  intent_patterns: [/x]\n  context:\n    keywords: a, b\n  priority: 3"}) {
    INFO(value);
    const auto d = declared(with_keys(std::string("triggers: ") + value));
    CHECK(d.triggers == Words{"a", "b"});
    CHECK(d.patterns == Words{"/x"});
  }
  CHECK(declared(with_keys("triggers:\n  - type: regex\n    value: a.*b")).patterns ==
        Words{"a.*b"});
}

TEST_CASE("negative triggers are not triggers") {
  CHECK(declared(with_keys("triggers:\n  keywords: [a]\n  negative_keywords: [b]")).triggers ==
        Words{"a"});
}

TEST_CASE("keywords, trigger and triggers add up without repeats") {
  CHECK(declared(with_keys("triggers: [a, b]\nkeywords: b, c\ntrigger: d")).triggers ==
        Words{"a", "b", "d", "c"});
}

TEST_CASE("a pattern written as one string may hold commas") {
  CHECK(declared(with_keys("patterns: 'a{1,2}'")).patterns == Words{"a{1,2}"});
}

TEST_CASE("tools and hooks written as maps give their names and stay whole in metadata") {
  const auto d =
      declared(with_keys("tools:\n  - name: t1\n    description: x\nhooks:\n  PreToolUse: [a]"));
  CHECK(d.tools == Words{"t1"});
  CHECK(d.hooks == Words{"PreToolUse"});
  const auto metadata = nlohmann::json::parse(d.metadata);
  CHECK(metadata["tools"][0]["description"] == "x");
  CHECK(metadata["hooks"]["PreToolUse"][0] == "a");
}

TEST_CASE("keys are known without case, dashes and underscores, exact spelling first") {
  const auto d = declared(with_keys("Name: Other\nname: folder\nDescription: D\nVersion: 2"));
  CHECK(d.name == "folder");
  CHECK(d.description == "D");
  CHECK(d.version == "2");
}

TEST_CASE("a nested name is not the skill's name") {
  const auto d = declared(with_keys("maintainer:\n  name: x\ndescription: D"));
  CHECK(d.name == "folder");
}

TEST_CASE("every other key is kept in metadata beside the entries of the metadata map") {
  const auto metadata =
      metadata_of("category: c\nmetadata:\n  owner: o\n  always: true\n  count: 3");
  CHECK(metadata ==
        nlohmann::json::parse(R"({"category":"c","owner":"o","always":true,"count":3})"));
}

TEST_CASE("an entry of the metadata map that another key has taken is not lost") {
  const auto metadata = metadata_of("category: outer\nmetadata:\n  category: inner");
  CHECK(metadata["category"] == "outer");
  CHECK(metadata["metadata"]["category"] == "inner");
}

TEST_CASE("metadata may be a JSON string, and JSON keeps its types") {
  CHECK(metadata_of("metadata: '{\"a\": 0.5}'")["a"] == 0.5);
  CHECK(metadata_of("metadata: {\"a\": 0.5, \"b\": \"1\"}") ==
        nlohmann::json::parse(R"({"a":0.5,"b":"1"})"));
  CHECK(metadata_of("metadata: words")["metadata"] == "words");
}

TEST_CASE("version and author may stand in the metadata map") {
  const auto d = declared(with_keys("name: folder\nmetadata:\n  version: \"2.1\"\n  author: Ann"));
  CHECK(d.version == "2.1");
  CHECK(d.author == "Ann");
}

TEST_CASE("an author may be a map or a list") {
  CHECK(declared(with_keys("author:\n  name: Ann\n  email: a@b.c")).author == "Ann <a@b.c>");
  CHECK(declared(with_keys("author: [Ann, Bob]")).author == "Ann, Bob");
  CHECK(declared(with_keys("compatibility:\n  - bash\n  - git")).compatibility == "bash, git");
}

TEST_CASE("a description is taken from when_to_use, else from the first paragraph") {
  const auto when = parse(with_keys("name: folder\nwhen-to-use: W"));
  CHECK(when.declaration->description == "W");
  CHECK(codes_of(when.problems) == Words{"description_from_when_to_use"});
  const auto body = parse("# Title\n\nThe *first*\nparagraph.\n\nSecond.\n");
  CHECK(body.declaration->description == "The *first* paragraph.");
  CHECK(has(body.problems, "description_from_body"));
}

TEST_CASE("names that break the specification are kept with a warning") {
  for (const char* name : {"Upper", "a b", "--help", "a--b", "\xE4\xBB\xA3"}) {
    INFO(name);
    const auto parsed = parse(with_keys(std::string("description: D\nname: ") + name));
    CHECK(parsed.declaration->name == name);
    CHECK(codes_of(parsed.problems) == Words{"name_nonconforming"});
  }
}
