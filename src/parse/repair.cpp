#include "parse/repair.h"

#include <algorithm>

#include "parse/json.h"
#include "parse/lines.h"

namespace skillcat::parse {
namespace {

constexpr int kMaxMendDepth = 4;
constexpr std::size_t npos = std::string_view::npos;

Node text_node(std::string text) {
  Node node;
  node.style = Node::Style::quoted;
  node.text = std::move(text);
  return node;
}

bool is_comment(std::string_view line) {
  const std::size_t indent = indent_of(line);
  return indent < line.size() && line[indent] == '#';
}

bool is_item(std::string_view line) {
  const std::string_view text = line.substr(indent_of(line));
  return text == "-" || text.substr(0, 2) == "- ";
}

/// Where the quote opened at raw[0] closes; npos when it does not.
std::size_t closing_quote(std::string_view raw) {
  const char quote = raw.front();
  for (std::size_t i = 1; i < raw.size(); ++i) {
    if (quote == '"' && raw[i] == '\\') {
      ++i;
    } else if (raw[i] == quote) {
      if (quote == '"' || i + 1 >= raw.size() || raw[i + 1] != quote) return i;
      ++i;  // '' is a quote inside single quotes
    }
  }
  return npos;
}

/// The text between double quotes whose escapes YAML refused: `\"` and `\\` mean what they say,
/// everything else stays as written (`C:\temp`, `\d+`).
std::string unescape_loosely(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 1 < text.size();
    if (escape && (text[i + 1] == '"' || text[i + 1] == '\\')) ++i;
    out += text[i];
  }
  return out;
}

std::string without(std::string_view raw, std::size_t first, std::size_t second) {
  std::string out(raw.substr(0, second));
  out += raw.substr(second + 1);
  out.erase(first, 1);
  return std::string(trim(out));
}

/// A value that starts with a quote: unclosed, closed early, closed twice, or with bad escapes.
Mended mend_quoted(std::string_view raw) {
  const char quote = raw.front();
  const std::size_t close = closing_quote(raw);
  if (close == npos) {
    return {text_node(std::string(trim(raw.substr(1)))), "repaired_unclosed_quote"};
  }
  if (close + 1 == raw.size()) {
    return {text_node(unescape_loosely(raw.substr(1, close - 1))), "repaired_bad_escape"};
  }
  const std::string_view tail = raw.substr(close + 1);
  if (tail.find(quote) == npos) {
    return {text_node(without(raw, 0, close)), "repaired_text_after_quote"};
  }
  // "Say "hi" now" has quotes inside its quotes; "this" and "that" is text that starts with one.
  const bool opens_again =
      is_blank_char(raw[close - 1]) || raw[close - 1] == '(' || !is_blank_char(tail.front());
  if (raw.back() == quote && opens_again) {
    return {text_node(std::string(trim(raw.substr(1, raw.size() - 2)))),
            "repaired_text_after_quote"};
  }
  return {text_node(std::string(raw)), "repaired_text_after_quote"};
}

bool is_block_header(std::string_view first) {
  return !first.empty() && (first.front() == '|' || first.front() == '>');
}

/// A block scalar whose text stands on the header's line or is not indented.
Mended mend_block(std::string_view value) {
  const std::string_view first = trim(value.substr(0, value.find('\n')));
  const std::size_t header = std::min(first.find_first_not_of("|>+-0123456789"), first.size());
  const bool literal = first.front() == '|';
  std::string text(trim(first.substr(header)));
  const std::size_t rest = value.find('\n');
  for (const Line& line : split_lines(rest == npos ? std::string_view{} : value.substr(rest + 1))) {
    if (is_blank(line.text) && !literal) continue;
    if (!text.empty()) text += literal ? '\n' : ' ';
    text += trim(line.text);
  }
  return {text_node(std::string(trim(text))), "repaired_block_header"};
}

/// A quote at the end that nothing opened.
std::string_view without_stray_quote(std::string_view raw) {
  const char last = raw.back();
  const bool quote = last == '"' || last == '\'';
  return quote && raw.find(last) == raw.size() - 1 ? trim(raw.substr(0, raw.size() - 1)) : raw;
}

/// `*name` and nothing else is an alias; `**bold** text` is prose.
bool is_alias(std::string_view raw) {
  return raw.size() > 1 && raw.front() == '*' && raw[1] != '*' && raw.find(' ') == npos;
}

std::string_view code_of_plain(std::string_view raw, std::string_view value, YamlFailure failure) {
  if (failure == YamlFailure::too_deep) return "yaml_too_deep";
  if (failure == YamlFailure::too_many_nodes) return "yaml_too_many_nodes";
  if (failure == YamlFailure::alias || is_alias(raw)) {
    return is_alias(raw) || raw.front() != '*' ? "yaml_alias" : "repaired_special_start";
  }
  if (std::string_view("*&!%@`").find(raw.front()) != npos) return "repaired_special_start";
  if (raw.front() == '[' || raw.front() == '{') return "repaired_flow";
  const auto lines = split_lines(value);
  const bool lost = std::any_of(lines.begin() + 1, lines.end(), [](const Line& line) {
    return !is_blank(line.text) && indent_of(line.text) == 0;
  });
  if (lost) return "repaired_indentation";
  return raw.find(": ") != npos || raw.back() == ':' ? "repaired_colon" : "repaired_value";
}

/// The closers that a flow value lacks, outermost last; npos-like failure is an empty string.
std::string missing_closers(std::string_view raw) {
  std::string stack;
  char quote = 0;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const char c = raw[i];
    if (quote != 0) {
      if (c == '\\' && quote == '"') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{' || c == '[') {
      stack += c == '{' ? '}' : ']';
    } else if ((c == '}' || c == ']') && !stack.empty() && stack.back() == c) {
      stack.pop_back();
    }
  }
  std::ranges::reverse(stack);
  return stack;
}

std::string dedent(std::string_view text, std::size_t indent) {
  std::string out;
  out.reserve(text.size());
  for (const Line& line : split_lines(text)) {
    out += line.text.substr(std::min(indent, indent_of(line.text)));
    out += '\n';
  }
  return out;
}

/// What stands below the key's own line, when that line has no value.
std::string_view below(std::string_view value) {
  const std::size_t newline = value.find('\n');
  if (newline == npos) return {};
  const std::string_view first = trim(value.substr(0, newline));
  return first.empty() || first.front() == '#' ? value.substr(newline + 1) : std::string_view{};
}

}  // namespace

std::vector<Chunk> split_chunks(std::string_view text) {
  std::vector<Chunk> chunks;
  std::size_t begin = 0;
  std::size_t value_begin = 0;
  const auto close = [&](std::size_t end) {
    if (chunks.empty()) return;
    chunks.back().text = text.substr(begin, end - begin);
    chunks.back().value = text.substr(value_begin, end - value_begin);
  };
  int number = -1;
  for (const Line& line : split_lines(text)) {
    ++number;
    const KeyLine key = read_key_line(line.text);
    // A quoted key at column 0 is more likely part of a JSON value above than a key.
    if (!key || (key.quoted && !chunks.empty())) continue;
    close(line.begin);
    begin = line.begin;
    value_begin = line.begin + line.text.size() - key.value.size();
    chunks.push_back({key.key, {}, {}, number});
  }
  close(text.size());
  return chunks;
}

std::string raw_text(std::string_view value) {
  std::string out;
  bool first = true;
  for (const Line& line : split_lines(value)) {
    const std::string_view text = trim(line.text);
    const bool comment = !first && is_comment(line.text);
    first = false;
    if (text.empty() || comment) continue;
    if (!out.empty()) out += ' ';
    out += text;
  }
  return out;
}

YamlResult Mender::parse(std::string_view text) {
  if (--parses_left_ >= 0) return parse_yaml(text);
  YamlResult refused;
  refused.failure = YamlFailure::too_many_nodes;
  return refused;
}

Mended Mender::read(const Chunk& chunk, int depth) {
  YamlResult alone = parse(chunk.text);
  if (alone.root && alone.root->is_map() && alone.root->items.size() == 1) {
    return {std::move(alone.root->items.front()), {}};
  }
  if (alone.failure == YamlFailure::syntax) {
    if (auto value = read_indented(chunk)) return {std::move(*value), "repaired_indentation"};
  }
  return mend(chunk.value, alone.failure, depth);
}

/// The value of a chunk whose lines lost their indentation, once that is given back.
std::optional<Node> Mender::read_indented(const Chunk& chunk) {
  std::string indented;
  bool lost = false;
  for (const Line& line : split_lines(chunk.text)) {
    const bool at_margin = line.begin > 0 && !is_blank(line.text) && indent_of(line.text) == 0;
    lost = lost || (at_margin && line.text.front() != '#');
    if (line.begin > 0) indented += "  ";
    indented += line.text;
    indented += '\n';
  }
  if (!lost) return std::nullopt;
  YamlResult whole = parse(indented);
  if (!whole.root || !whole.root->is_map() || whole.root->items.size() != 1) return std::nullopt;
  return std::move(whole.root->items.front());
}

Mended Mender::mend(std::string_view value, YamlFailure failure, int depth) {
  const std::string raw = raw_text(value);
  if (raw.empty()) return {Node{}, "repaired_value"};
  Node nested;
  const std::string_view lines = below(value);
  const bool small = failure == YamlFailure::syntax || failure == YamlFailure::alias;
  if (!is_blank(lines) && small && depth < kMaxMendDepth &&
      (mend_list(lines, nested) || mend_map(lines, nested, depth + 1))) {
    return {std::move(nested), "repaired_nested"};
  }
  if (raw.front() == '"' || raw.front() == '\'') return mend_quoted(raw);
  if (is_block_header(trim(value.substr(0, value.find('\n'))))) return mend_block(value);
  if (failure == YamlFailure::syntax) {
    const auto json = parse_json(raw);  // JSON is YAML, but for escapes such as \ud83d\ude00
    if (json && json->is_structured()) return {to_node(*json), {}};
  }
  const std::string_view code = code_of_plain(raw, value, failure);
  if (code == "repaired_flow" && mend_flow(raw, nested)) return {std::move(nested), code};
  return {text_node(std::string(without_stray_quote(raw))), code};
}

/// A block list: each item alone, an item that fails as its raw text.
bool Mender::mend_list(std::string_view value, Node& out) {
  const auto lines = split_lines(value);
  const auto first = std::ranges::find_if(
      lines, [](const Line& line) { return !is_blank(line.text) && !is_comment(line.text); });
  if (first == lines.end() || !is_item(first->text)) return false;
  const std::size_t indent = indent_of(first->text);
  out.kind = Node::Kind::list;
  for (auto line = first; line != lines.end();) {
    auto next = line + 1;
    while (next != lines.end() && !(is_item(next->text) && indent_of(next->text) <= indent)) ++next;
    const std::size_t end = next == lines.end() ? value.size() : next->begin;
    const std::string item = dedent(value.substr(line->begin, end - line->begin), indent);
    YamlResult alone = parse(item);
    if (alone.root && alone.root->is_list() && alone.root->items.size() == 1) {
      out.items.push_back(std::move(alone.root->items.front()));
    } else {
      out.items.push_back(text_node(raw_text(trim(item).substr(1))));
    }
    line = next;
  }
  return true;
}

/// A nested block map: each key alone, as at the top level.
bool Mender::mend_map(std::string_view value, Node& out, int depth) {
  const auto lines = split_lines(value);
  const auto first = std::ranges::find_if(
      lines, [](const Line& line) { return !is_blank(line.text) && !is_comment(line.text); });
  if (first == lines.end() || indent_of(first->text) == 0) return false;
  const std::string inner = dedent(value, indent_of(first->text));
  const auto chunks = split_chunks(inner);
  if (chunks.empty() || !read_key_line(first->text.substr(indent_of(first->text)))) return false;
  out = Node{};
  out.kind = Node::Kind::map;
  for (const Chunk& chunk : chunks) {
    if (out.items.size() >= kMaxYamlNodes || out.find(chunk.key) != nullptr) continue;
    Node entry = read(chunk, depth).value;
    entry.key = std::string(chunk.key);
    out.items.push_back(std::move(entry));
  }
  return true;
}

/// `[a, b` or `{"a": {…}` with lost closers.
bool Mender::mend_flow(std::string_view raw, Node& out) {
  const std::string whole = std::string(raw) + missing_closers(raw);
  if (const auto json = parse_json(whole); json && json->is_structured()) {
    out = to_node(*json);
    return true;
  }
  if (whole.size() == raw.size()) return false;
  YamlResult closed = parse(whole);
  if (!closed.root || closed.root->is_scalar()) return false;
  out = std::move(*closed.root);
  return true;
}

}  // namespace skillcat::parse
