// The writer's copies: which version is served, and the rows of a copy.
#include <algorithm>

#include "base/problem.h"
#include "base/text.h"
#include "index/record.h"
#include "index/writer.h"

namespace skillcat::index {
namespace {

using source::Candidate;
using source::Root;

std::string path_of(const Root& root, const Candidate& candidate) {
  if (root.path.empty()) return {};
  return stored_text(join_path(root.path, candidate.path));
}

/// The folder a skill's files are relative to.
std::string directory_of(const Root& root, const Candidate& candidate) {
  if (root.path.empty() || root.kind == SourceKind::mcp) return {};
  return stored_text(join_path(root.path, parent_path(candidate.path)));
}

std::int64_t record_of(const std::string& file_path, const Candidate& candidate,
                       const LoadedSkill& loaded, const Declaration& d, State state,
                       const std::vector<Problem>& problems) {
  RecordText text;
  text.add(to_text(state)).add(file_path).add(bytes_of(loaded.digest));
  text.add(d.name).add(d.description).add(d.version).add(d.author).add(d.license);
  text.add(d.compatibility).add(d.config_schema).add(d.metadata).add(d.instructions);
  text.add(d.triggers).add(d.patterns).add(d.tools).add(d.hooks).add(d.commands);
  text.add(d.allowed_tools).add(problems);
  for (const auto& file : candidate.files) {
    text.add(file.path).add(std::to_string(file.size_bytes));
  }
  return text.record();
}

std::string segment_all(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) {
    text += segment(item);
    text += ' ';
  }
  return text;
}

/// Every problem of a copy: what the listing noted, then what reading and parsing found.
std::vector<Problem> all_problems(const Candidate& candidate, const LoadedSkill& loaded,
                                  const std::string& file_path) {
  std::vector<Problem> problems = candidate.notes;
  for (const Problem& problem : loaded.problems) {
    const bool noted = std::ranges::any_of(
        candidate.notes, [&](const Problem& note) { return note.code == problem.code; });
    if (!noted) problems.push_back(problem);
  }
  for (Problem& problem : problems) {
    problem.message = stored_text(std::move(problem.message));
    problem.path = problem.path.empty() ? file_path : stored_text(std::move(problem.path));
  }
  return problems;
}

}  // namespace

Writer::Existing Writer::read_existing(Prepared& row) {
  return {.skill_id = row.column(0).getInt64(),
          .ref = row.column(1).getString(),
          .state = row.column(2).getString(),
          .had_frontmatter = row.column(3).getInt() != 0,
          .record = row.column(4).getInt64(),
          .changed_revision = row.column(5).getInt64()};
}

std::vector<Writer::Existing> Writer::skills_of_file(std::int64_t file_id) {
  std::vector<Existing> skills;
  sql_.skills_of_file.start(file_id);
  while (sql_.skills_of_file.step()) skills.push_back(read_existing(sql_.skills_of_file));
  return skills;
}

void Writer::put_skills(const Place& place, const LoadedFile& loaded) {
  auto existing = skills_of_file(place.file_id);
  if (loaded.broken && std::ranges::any_of(existing, &Existing::good)) {
    for (const Existing& skill : existing) {
      if (skill.good()) write_stale(place, {*loaded.broken}, skill);
    }
    return;
  }
  for (const LoadedSkill& skill : loaded.skills) {
    const auto match = std::ranges::find(existing, skill.ref, &Existing::ref);
    if (match != existing.end()) {
      match->matched = true;
      put_skill(place, skill, &*match);
    } else {
      const auto taken = take_over(place, skill.ref);
      put_skill(place, skill, taken ? &*taken : nullptr);
    }
  }
  for (const Existing& skill : existing) {
    if (!skill.matched) remove_skill(skill.skill_id, skill.ref);
  }
}

/// Within a root a ref belongs to one skill. When another file has it (skill.md, beside which a
/// SKILL.md appeared), that file gets another one in this pass: the ref goes over with its history.
std::optional<Writer::Existing> Writer::take_over(const Place& place, const std::string& ref) {
  std::optional<Existing> taken;
  sql_.skill_of_ref.first([&](Prepared& row) { taken = read_existing(row); }, ref, place.root_id);
  if (taken) sql_.move_skill.run(place.file_id, taken->skill_id);
  return taken;
}

void Writer::put_skill(const Place& place, const LoadedSkill& loaded, const Existing* existing) {
  const std::string path = path_of(place.root, place.candidate);
  auto problems = all_problems(place.candidate, loaded, path);
  const bool good_before = existing != nullptr && existing->good();
  const bool lost =
      loaded.declaration && good_before && existing->had_frontmatter && !loaded.had_frontmatter;
  if (lost) {
    problems.push_back(make_problem(
        "frontmatter_lost", "the last version had frontmatter, this one has none that ends"));
    problems.back().path = path;
  }
  if (loaded.declaration && !lost) return write_served(place, loaded, problems, existing);
  if (good_before) return write_stale(place, problems, *existing);
  write_rejected(place, loaded, problems, existing);
}

void Writer::write_stale(const Place& place, const std::vector<Problem>& problems,
                         const Existing& existing) {
  const auto record = RecordText().add("stale").add(existing.ref).add(problems).record();
  if (record == existing.record) return;
  sql_.make_stale.run(now_ms_, revision_, record, existing.skill_id);
  put_skill_problems(place.root_id, place.file_id, existing.skill_id, problems);
  record_change(existing.ref, "changed");
}

void Writer::mark_unreachable(std::int64_t root_id, std::int64_t file_id, const Problem& reason) {
  for (const Existing& skill : skills_of_file(file_id)) {
    const auto record = RecordText().add("unreachable").add(skill.ref).add(reason.code).record();
    if (!skill.good() || record == skill.record) continue;
    sql_.make_stale.run(now_ms_, revision_, record, skill.skill_id);
    put_skill_problems(root_id, file_id, skill.skill_id, {reason});
    record_change(skill.ref, "changed");
    sql_.forget_stamp.run(file_id);
  }
}

void Writer::write_rejected(const Place& place, const LoadedSkill& loaded,
                            const std::vector<Problem>& problems, const Existing* existing) {
  Declaration nothing;
  nothing.name = loaded.fallback_name;
  const auto record = record_of(path_of(place.root, place.candidate), place.candidate, loaded,
                                nothing, State::rejected, problems);
  if (existing != nullptr && existing->record == record && !rewrite_) return;
  put_skill_row(place, loaded, nothing, State::rejected, record, problems, existing);
}

void Writer::write_served(const Place& place, const LoadedSkill& loaded,
                          const std::vector<Problem>& problems, const Existing* existing) {
  const Declaration& d = *loaded.declaration;
  const State state = place.candidate.outdated ? State::stale : State::active;
  const auto record =
      record_of(path_of(place.root, place.candidate), place.candidate, loaded, d, state, problems);
  if (existing != nullptr && existing->record == record && !rewrite_) return;
  if (existing != nullptr) postings_.remove(existing->skill_id);  // by its old text
  const std::int64_t skill_id = put_skill_row(place, loaded, d, state, record, problems, existing);
  put_details(place, skill_id, d);
  postings_.put(skill_id, d);
  sql_.replace_fts.run(skill_id, segment(d.name), segment_all(d.triggers) + segment_all(d.patterns),
                       segment(d.description));
}

std::int64_t Writer::put_skill_row(const Place& place, const LoadedSkill& loaded,
                                   const Declaration& d, State state, std::int64_t record,
                                   const std::vector<Problem>& problems, const Existing* existing) {
  const bool repaired = std::ranges::any_of(
      problems, [](const Problem& problem) { return problem_kind(problem.code).repair; });
  const auto kind = place.candidate.kind;
  const bool named_by_place =
      kind == source::CandidateKind::skill_file || kind == source::CandidateKind::command;
  const std::string folded_folder = fold(named_by_place ? loaded.fallback_name : d.name);
  const bool same = existing != nullptr && existing->record == record;
  const auto write = [&](Prepared& statement, const auto&... key) {
    statement.run(loaded.entry, d.name, fold(d.name), folded_folder, d.description, d.version,
                  d.author, d.license, d.compatibility, d.config_schema, d.metadata,
                  path_of(place.root, place.candidate), directory_of(place.root, place.candidate),
                  to_text(state), repaired, loaded.had_frontmatter, loaded.digest,
                  loaded.size_bytes, estimate_tokens(d.instructions), now_ms_,
                  same ? existing->changed_revision : revision_, record, key...);
  };
  const std::string ref = existing != nullptr ? existing->ref : free_ref(loaded.ref);
  std::int64_t skill_id = 0;
  if (existing != nullptr) {
    skill_id = existing->skill_id;
    write(sql_.update_skill, skill_id);
  } else {
    write(sql_.insert_skill, ref, place.root_id, place.file_id);
    skill_id = sql_.db.getLastInsertRowid();
  }
  put_skill_problems(place.root_id, place.file_id, skill_id, problems);
  if (!same) record_change(ref, existing != nullptr ? "changed" : "added");
  return skill_id;
}

void Writer::put_details(const Place& place, std::int64_t skill_id,
                         const Declaration& declaration) {
  if (sql_.update_body.run(declaration.instructions, skill_id) == 0) {
    sql_.insert_body.run(declaration.instructions, skill_id);
  }
  sql_.delete_triggers.run(skill_id);
  put_list(skill_id, sql_.insert_trigger, "keyword", declaration.triggers);
  put_list(skill_id, sql_.insert_trigger, "pattern", declaration.patterns);
  phrases_.put(skill_id, declaration);
  sql_.delete_capabilities.run(skill_id);
  put_list(skill_id, sql_.insert_capability, "tool", declaration.tools);
  put_list(skill_id, sql_.insert_capability, "hook", declaration.hooks);
  put_list(skill_id, sql_.insert_capability, "command", declaration.commands);
  put_list(skill_id, sql_.insert_capability, "allowed_tool", declaration.allowed_tools);
  sql_.delete_files.run(skill_id);
  for (const auto& file : place.candidate.files) {
    sql_.insert_skill_file.run(skill_id, stored_text(file.path), file.size_bytes);
  }
}

void Writer::put_list(std::int64_t skill_id, Prepared& statement, const char* kind,
                      const std::vector<std::string>& items) {
  int number = 0;
  for (const std::string& item : items) statement.run(skill_id, kind, number++, item);
}

void Writer::put_skill_problems(std::int64_t root_id, std::int64_t file_id, std::int64_t skill_id,
                                const std::vector<Problem>& problems) {
  sql_.delete_skill_problems.run(skill_id);
  insert_problems(root_id, file_id, skill_id, problems);
}

/// Roots may overlap in their labels ("a" and "a/b"): then the later one gives way.
std::string Writer::free_ref(const std::string& ref) {
  for (int place = 1;; ++place) {
    std::string candidate = source::ref_with_place(ref, place);
    if (!sql_.select_ref.first([](Prepared&) {}, candidate)) return candidate;
  }
}

void Writer::remove_file(std::int64_t file_id) {
  for (const Existing& skill : skills_of_file(file_id)) remove_skill(skill.skill_id, skill.ref);
  sql_.delete_file.run(file_id);
}

void Writer::remove_skill(std::int64_t skill_id, const std::string& ref) {
  postings_.remove(skill_id);
  sql_.delete_fts.run(skill_id);
  sql_.delete_skill.run(skill_id);  // details go with it (ON DELETE CASCADE)
  record_change(ref, "removed");
}

void Writer::rewrite_search_text_of_stale() {
  sql_.select_stale.start();
  while (sql_.select_stale.step()) {
    const std::int64_t skill_id = sql_.select_stale.column(0).getInt64();
    std::vector<std::string> triggers;
    sql_.select_triggers.start(skill_id);
    while (sql_.select_triggers.step()) {
      triggers.push_back(sql_.select_triggers.column(0).getString());
    }
    sql_.replace_fts.run(skill_id, segment(sql_.select_stale.column(1).getString()),
                         segment_all(triggers), segment(sql_.select_stale.column(2).getString()));
  }
}

}  // namespace skillcat::index
