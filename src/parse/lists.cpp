#include "parse/lists.h"

#include <algorithm>
#include <array>

#include "parse/lines.h"

namespace skillcat::parse {
namespace {

/// `[a, b]` that is text, not a list: a flow list that YAML refused.
std::string_view without_brackets(std::string_view text) {
  text = trim(text);
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    return trim(text.substr(1, text.size() - 2));
  }
  return text;
}

std::string_view without_quotes(std::string_view text) {
  text = trim(text);
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
      text.back() == text.front()) {
    return trim(text.substr(1, text.size() - 2));
  }
  return text;
}

/// Bytes of the separator at `at`: ASCII and CJK commas, line ends, and blanks where they count.
std::size_t separator_at(std::string_view text, std::size_t at, Separator separator) {
  constexpr std::array<std::string_view, 5> kCommas = {",", ";", "\n", "\xEF\xBC\x8C",
                                                       "\xE3\x80\x81"};
  for (const std::string_view comma : kCommas) {
    if (text.substr(at, comma.size()) == comma) return comma.size();
  }
  return separator == Separator::comma_and_blank && is_blank_char(text[at]) ? 1 : 0;
}

void split_into(std::vector<std::string>& out, std::string_view text, Separator separator) {
  text = without_brackets(text);
  std::size_t begin = 0;
  int parentheses = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '(') ++parentheses;
    if (text[at] == ')' && parentheses > 0) --parentheses;
    const std::size_t length = parentheses > 0 ? 0 : separator_at(text, at, separator);
    if (length == 0) {
      ++at;
      continue;
    }
    append_distinct(out, without_quotes(text.substr(begin, at - begin)));
    at += length;
    begin = at;
  }
  append_distinct(out, without_quotes(text.substr(begin)));
}

bool is_off(const Node& node) {
  return node.is_scalar() && lowered(node.text) == "false";
}

void append_item(std::vector<std::string>& out, const Node& item) {
  if (item.is_scalar()) {
    if (!item.is_null()) append_distinct(out, trim(item.text));
  } else if (item.is_list()) {
    for (const Node& inner : item.items) append_item(out, inner);
  } else if (const Node* name = item.find("name"); name != nullptr && name->is_scalar()) {
    append_distinct(out, trim(name->text));
  } else if (!item.items.empty()) {
    append_distinct(out, trim(item.items.front().key));
  }
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [text](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

enum class TriggerKey : std::uint8_t { keywords, patterns, other, excluded };

/// What the values below a key of a triggers map are.
TriggerKey trigger_key(std::string_view key) {
  const std::string name = lowered(key);
  if (contains_any(name, {"negative", "exclude", "not_", "anti", "file", "path", "glob"})) {
    return TriggerKey::excluded;
  }
  if (contains_any(name, {"pattern", "regex"})) return TriggerKey::patterns;
  if (contains_any(name, {"keyword", "phrase", "trigger", "word", "example", "match", "alias"}) ||
      name == "value" || name == "text" || name == "name" || name == "include") {
    return TriggerKey::keywords;
  }
  return TriggerKey::other;
}

bool is_pattern_type(const Node& map) {
  const Node* type = map.find("type");
  if (type == nullptr) type = map.find("kind");
  return type != nullptr && type->is_scalar() && trigger_key(type->text) == TriggerKey::patterns;
}

/// `meaning` is that of the nearest key above.
void collect(const Node& node, TriggerKey meaning, Triggers& out) {
  if (node.is_scalar()) {
    if (node.is_null()) return;
    if (meaning == TriggerKey::patterns) append_distinct(out.patterns, trim(node.text));
    if (meaning == TriggerKey::keywords) split_into(out.keywords, node.text, Separator::comma);
    return;
  }
  if (node.is_list()) {
    for (const Node& item : node.items) {
      if (item.is_scalar() && !item.is_null() && meaning == TriggerKey::keywords) {
        append_distinct(out.keywords, trim(item.text));
      } else {
        collect(item, meaning, out);
      }
    }
    return;
  }
  const bool patterns = is_pattern_type(node);
  for (const Node& entry : node.items) {
    TriggerKey inner = trigger_key(entry.key);
    if (inner == TriggerKey::excluded) continue;
    if (inner == TriggerKey::keywords && patterns) inner = TriggerKey::patterns;
    collect(entry, inner, out);
  }
}

}  // namespace

void append_distinct(std::vector<std::string>& out, std::string_view item) {
  if (item.empty() || out.size() >= kMaxListItems) return;
  if (std::ranges::find(out, item) != out.end()) return;
  out.emplace_back(item);
}

std::vector<std::string> list_of(const Node& node, Separator separator) {
  std::vector<std::string> out;
  if (node.is_null()) return out;
  if (node.is_scalar()) {
    split_into(out, node.text, separator);
  } else if (node.is_list()) {
    append_item(out, node);
  } else {
    for (const Node& entry : node.items) {
      if (!is_off(entry)) append_distinct(out, trim(entry.key));
    }
  }
  return out;
}

void collect_triggers(const Node& node, Triggers& out) {
  collect(node, TriggerKey::keywords, out);
}

bool has_map(const Node& node) {
  return node.is_map() || std::ranges::any_of(node.items, has_map);
}

}  // namespace skillcat::parse
