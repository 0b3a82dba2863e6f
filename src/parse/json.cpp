#include "parse/json.h"

#include <algorithm>

namespace skillcat::parse {
namespace {

/// Counts brackets outside strings. Text that is not JSON may be misjudged; the parser sees it
/// then.
bool is_shallow(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxJsonDepth) return false;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return true;
}

/// An integer that JSON would write the same way; fifteen digits are exact everywhere.
bool is_plain_integer(std::string_view text) {
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  if (text.empty() || text.size() > 15 || (text.front() == '0' && text.size() > 1)) return false;
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

nlohmann::json scalar_to_json(const Node& node) {
  if (node.style != Node::Style::plain || node.marked) return node.text;
  if (node.is_null()) return nullptr;
  if (node.text == "true" || node.text == "false") return node.text == "true";
  if (node.text != "-0" && is_plain_integer(node.text)) return std::stoll(node.text);
  return node.text;
}

}  // namespace

std::optional<nlohmann::json> parse_json(std::string_view text) {
  if (!is_shallow(text)) return std::nullopt;
  auto value = nlohmann::json::parse(text, nullptr, false);
  if (value.is_discarded()) return std::nullopt;
  return value;
}

nlohmann::json to_json(const Node& node) {
  if (node.is_scalar()) return scalar_to_json(node);
  if (node.is_list()) {
    auto list = nlohmann::json::array();
    for (const Node& item : node.items) list.push_back(to_json(item));
    return list;
  }
  auto map = nlohmann::json::object();
  for (const Node& item : node.items) map.emplace(item.key, to_json(item));
  return map;
}

Node to_node(const nlohmann::json& value) {
  Node node;
  if (value.is_object()) {
    node.kind = Node::Kind::map;
    for (const auto& [key, item] : value.items()) {
      node.items.push_back(to_node(item));
      node.items.back().key = key;
    }
  } else if (value.is_array()) {
    node.kind = Node::Kind::list;
    for (const auto& item : value) node.items.push_back(to_node(item));
  } else if (value.is_string()) {
    node.style = Node::Style::quoted;
    node.text = value.get<std::string>();
  } else {
    node.text = dump_json(value);
  }
  return node;
}

std::string dump_json(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace skillcat::parse
