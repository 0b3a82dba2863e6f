#include "parse/sections.h"

#include <algorithm>
#include <array>

#include "base/problem.h"
#include "parse/declare.h"
#include "parse/json.h"
#include "parse/lines.h"

namespace skillcat::parse {
namespace {

enum class Part : std::uint8_t { metadata, triggers, capabilities, configuration };

std::optional<Part> part_of(const Heading& heading) {
  const std::string title = lowered(heading.title);
  if (heading.level > 3) return std::nullopt;
  if (title == "skill metadata") return Part::metadata;
  if (title == "triggers") return Part::triggers;
  if (title == "capabilities") return Part::capabilities;
  if (title == "configuration") return Part::configuration;
  return std::nullopt;
}

bool knows(Part part, std::string_view key) {
  constexpr std::array<std::string_view, 3> kTriggers = {"keywords", "patterns", "triggers"};
  constexpr std::array<std::string_view, 3> kCapabilities = {"tools", "hooks", "commands"};
  if (part == Part::metadata) return true;
  const auto& keys = part == Part::triggers ? kTriggers : kCapabilities;
  return std::ranges::find(keys, lowered(key)) != keys.end();
}

/// The keys of a section, as one block of YAML keys. `- keywords: [a]` and `keywords: [a]` say the
/// same, and so does a second key of one item.
struct KeyText {
  std::string text;
  bool any = false;  ///< there is a known key
  bool only = true;  ///< there is nothing else; other lines are left out of `text`
};

KeyText key_text(std::string_view content, Part part) {
  KeyText keys;
  bool in_key = false;
  for (const Line& line : split_lines(content)) {
    std::string_view text = line.text;
    const std::string_view start = text.substr(0, 2);
    const bool item = start == "- " || start == "* " || (start == "  " && part != Part::metadata);
    const KeyLine inner = item ? read_key_line(trim(text.substr(2))) : KeyLine{};
    if (inner && knows(part, inner.key)) text = trim(text.substr(2));
    const KeyLine key = read_key_line(text);
    const bool known = key && knows(part, key.key);
    in_key = known || (in_key && (is_blank(text) || indent_of(text) > 0));
    keys.any = keys.any || known;
    keys.only = keys.only && (in_key || is_blank(text));
    if (in_key) keys.text += text;
    keys.text += '\n';
  }
  keys.only = keys.only && keys.any;
  return keys;
}

/// The JSON of a configuration section, and whether anything else stands around it.
struct ConfigText {
  std::string_view json;
  bool alone = false;
};

ConfigText find_config(std::string_view content) {
  const auto lines = split_lines(content);
  const auto is_fence = [](const Line& line) { return trim(line.text).starts_with("```"); };
  const auto open = std::ranges::find_if(lines, is_fence);
  if (open == lines.end()) return {trim(content), true};
  const auto close = std::find_if(open + 1, lines.end(), is_fence);
  const std::size_t end = close == lines.end() ? content.size() : close->begin;
  const std::string_view before = content.substr(0, open->begin);
  const std::string_view after =
      close == lines.end() ? std::string_view{} : content.substr(close->end);
  return {trim(content.substr(open->end, end - open->end)), is_blank(before) && is_blank(after)};
}

class SectionReader {
 public:
  SectionReader(std::string_view body, int body_line, const Markdown& markdown,
                HasFrontmatter has_frontmatter)
      : body_(body),
        body_line_(body_line),
        markdown_(markdown),
        has_frontmatter_(has_frontmatter == HasFrontmatter::yes) {}

  Sections read() {
    if (has_frontmatter_ ? has_metadata_list() : is_dialect()) {
      for (const Heading& heading : markdown_.headings) take(heading);
    }
    out_.instructions = without_taken();
    return std::move(out_);
  }

 private:
  std::string_view content_of(const Heading& heading) const {
    return body_.substr(heading.content, heading.end - heading.content);
  }

  /// A section that runs to where parsing stopped may go on behind it.
  bool has_end(const Heading& heading) const {
    return markdown_.parsed_bytes == body_.size() || heading.end < markdown_.parsed_bytes;
  }

  /// Without frontmatter: the title `# SKILL.md` or a "Skill Metadata" section with keys.
  bool is_dialect() const {
    if (markdown_.headings.empty()) return false;
    const Heading& first = markdown_.headings.front();
    const bool titled = first.level == 1 && lowered(first.title) == "skill.md";
    return std::ranges::any_of(markdown_.headings, [&](const Heading& heading) {
      const auto part = part_of(heading);
      if (!part) return false;
      return titled || (part == Part::metadata && key_text(content_of(heading), *part).any);
    });
  }

  bool has_metadata_list() const {
    return std::ranges::any_of(markdown_.headings, [&](const Heading& heading) {
      const auto part = part_of(heading);
      return part && part != Part::configuration && key_text(content_of(heading), *part).only;
    });
  }

  void take(const Heading& heading) {
    const auto part = part_of(heading);
    const bool inside = !taken_.empty() && heading.begin < taken_.back()->end;
    if (!part || inside || !has_end(heading)) return;
    const bool read =
        part == Part::configuration ? take_config(heading) : take_keys(heading, *part);
    if (!read) return;
    taken_.push_back(&heading);
  }

  /// True when all of the section was read, so that it need not stay in the text.
  bool take_keys(const Heading& heading, Part part) {
    const KeyText keys = key_text(content_of(heading), part);
    if (has_frontmatter_ && !keys.only) return false;
    if (!keys.any) return part != Part::metadata && take_items(heading, part);
    add(read_fields({keys.text, content_line(heading)}, out_.problems));
    return keys.only || part == Part::metadata;
  }

  /// Items without a key are keywords, or tools.
  bool take_items(const Heading& heading, Part part) {
    YamlResult list = parse_yaml(content_of(heading));
    if (!list.root || !list.root->is_list()) return false;
    Field field;
    field.key = part == Part::triggers ? "triggers" : "tools";
    field.value = std::move(*list.root);
    field.line = content_line(heading);
    add({std::move(field)});
    return true;
  }

  bool take_config(const Heading& heading) {
    const ConfigText text = find_config(content_of(heading));
    if (has_frontmatter_ && !text.alone) return false;
    const auto value = parse_json(text.json);
    if (!value || !value->is_object()) {
      if (!has_frontmatter_) {
        out_.problems.push_back(make_problem("config_invalid_json",
                                             "the Configuration section holds no JSON object",
                                             content_line(heading)));
      }
      return false;
    }
    declaration().config_schema = dump_json(*value);
    return true;
  }

  void add(const std::vector<Field>& fields) {
    fill_missing(declaration(), declare(fields, out_.problems));
  }

  Declaration& declaration() {
    if (!out_.declaration) out_.declaration = empty_declaration();
    return *out_.declaration;
  }

  int content_line(const Heading& heading) const {
    const auto before = body_.substr(0, heading.content);
    return body_line_ + static_cast<int>(std::ranges::count(before, '\n'));
  }

  std::string without_taken() const {
    std::string out;
    std::size_t at = 0;
    for (const Heading* heading : taken_) {
      out += body_.substr(at, heading->begin - at);
      at = heading->end;
    }
    out += body_.substr(at);
    return out;
  }

  std::string_view body_;
  int body_line_;
  const Markdown& markdown_;
  bool has_frontmatter_;
  std::vector<const Heading*> taken_;
  Sections out_;
};

}  // namespace

Sections read_sections(std::string_view body, int body_line, const Markdown& markdown,
                       HasFrontmatter has_frontmatter) {
  return SectionReader(body, body_line, markdown, has_frontmatter).read();
}

}  // namespace skillcat::parse
