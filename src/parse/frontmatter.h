// Finds the frontmatter block of a SKILL.md file, by lines. Pure; says where things are, reads no
// YAML.
//
// Source: formats.md point 2, counted over 55,758 files: fences with trailing blanks, a comment or
// heading before, a close glued to text, a second block, no close, no fence, all in a code fence.
// Cost: one pass over the first 192 KiB at most.
#pragma once

#include <skillcat/skill.h>

#include <string_view>
#include <vector>

namespace skillcat::parse {

/// Some lines of the file that hold `key: value` text.
struct Block {
  std::string_view text;
  int first_line = 0;  ///< 1-based, in the file
};

struct Frontmatter {
  std::vector<Block> blocks;  ///< none, one, or the block and a second one behind it
  bool closed = false;        ///< the first block has both fences
  bool too_large = false;     ///< over kMaxFrontmatterBytes: not to be read
  std::string_view before;    ///< text before the block that belongs to the instructions
  std::string_view body;      ///< what follows; the whole text when there is no block
  int body_line = 1;          ///< 1-based
  std::vector<Problem> problems;
};

/// `text` has LF line ends, no BOM, and outlives the result.
Frontmatter find_frontmatter(std::string_view text);

}  // namespace skillcat::parse
