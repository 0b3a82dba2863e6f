// A JSON array or object cut into its pieces as text, so that one that is broken costs only itself
// and only one at a time is in memory as a value. Pure.
//
// Only brackets, strings and commas are looked at: whether a piece is JSON, its parser tells.
// Cost: linear, no allocation but the list.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace skillcat::parse {

/// An element of an array or, as `"key": value`, a member of an object.
struct JsonPiece {
  std::string_view text;  ///< trimmed
  int line = 0;           ///< 1-based, of its first character
};

/// The first character that is no blank; NUL when there is none. '[' and '{' can be split.
char first_character(std::string_view text);

/// Appends the pieces of the array or object that `text` is, at most `limit` + 1 of them. False
/// when it does not end as it should; the pieces before that are there.
bool split_json(std::string_view text, std::size_t limit, std::vector<JsonPiece>& out);

/// A member of an object, cut at its colon.
struct JsonMember {
  std::string_view key;    ///< as written between its quotes; empty for no member
  std::string_view value;  ///< trimmed
};
JsonMember member_of(std::string_view piece);

}  // namespace skillcat::parse
