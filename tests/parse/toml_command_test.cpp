// Commands of Gemini CLI: TOML with a prompt.
#include <catch2/catch.hpp>

#include "support/parsing.h"

using namespace skillcat::parse;

namespace {

ParsedSkill parsed(std::string_view text) {
  return parse_toml_command(text, "commit");
}

}  // namespace

TEST_CASE("a command's prompt is its instructions, and what else it says is metadata") {
  const auto command = parsed(
      "description = \"Writes a commit message.\"\nmodel = \"x\"\nprompt = \"\"\"\n"
      "Look at !{git diff} and write. {{args}}\n\"\"\"\n");
  REQUIRE(command.declaration);
  CHECK(codes_of(command.problems) == std::vector<std::string>{"name_missing"});
  CHECK(command.declaration->name == "commit");
  CHECK(command.declaration->description == "Writes a commit message.");
  CHECK(command.declaration->instructions == "Look at !{git diff} and write. {{args}}\n");
  CHECK(command.declaration->metadata == R"({"model":"x"})");
  CHECK(command.declaration->version == "1.0.0");
  CHECK_FALSE(command.repaired);
}

TEST_CASE("a command without description is described by the first paragraph of its prompt") {
  const auto command = parsed("prompt = \"\"\"# Commit\n\nWrite the message.\n\nThen stop.\"\"\"");
  CHECK(command.declaration->description == "Write the message.");
  CHECK(has(command.problems, "description_from_body"));
}

TEST_CASE("of a command that is not TOML, or has no prompt, the whole text is kept") {
  for (const std::string& text :
       {std::string("prompt = \"not closed\nreview the change\n"),
        std::string("description = \"x\"\n"), std::string("prompt = 1\n"),
        std::string("prompt = \"\"\n"), std::string("Just review the change.\n")}) {
    INFO(text);
    const auto command = parsed(text);
    REQUIRE(command.declaration);
    CHECK(has(command.problems, "command_not_toml"));
    CHECK(command.repaired);
    CHECK(command.declaration->instructions == text);
  }
}

TEST_CASE("a command's bytes are read as those of a skill file") {
  CHECK_FALSE(parsed(" \n").declaration);
  CHECK_FALSE(parsed(std::string(kMaxFileBytes + 1, '#')).declaration);
  const auto command = parsed("\xEF\xBB\xBFprompt = \"a \xFF\xE2\x80\x8B\"\r\n");
  CHECK(has(command.problems, "invalid_utf8"));
  CHECK(has(command.problems, "hidden_text"));
  CHECK(command.declaration->instructions == "a \xEF\xBF\xBD\xE2\x80\x8B");
}
