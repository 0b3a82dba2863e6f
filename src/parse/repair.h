// Mending of values that are not YAML as written. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parse/yaml.h"

namespace skillcat::parse {

/// A column-0 `key:` line with the lines up to the next one.
struct Chunk {
  std::string_view key;
  std::string_view text;   ///< all of it, the key included
  std::string_view value;  ///< behind the colon
  int line = 0;            ///< 0-based in the split text
};

/// Splits at column-0 `key:` lines. Lines before the first key are in no chunk.
std::vector<Chunk> split_chunks(std::string_view text);

/// The lines of `value` joined by a blank, trimmed, whole-line comments left out.
std::string raw_text(std::string_view value);

struct Mended {
  Node value;
  std::string_view code;  ///< the problem; empty when the value needed no mending
};

/// Reads values one by one. One per block: it holds the block's budget of parses, which bounds the
/// time that hostile input can take.
class Mender {
 public:
  /// The value of `chunk`, parsed alone, else mended.
  Mended read(const Chunk& chunk) { return read(chunk, 0); }

 private:
  Mended read(const Chunk& chunk, int depth);
  std::optional<Node> read_indented(const Chunk& chunk);
  Mended mend(std::string_view value, YamlFailure failure, int depth);
  bool mend_list(std::string_view value, Node& out);
  bool mend_map(std::string_view value, Node& out, int depth);
  bool mend_flow(std::string_view raw, Node& out);
  YamlResult parse(std::string_view text);

  int parses_left_ = 1500;
};

}  // namespace skillcat::parse
