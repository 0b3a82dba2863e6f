#include "index/load.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "base/problem.h"
#include "index/pattern.h"
#include "parse/definitions.h"
#include "parse/skill_file.h"

namespace skillcat::index {
namespace {

using source::Candidate;
using source::Root;

std::string folder_name_of(const Root& root, const Candidate& candidate) {
  const auto folder = parent_path(candidate.path);
  return std::string(folder.empty() ? file_name(root.path) : file_name(folder));
}

std::string ref_of_skill_file(const Root& root, const Candidate& candidate) {
  return source::ref_with_place(source::ref_of_folder(root, parent_path(candidate.path)),
                                candidate.place);
}

std::optional<Problem> broken_note(const Candidate& candidate) {
  for (const Problem& note : candidate.notes) {
    if (note.code == "duplicate_file" || problem_kind(note.code).broken) return note;
  }
  return std::nullopt;
}

/// Reads a file that the candidate names, and remembers that it was read.
Result<FileBytes> read_dependency(const Root& root, const Candidate& candidate,
                                  const std::string& path, LoadedFile& loaded) {
  auto file = source::source_of(root.kind).read_beside(root, candidate, path, parse::kMaxFileBytes);
  ++loaded.files_read;
  const Stamp stamp =
      file ? file->stamp : source::source_of(root.kind).stamp_beside(root, candidate, path);
  loaded.dependencies.push_back({path, fingerprint_of(stamp)});
  return file;
}

void load_skill_file(const Root& root, const Candidate& candidate, const FileBytes& file,
                     LoadedFile& loaded) {
  auto parsed = parse::parse_skill_file(file.bytes, file_name(candidate.path),
                                        folder_name_of(root, candidate));
  LoadedSkill skill;
  skill.ref = ref_of_skill_file(root, candidate);
  skill.fallback_name = folder_name_of(root, candidate);
  skill.declaration = std::move(parsed.declaration);
  skill.had_frontmatter = parsed.had_frontmatter;
  skill.digest = *loaded.digest;
  skill.size_bytes = static_cast<std::int64_t>(file.bytes.size());
  skill.problems = std::move(parsed.problems);
  loaded.skills.push_back(std::move(skill));
}

void take_instructions(const Root& root, const Candidate& candidate, LoadedSkill& skill,
                       const std::string& path, LoadedFile& loaded) {
  auto file = read_dependency(root, candidate, path, loaded);
  if (!file) {
    skill.problems.push_back(make_problem("instructions_file_missing", file.error().message));
    return;
  }
  const bool is_skill_file = file_name(path) == "SKILL.md";
  auto parsed = parse::parse_skill_file(file->bytes, "SKILL.md", skill.declaration->name);
  if (!parsed.declaration) {
    for (Problem& problem : parsed.problems) {
      skill.problems.push_back(
          make_problem("instructions_file_missing", path + ": " + problem.message));
    }
    return;
  }
  skill.declaration->instructions =
      is_skill_file ? std::move(parsed.declaration->instructions) : std::move(file->bytes);
}

void load_definitions(const Root& root, const Candidate& candidate, const FileBytes& file,
                      LoadedFile& loaded) {
  auto parsed = parse::parse_definitions(file.bytes);
  loaded.problems = std::move(parsed.problems);
  for (const Problem& problem : loaded.problems) {
    if (problem.severity == Severity::error && parsed.entries.empty()) loaded.broken = problem;
  }
  std::map<std::string, int> seen;
  int number = 0;
  for (auto& entry : parsed.entries) {
    LoadedSkill skill;
    skill.entry = ++number;
    const std::string ref = source::ref_of_entry(root, candidate.path, entry.name);
    skill.ref = source::ref_with_place(ref, ++seen[ref]);
    skill.fallback_name = entry.name;
    skill.declaration = std::move(entry.declaration);
    skill.digest = sha256(entry.source_text);
    skill.size_bytes = static_cast<std::int64_t>(entry.source_text.size());
    skill.problems = std::move(entry.problems);
    if (skill.declaration && !entry.instructions_file.empty()) {
      take_instructions(root, candidate, skill, entry.instructions_file, loaded);
      // Identical content means identical instructions, wherever they stand.
      skill.digest = sha256(entry.source_text + '\0' + skill.declaration->instructions);
    }
    loaded.skills.push_back(std::move(skill));
  }
}

/// Patterns that match will never try are told to their author.
void check_patterns(LoadedSkill& skill) {
  if (!skill.declaration) return;
  const auto& patterns = skill.declaration->patterns;
  for (const std::string& pattern : patterns) {
    const Pattern kind = classify(pattern);
    if (const auto* refused = std::get_if<Refused>(&kind)) {
      skill.problems.push_back(make_problem(
          "pattern_refused", "the pattern '" + pattern + "' is not used: " + refused->reason));
    }
  }
  if (patterns.size() > kMaxPatternsOfSkill) {
    skill.problems.push_back(
        make_problem("pattern_refused", "only the first " + std::to_string(kMaxPatternsOfSkill) +
                                            " patterns are used"));
  }
}

/// The row of a candidate that cannot be read at all.
void load_broken(const Root& root, const Candidate& candidate, const Problem& reason,
                 LoadedFile& loaded) {
  LoadedSkill skill;
  skill.ref = candidate.kind == source::CandidateKind::skill_file
                  ? ref_of_skill_file(root, candidate)
                  : source::ref_of_folder(root, candidate.path);
  skill.fallback_name = folder_name_of(root, candidate);
  skill.problems.push_back(reason);
  if (candidate.kind == source::CandidateKind::definitions) loaded.broken = reason;
  loaded.skills.push_back(std::move(skill));
}

}  // namespace

std::int64_t fingerprint_of(const Stamp& stamp) {
  if (stamp == Stamp{}) return 0;
  static_assert(sizeof(Stamp) == 5 * sizeof(std::int64_t), "no padding may enter the digest");
  return fingerprint(sha256({reinterpret_cast<const char*>(&stamp), sizeof stamp}));
}

LoadedFile load(const Root& root, const Candidate& candidate, const std::optional<Digest>& known) {
  LoadedFile loaded;
  loaded.stamp = candidate.stamp;
  if (const auto reason = broken_note(candidate)) {
    load_broken(root, candidate, *reason, loaded);
    return loaded;
  }
  const bool definitions = candidate.kind == source::CandidateKind::definitions;
  const auto cap = definitions ? parse::kMaxDefinitionsBytes : parse::kMaxFileBytes;
  auto file = source::source_of(root.kind).read(root, candidate, cap);
  loaded.files_read = 1;
  if (!file) {
    load_broken(root, candidate, file.error(), loaded);
    return loaded;
  }
  loaded.stamp = file->stamp;
  loaded.digest = sha256(file->bytes);
  if (known && *known == *loaded.digest) {
    loaded.same_content = true;
    return loaded;
  }
  if (definitions) {
    load_definitions(root, candidate, *file, loaded);
    if (loaded.broken && loaded.skills.empty()) {
      load_broken(root, candidate, *loaded.broken, loaded);
      loaded.problems.clear();  // the row of the file carries it
    }
  } else {
    load_skill_file(root, candidate, *file, loaded);
  }
  for (LoadedSkill& skill : loaded.skills) check_patterns(skill);
  return loaded;
}

}  // namespace skillcat::index
