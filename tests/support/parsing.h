// What the parse tests share: parsing a text and looking into the result.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "parse/skill_file.h"

namespace skillcat::parse {

/// The pieces in one string. (g++ 12 warns, wrongly, of `"literal" + std::string` when optimising.)
inline std::string cat(std::initializer_list<std::string_view> pieces) {
  std::string out;
  for (const std::string_view piece : pieces) out += piece;
  return out;
}

inline ParsedSkill parse(std::string_view text) {
  return parse_skill_file(text, "SKILL.md", "folder");
}

inline Declaration declared(std::string_view text) {
  return parse(text).declaration.value();
}

/// A file whose frontmatter is `keys`.
inline std::string with_keys(std::string_view keys) {
  return cat({"---\n", keys, "\n---\nThe body.\n"});
}

inline std::string description_of(std::string_view line) {
  return declared(with_keys(cat({"name: folder\n", line}))).description;
}

inline nlohmann::json metadata_of(std::string_view keys) {
  return nlohmann::json::parse(declared(with_keys(keys)).metadata);
}

inline std::vector<std::string> codes_of(const std::vector<Problem>& problems) {
  std::vector<std::string> codes;
  for (const Problem& problem : problems) codes.push_back(problem.code);
  return codes;
}

inline bool has(const std::vector<Problem>& problems, std::string_view code) {
  return std::ranges::find(problems, code, &Problem::code) != problems.end();
}

}  // namespace skillcat::parse
