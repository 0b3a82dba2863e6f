#include "query/context.h"

#include "base/digest.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillcat::query {
namespace {

constexpr std::size_t kMaxFilesNamed = 30;

std::string mark_of(Reader& reader, const Skill& skill) {
  Rows row = reader.rows("SELECT value FROM secret WHERE key = 'mark'");
  row.next();
  const Digest digest = hmac_sha256(row.text(0), skill.ref + '\n' + skill.digest);
  return to_hex(bytes_of(digest).substr(0, 16));
}

/// One line that tells the agent where the skill's files are, or nothing when there is no folder.
std::string folder_line(Reader& reader, const Skill& skill) {
  if (skill.directory.empty()) return {};
  std::string line = "Folder of this skill: " + printable_line(skill.directory);
  Rows row = reader.rows("SELECT path FROM skill_file WHERE skill_id = ? ORDER BY path LIMIT ?");
  row.bind(skill.skill_id, static_cast<std::int64_t>(kMaxFilesNamed + 1));
  std::size_t named = 0;
  while (row.next()) {
    if (named == kMaxFilesNamed) {
      line += ", …";
      break;
    }
    line += (named++ == 0 ? " (files: " : ", ") + printable_line(row.text(0));
  }
  if (named > 0) line += ')';
  return line + "\n\n";
}

std::string plugin_root_of(Reader& reader, const Skill& skill) {
  if (skill.source != SourceKind::plugin) return {};
  Rows row = reader.rows("SELECT path FROM root WHERE label = ?");
  return row.bind(skill.root).next() ? row.text(0) : std::string();
}

std::string body_of(Reader& reader, const Skill& skill, const ContextOptions& options) {
  const std::string filled = fill_placeholders(skill.instructions, options.arguments,
                                               skill.directory, plugin_root_of(reader, skill));
  return folder_line(reader, skill) + without_hidden(filled);
}

struct Frame {
  std::string open;
  std::string close;
};

Frame frame_of(const Skill& skill, const std::string& mark) {
  const std::string name = printable_line(without_hidden(skill.name));
  return {"\n\n=== Skill: " + name + " [" + skill.ref + " " + mark + "] ===\n",
          "\n=== End: " + name + " [" + mark + "] ===\n"};
}

std::string cut_note(const Skill& skill, std::int64_t left_out) {
  return "\n\n[Cut here to fit the budget: about " + std::to_string(left_out) +
         " tokens of this skill are left out. `skillcat show " + skill.ref + "` has all.]";
}

}  // namespace

std::string_view cut_at_paragraph(std::string_view text, std::int64_t budget) {
  std::size_t paragraph = 0;
  std::size_t line = 0;
  std::int64_t tokens = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const auto current = text.substr(begin, end - begin);
    tokens += estimate_tokens(current);
    if (tokens > budget) break;
    line = end;
    if (current == "\n" || current == "\r\n") paragraph = begin;
    begin = end;
  }
  if (line == text.size()) return text;
  return text.substr(0, paragraph != 0 ? paragraph : line);
}

ContextAnswer context_of(Reader& reader, const std::vector<std::int64_t>& skill_ids,
                         const std::vector<std::string>& reasons, const ContextOptions& options) {
  ContextAnswer answer;
  static_cast<Freshness&>(answer) = reader.freshness();
  bool full = false;
  for (std::size_t i = 0; i < skill_ids.size(); ++i) {
    Skill skill;
    reader.load(skill_ids[i], skill);
    ContextSkill& entry = answer.skills.emplace_back();
    entry.ref = skill.ref;
    entry.name = skill.name;
    entry.reason = i < reasons.size() ? reasons[i] : "asked for by name";
    if (full) {
      entry.included = Included::omitted;
      entry.reason = "the budget was used up by the skills before it";
      continue;
    }
    reader.load_instructions(skill);
    entry.mark = mark_of(reader, skill);
    const Frame frame = frame_of(skill, entry.mark);
    std::string body = body_of(reader, skill, options);
    const std::int64_t whole = estimate_tokens(frame.open + body + frame.close);
    const std::int64_t left = options.budget - answer.tokens;
    if (options.budget > 0 && whole > left) {
      full = true;
      const std::string note = cut_note(skill, whole);
      const std::int64_t room = left - estimate_tokens(frame.open + note + frame.close);
      const auto kept = cut_at_paragraph(body, room);
      if (kept.size() <= folder_line(reader, skill).size()) {
        entry.included = Included::omitted;
        entry.mark.clear();
        entry.reason = "no paragraph of it fits into the rest of the budget";
        continue;
      }
      entry.included = Included::cut;
      entry.reason = "cut at a paragraph to fit the budget";
      body = std::string(kept) + cut_note(skill, whole - estimate_tokens(kept));
    }
    const std::string text = frame.open + body + frame.close;
    entry.tokens = estimate_tokens(text);
    answer.tokens += entry.tokens;
    answer.text += text;
    if (answer.mark.empty()) answer.mark = entry.mark;
  }
  return answer;
}

}  // namespace skillcat::query
