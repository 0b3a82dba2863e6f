// agents/openai.yaml: what it adds to a skill, and files that are broken.
#include "parse/agent_file.h"

#include <catch2/catch.hpp>

#include "support/parsing.h"

using namespace skillcat;
using namespace skillcat::parse;

namespace {

using Words = std::vector<std::string>;

constexpr const char* kWhole =
    "interface:\n"
    "  display_name: \"Drawings\"\n"
    "  short_description: 'Use drawings'\n"
    "policy:\n"
    "  allow_implicit_invocation: false\n"
    "dependencies:\n"
    "  tools:\n"
    "    - type: mcp\n"
    "      value: drawings\n"
    "      url: https://example.org/mcp\n"
    "    - ruler\n"
    "    - value: drawings\n";

}  // namespace

TEST_CASE("an agents/openai.yaml gives tools, and all that it says as metadata") {
  const AgentFile file = parse_agent_file(kWhole);
  CHECK(file.problems.empty());
  CHECK(file.tools == Words{"drawings", "ruler"});
  Declaration declaration;
  declaration.tools = {"pen", "ruler"};
  declaration.metadata = R"({"team": "x"})";
  add_agent_file(declaration, file);
  CHECK(declaration.tools == Words{"pen", "ruler", "drawings"});
  CHECK(declaration.metadata ==
        R"({"openai":{"dependencies":{"tools":[{"type":"mcp","url":"https://example.org/mcp",)"
        R"("value":"drawings"},"ruler",{"value":"drawings"}]},)"
        R"("interface":{"display_name":"Drawings","short_description":"Use drawings"},)"
        R"("policy":{"allow_implicit_invocation":false}},"team":"x"})");
}

TEST_CASE("a key `openai` of the skill file itself stays") {
  Declaration declaration;
  declaration.metadata = R"({"openai":1})";
  add_agent_file(declaration, parse_agent_file(kWhole));
  CHECK(declaration.metadata == R"({"openai":1})");
}

TEST_CASE("an agents/openai.yaml that is no map of YAML adds nothing but a problem") {
  for (const std::string& text :
       {std::string(), std::string("- a"), std::string("a: b: c"), std::string("a: *b"),
        std::string("\xFF\xFE"), std::string(kMaxAgentFileBytes + 1, '#')}) {
    const AgentFile file = parse_agent_file(text);
    CHECK(file.problems.size() == 1);
    CHECK(has(file.problems, "agent_file_invalid"));
    Declaration declaration;
    add_agent_file(declaration, file);
    CHECK(declaration == Declaration());
  }
}

TEST_CASE("tools that are not as they should be cost only themselves") {
  const AgentFile file =
      parse_agent_file("interface: {display_name: X}\ndependencies:\n  tools: [{type: mcp}, a]\n");
  CHECK(file.tools == Words{"a"});
  CHECK(file.problems.size() == 1);
  CHECK_FALSE(file.metadata.empty());
  CHECK(parse_agent_file("dependencies: {tools: a}").problems.size() == 1);
  CHECK(parse_agent_file("dependencies: {tools: }").problems.empty());
  CHECK(parse_agent_file("dependencies: all\n").problems.empty());
}
