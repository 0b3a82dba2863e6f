#include "parse/mcp_tool.h"

#include <algorithm>
#include <set>

#include "base/index_terms.h"
#include "base/utf8.h"
#include "parse/lines.h"

namespace skillcat::parse {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxSentence = 200;
constexpr std::size_t kMaxChoices = 20;
constexpr std::size_t kMaxTypeText = 100;

const json* find_member(const json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

std::string join(const std::vector<std::string>& items, std::string_view between) {
  std::string out;
  for (const std::string& item : items) {
    if (!out.empty()) out += between;
    out += item;
  }
  return out;
}

std::string type_text(const json& schema, int depth);

std::string alternatives(const json& list, int depth) {
  std::vector<std::string> types;
  for (const json& schema : list) {
    std::string type = type_text(schema, depth);
    if (!type.empty() && std::ranges::find(types, type) == types.end()) types.push_back(type);
    if (types.size() == kMaxChoices) break;
  }
  return join(types, " or ");
}

/// Two levels deep: what is below is in the server's schema.
std::string type_text(const json& schema, int depth) {
  if (schema.is_string()) return schema.get<std::string>();
  if (depth == 2 || !schema.is_object()) return {};
  if (const json* type = find_member(schema, "type")) {
    if (type->is_array()) return alternatives(*type, depth + 1);
    const json* items = find_member(schema, "items");
    if (type->is_string() && type->get_ref<const std::string&>() == "array" && items != nullptr) {
      const std::string item = type_text(*items, depth + 1);
      if (!item.empty()) return "array of " + item;
    }
    if (type->is_string()) return type->get<std::string>();
  }
  for (const char* key : {"anyOf", "oneOf"}) {
    const json* list = find_member(schema, key);
    if (list != nullptr && list->is_array()) return alternatives(*list, depth + 1);
  }
  return {};
}

std::string choices_of(const json& schema) {
  const json* values = find_member(schema, "enum");
  if (values == nullptr || !values->is_array()) return {};
  std::vector<std::string> out;
  for (const json& value : *values) {
    if (value.is_structured()) continue;
    if (out.size() == kMaxChoices) {
      out.emplace_back("…");
      break;
    }
    out.push_back(value.is_string() ? value.get<std::string>() : value.dump());
  }
  return join(out, ", ");
}

ToolParameter read_parameter(const std::string& name, const json& schema, bool& cut) {
  ToolParameter parameter;
  parameter.name = shortened(collapse_blanks(name), kMaxToolNameBytes, cut);
  parameter.type = shortened(collapse_blanks(type_text(schema, 0)), kMaxTypeText, cut);
  parameter.description =
      shortened(collapse_blanks(text_member(schema, "description")), kMaxParameterText, cut);
  parameter.choices = shortened(collapse_blanks(choices_of(schema)), kMaxParameterText, cut);
  return parameter;
}

void read_parameters(const json& schema, Tool& tool) {
  const json* properties = find_member(schema, "properties");
  if (properties == nullptr || !properties->is_object()) return;
  for (const auto& [name, property] : properties->items()) {
    if (tool.parameters.size() == kMaxParameters) {
      tool.cut = true;
      break;
    }
    tool.parameters.push_back(read_parameter(name, property, tool.cut));
  }
  const json* required = find_member(schema, "required");
  if (required == nullptr || !required->is_array()) return;
  std::set<std::string> names;
  for (const json& name : *required) {
    if (name.is_string()) names.insert(name.get<std::string>());
  }
  for (ToolParameter& parameter : tool.parameters) {
    parameter.required = names.contains(parameter.name);
  }
  std::stable_partition(tool.parameters.begin(), tool.parameters.end(),
                        [](const ToolParameter& parameter) { return parameter.required; });
}

/// Up to the first full stop, exclamation or question mark that ends a sentence, or the first empty
/// line.
std::string first_sentence(const std::string& text) {
  const std::string line = collapse_blanks(text.substr(0, text.find("\n\n")));
  std::size_t end = line.size();
  for (const std::string_view mark : {". ", "! ", "? ", "。", "！", "？"}) {
    const std::size_t found = line.find(mark);
    if (found != std::string::npos) end = std::min(end, found + (mark[1] == ' ' ? 1 : mark.size()));
  }
  bool cut = false;
  return shortened(line.substr(0, end), kMaxSentence, cut);
}

std::string parameter_line(const ToolParameter& parameter) {
  std::vector<std::string> about;
  if (!parameter.type.empty()) about.push_back(parameter.type);
  if (parameter.required) about.emplace_back("required");
  std::string line = "- `" + parameter.name + "`";
  if (!about.empty()) line += " (" + join(about, ", ") + ")";
  if (!parameter.description.empty()) line += ": " + parameter.description;
  if (!parameter.choices.empty()) line += " [" + parameter.choices + "]";
  return line + "\n";
}

}  // namespace

std::string shortened(std::string text, std::size_t limit, bool& was_cut) {
  const std::size_t kept = first_characters(text, limit).size();
  if (kept == text.size()) return text;
  was_cut = true;
  return std::string(first_characters(text, limit - 1)) + "…";
}

std::string text_member(const json& object, const char* key) {
  const json* value = find_member(object, key);
  if (value == nullptr || !value->is_string()) return {};
  return with_unix_line_ends(mend_utf8(value->get_ref<const std::string&>()).text);
}

std::string what_is_wrong(const json& value) {
  if (!value.is_object()) return "it is not an object";
  const json* name = find_member(value, "name");
  if (name == nullptr || !name->is_string()) return "it has no name";
  const auto& text = name->get_ref<const std::string&>();
  if (is_blank(text)) return "its name is empty";
  if (text.size() > kMaxToolNameBytes) return "its name is longer than 256 bytes";
  const Unseen unseen = find_unseen(text);
  const bool seen = unseen.hidden_line == 0 && unseen.control_line == 0;
  if (!seen || text.find_first_of("\t\n\r") != std::string::npos) {
    return "its name holds characters that a reader does not see";
  }
  return {};
}

Tool read_tool(const json& value) {
  Tool tool;
  tool.name = value.at("name").get<std::string>();
  tool.title = collapse_blanks(text_member(value, "title"));
  if (const json* annotations = find_member(value, "annotations");
      tool.title.empty() && annotations != nullptr) {
    tool.title = collapse_blanks(text_member(*annotations, "title"));
  }
  tool.title = shortened(tool.title, kMaxSentence, tool.cut);
  if (tool.title == tool.name) tool.title.clear();
  tool.description =
      shortened(std::string(trim(text_member(value, "description"))), kMaxToolText, tool.cut);
  if (const json* schema = find_member(value, "inputSchema")) read_parameters(*schema, tool);
  return tool;
}

std::string text_of(const Tool& tool) {
  std::string text = "## " + tool.name + "\n\n";
  if (!tool.title.empty()) text += tool.title + "\n\n";
  if (!tool.description.empty()) text += tool.description + "\n\n";
  if (tool.parameters.empty()) return text;
  text += "Parameters:\n";
  for (const ToolParameter& parameter : tool.parameters) text += parameter_line(parameter);
  return text + "\n";
}

std::string summary_of(const Tool& tool) {
  std::string sentence = first_sentence(tool.description);
  if (tool.title.empty() || tool.title == sentence) return sentence;
  return sentence.empty() ? tool.title : tool.title + ": " + sentence;
}

}  // namespace skillcat::parse
