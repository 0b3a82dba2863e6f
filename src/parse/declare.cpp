#include "parse/declare.h"

#include <algorithm>
#include <optional>

#include "base/problem.h"
#include "parse/json.h"
#include "parse/lines.h"
#include "parse/lists.h"

namespace skillcat::parse {
namespace {

using nlohmann::json;

/// A key without what spellings differ in.
std::string compact(std::string_view key) {
  std::string out = lowered(key);
  std::erase_if(out, [](char c) { return c == '-' || c == '_'; });
  return out;
}

/// A field's value as JSON. What is JSON as written keeps its types.
json value_of(const Field& field) {
  const bool looks_json =
      !field.raw.empty() && (field.raw.front() == '{' || field.raw.front() == '[');
  if (looks_json && !field.value.is_scalar()) {
    if (auto value = parse_json(field.raw)) return std::move(*value);
  }
  if (field.value.is_scalar() && field.value.marked && !field.raw.empty()) return field.raw;
  return to_json(field.value);
}

class Declarer {
 public:
  Declarer(const std::vector<Field>& fields, std::vector<Problem>& problems)
      : fields_(fields), problems_(problems), used_(fields.size()) {}

  Declaration declare() {
    d_.name = collapse_blanks(text("name", "name_not_text"));
    d_.description = description();
    d_.version = text("version");
    d_.license = text("license");
    d_.compatibility = text("compatibility");
    d_.author = author();
    take_triggers();
    d_.tools = list("tools", Separator::comma_and_blank);
    d_.hooks = list("hooks", Separator::comma_and_blank);
    d_.commands = list("commands", Separator::comma);
    d_.allowed_tools = list("allowed-tools", Separator::comma_and_blank);
    take_config();
    take_metadata();
    return std::move(d_);
  }

 private:
  const Field* take(std::string_view key) {
    const std::string wanted = compact(key);
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      if (fields_[i].key == key) {
        found = i;
        break;
      }
      if (!found && compact(fields_[i].key) == wanted) found = i;
    }
    if (!found) return nullptr;
    used_[*found] = true;
    return &fields_[*found];
  }

  void report(std::string_view code, const Field& field, std::string message) {
    problems_.push_back(make_problem(code, std::move(message), field.line));
  }

  /// Text as its author meant it: a list, map, tag or anchor in the place of text is how `[todo]`,
  /// `{{X}}`, `!x` and `&y` look to YAML.
  std::string as_text(const Field& field, std::string_view not_text_code) {
    if (field.value.is_null()) return {};
    if (field.value.is_scalar() && !field.value.marked) return std::string(trim(field.value.text));
    if (not_text_code.empty()) {
      if (field.value.is_list() && !has_map(field.value)) return joined(field.value);
    } else {
      report(not_text_code, field, "YAML reads the value as something other than text");
    }
    return field.raw.empty() ? dump_json(to_json(field.value)) : field.raw;
  }

  std::string text(std::string_view key, std::string_view not_text_code = {}) {
    const Field* field = take(key);
    return field == nullptr ? std::string() : as_text(*field, not_text_code);
  }

  /// YAML ends a plain value at " #"; in a sentence that is text.
  std::string description() {
    const Field* field = take("description");
    if (field == nullptr) return {};
    std::string value = as_text(*field, "description_not_text");
    const bool plain = field->value.is_scalar() && field->value.style == Node::Style::plain &&
                       !field->value.marked && !value.empty();
    const std::string_view raw = field->raw;
    const std::size_t hash = raw.find(" #");
    if (!plain || hash == std::string_view::npos ||
        collapse_blanks(value) != collapse_blanks(raw.substr(0, hash)))
      return value;
    report("repaired_comment_cut", *field, "YAML drops the text from \" #\" on");
    return field->raw;
  }

  std::string author() {
    const Field* field = take("author");
    if (field == nullptr) return {};
    const Node& value = field->value;
    const Node* name = value.is_map() ? value.find("name") : nullptr;
    if (name != nullptr && name->is_scalar()) {
      const Node* email = value.find("email");
      const bool has_email = email != nullptr && email->is_scalar() && !email->is_null();
      return has_email ? name->text + " <" + email->text + ">" : name->text;
    }
    return as_text(*field, {});
  }

  static std::string joined(const Node& list) {
    std::string out;
    for (const std::string& item : list_of(list, Separator::comma)) {
      if (!out.empty()) out += ", ";
      out += item;
    }
    return out;
  }

  std::vector<std::string> list(std::string_view key, Separator separator) {
    const Field* field = take(key);
    if (field == nullptr) return {};
    keep_if_map(*field);
    return list_of(field->value, separator);
  }

  void take_triggers() {
    Triggers triggers;
    for (const std::string_view key : {"triggers", "trigger", "keywords"}) {
      const Field* field = take(key);
      if (field == nullptr) continue;
      keep_if_map(*field);
      collect_triggers(field->value, triggers);
    }
    if (const Field* field = take("patterns")) {
      keep_if_map(*field);
      for (const std::string& item : pattern_items(field->value))
        append_distinct(triggers.patterns, item);
    }
    d_.triggers = std::move(triggers.keywords);
    d_.patterns = std::move(triggers.patterns);
  }

  /// A regular expression may hold commas: a single string is one pattern.
  static std::vector<std::string> pattern_items(const Node& node) {
    if (!node.is_scalar()) return list_of(node, Separator::comma);
    return node.is_null() ? std::vector<std::string>{} : std::vector<std::string>{node.text};
  }

  void keep_if_map(const Field& field) {
    if (has_map(field.value)) metadata_.emplace(field.key, value_of(field));
  }

  void take_config() {
    d_.config_schema.clear();
    const Field* field = take("config_schema");
    if (field == nullptr || field->value.is_null()) return;
    d_.config_schema = config_object(field->value);
    if (!d_.config_schema.empty()) return;
    report("config_invalid_json", *field, "config_schema is not a JSON object");
    metadata_.emplace(field->key, value_of(*field));
  }

  void take_metadata() {
    const Field* map = take("metadata");
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      if (!used_[i]) metadata_.emplace(fields_[i].key, value_of(fields_[i]));
    }
    if (map != nullptr && !map->value.is_null()) merge_map(*map);
    take_text_from_metadata("version", d_.version);
    take_text_from_metadata("author", d_.author);
    d_.metadata = dump_json(metadata_);
  }

  void merge_map(const Field& map) {
    json value = value_of(map);
    if (value.is_string()) {
      if (auto inner = parse_json(value.get<std::string>())) value = std::move(*inner);
    }
    if (!value.is_object()) {
      report("metadata_invalid", map, "metadata is not a map of keys and values");
      metadata_.emplace("metadata", std::move(value));
      return;
    }
    json clashes = json::object();
    for (auto& [key, entry] : value.items()) {
      if (!metadata_.contains(key)) {
        metadata_.emplace(key, std::move(entry));
      } else {
        clashes.emplace(key, std::move(entry));
      }
    }
    if (!clashes.empty()) metadata_.emplace("metadata", std::move(clashes));
  }

  /// The specification's example puts version and author into `metadata`.
  void take_text_from_metadata(const char* key, std::string& out) {
    if (!out.empty() || !metadata_.contains(key)) return;
    const json& value = metadata_[key];
    if (value.is_string()) out = value.get<std::string>();
    if (value.is_number()) out = dump_json(value);
  }

  const std::vector<Field>& fields_;
  std::vector<Problem>& problems_;
  std::vector<bool> used_;
  Declaration d_ = empty_declaration();
  json metadata_ = json::object();
};

void fill(std::string& out, std::string&& other) {
  if (out.empty()) out = std::move(other);
}
void fill(std::vector<std::string>& out, std::vector<std::string>&& other) {
  if (out.empty()) out = std::move(other);
}

}  // namespace

Declaration empty_declaration() {
  Declaration declaration;
  declaration.version.clear();
  declaration.config_schema.clear();
  return declaration;
}

Declaration declare(const std::vector<Field>& fields, std::vector<Problem>& problems) {
  return Declarer(fields, problems).declare();
}

void fill_missing(Declaration& declaration, Declaration other) {
  fill(declaration.name, std::move(other.name));
  fill(declaration.description, std::move(other.description));
  fill(declaration.version, std::move(other.version));
  fill(declaration.author, std::move(other.author));
  fill(declaration.license, std::move(other.license));
  fill(declaration.compatibility, std::move(other.compatibility));
  fill(declaration.triggers, std::move(other.triggers));
  fill(declaration.patterns, std::move(other.patterns));
  fill(declaration.tools, std::move(other.tools));
  fill(declaration.hooks, std::move(other.hooks));
  fill(declaration.commands, std::move(other.commands));
  fill(declaration.allowed_tools, std::move(other.allowed_tools));
  fill(declaration.config_schema, std::move(other.config_schema));
  auto mine = parse_json(declaration.metadata).value_or(json::object());
  auto theirs = parse_json(other.metadata).value_or(json::object());
  for (auto& [key, value] : theirs.items()) mine.emplace(key, std::move(value));
  declaration.metadata = dump_json(mine);
}

std::string when_to_use(const Declaration& declaration) {
  const auto metadata = parse_json(declaration.metadata).value_or(json::object());
  for (const auto& [key, value] : metadata.items()) {
    if (compact(key) == "whentouse" && value.is_string()) return value.get<std::string>();
  }
  return {};
}

std::string config_object(const Node& node) {
  if (node.is_map()) return dump_json(to_json(node));
  if (!node.is_scalar()) return {};
  const auto value = parse_json(node.text);
  return value && value->is_object() ? dump_json(*value) : std::string();
}

}  // namespace skillcat::parse
