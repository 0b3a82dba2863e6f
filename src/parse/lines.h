// Lines and the small string helpers that reading by lines needs. Pure, linear.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skillcat::parse {

struct Line {
  std::string_view text;  ///< without its line end
  std::size_t begin = 0;  ///< byte offsets in the text that was split
  std::size_t end = 0;    ///< behind the line end
};

/// The lines of `text` (LF ends only); no empty line behind a final LF.
std::vector<Line> split_lines(std::string_view text);

/// CRLF and lone CR become LF.
std::string with_unix_line_ends(std::string_view text);

bool is_blank_char(char c);            ///< blank, tab, LF, CR
bool is_blank(std::string_view text);  ///< only such, or empty
std::string_view trim(std::string_view text);
std::string_view trim_right(std::string_view text);
std::size_t indent_of(std::string_view line);  ///< leading blanks and tabs
char lower(char c);                            ///< ASCII only
std::string lowered(std::string_view text);    ///< ASCII only

/// Where the first character of each kind is that a reader does not see; 0 for none.
struct Unseen {
  int hidden_line = 0;   ///< see is_hidden
  int control_line = 0;  ///< see is_control
};
Unseen find_unseen(std::string_view text);

/// Every run of blanks and line ends as one blank, none at the ends.
std::string collapse_blanks(std::string_view text);

/// A line `key:` or `key: value` at column 0. The key is ASCII without blanks, as keys are; a line
/// of prose with a colon in it is not one.
struct KeyLine {
  std::string_view key;    ///< without quotes; empty: not a key line
  std::string_view value;  ///< behind the colon, untrimmed
  bool quoted = false;
  explicit operator bool() const { return !key.empty(); }
};
KeyLine read_key_line(std::string_view line);

}  // namespace skillcat::parse
