#include "query/context.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "query/names.h"

namespace skillcat::query {
namespace {

constexpr std::size_t kMaxFilesNamed = 30;
constexpr std::size_t kMaxNameBytes = 200;  ///< of a name in a frame; p100 of real ones is 140

std::string mark_of(Reader& reader, const Skill& skill) {
  Rows row = reader.rows("SELECT value FROM secret WHERE key = 'mark'");
  row.next();
  const Digest digest = hmac_sha256(row.text(0), skill.ref + '\n' + skill.digest);
  return to_hex(bytes_of(digest).substr(0, 16));
}

/// Paths and names come from strangers: one line, nothing hidden, nothing a terminal acts on.
std::string one_line(std::string_view text) {
  return printable_line(without_hidden(mend_utf8(text).text));
}

/// One line that tells the agent where the skill's files are, or nothing when there is no folder.
std::string folder_line(Reader& reader, const Skill& skill) {
  if (skill.directory.empty()) return {};
  std::string line = "Folder of this skill: " + one_line(skill.directory);
  Rows row = reader.rows("SELECT path FROM skill_file WHERE skill_id = ? ORDER BY path LIMIT ?");
  row.bind(skill.skill_id, static_cast<std::int64_t>(kMaxFilesNamed + 1));
  std::size_t named = 0;
  while (row.next()) {
    if (named == kMaxFilesNamed) {
      line += ", …";
      break;
    }
    line += (named++ == 0 ? " (files: " : ", ") + one_line(row.text(0));
  }
  if (named > 0) line += ')';
  return line + "\n\n";
}

std::string plugin_root_of(Reader& reader, const Skill& skill) {
  if (skill.source != SourceKind::plugin) return {};
  Rows row = reader.rows("SELECT path FROM root WHERE label = ?");
  return row.bind(skill.root).next() ? row.text(0) : std::string();
}

/// CRLF and lone CR as LF: a CR would let a terminal overwrite what was printed before it.
std::string with_plain_line_ends(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      out += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      out += '\n';
    }
  }
  return out;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// A text member of a stored JSON object; empty when there is none.
std::string text_member(const std::string& object, const char* key) {
  const auto json = nlohmann::json::parse(object, nullptr, false);
  if (!json.is_object() || !json.contains(key) || !json[key].is_string()) return {};
  return json[key].get<std::string>();
}

/// One line that says whose words follow.
std::string server_line(const Skill& skill) {
  return "Tools of the MCP server " + one_line(text_member(skill.config_schema, "server_id")) +
         ", in the words of that server:\n\n";
}

/// What a server says of all its tools, then those of this skill. Nothing is a placeholder in it.
std::string body_of_server(const Skill& skill) {
  const std::string about = text_member(skill.metadata, "server_instructions");
  const std::string text = about.empty() ? skill.instructions : about + "\n\n" + skill.instructions;
  return without_hidden(with_plain_line_ends(mend_utf8(text).text));
}

std::string body_of(Reader& reader, const Skill& skill, const ContextOptions& options) {
  if (skill.source == SourceKind::mcp) return body_of_server(skill);
  if (is_blank(skill.instructions)) {
    return "(This skill has no instructions. Its description: " + one_line(skill.description) + ")";
  }
  const std::string filled = fill_placeholders(skill.instructions, options.arguments,
                                               skill.directory, plugin_root_of(reader, skill));
  return without_hidden(with_plain_line_ends(mend_utf8(filled).text));
}

/// What goes between the delimiters: a line about the folder or server, then the instructions.
struct Content {
  std::string origin;
  std::string body;
};

struct Frame {
  std::string open;
  std::string close;
};

/// A name as a frame shows it: without what would make the frame read differently.
std::string frame_name(const std::string& raw) {
  std::string name;
  for (const char c : one_line(raw)) {
    if (c == '=' && name.ends_with("==")) continue;
    name += c == '[' ? '(' : c == ']' ? ')' : c;
  }
  if (name.size() <= kMaxNameBytes) return name;
  std::size_t end = kMaxNameBytes;
  while ((static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;
  return name.substr(0, end) + "…";
}

Frame frame_of(const Skill& skill, const std::string& mark) {
  const std::string name = frame_name(skill.name);
  return {"\n\n=== Skill: " + name + " [" + skill.ref + " " + mark + "] ===\n",
          "\n=== End: " + name + " [" + mark + "] ===\n"};
}

std::string cut_note(const Skill& skill, std::int64_t left_out) {
  return "\n\n[Cut here to fit the budget: about " + std::to_string(left_out) +
         " tokens of this skill are left out. `skillcat show " + skill.ref + "` has all.]";
}

/// Builds the text skill by skill, and knows what is left of the budget.
class Composer {
 public:
  Composer(Reader& reader, const ContextOptions& options) : reader_(reader), options_(options) {
    static_cast<Freshness&>(answer_) = reader.freshness();
  }

  void add(std::int64_t skill_id, std::string reason) {
    Skill skill;
    reader_.load(skill_id, skill);
    ContextSkill& entry = answer_.skills.emplace_back();
    entry.ref = skill.ref;
    entry.name = skill.name;
    entry.included = Included::omitted;
    if (full_) {
      entry.reason = "the budget was used up by the skills before it";
      return;
    }
    reader_.load_instructions(skill);
    entry.mark = mark_of(reader_, skill);
    const Frame frame = frame_of(skill, entry.mark);
    const Content content{
        skill.source == SourceKind::mcp ? server_line(skill) : folder_line(reader_, skill),
        body_of(reader_, skill, options_)};
    const std::string whole = content.origin + content.body;
    if (fits(frame.open + whole + frame.close)) {
      entry.included = Included::whole;
      entry.reason = std::move(reason);
      append(entry, frame, whole);
    } else {
      add_cut(entry, skill, frame, content);
    }
  }

  ContextAnswer finish() { return std::move(answer_); }

 private:
  std::int64_t left() const { return options_.budget - answer_.tokens; }
  bool fits(std::string_view text) const {
    return options_.budget <= 0 || estimate_tokens(text) <= left();
  }

  void append(ContextSkill& entry, const Frame& frame, const std::string& content) {
    const std::string text = frame.open + content + frame.close;
    entry.tokens = estimate_tokens(text);
    // A sum of estimates is never below the estimate of the whole: the budget holds.
    answer_.tokens += entry.tokens;
    answer_.text += text;
    if (answer_.mark.empty()) answer_.mark = entry.mark;
  }

  void add_cut(ContextSkill& entry, const Skill& skill, const Frame& frame,
               const Content& content) {
    const std::int64_t all = estimate_tokens(content.body);
    // The note with the larger number is the longer one, so the final one fits as well.
    const std::int64_t room =
        left() - estimate_tokens(frame.open + content.origin + cut_note(skill, all) + frame.close);
    const auto kept = cut_at_paragraph(content.body, room);
    if (is_blank(kept)) {
      entry.mark.clear();
      entry.reason = "no paragraph of it fits into the rest of the budget";
      return;
    }
    full_ = true;
    const std::int64_t left_out = all - estimate_tokens(kept);
    entry.included = Included::cut;
    entry.reason = "cut at a paragraph to fit the budget: about " + std::to_string(left_out) +
                   " tokens of it are left out";
    append(entry, frame, content.origin + std::string(kept) + cut_note(skill, left_out));
  }

  Reader& reader_;
  const ContextOptions& options_;
  ContextAnswer answer_;
  bool full_ = false;  ///< a skill was cut: nothing comes behind it
};

[[noreturn]] void refuse_rejected(const Skill& skill) {
  std::string reason = "nothing of it could be read";
  for (const Problem& problem : skill.problems) {
    if (problem.severity == Severity::error) reason = problem.message;
  }
  throw Error(ErrorCode::not_found, "cannot give the text of " + skill.ref + ": " + reason,
              "'skillcat why " + skill.ref + "' tells more");
}

std::string reason_of(const Evidence& evidence) {
  return "the message calls for it: " + std::string(to_text(evidence.kind)) + " '" + evidence.text +
         "'";
}

}  // namespace

std::string_view cut_at_paragraph(std::string_view text, std::int64_t budget) {
  std::size_t paragraph = 0;
  std::size_t line = 0;
  std::int64_t tokens = 0;
  bool in_code = false;  // a cut there would leave what follows inside the code
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const auto current = text.substr(begin, end - begin);
    tokens += estimate_tokens(current);
    if (tokens > budget) break;
    line = end;
    if (current.starts_with("```")) in_code = !in_code;
    if (!in_code && is_blank(current)) paragraph = begin;
    begin = end;
  }
  if (line == text.size()) return text;
  return text.substr(0, paragraph != 0 ? paragraph : line);
}

ContextAnswer context_of(Reader& reader, const std::vector<std::int64_t>& skill_ids,
                         const std::vector<std::string>& reasons, const ContextOptions& options) {
  Composer composer(reader, options);
  for (std::size_t i = 0; i < skill_ids.size(); ++i) {
    composer.add(skill_ids[i], i < reasons.size() ? reasons[i] : "asked for by name");
  }
  return composer.finish();
}

ContextAnswer context_of_hits(Reader& reader, const std::vector<Hit>& hits,
                              const ContextOptions& options) {
  std::vector<std::int64_t> ids;
  std::vector<std::string> reasons;
  for (const Hit& hit : hits) {
    ids.push_back(hit.skill_id);
    reasons.push_back(hit.evidence.empty() ? "the message calls for it"
                                           : reason_of(hit.evidence.front()));
  }
  ContextAnswer answer = context_of(reader, ids, reasons, options);
  for (std::size_t i = 0; i < hits.size(); ++i) answer.skills[i].evidence = hits[i].evidence;
  return answer;
}

ContextAnswer context_of_names(Reader& reader, const std::vector<std::string>& names,
                               const ContextOptions& options) {
  std::vector<std::int64_t> ids;
  for (const std::string& name : names) {
    const std::int64_t id = winner_of(reader, name, options.cwd);
    if (std::ranges::find(ids, id) != ids.end()) continue;
    Skill skill;
    reader.load(id, skill);
    if (skill.state == State::rejected) refuse_rejected(skill);
    ids.push_back(id);
  }
  return context_of(reader, ids, {}, options);
}

}  // namespace skillcat::query
