// agents/openai.yaml beside a SKILL.md: what Codex shows of the skill, and the tools it depends on.
// Bytes in, record and problems out. Pure.
//
// Source: 88 real files of 3 repositories. `interface` holds texts (display_name,
// short_description, default_prompt, icons), `policy` a flag, `dependencies.tools` a list of {type,
// value, …}, of which `value` is the tool's name, or that of the MCP server that has them.
#pragma once

#include <skillcat/skill.h>

#include <string>
#include <string_view>
#include <vector>

namespace skillcat::parse {

inline constexpr std::size_t kMaxAgentFileBytes = std::size_t{64} << 10;

struct AgentFile {
  std::vector<std::string> tools;
  std::string metadata;  ///< a JSON object: the whole file; empty when it cannot be read
  std::vector<Problem> problems;
};
AgentFile parse_agent_file(std::string_view bytes);

/// Adds it to what the author says in the skill file, which goes first: tools behind its tools, all
/// else to `metadata` below the key "openai".
void add_agent_file(Declaration& declaration, const AgentFile& file);

}  // namespace skillcat::parse
