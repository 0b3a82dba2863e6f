#include "parse/json_split.h"

#include <algorithm>

#include "parse/lines.h"

namespace skillcat::parse {
namespace {

/// The closing quote of the string that opens at `at`; the text's end when there is none.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at;
}

/// Appends pieces and knows on which lines they begin.
class Pieces {
 public:
  Pieces(std::string_view text, std::vector<JsonPiece>& out) : text_(text), out_(out) {}

  void add(std::size_t begin, std::size_t end) {
    const std::string_view whole = text_.substr(begin, end - begin);
    if (is_blank(whole)) return;
    const std::size_t start = begin + whole.find_first_not_of(" \t\n\r");
    line_ += static_cast<int>(std::ranges::count(text_.substr(counted_, start - counted_), '\n'));
    counted_ = start;
    out_.push_back({trim(whole), line_});
  }
  std::size_t size() const { return out_.size(); }

 private:
  std::string_view text_;
  std::vector<JsonPiece>& out_;
  std::size_t counted_ = 0;  ///< up to where `line_` has counted
  int line_ = 1;
};

}  // namespace

char first_character(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t\n\r");
  return at == std::string_view::npos ? '\0' : text[at];
}

bool split_json(std::string_view text, std::size_t limit, std::vector<JsonPiece>& out) {
  Pieces pieces(text, out);
  const char close = first_character(text) == '[' ? ']' : '}';
  std::size_t at = text.find_first_not_of(" \t\n\r") + 1;
  std::size_t begin = at;
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      at = end_of_string(text, at);
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    } else if (c == close) {
      pieces.add(begin, at);
      return is_blank(text.substr(at + 1));
    } else if (c == ',' && depth == 0) {
      pieces.add(begin, at);
      begin = at + 1;
      if (pieces.size() > limit) return true;
    }
  }
  return false;
}

JsonMember member_of(std::string_view piece) {
  if (!piece.starts_with('"')) return {};
  const std::size_t end = end_of_string(piece, 0);
  const std::size_t colon = piece.find_first_not_of(" \t\n\r", std::min(end + 1, piece.size()));
  if (colon == std::string_view::npos || piece[colon] != ':') return {};
  return {piece.substr(1, end - 1), trim(piece.substr(colon + 1))};
}

}  // namespace skillcat::parse
