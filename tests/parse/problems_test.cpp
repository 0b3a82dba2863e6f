// Every code that the parser owns, with the smallest input that raises it.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "base/problem.h"
#include "parse/agent_file.h"
#include "parse/definitions.h"
#include "parse/mcp_tool.h"
#include "parse/mcp_tools.h"
#include "parse/plugin_manifest.h"
#include "support/parsing.h"

using namespace skillcat;
using namespace skillcat::parse;

namespace {

std::string flow_depth(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

std::string many_items(int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += "\n  - a";
  return out;
}

const std::map<std::string, std::string>& skill_inputs() {
  static const std::map<std::string, std::string> inputs = {
      {"both_dialects", "---\nname: x\n---\n## Skill Metadata\nname: y\n"},
      {"config_invalid_json", with_keys("config_schema: x")},
      {"control_characters", "a\x1B"},
      {"description_from_body", "a"},
      {"description_from_when_to_use", with_keys("when_to_use: x")},
      {"description_missing", "# a"},
      {"description_not_text", with_keys("description: [x]")},
      {"description_too_long", with_keys("description: " + std::string(1025, 'x'))},
      {"duplicate_key", with_keys("a: 1\na: 2")},
      {"empty", " \n"},
      {"frontmatter_fence_glued", "---\na: b\n---# c"},
      {"frontmatter_in_code_fence", "```\n---\na: b\n---\n```"},
      {"frontmatter_not_first", "<!-- -->\n---\na: b\n---\n"},
      {"frontmatter_second_block", "---\na: b\n---\n---\nname: x\n---\n"},
      {"frontmatter_unclosed", "---\na: b\n"},
      {"frontmatter_without_fence", "name: x"},
      {"hidden_text", "a\xE2\x80\x8B"},
      {"invalid_utf8", "\xFF"},
      {"metadata_invalid", with_keys("metadata: x")},
      {"name_missing", "a"},
      {"name_nonconforming", with_keys("name: A")},
      {"name_not_folder", with_keys("name: a")},
      {"name_not_text", with_keys("name: [x]")},
      {"nul_bytes", std::string("a\0", 2)},
      {"repaired_bad_escape", with_keys("a: \"\\d\"")},
      {"repaired_blanks", with_keys("name: x\na:\xC2\xA0"
                                    "b")},
      {"repaired_block_header", with_keys("a: > b")},
      {"repaired_colon", with_keys("a: b: c")},
      {"repaired_comment_cut", with_keys("description: b # c")},
      {"repaired_flow", with_keys("a: [b")},
      {"repaired_indentation", with_keys("a: b\nc")},
      {"repaired_nested", with_keys("a:\n  b: c: d")},
      {"repaired_special_start", with_keys("a: @b")},
      {"repaired_stray_line", with_keys("# a\nb\na: @c\nname: x")},
      {"repaired_text_after_quote", with_keys("a: \"b\" c")},
      {"repaired_unclosed_quote", with_keys("a: \"b")},
      {"repaired_value", with_keys("a: , b")},
      {"too_large", std::string(kMaxFileBytes + 1, 'a')},
      {"yaml_alias", with_keys("a: *b")},
      {"yaml_too_deep", with_keys("a: " + flow_depth(17))},
      {"yaml_too_many_nodes", with_keys("a:" + many_items(1001))},
  };
  return inputs;
}

const std::map<std::string, std::string>& definitions_inputs() {
  static const std::map<std::string, std::string> inputs = {
      {"entry_invalid_json", "[x]"},
      {"entry_not_object", "[1]"},
      {"entry_too_large", "[\"" + std::string(kMaxEntryBytes, 'x') + "\"]"},
      {"not_an_array", "{}"},
      {"not_json", "x"},
      {"too_many_entries", "[0" +
                               [] {
                                 std::string out;
                                 for (int i = 0; i < 100'000; ++i) out += ",0";
                                 return out;
                               }() +
                               "]"},
  };
  return inputs;
}

const std::map<std::string, std::string>& discovery_inputs() {
  static const std::map<std::string, std::string> inputs = {
      {"mcp_bad_record", "{}"},
      {"mcp_repeated_tool", R"({"tools": [{"name": "a"}, {"name": "a"}]})"},
      {"mcp_text_cut", R"({"tools": [{"name": "a", "description": ")" +
                           std::string(kMaxToolText + 1, 'x') + "\"}]}"},
  };
  return inputs;
}

const std::map<std::string, std::string>& command_inputs() {
  static const std::map<std::string, std::string> inputs = {{"command_not_toml", "a"}};
  return inputs;
}

const std::map<std::string, std::string>& agent_file_inputs() {
  static const std::map<std::string, std::string> inputs = {{"agent_file_invalid", "- a"}};
  return inputs;
}

const std::map<std::string, std::string>& manifest_inputs() {
  static const std::map<std::string, std::string> inputs = {
      {"manifest_field_invalid", R"({"name": 1})"},
      {"manifest_invalid", "[]"},
  };
  return inputs;
}

/// Rows that only scanning, indexing or the file's name can raise.
const std::set<std::string_view> kNotOfTheParser = {"broken_link",
                                                    "changed_while_reading",
                                                    "duplicate_file",
                                                    "frontmatter_lost",
                                                    "file_name_case",
                                                    "files_cut",
                                                    "inactive_version",
                                                    "instructions_file_missing",
                                                    "link_not_followed",
                                                    "linked",
                                                    "manifest_path_missing",
                                                    "mcp_bad_tool",
                                                    "mcp_deadline",
                                                    "mcp_failed",
                                                    "mcp_file_unreadable",
                                                    "mcp_misconfigured",
                                                    "mcp_name_taken",
                                                    "mcp_noise",
                                                    "mcp_not_asked",
                                                    "mcp_paging",
                                                    "mcp_protocol",
                                                    "mcp_refused",
                                                    "mcp_session_lost",
                                                    "mcp_start_failed",
                                                    "mcp_too_large",
                                                    "mcp_untrusted",
                                                    "nested",
                                                    "not_a_file",
                                                    "path_leaves_plugin",
                                                    "pattern_refused",
                                                    "plugin_disabled",
                                                    "plugin_elsewhere",
                                                    "plugin_missing",
                                                    "plugin_outside",
                                                    "too_many_folders",
                                                    "root_gone",
                                                    "root_unreadable",
                                                    "second_path",
                                                    "too_deep",
                                                    "unreadable",
                                                    "unreadable_folder"};

}  // namespace

TEST_CASE("every problem of a skill file can occur") {
  for (const auto& [code, input] : skill_inputs()) {
    INFO(code);
    const auto parsed = parse_skill_file(input, "SKILL.md", "folder");
    CHECK(has(parsed.problems, code));
    const ProblemKind& kind = problem_kind(code);
    CHECK(parsed.declaration.has_value() == !kind.broken);
    if (kind.repair) CHECK(parsed.repaired);
  }
}

TEST_CASE("every problem of a definitions file can occur") {
  for (const auto& [code, input] : definitions_inputs()) {
    INFO(code);
    const auto parsed = parse_definitions(input);
    bool found = has(parsed.problems, code);
    for (const auto& entry : parsed.entries) found = found || has(entry.problems, code);
    CHECK(found);
  }
}

TEST_CASE("every problem of a recorded discovery can occur") {
  for (const auto& [code, input] : discovery_inputs()) {
    INFO(code);
    const auto parsed = parse_discovery(input, "x", {});
    bool found = has(parsed.problems, code);
    for (const auto& skill : parsed.skills) found = found || has(skill.problems, code);
    CHECK(found);
  }
}

TEST_CASE("every problem of a command that is TOML can occur") {
  for (const auto& [code, input] : command_inputs()) {
    INFO(code);
    const auto parsed = parse_toml_command(input, "name");
    CHECK(has(parsed.problems, code));
    CHECK(parsed.declaration);
    CHECK(parsed.repaired);
  }
}

TEST_CASE("every problem of an agents/openai.yaml can occur") {
  for (const auto& [code, input] : agent_file_inputs()) {
    INFO(code);
    CHECK(has(parse_agent_file(input).problems, code));
  }
}

TEST_CASE("every problem of a plugin's manifest can occur") {
  for (const auto& [code, input] : manifest_inputs()) {
    INFO(code);
    CHECK(has(parse_plugin_manifest(input).problems, code));
  }
}

TEST_CASE("every row of the problem table is raised here or belongs to another room") {
  for (const ProblemKind& kind : problem_kinds()) {
    INFO(kind.code);
    const std::string code(kind.code);
    CHECK(skill_inputs().count(code) + definitions_inputs().count(code) +
              discovery_inputs().count(code) + manifest_inputs().count(code) +
              command_inputs().count(code) + agent_file_inputs().count(code) +
              kNotOfTheParser.count(kind.code) ==
          1);
  }
}

TEST_CASE("a file not called SKILL.md exactly is noted") {
  CHECK(has(parse_skill_file("a", "skill.md", "folder").problems, "file_name_case"));
  CHECK_FALSE(has(parse_skill_file("a", "other.md", "folder").problems, "file_name_case"));
}
