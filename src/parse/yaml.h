// Strict YAML as a small tree of text. Pure.
//
// Shape: scalars are text as written (`1.0` is "1.0", `yes` is "yes") with their style; maps keep
// their order, and the first of two equal keys. Aliases, nesting deeper than kMaxYamlDepth and more
// than kMaxYamlNodes nodes are refused: 306 bytes of nested aliases make 20 million nodes.
// Errors: values; nothing is printed. Input must be valid UTF-8.
// Source: libyaml 0.2.5. libfyaml 0.7.12 was tried first: `name:`, then `? x:<tab>>` on the next
// line, makes it write to a wild address when the parser is destroyed.
// Cost: 2 µs a node (43,773 nodes of 5,355 real files).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skillcat::parse {

inline constexpr std::size_t kMaxYamlDepth = 16;
inline constexpr std::size_t kMaxYamlNodes = 1000;

struct Node {
  enum class Kind : std::uint8_t { scalar, list, map };
  enum class Style : std::uint8_t { plain, quoted, literal, folded };

  Kind kind = Kind::scalar;
  Style style = Style::plain;  ///< of a scalar
  bool marked = false;         ///< has a tag or an anchor
  std::string key;             ///< of a map's entry
  std::string text;            ///< of a scalar
  std::vector<Node> items;     ///< of a list or map
  int line = 0;                ///< 1-based; of the key where there is one
  int column = 0;              ///< 1-based, in characters

  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }
  /// Nothing, `~` or `null`: a key that is there but says nothing.
  bool is_null() const;
  /// The entry of a map; nullptr when absent.
  const Node* find(std::string_view name) const;
};

enum class YamlFailure : std::uint8_t { none, syntax, alias, too_deep, too_many_nodes };

struct YamlResult {
  std::optional<Node> root;  ///< absent on failure; a null scalar for empty input
  YamlFailure failure = YamlFailure::none;
  std::string message;
  int line = 0;
  std::vector<Node> duplicates;  ///< entries that came second (key and place only)
};

YamlResult parse_yaml(std::string_view text);

}  // namespace skillcat::parse
