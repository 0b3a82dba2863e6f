// The project's own dialect: metadata in Markdown sections instead of frontmatter. Pure.
//
//   # SKILL.md
//   ## Skill Metadata      name: my-skill …
//   ## Triggers            - keywords: ["skill"]   - patterns: ["/my-skill"]
//   ## Capabilities        - tools: […]  - hooks: […]  - commands: […]
//   ## Configuration       a JSON object, bare or in a ```json block
//
// These four leave the instructions, everything else stays. In a file that has frontmatter the same
// headings are usually prose, so there a section counts only when all of it reads as metadata.
#pragma once

#include <skillcat/skill.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parse/markdown.h"

namespace skillcat::parse {

enum class HasFrontmatter : std::uint8_t { no, yes };

struct Sections {
  std::optional<Declaration> declaration;  ///< absent when the file does not use the dialect
  std::string instructions;                ///< the body without the sections that were read
  std::vector<Problem> problems;
};

/// `markdown` is of `body`, whose first line is `body_line` of the file.
Sections read_sections(std::string_view body, int body_line, const Markdown& markdown,
                       HasFrontmatter has_frontmatter);

}  // namespace skillcat::parse
