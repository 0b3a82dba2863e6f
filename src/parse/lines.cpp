#include "parse/lines.h"

#include <algorithm>

#include "base/utf8.h"

namespace skillcat::parse {
namespace {

constexpr std::size_t kMaxKeyLength = 64;

bool is_key_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.' || c == '/' || c == '$';
}

}  // namespace

std::vector<Line> split_lines(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t newline = text.find('\n', begin);
    const std::size_t stop = newline == std::string_view::npos ? text.size() : newline;
    const std::size_t end = std::min(stop + 1, text.size());
    lines.push_back({text.substr(begin, stop - begin), begin, end});
    begin = end;
  }
  return lines;
}

std::string with_unix_line_ends(std::string_view text) {
  if (text.find('\r') == std::string_view::npos) return std::string(text);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      out += text[i];
    } else if (i + 1 >= text.size() || text[i + 1] != '\n') {
      out += '\n';
    }
  }
  return out;
}

bool is_blank_char(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_blank(std::string_view text) {
  return std::ranges::all_of(text, is_blank_char);
}

std::string_view trim_right(std::string_view text) {
  while (!text.empty() && is_blank_char(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view trim(std::string_view text) {
  text = trim_right(text);
  while (!text.empty() && is_blank_char(text.front())) text.remove_prefix(1);
  return text;
}

std::size_t indent_of(std::string_view line) {
  const std::size_t indent = line.find_first_not_of(" \t");
  return indent == std::string_view::npos ? line.size() : indent;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), lower);
  return out;
}

Unseen find_unseen(std::string_view text) {
  Unseen unseen;
  int line = 1;
  for (std::size_t at = 0;
       at < text.size() && (unseen.hidden_line == 0 || unseen.control_line == 0);) {
    if (text[at] >= ' ' && text[at] <= '~') {  // plain ASCII: most of most files
      ++at;
      continue;
    }
    const DecodedChar c = decode_utf8(text, at);
    if (c.code_point == '\n') ++line;
    if (unseen.hidden_line == 0 && is_hidden(c.code_point)) unseen.hidden_line = line;
    if (unseen.control_line == 0 && is_control(c.code_point)) unseen.control_line = line;
    at += c.length;
  }
  return unseen;
}

std::string collapse_blanks(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (!is_blank_char(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

KeyLine read_key_line(std::string_view line) {
  if (line.empty()) return {};
  const char first = line.front();
  const bool quoted = first == '"' || first == '\'';
  std::size_t at = quoted ? 1 : 0;
  const std::size_t begin = at;
  while (at < line.size() && is_key_char(line[at])) ++at;
  const std::string_view key = line.substr(begin, at - begin);
  if (key.empty() || key.size() > kMaxKeyLength || key.front() == '-' || key.front() == '.')
    return {};
  if (quoted && (at >= line.size() || line[at++] != first)) return {};
  while (at < line.size() && line[at] == ' ') ++at;
  if (at >= line.size() || line[at] != ':') return {};
  const std::string_view value = line.substr(at + 1);
  if (!value.empty() && !is_blank_char(value.front())) return {};
  return {key, value, quoted};
}

}  // namespace skillcat::parse
