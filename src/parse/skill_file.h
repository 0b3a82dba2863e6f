// A SKILL.md file, in either dialect, or a command as a Declaration: bytes in, record and problems
// out.
//
// Pure: no disk, no database, no clock. Anything may be in the bytes; what cannot be read as
// written is repaired, and each repair is a problem.
//
// Cost: 140 µs a file (5,355 real files, mean 8.3 kB), two thirds of it cmark.
// Source: the Agent Skills specification and what 55,758 real files contain.
#pragma once

#include <skillcat/skill.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skillcat::parse {

/// Any change of what the parsers return, or of which patterns are used, raises it: the next pass
/// reads every file again.
inline constexpr int kParserVersion = 3;

inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxFrontmatterBytes = std::size_t{64} << 10;
/// cmark-gfm sees only this much of a body: some inputs cost it quadratic time.
inline constexpr std::size_t kMaxMarkdownBytes = std::size_t{64} << 10;

struct ParsedSkill {
  /// Absent when nothing can be served (`empty`, `too_large`): a problem with `broken` says why.
  std::optional<Declaration> declaration;
  bool had_frontmatter = false;  ///< a closed frontmatter block was read
  bool repaired = false;         ///< some problem has `repair`
  std::vector<Problem> problems;
  std::vector<std::string> links;  ///< relative link targets in the body, distinct, in order
};

/// `file_name` ("SKILL.md") and `folder_name` (the default name) are for fallbacks and notes.
ParsedSkill parse_skill_file(std::string_view bytes, std::string_view file_name,
                             std::string_view folder_name);

/// A command of Gemini CLI, a TOML file whose `prompt` is what is to be done. Of what cannot be
/// read so, the whole text is (`command_not_toml`). `command_name`: the file's, without its ending.
ParsedSkill parse_toml_command(std::string_view bytes, std::string_view command_name);

}  // namespace skillcat::parse
