#include "parse/skill_file.h"

#include <algorithm>

#include "base/problem.h"
#include "base/utf8.h"
#include "parse/declare.h"
#include "parse/fields.h"
#include "parse/frontmatter.h"
#include "parse/json.h"
#include "parse/lines.h"
#include "parse/markdown.h"
#include "parse/sections.h"
#include "parse/toml.h"

namespace skillcat::parse {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kMaxNameLength = 64;
constexpr std::size_t kMaxDescriptionLength = 1024;

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

int line_of(std::string_view text, std::size_t offset) {
  return 1 + static_cast<int>(std::ranges::count(text.substr(0, offset), '\n'));
}

/// The specification's rule for names.
bool is_conforming_name(std::string_view name) {
  const bool chars = std::ranges::all_of(
      name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
  return chars && name.size() <= kMaxNameLength && !name.starts_with('-') && !name.ends_with('-') &&
         name.find("--") == std::string_view::npos;
}

class SkillFileParser {
 public:
  SkillFileParser(std::string_view file_name, std::string_view folder_name)
      : file_name_(file_name), folder_name_(folder_name) {}

  ParsedSkill parse(std::string_view bytes) {
    if (check_bytes(bytes)) {
      const std::string text = readable(bytes);
      const Frontmatter frontmatter = find_frontmatter(text);
      if (frontmatter.too_large) {
        report("too_large", "the frontmatter is larger than 64 KiB");
      } else {
        read(frontmatter);
        check_hidden(text);
      }
    }
    return finish();
  }

  ParsedSkill parse_command(std::string_view bytes) {
    if (check_bytes(bytes)) {
      const std::string text = readable(bytes);
      read_toml(text);
      check_hidden(text);
    }
    return finish();
  }

 private:
  ParsedSkill finish() {
    out_.repaired = std::ranges::any_of(
        out_.problems, [](const Problem& problem) { return problem_kind(problem.code).repair; });
    return std::move(out_);
  }

  void report(std::string_view code, std::string message, int line = 0, int column = 0) {
    out_.problems.push_back(make_problem(code, std::move(message), line, column));
  }

  void adopt(std::vector<Problem> problems) {
    std::ranges::move(problems, std::back_inserter(out_.problems));
  }

  bool check_bytes(std::string_view bytes) {
    if (bytes.size() > kMaxFileBytes) {
      report("too_large", "the file is larger than 1 MiB");
      return false;
    }
    if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
    if (!is_blank(bytes)) return true;
    report("empty", "the file holds nothing but blanks");
    return false;
  }

  /// Valid UTF-8 without byte order mark, with LF line ends.
  std::string readable(std::string_view bytes) {
    if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
    const MendedText mended = mend_utf8(bytes);
    const int line = line_of(bytes, std::min(mended.first_bad_offset, bytes.size()));
    if (mended.invalid_sequences > 0) {
      report("invalid_utf8",
             std::to_string(mended.invalid_sequences) + " byte sequences are not UTF-8", line);
    }
    if (mended.nuls > 0) report("nul_bytes", std::to_string(mended.nuls) + " NUL bytes", line);
    return with_unix_line_ends(mended.text);
  }

  void read(const Frontmatter& frontmatter) {
    adopt(frontmatter.problems);
    out_.had_frontmatter = frontmatter.closed;
    Declaration d = empty_declaration();
    for (const Block& block : frontmatter.blocks) {
      fill_missing(d, declare(read_fields(block, out_.problems), out_.problems));
    }
    const Markdown markdown = read_markdown(frontmatter.body);
    const bool has_block = !frontmatter.blocks.empty();
    Sections sections = read_sections(frontmatter.body, frontmatter.body_line, markdown,
                                      has_block ? HasFrontmatter::yes : HasFrontmatter::no);
    if (sections.declaration) {
      if (has_block) report("both_dialects", "frontmatter and metadata sections; frontmatter wins");
      fill_missing(d, std::move(*sections.declaration));
    }
    adopt(std::move(sections.problems));
    d.instructions = std::string(frontmatter.before) + sections.instructions;
    d.instructions.erase(0, d.instructions.find_first_not_of('\n'));
    out_.links = markdown.links;
    // Without its metadata sections, whose lines are a paragraph too, the body reads anew.
    const bool cut = sections.instructions.size() < frontmatter.body.size();
    complete(d, cut && d.description.empty() ? read_markdown(sections.instructions).first_paragraph
                                             : markdown.first_paragraph);
    out_.declaration = std::move(d);
  }

  void read_toml(const std::string& text) {
    TomlResult toml = parse_toml(text);
    Declaration d = empty_declaration();
    if (toml.table) {
      auto& table = *toml.table;
      d.instructions = take_text(table, "prompt");
      d.description = take_text(table, "description");
      d.metadata = dump_json(table);
      if (is_blank(d.instructions)) report("command_not_toml", "it has no text 'prompt'");
    } else {
      report("command_not_toml", "it is not TOML: " + toml.message, toml.line);
    }
    if (is_blank(d.instructions)) d.instructions = text;
    d.instructions.erase(0, d.instructions.find_first_not_of('\n'));
    complete(d, read_markdown(d.instructions).first_paragraph);
    out_.declaration = std::move(d);
  }

  /// Takes a text out of a table; what is no text stays in it.
  static std::string take_text(nlohmann::json& table, const char* key) {
    const auto found = table.find(key);
    if (found == table.end() || !found->is_string()) return {};
    std::string text = found->get<std::string>();
    table.erase(found);
    return text;
  }

  /// Fallbacks and notes for what the author left out.
  void complete(Declaration& d, const std::string& first_paragraph) {
    if (d.name.empty()) {
      d.name = folder_name_;
      report("name_missing", "no name; the folder's is used");
    } else if (!is_conforming_name(d.name)) {
      report("name_nonconforming", "the name is not 1 to 64 of a-z, 0-9 and single dashes");
    } else if (d.name != folder_name_) {
      report("name_not_folder", "the name is not that of the folder");
    }
    if (d.description.empty()) find_description(d, first_paragraph);
    if (count_code_points(d.description) > kMaxDescriptionLength) {
      report("description_too_long", "the description has more than 1,024 characters");
    }
    if (d.version.empty()) d.version = Declaration{}.version;
    if (d.config_schema.empty()) d.config_schema = Declaration{}.config_schema;
    if (file_name_ != "SKILL.md" && lowered(file_name_) == "skill.md") {
      report("file_name_case", "the file is called " + std::string(file_name_));
    }
  }

  void find_description(Declaration& d, const std::string& first_paragraph) {
    d.description = when_to_use(d);
    if (!d.description.empty()) {
      report("description_from_when_to_use", "no description; when_to_use is used");
    } else if (!first_paragraph.empty()) {
      d.description = first_paragraph;
      report("description_from_body", "no description; the first paragraph is used");
    } else {
      report("description_missing", "no description, and no paragraph to take one from");
    }
  }

  void check_hidden(std::string_view text) {
    const Unseen unseen = find_unseen(text);
    if (unseen.hidden_line > 0) {
      report("hidden_text", "a character that a reader does not see", unseen.hidden_line);
    }
    if (unseen.control_line > 0) {
      report("control_characters", "a control character", unseen.control_line);
    }
  }

  std::string_view file_name_;
  std::string_view folder_name_;
  ParsedSkill out_;
};

}  // namespace

ParsedSkill parse_skill_file(std::string_view bytes, std::string_view file_name,
                             std::string_view folder_name) {
  return SkillFileParser(file_name, folder_name).parse(bytes);
}

ParsedSkill parse_toml_command(std::string_view bytes, std::string_view command_name) {
  return SkillFileParser({}, command_name).parse_command(bytes);
}

}  // namespace skillcat::parse
