#include "index/writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/problem.h"
#include "base/text.h"

namespace skillcat::index {
namespace {

using source::Candidate;
using source::Listing;
using source::Root;

/// Collects what is visible of a copy, so that "did anything change" is one comparison.
class RecordText {
 public:
  RecordText& add(std::string_view field) {
    text_ += std::to_string(field.size());
    text_ += ':';
    text_ += field;
    return *this;
  }
  RecordText& add(const std::vector<std::string>& list) {
    add(std::to_string(list.size()));
    for (const std::string& item : list) add(item);
    return *this;
  }
  RecordText& add(const std::vector<Problem>& problems) {
    for (const Problem& p : problems) {
      add(p.code).add(p.message).add(p.path).add(std::to_string(p.line));
      add(std::to_string(p.column));
    }
    return *this;
  }
  std::int64_t record() const { return fingerprint(sha256(text_)); }

 private:
  std::string text_;
};

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
    if (problem.path.empty()) problem.path = file_path;
  }
  return problems;
}

std::string path_of(const Root& root, const Candidate& candidate) {
  return root.path.empty() ? std::string() : join_path(root.path, candidate.path);
}

/// The folder a skill's files are relative to.
std::string directory_of(const Root& root, const Candidate& candidate) {
  return root.path.empty() ? std::string() : join_path(root.path, parent_path(candidate.path));
}

}  // namespace

Writer::Writer(SQLite::Database& database)
    : database_(database),
      phrases_(database),
      select_revision_(database, "SELECT value FROM meta WHERE key = 'revision'"),
      set_meta_(database, "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"),
      select_root_(database, "SELECT root_id, label FROM root WHERE source = ? AND path = ?"),
      insert_root_(database,
                   "INSERT INTO root (source, path, label, scope, project_path, precedence)"
                   " VALUES (?, ?, ?, ?, ?, ?)"),
      update_root_(database,
                   "UPDATE root SET label = ?2, scope = ?3, project_path = ?4, precedence = ?5"
                   " WHERE root_id = ?1 AND (label, scope, project_path, precedence)"
                   " IS NOT (?2, ?3, ?4, ?5)"),
      delete_root_(database, "DELETE FROM root WHERE root_id = ?"),
      files_of_root_(database, "SELECT file_id FROM file WHERE root_id = ?"),
      update_listing_(database,
                      "UPDATE root SET state = ?2, skipped_folders = ?3 WHERE root_id = ?1"
                      " AND (state, skipped_folders) IS NOT (?2, ?3)"),
      update_last_pass_(database, "UPDATE root SET last_pass_at = ? WHERE root_id = ?"),
      delete_root_problems_(database, "DELETE FROM problem WHERE root_id = ? AND file_id IS NULL"),
      upsert_file_(database,
                   "INSERT INTO file (root_id, path, dev, ino, size_bytes, mtime_ns, ctime_ns,"
                   " racy, surroundings, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                   " ON CONFLICT (root_id, path) DO UPDATE SET dev = excluded.dev,"
                   " ino = excluded.ino, size_bytes = excluded.size_bytes,"
                   " mtime_ns = excluded.mtime_ns, ctime_ns = excluded.ctime_ns,"
                   " racy = excluded.racy, surroundings = excluded.surroundings,"
                   " digest = excluded.digest RETURNING file_id"),
      touch_file_(database,
                  "UPDATE file SET dev = ?, ino = ?, size_bytes = ?, mtime_ns = ?, ctime_ns = ?,"
                  " racy = ? WHERE file_id = ?"),
      forget_stamp_(database, "UPDATE file SET ctime_ns = 0, digest = NULL WHERE file_id = ?"),
      delete_file_(database, "DELETE FROM file WHERE file_id = ?"),
      delete_dependencies_(database, "DELETE FROM file_dependency WHERE file_id = ?"),
      insert_dependency_(database,
                         "INSERT OR REPLACE INTO file_dependency (file_id, path, stamp)"
                         " VALUES (?, ?, ?)"),
      select_skills_(database,
                     "SELECT skill_id, ref, state, had_frontmatter, record, changed_revision"
                     " FROM skill"
                     " WHERE file_id = ? ORDER BY skill_id"),
      select_ref_(database, "SELECT 1 FROM skill WHERE ref = ?"),
      insert_skill_(
          database,
          "INSERT INTO skill (root_id, file_id, entry, name, folded_name, folded_folder,"
          " description, version, author, license, compatibility, config_schema, metadata,"
          " file_path, directory, state, repaired, had_frontmatter, digest, size_bytes, tokens,"
          " indexed_at, changed_revision, record, added_revision, ref) VALUES (?1, ?2, ?3, ?4, ?5,"
          " ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,"
          " ?24, ?23, ?25)"),
      update_skill_(
          database,
          "UPDATE skill SET root_id = ?1, file_id = ?2, entry = ?3, name = ?4, folded_name = ?5,"
          " folded_folder = ?6, description = ?7, version = ?8, author = ?9, license = ?10,"
          " compatibility = ?11, config_schema = ?12, metadata = ?13, file_path = ?14,"
          " directory = ?15, state = ?16, repaired = ?17, had_frontmatter = ?18, digest = ?19,"
          " size_bytes = ?20, tokens = ?21, indexed_at = ?22, changed_revision = ?23,"
          " record = ?24 WHERE ref = ?25"),
      update_stale_(database,
                    "UPDATE skill SET state = 'stale', indexed_at = ?, changed_revision = ?,"
                    " record = ? WHERE skill_id = ?"),
      delete_skill_(database, "DELETE FROM skill WHERE skill_id = ?"),
      upsert_body_(database, "INSERT OR REPLACE INTO body (skill_id, instructions) VALUES (?, ?)"),
      delete_triggers_(database, "DELETE FROM trigger_phrase WHERE skill_id = ?"),
      insert_trigger_(database,
                      "INSERT INTO trigger_phrase (skill_id, kind, place, text)"
                      " VALUES (?, ?, ?, ?)"),
      delete_capabilities_(database, "DELETE FROM capability WHERE skill_id = ?"),
      insert_capability_(database,
                         "INSERT INTO capability (skill_id, kind, place, name)"
                         " VALUES (?, ?, ?, ?)"),
      delete_files_(database, "DELETE FROM skill_file WHERE skill_id = ?"),
      insert_file_(database,
                   "INSERT INTO skill_file (skill_id, path, size_bytes) VALUES (?, ?, ?)"),
      delete_problems_(database, "DELETE FROM problem WHERE skill_id = ?"),
      delete_file_problems_(database, "DELETE FROM problem WHERE file_id = ? AND skill_id IS NULL"),
      insert_problem_(database,
                      "INSERT INTO problem (root_id, file_id, skill_id, code, severity, message,"
                      " path, line, column) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      add_problem_(database,
                   "INSERT INTO problem (root_id, file_id, skill_id, code, severity, message,"
                   " path, line, column) SELECT root_id, file_id, skill_id, ?2, ?3, ?4, ?5, 0, 0"
                   " FROM skill WHERE skill_id = ?1"),
      replace_fts_(database,
                   "INSERT OR REPLACE INTO skill_fts (rowid, name, triggers, description)"
                   " VALUES (?, ?, ?, ?)"),
      delete_fts_(database, "DELETE FROM skill_fts WHERE rowid = ?"),
      select_stale_(database,
                    "SELECT skill_id, name, description FROM skill WHERE state = 'stale'"),
      select_triggers_(database,
                       "SELECT text FROM trigger_phrase WHERE skill_id = ? ORDER BY kind, place"),
      upsert_change_(database,
                     "INSERT INTO change (ref, revision, added_revision, change, at)"
                     " VALUES (?1, ?2, ?2, ?3, ?4) ON CONFLICT (ref) DO UPDATE SET"
                     " revision = ?2, change = ?3, at = ?4, added_revision ="
                     " CASE ?3 WHEN 'added' THEN ?2 ELSE added_revision END") {}

void Writer::begin(std::int64_t now_ms, bool rewrite) {
  transaction_ =
      std::make_unique<SQLite::Transaction>(database_, SQLite::TransactionBehavior::IMMEDIATE);
  now_ms_ = now_ms;
  changed_ = false;
  rewrite_ = rewrite;
  select_revision_.start();
  select_revision_.step();
  revision_ = select_revision_.column(0).getInt64() + 1;
  select_revision_.step();
}

std::int64_t Writer::commit() {
  if (changed_) set_meta("revision", revision_);
  transaction_->commit();
  transaction_.reset();
  return changed_ ? revision_ : revision_ - 1;
}

void Writer::set_meta(const char* key, std::int64_t value) {
  set_meta_.run(key, value);
}

void Writer::set_rules(const source::Rules& rules) {
  const auto replace = nlohmann::json::error_handler_t::replace;  // file names may be any bytes
  set_meta_.run("exclude", nlohmann::json(rules.exclude).dump(-1, ' ', false, replace));
}

void Writer::record_change(const std::string& ref, const char* change) {
  changed_ = true;
  upsert_change_.run(ref, revision_, change, now_ms_);
}

std::int64_t Writer::put_root(const Root& root) {
  select_root_.start(to_text(root.kind), root.path);
  if (!select_root_.step()) {
    insert_root_.run(to_text(root.kind), root.path, root.label, to_text(root.scope),
                     root.project_path, root.precedence);
    return database_.getLastInsertRowid();
  }
  const std::int64_t root_id = select_root_.column(0).getInt64();
  const std::string label = select_root_.column(1).getString();
  select_root_.step();
  if (label != root.label) remove_files_of(root_id);
  update_root_.run(root_id, root.label, to_text(root.scope), root.project_path, root.precedence);
  return root_id;
}

void Writer::remove_files_of(std::int64_t root_id) {
  std::vector<std::int64_t> files;
  files_of_root_.start(root_id);
  while (files_of_root_.step()) files.push_back(files_of_root_.column(0).getInt64());
  for (const std::int64_t file_id : files) remove_file(file_id);
}

void Writer::remove_root(std::int64_t root_id) {
  remove_files_of(root_id);
  delete_root_.run(root_id);
}

void Writer::set_root_listing(std::int64_t root_id, const Listing& listing) {
  update_listing_.run(root_id, to_text(listing.state), listing.skipped_folders);
  delete_root_problems_.run(root_id);
  for (const Problem& p : listing.problems) {
    insert_problem_.run(root_id, std::optional<std::int64_t>{}, std::optional<std::int64_t>{},
                        p.code, to_text(p.severity), p.message, p.path, p.line, p.column);
  }
}

void Writer::set_last_pass(std::int64_t root_id, std::int64_t now_ms) {
  update_last_pass_.run(now_ms, root_id);
}

std::vector<Writer::Existing> Writer::skills_of_file(std::int64_t file_id) {
  std::vector<Existing> skills;
  select_skills_.start(file_id);
  while (select_skills_.step()) {
    Existing skill;
    skill.skill_id = select_skills_.column(0).getInt64();
    skill.ref = select_skills_.column(1).getString();
    skill.state = select_skills_.column(2).getString();
    skill.had_frontmatter = select_skills_.column(3).getInt() != 0;
    skill.record = select_skills_.column(4).getInt64();
    skill.changed_revision = select_skills_.column(5).getInt64();
    skills.push_back(std::move(skill));
  }
  return skills;
}

std::int64_t Writer::put_file_row(std::int64_t root_id, const Candidate& candidate,
                                  const LoadedFile& loaded, bool racy) {
  const Stamp& s = loaded.stamp;
  upsert_file_.start(root_id, candidate.path, s.dev, s.ino, s.size_bytes, s.mtime_ns, s.ctime_ns,
                     racy, candidate.surroundings, loaded.digest);
  upsert_file_.step();
  const std::int64_t file_id = upsert_file_.column(0).getInt64();
  upsert_file_.step();
  delete_dependencies_.run(file_id);
  for (const Dependency& d : loaded.dependencies) insert_dependency_.run(file_id, d.path, d.stamp);
  return file_id;
}

void Writer::put_file(std::int64_t root_id, const Root& root, const Candidate& candidate,
                      const LoadedFile& loaded, bool racy) {
  const std::int64_t file_id = put_file_row(root_id, candidate, loaded, racy);
  const Place place{root_id, file_id, root, candidate};
  auto existing = skills_of_file(file_id);
  delete_file_problems_.run(file_id);
  for (Problem problem : loaded.problems) {
    if (problem.path.empty()) problem.path = path_of(root, candidate);
    insert_problem_.run(root_id, std::optional(file_id), std::optional<std::int64_t>{},
                        problem.code, to_text(problem.severity), problem.message, problem.path,
                        problem.line, problem.column);
  }
  const bool any_good = std::ranges::any_of(existing, &Existing::good);
  if (loaded.broken && any_good) {
    for (Existing& skill : existing) {
      if (skill.good()) write_stale(place, {*loaded.broken}, skill);
    }
    return;
  }
  for (const LoadedSkill& skill : loaded.skills) {
    const auto match = std::ranges::find(existing, skill.ref, &Existing::ref);
    if (match != existing.end()) match->matched = true;
    put_skill(place, skill, match == existing.end() ? nullptr : &*match);
  }
  for (const Existing& skill : existing) {
    if (!skill.matched) remove_skill(skill.skill_id, skill.ref);
  }
}

void Writer::put_skill(const Place& place, const LoadedSkill& loaded, Existing* existing) {
  auto problems = all_problems(place.candidate, loaded, path_of(place.root, place.candidate));
  const bool good_before = existing != nullptr && existing->good();
  const bool lost =
      loaded.declaration && good_before && existing->had_frontmatter && !loaded.had_frontmatter;
  if (lost) {
    Problem problem = make_problem("frontmatter_lost",
                                   "the last version had frontmatter, this one has none that ends");
    problem.path = path_of(place.root, place.candidate);
    problems.push_back(std::move(problem));
  }
  if (loaded.declaration && !lost) return write_active(place, loaded, problems, existing);
  if (good_before) return write_stale(place, problems, *existing);
  write_rejected(place, loaded, problems, existing);
}

void Writer::write_stale(const Place& place, const std::vector<Problem>& problems,
                         Existing& existing) {
  const auto record = RecordText().add("stale").add(existing.ref).add(problems).record();
  if (record == existing.record) return;
  update_stale_.run(now_ms_, revision_, record, existing.skill_id);
  put_problems(place, existing.skill_id, problems);
  record_change(existing.ref, "changed");
}

void Writer::write_rejected(const Place& place, const LoadedSkill& loaded,
                            const std::vector<Problem>& problems, Existing* existing) {
  Declaration nothing;
  nothing.name = loaded.fallback_name;
  const auto record = record_of(path_of(place.root, place.candidate), place.candidate, loaded,
                                nothing, State::rejected, problems);
  if (existing != nullptr && existing->record == record && !rewrite_) return;
  put_skill_row(place, loaded, nothing, State::rejected, record, problems, existing);
}

void Writer::write_active(const Place& place, const LoadedSkill& loaded,
                          const std::vector<Problem>& problems, Existing* existing) {
  const Declaration& declaration = *loaded.declaration;
  const auto record = record_of(path_of(place.root, place.candidate), place.candidate, loaded,
                                declaration, State::active, problems);
  if (existing != nullptr && existing->record == record && !rewrite_) return;
  const std::int64_t skill_id =
      put_skill_row(place, loaded, declaration, State::active, record, problems, existing);
  put_details(place, skill_id, declaration);
  replace_fts_.run(skill_id, segment(declaration.name),
                   segment_all(declaration.triggers) + segment_all(declaration.patterns),
                   segment(declaration.description));
}

std::int64_t Writer::put_skill_row(const Place& place, const LoadedSkill& loaded,
                                   const Declaration& d, State state, std::int64_t record,
                                   const std::vector<Problem>& problems, Existing* existing) {
  const bool repaired = std::ranges::any_of(
      problems, [](const Problem& problem) { return problem_kind(problem.code).repair; });
  const bool is_file = place.candidate.kind == source::CandidateKind::skill_file;
  const std::string folder = is_file ? fold(loaded.fallback_name) : fold(d.name);
  const std::string ref = existing != nullptr ? existing->ref : free_ref(loaded.ref);
  const bool same = existing != nullptr && existing->record == record;
  Prepared& statement = existing != nullptr ? update_skill_ : insert_skill_;
  statement.run(place.root_id, place.file_id, loaded.entry, d.name, fold(d.name), folder,
                d.description, d.version, d.author, d.license, d.compatibility, d.config_schema,
                d.metadata, path_of(place.root, place.candidate),
                directory_of(place.root, place.candidate), to_text(state), repaired,
                loaded.had_frontmatter, loaded.digest, loaded.size_bytes,
                estimate_tokens(d.instructions), now_ms_,
                same ? existing->changed_revision : revision_, record, ref);
  const std::int64_t skill_id =
      existing != nullptr ? existing->skill_id : database_.getLastInsertRowid();
  put_problems(place, skill_id, problems);
  if (!same) record_change(ref, existing != nullptr ? "changed" : "added");
  return skill_id;
}

void Writer::put_details(const Place& place, std::int64_t skill_id,
                         const Declaration& declaration) {
  upsert_body_.run(skill_id, declaration.instructions);
  delete_triggers_.run(skill_id);
  put_list(skill_id, insert_trigger_, "keyword", declaration.triggers);
  put_list(skill_id, insert_trigger_, "pattern", declaration.patterns);
  phrases_.put(skill_id, declaration);
  delete_capabilities_.run(skill_id);
  put_list(skill_id, insert_capability_, "tool", declaration.tools);
  put_list(skill_id, insert_capability_, "hook", declaration.hooks);
  put_list(skill_id, insert_capability_, "command", declaration.commands);
  put_list(skill_id, insert_capability_, "allowed_tool", declaration.allowed_tools);
  delete_files_.run(skill_id);
  for (const auto& file : place.candidate.files) {
    insert_file_.run(skill_id, file.path, file.size_bytes);
  }
}

void Writer::put_list(std::int64_t skill_id, Prepared& statement, const char* kind,
                      const std::vector<std::string>& items) {
  int number = 0;
  for (const std::string& item : items) statement.run(skill_id, kind, number++, item);
}

void Writer::put_problems(const Place& place, std::int64_t skill_id,
                          const std::vector<Problem>& problems) {
  delete_problems_.run(skill_id);
  for (const Problem& p : problems) {
    insert_problem_.run(place.root_id, std::optional(place.file_id), std::optional(skill_id),
                        p.code, to_text(p.severity), p.message, p.path, p.line, p.column);
  }
}

std::string Writer::free_ref(const std::string& ref) {
  for (int place = 1;; ++place) {
    std::string candidate = source::ref_with_place(ref, place);
    select_ref_.start(candidate);
    const bool taken = select_ref_.step();
    if (!taken) return candidate;
    select_ref_.step();
  }
}

void Writer::touch_file(std::int64_t file_id, const Stamp& stamp, bool racy) {
  touch_file_.run(stamp.dev, stamp.ino, stamp.size_bytes, stamp.mtime_ns, stamp.ctime_ns, racy,
                  file_id);
}

void Writer::remove_file(std::int64_t file_id) {
  for (const Existing& skill : skills_of_file(file_id)) remove_skill(skill.skill_id, skill.ref);
  delete_file_.run(file_id);
}

void Writer::remove_skill(std::int64_t skill_id, const std::string& ref) {
  delete_fts_.run(skill_id);
  delete_skill_.run(skill_id);  // details go with it (ON DELETE CASCADE)
  record_change(ref, "removed");
}

void Writer::mark_unreachable(std::int64_t file_id, const Problem& reason) {
  for (Existing& skill : skills_of_file(file_id)) {
    if (!skill.good()) continue;
    const auto record = RecordText().add("unreachable").add(skill.ref).add(reason.code).record();
    if (record == skill.record) continue;
    update_stale_.run(now_ms_, revision_, record, skill.skill_id);
    add_problem_.run(skill.skill_id, reason.code, to_text(reason.severity), reason.message,
                     reason.path);
    record_change(skill.ref, "changed");
    forget_stamp_.run(file_id);
  }
}

void Writer::rewrite_search_text_of_stale() {
  select_stale_.start();
  while (select_stale_.step()) {
    const std::int64_t skill_id = select_stale_.column(0).getInt64();
    std::vector<std::string> triggers;
    select_triggers_.start(skill_id);
    while (select_triggers_.step()) triggers.push_back(select_triggers_.column(0).getString());
    replace_fts_.run(skill_id, segment(select_stale_.column(1).getString()), segment_all(triggers),
                     segment(select_stale_.column(2).getString()));
  }
}

}  // namespace skillcat::index
