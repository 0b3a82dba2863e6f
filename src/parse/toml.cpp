// The only file that includes toml++: it costs seconds of compile time.
#include "parse/toml.h"

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 32
#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

#include "parse/json.h"

namespace skillcat::parse {
namespace {

using nlohmann::json;

/// Where the string that starts at `at` ends: behind its last quote, or where an open one is cut.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string triple(3, quote);
  const bool long_form = text.substr(at).starts_with(triple);
  for (at += long_form ? 3 : 1; at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '"') {
      ++at;
    } else if (!long_form && (text[at] == quote || text[at] == '\n')) {
      return at + 1;
    } else if (long_form && text.substr(at).starts_with(triple)) {
      // Two quotes more may belong to the text.
      const std::size_t end = std::min(at + 5, text.size());
      for (at += 3; at < end && text[at] == quote;) ++at;
      return at;
    }
  }
  return text.size();
}

/// Whether some key "a.b.c" has more parts than are read.
bool has_too_deep_key(std::string_view text) {
  std::size_t dots = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = end_of_string(text, at);
    } else if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else {
      if (c == '.' && ++dots > kMaxJsonDepth) return true;
      if (std::string_view("\n=,[]{}").find(c) != std::string_view::npos) dots = 0;
      ++at;
    }
  }
  return false;
}

template <class Value>
json as_text(const Value& value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

/// Absent when it nests too deep.
std::optional<json> to_json(const toml::node& node, std::size_t depth) {
  if (depth > kMaxJsonDepth) return std::nullopt;
  if (const auto* table = node.as_table()) {
    json object = json::object();
    for (const auto& [key, value] : *table) {
      auto inner = to_json(value, depth + 1);
      if (!inner) return std::nullopt;
      object.emplace(std::string(key.str()), *std::move(inner));
    }
    return object;
  }
  if (const auto* list = node.as_array()) {
    json array = json::array();
    for (const auto& value : *list) {
      auto inner = to_json(value, depth + 1);
      if (!inner) return std::nullopt;
      array.push_back(*std::move(inner));
    }
    return array;
  }
  if (const auto* text = node.as_string()) return json(text->get());
  if (const auto* number = node.as_integer()) return json(number->get());
  if (const auto* number = node.as_floating_point()) return json(number->get());
  if (const auto* flag = node.as_boolean()) return json(flag->get());
  if (const auto* date = node.as_date()) return as_text(date->get());
  if (const auto* time = node.as_time()) return as_text(time->get());
  if (const auto* moment = node.as_date_time()) return as_text(moment->get());
  return json();
}

}  // namespace

TomlResult parse_toml(std::string_view text) {
  const std::string too_deep = "it nests deeper than " + std::to_string(kMaxJsonDepth);
  if (has_too_deep_key(text)) return {{}, too_deep, 0};
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    const auto& error = parsed.error();
    return {{}, std::string(error.description()), static_cast<int>(error.source().begin.line)};
  }
  auto table = to_json(parsed.table(), 1);
  if (!table) return {{}, too_deep, 0};
  return {std::move(table), {}, 0};
}

}  // namespace skillcat::parse
