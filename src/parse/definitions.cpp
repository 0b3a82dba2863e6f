#include "parse/definitions.h"

#include "base/problem.h"
#include "base/utf8.h"
#include "parse/declare.h"
#include "parse/json.h"
#include "parse/json_split.h"
#include "parse/lines.h"

namespace skillcat::parse {
namespace {

using nlohmann::json;

/// Bounds the memory that 64 MiB of `0,0,0` can take.
constexpr std::size_t kMaxEntries = 100'000;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

class EntryReader {
 public:
  EntryReader(const JsonPiece& element, std::size_t number) : element_(element), number_(number) {}

  DefinitionEntry read() {
    entry_.name = "entry-" + std::to_string(number_);
    if (element_.text.size() > kMaxEntryBytes) {
      report("entry_too_large", "the entry is larger than 1 MiB");
      return std::move(entry_);
    }
    const auto value = parse_json(element_.text);
    if (!value) {
      report("entry_invalid_json", "the entry is not JSON");
    } else if (!value->is_object()) {
      entry_.source_text = dump_json(*value);
      report("entry_not_object", "the entry is not an object");
    } else {
      take(*value);
    }
    return std::move(entry_);
  }

 private:
  void report(std::string_view code, std::string message) {
    entry_.problems.push_back(make_problem(code, std::move(message), element_.line));
  }

  void take(const json& object) {
    entry_.source_text = dump_json(object);
    std::vector<Field> fields;
    for (const auto& [key, value] : object.items()) {
      if (key == "instructions" || key == "instructions_file") continue;
      Field field;
      field.key = key;
      field.value = to_node(value);
      if (value.is_structured()) field.raw = dump_json(value);
      field.line = element_.line;
      fields.push_back(std::move(field));
    }
    Declaration d = declare(fields, entry_.problems);
    d.metadata = with_types_of(object, d.metadata);
    d.instructions = text(object, "instructions");
    entry_.instructions_file = text(object, "instructions_file");
    complete(d);
    entry_.declaration = std::move(d);
  }

  /// Numbers keep their type here: the file says what is text.
  static std::string with_types_of(const json& object, const std::string& metadata) {
    json typed = parse_json(metadata).value_or(json::object());
    for (auto& [key, value] : typed.items()) {
      if (const auto it = object.find(key); it != object.end()) value = *it;
    }
    return dump_json(typed);
  }

  static std::string text(const json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
  }

  void complete(Declaration& d) {
    if (d.name.empty()) {
      report("name_missing", "the entry has no name; " + entry_.name + " is used");
      d.name = entry_.name;
    }
    entry_.name = d.name;
    if (d.description.empty()) report("description_missing", "the entry has no description");
    if (d.version.empty()) d.version = Declaration{}.version;
    if (d.config_schema.empty()) d.config_schema = Declaration{}.config_schema;
  }

  const JsonPiece& element_;
  std::size_t number_;
  DefinitionEntry entry_;
};

class DefinitionsParser {
 public:
  ParsedDefinitions parse(std::string_view bytes) {
    if (bytes.size() > kMaxDefinitionsBytes) {
      report("too_large", "the file is larger than 64 MiB");
      return std::move(out_);
    }
    if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
    if (is_blank(bytes)) {
      report("empty", "the file holds nothing but blanks");
      return std::move(out_);
    }
    const MendedText mended = mend_utf8(bytes);
    if (mended.invalid_sequences > 0) report("invalid_utf8", "some bytes are not UTF-8");
    if (mended.nuls > 0) report("nul_bytes", std::to_string(mended.nuls) + " NUL bytes");
    read_entries(mended.text);
    return std::move(out_);
  }

 private:
  void report(std::string_view code, std::string message) {
    out_.problems.push_back(make_problem(code, std::move(message)));
  }

  void read_entries(std::string_view text) {
    if (first_character(text) != '[') {
      const bool is_json = json::accept(text);  // builds nothing, whatever the size
      report(is_json ? "not_an_array" : "not_json",
             is_json ? "the file is not an array" : "the file is not JSON");
      return;
    }
    std::vector<JsonPiece> elements;
    if (!split_json(text, kMaxEntries, elements))
      report("not_json", "the array does not end as it should");
    if (elements.size() > kMaxEntries) {
      report("too_many_entries", "only the first 100,000 entries are read");
      elements.resize(kMaxEntries);
    }
    for (const auto& element : elements) {
      out_.entries.push_back(EntryReader(element, out_.entries.size() + 1).read());
    }
  }

  ParsedDefinitions out_;
};

}  // namespace

ParsedDefinitions parse_definitions(std::string_view bytes) {
  return DefinitionsParser().parse(bytes);
}

}  // namespace skillcat::parse
