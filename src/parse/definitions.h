// Definitions files (`bundled.json`, `*.skills.json`): a JSON array of skills. Pure.
#pragma once

#include <skillcat/skill.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skillcat::parse {

inline constexpr std::size_t kMaxDefinitionsBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxEntryBytes = std::size_t{1} << 20;

/// One element of the array. A broken one has no declaration but keeps its place and problems.
struct DefinitionEntry {
  std::string name;  ///< as declared; "entry-N" (1-based) where it has none
  std::optional<Declaration> declaration;
  std::string instructions_file;  ///< relative to the definitions file; empty = none
  std::string source_text;        ///< the entry as compact JSON: what its digest is taken of
  std::vector<Problem> problems;
};

struct ParsedDefinitions {
  std::vector<DefinitionEntry> entries;
  std::vector<Problem> problems;  ///< of the file: not JSON, not an array, too large, too deep
};

ParsedDefinitions parse_definitions(std::string_view bytes);

}  // namespace skillcat::parse
