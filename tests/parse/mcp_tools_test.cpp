#include "parse/mcp_tools.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "parse/mcp_tool.h"
#include "support/parsing.h"

using namespace skillcat;
using namespace skillcat::parse;
using nlohmann::json;

namespace {

ParsedDiscovery discover(const json& tools, std::string_view grouping = "prefix",
                         const json& initialize = json::object()) {
  const json record = {{"server", "x"}, {"initialize", initialize}, {"tools", tools}};
  return parse_discovery(record.dump(), "srv", Grouping::parse(grouping).value());
}

json named(const std::string& name, const std::string& description = {}) {
  json tool = {{"name", name}};
  if (!description.empty()) tool["description"] = description;
  return tool;
}

json list(const std::vector<std::string>& names) {
  json tools = json::array();
  for (const std::string& name : names) tools.push_back(named(name));
  return tools;
}

/// "srv_get: get_a get_b; srv_x: x"
std::string grouped(const std::vector<std::string>& names, std::string_view grouping = "prefix") {
  std::string text;
  for (const auto& skill : discover(list(names), grouping).skills) {
    text += (text.empty() ? "" : "; ") + skill.declaration.name + ":";
    for (const std::string& tool : skill.declaration.tools) text += " " + tool;
  }
  return text;
}

}  // namespace

TEST_CASE("tools are grouped by what stands before their first underscore") {
  CHECK(grouped({"get_a", "list_a", "get_b_c"}) == "srv_get: get_a get_b_c; srv_list: list_a");
  CHECK(grouped({"echo", "add-two"}) == "srv_echo: echo; srv_add-two: add-two");
  CHECK(grouped({"Get_a", "get_a"}) == "srv_Get: Get_a; srv_get: get_a");
  CHECK(grouped({"_x", "__y_z"}) == "srv__x: _x; srv___y_z: __y_z");
}

TEST_CASE("a group and a tool by itself that meet in one id are one skill") {
  CHECK(grouped({"browser", "browser_click"}) == "srv_browser: browser browser_click");
  const auto both = discover(list({"browser", "browser_click"}));
  CHECK(json::parse(both.skills[0].declaration.config_schema) ==
        json{{"server_id", "srv"}, {"prefix", "browser"}});
}

TEST_CASE("a server's grouping can be another one") {
  CHECK(grouped({"a_b", "a_c", "d"}, "server") == "srv: a_b a_c d");
  CHECK(grouped({"a_b", "a_c"}, "tool") == "srv_a_b: a_b; srv_a_c: a_c");
  CHECK(grouped({"get-a", "get-b", "-c", "d_e"}, "separator:-") ==
        "srv_get: get-a get-b; srv_-c: -c; srv_d_e: d_e");
  CHECK(grouped({"wiki.v1.get", "wiki.v2.get", "im.send"}, "separator:.") ==
        "srv_wiki: wiki.v1.get wiki.v2.get; srv_im: im.send");
  CHECK(grouped({"get_a", "get_b", "put_c", "x"}, R"({"get_*": "read", "put_*": "write"})") ==
        "srv_read: get_a get_b; srv_write: put_c; srv_x: x");
  CHECK(grouped({"get_a"}, R"({"get_a": "first", "get_*": "second"})") == "srv_first: get_a");
  CHECK(grouped({"get_a"}, "") == "srv_get: get_a");
  for (const char* wrong : {"Prefix", "separator:", "{", R"({"a": 1})", R"({"a": " "})", "[]"}) {
    INFO(wrong);
    CHECK_FALSE(Grouping::parse(wrong));
  }
}

TEST_CASE("config_schema names the server and what is grouped") {
  const auto config = [](const ParsedDiscovery& parsed) {
    return json::parse(parsed.skills.at(0).declaration.config_schema);
  };
  CHECK(config(discover(list({"get_a"}))) == json{{"server_id", "srv"}, {"prefix", "get"}});
  CHECK(config(discover(list({"echo"}))) == json{{"server_id", "srv"}, {"tool_name", "echo"}});
  CHECK(config(discover(list({"get_a"}), "server")) == json{{"server_id", "srv"}});
}

TEST_CASE("a group is described by its tools' names, titles and first sentences") {
  json tools = json::array(
      {named("get_a", "Gets an a. It is fast."), named("get_b"), named("get_c", "取得内容。其他")});
  tools[1]["annotations"] = {{"title", "Get B"}};
  const auto parsed = discover(tools);
  const Declaration& d = parsed.skills.at(0).declaration;
  CHECK(d.description == "MCP get tools: get_a, get_b, get_c. Gets an a. Get B. 取得内容。");
  CHECK(d.version == "1.0.0");
}

TEST_CASE("a tool by itself has its own description, else its title, else its name") {
  json tools = json::array({named("a", "Does a. Well."), named("b"), named("c")});
  tools[1]["title"] = "The b";
  const auto skills = discover(tools).skills;
  CHECK(skills[0].declaration.description == "Does a. Well.");
  CHECK(skills[1].declaration.description == "The b");
  CHECK(skills[2].declaration.description == "MCP tool: c");
}

TEST_CASE("a description has at most 1,024 characters, whatever the group's size") {
  json tools = json::array();
  for (int i = 0; i < 200; ++i) {
    tools.push_back(
        named("get_thing_number_" + std::to_string(i), std::string(300, 'x') + ". More"));
  }
  const auto parsed = discover(tools);
  REQUIRE(parsed.skills.size() == 1);
  const std::string& text = parsed.skills[0].declaration.description;
  CHECK(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }) == 1024);
  CHECK(parsed.skills[0].declaration.tools.size() == 200);
}

TEST_CASE("instructions tell each tool with its parameters, the required ones first") {
  json tool = named("get_a", "Gets an a.");
  tool["inputSchema"] = json::parse(R"({"type": "object", "required": ["id", 7], "properties": {
    "deep": {"type": "array", "items": {"type": "integer"}},
    "either": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    "id": {"type": "string", "description": "Which\n one"},
    "mode": {"enum": ["fast", 1]},
    "odd": true}})");
  CHECK(discover(json::array({tool})).skills.at(0).declaration.instructions ==
        "## get_a\n\nGets an a.\n\nParameters:\n- `id` (string, required): Which one\n"
        "- `deep` (array of integer)\n- `either` (string or null)\n- `mode` [fast, 1]\n- `odd`");
}

TEST_CASE("an overview precedes what is longer than search looks at") {
  const auto parsed =
      discover(json::array({named("get_a", "First. " + std::string(6000, 'x')), named("get_b")}));
  CHECK(parsed.skills.at(0).declaration.instructions.starts_with(
      "Tools:\n- `get_a`: First.\n- `get_b`\n\n## get_a\n\n"));
}

TEST_CASE("what a server says of itself is metadata, and not part of what is searched") {
  const json initialize = {{"instructions", "Call login first."},
                           {"serverInfo", {{"name", "n"}, {"version", "2"}, {"icons", {1}}}}};
  const auto skill = discover(list({"a"}), "prefix", initialize).skills.at(0);
  CHECK(json::parse(skill.declaration.metadata) ==
        json{{"server", {{"name", "n"}, {"version", "2"}}},
             {"server_instructions", "Call login first."}});
  CHECK(skill.declaration.instructions.find("login") == std::string::npos);
  CHECK(skill.source_text.find("login") != std::string::npos);
}

TEST_CASE("one bad tool is left out, and the others are not affected") {
  const std::string deep =
      R"({"name": "deep", "inputSchema": )" + std::string(70, '[') + std::string(70, ']') + "}";
  const std::string record = "{\"tools\": [{\"name\": \"a\"},\n" + deep +
                             ", 7, {}, {\"name\": 1}, {\"name\": \" \"}, {\"name\": \"x\\u200by\"},"
                             " {\"name\": \"n\\u0000\"}, {bad}, {\"name\": \"b\"}]}";
  const auto parsed = parse_discovery(record, "s", {});
  CHECK(parsed.tools == 2);
  REQUIRE(parsed.skills.size() == 2);
  CHECK(parsed.skills[1].declaration.name == "s_b");
  REQUIRE(parsed.problems.size() == 8);
  for (const Problem& problem : parsed.problems) CHECK(problem.code == "mcp_bad_tool");
  CHECK(parsed.problems[0].line == 2);
}

TEST_CASE("the first of two tools of one name counts") {
  const auto parsed = discover(json::array({named("a", "One"), named("a", "Two")}));
  CHECK(parsed.skills.at(0).declaration.description == "One");
  CHECK(codes_of(parsed.problems) == std::vector<std::string>{"mcp_repeated_tool"});
}

TEST_CASE("a schema without a type is a schema, and no reference is followed") {
  json tool = named("a");
  tool["inputSchema"] = {{"properties", {{"q", {{"$ref", "file:///etc/passwd"}}}}}};
  const auto parsed = discover(json::array({tool}));
  CHECK(parsed.problems.empty());
  CHECK(parsed.skills.at(0).declaration.instructions == "## a\n\nParameters:\n- `q`");
}

TEST_CASE("a record may hold the answers of a server without a handshake") {
  const auto parsed = parse_discovery(R"({
    "discover": {"supportedVersions": ["2026-07-28"], "instructions": "Ask first.",
                 "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "Docs", "version": "4"}}},
    "toolsListResult": {"resultType": "complete",
                        "tools": [{"name": "find", "description": "Finds."},
                                  {"name": 5}]}
  })",
                                      "docs", {});
  REQUIRE(parsed.skills.size() == 1);
  CHECK(parsed.skills[0].declaration.name == "docs_find");
  const json metadata = json::parse(parsed.skills[0].declaration.metadata);
  CHECK(metadata["server"]["name"] == "Docs");
  CHECK(metadata["server_instructions"] == "Ask first.");
  REQUIRE(codes_of(parsed.problems) == std::vector<std::string>{"mcp_bad_tool"});
  CHECK(parsed.problems[0].line == 6);
}

TEST_CASE("what is no record is an error without skills") {
  for (const char* bytes : {"", "[]", "{", "{}", R"({"tools": {}})", R"({"tools": [)", "\xFF"}) {
    INFO(bytes);
    const auto parsed = parse_discovery(bytes, "s", {});
    CHECK(parsed.skills.empty());
    CHECK(has(parsed.problems, "mcp_bad_record"));
  }
  CHECK(parse_discovery(R"({"tools": []})", "s", {}).problems.empty());
}

TEST_CASE("characters that nobody sees are told, in the tools and in the server's instructions") {
  CHECK(has(discover(json::array({named("a", "x\u200By")})).skills.at(0).problems, "hidden_text"));
  CHECK(has(discover(json::array({named("a", "x\u001By")})).skills.at(0).problems,
            "control_characters"));
  CHECK(has(discover(list({"a"}), "prefix", {{"instructions", "x\u202E"}}).skills.at(0).problems,
            "hidden_text"));
}

TEST_CASE("no text of a server is kept without bound") {
  json tool = named("a", std::string(1 << 20, 'x'));
  for (int i = 0; i < 300; ++i) tool["inputSchema"]["properties"]["p" + std::to_string(i)] = {};
  const auto one =
      discover(json::array({tool}), "prefix", {{"instructions", std::string(1 << 20, 'y')}})
          .skills.at(0);
  CHECK(one.declaration.instructions.size() < 32'000);
  CHECK(one.declaration.metadata.size() < 20'000);
  CHECK(has(one.problems, "mcp_text_cut"));
  json many = json::array();
  for (int i = 0; i < 100; ++i) {
    many.push_back(named("g_" + std::to_string(i), std::string(16'000, 'z')));
  }
  const auto group = discover(many).skills.at(0);
  CHECK(group.declaration.instructions.size() < (1U << 20) + 100'000);
  CHECK(has(group.problems, "mcp_text_cut"));
  CHECK(discover(list(std::vector<std::string>(2, std::string(257, 'n')))).tools == 0);
}

TEST_CASE("more than 5,000 tools are cut there") {
  json tools = json::array();
  for (int i = 0; i < 5'003; ++i) tools.push_back(named("t_" + std::to_string(i)));
  const auto parsed = discover(tools);
  CHECK(parsed.tools == 5'000);
  CHECK(codes_of(parsed.problems) == std::vector<std::string>{"mcp_paging"});
}
