// Which agents read a place, by what its folder is called.
//
// Source: the agents' documentation. `.agents/skills` is the place that they share; Cursor, GitHub
// Copilot and OpenCode read Claude Code's folder too, Cursor also Codex's.
#pragma once

#include <skillcat/skill.h>

#include <string>
#include <string_view>
#include <vector>

namespace skillcat::query {

/// The agents that read the skill in `directory`, sorted: those of the innermost folder that one is
/// known for. Empty for any other place. A plugin is its agent's alone.
std::vector<std::string> agents_of(SourceKind source, std::string_view directory);

}  // namespace skillcat::query
