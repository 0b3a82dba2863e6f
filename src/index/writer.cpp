// The writer's transactions, roots, files and problems. Copies are in writer_skills.cpp.
#include "index/writer.h"

#include <nlohmann/json.hpp>

#include "base/fs.h"
#include "index/record.h"

namespace skillcat::index {
namespace {

using source::Candidate;
using source::Listing;
using source::Root;

/// Whether the problems that `rows` gives are `problems`.
bool are_stored(Prepared& rows, const std::vector<Problem>& problems) {
  std::vector<Problem> stored;
  while (rows.step()) {
    stored.push_back({rows.column(0).getString(), Severity::note, rows.column(2).getString(),
                      rows.column(3).getString(), rows.column(4).getInt(),
                      rows.column(5).getInt()});
  }
  return RecordText().add(stored).record() == RecordText().add(problems).record();
}

std::vector<Problem> with_stored_text(std::vector<Problem> problems) {
  for (Problem& p : problems) {
    p.message = stored_text(std::move(p.message));
    p.path = stored_text(std::move(p.path));
  }
  return problems;
}

}  // namespace

void Writer::begin(std::int64_t now_ms, bool rewrite) {
  transaction_ =
      std::make_unique<SQLite::Transaction>(sql_.db, SQLite::TransactionBehavior::IMMEDIATE);
  now_ms_ = now_ms;
  changed_ = false;
  rewrite_ = rewrite;
  postings_.begin(rewrite);
  sql_.select_revision.first([&](Prepared& row) { revision_ = row.column(0).getInt64() + 1; });
}

std::int64_t Writer::commit() {
  postings_.commit();
  if (changed_) set_meta("revision", revision_);
  transaction_->commit();
  transaction_.reset();
  return changed_ ? revision_ : revision_ - 1;
}

void Writer::set_meta(const char* key, std::int64_t value) {
  sql_.set_meta.run(key, value);
}

void Writer::set_rules(const source::Rules& rules) {
  const auto replace = nlohmann::json::error_handler_t::replace;  // file names may be any bytes
  sql_.set_meta.run("exclude", nlohmann::json(rules.exclude).dump(-1, ' ', false, replace));
}

void Writer::record_change(const std::string& ref, const char* change) {
  changed_ = true;
  sql_.upsert_change.run(ref, revision_, change, now_ms_);
  const std::string_view kind = change;
  ++(kind == "added" ? counts_.added : kind == "changed" ? counts_.changed : counts_.removed);
  if (counts_.ref.empty()) counts_.ref = ref;
}

std::int64_t Writer::put_root(const Root& root) {
  std::int64_t root_id = 0;
  const bool known = sql_.select_root.first(
      [&](Prepared& row) { root_id = row.column(0).getInt64(); }, to_text(root.kind), root.path);
  if (known) {
    const int updated = sql_.update_root.run(root_id, root.label, to_text(root.scope),
                                             root.project_path, root.precedence);
    changed_ = changed_ || updated > 0;
    return root_id;
  }
  sql_.insert_root.run(to_text(root.kind), root.path, root.label, to_text(root.scope),
                       root.project_path, root.precedence);
  changed_ = true;
  return sql_.db.getLastInsertRowid();
}

void Writer::remove_files_of(std::int64_t root_id) {
  std::vector<std::int64_t> files;
  sql_.files_of_root.start(root_id);
  while (sql_.files_of_root.step()) files.push_back(sql_.files_of_root.column(0).getInt64());
  for (const std::int64_t file_id : files) remove_file(file_id);
}

void Writer::remove_root(std::int64_t root_id) {
  remove_files_of(root_id);
  sql_.delete_root.run(root_id);
  changed_ = true;
}

void Writer::move_root(std::int64_t root_id, const std::string& path) {
  sql_.move_root.run(root_id, path);
  changed_ = true;
}

void Writer::free_label(std::int64_t root_id) {
  remove_files_of(root_id);
  sql_.free_label.run(root_id);
}

void Writer::set_root_listing(std::int64_t root_id, const Listing& listing) {
  const int updated = sql_.update_root_state.run(root_id, to_text(listing.state));
  changed_ = changed_ || updated > 0;
  sql_.update_skipped.run(root_id, static_cast<std::int64_t>(listing.skipped_folders.size()));
  put_root_problems(root_id, with_stored_text(listing.problems));
}

void Writer::put_root_problems(std::int64_t root_id, const std::vector<Problem>& problems) {
  sql_.select_root_problems.start(root_id);
  if (are_stored(sql_.select_root_problems, problems)) return;
  sql_.delete_root_problems.run(root_id);
  insert_problems(root_id, {}, {}, problems);
  changed_ = true;
}

void Writer::put_file_problems(std::int64_t root_id, std::int64_t file_id,
                               const std::vector<Problem>& problems) {
  sql_.select_file_problems.start(file_id);
  if (are_stored(sql_.select_file_problems, problems)) return;
  sql_.delete_file_problems.run(file_id);
  insert_problems(root_id, file_id, {}, problems);
  changed_ = true;
}

void Writer::insert_problems(std::int64_t root_id, std::optional<std::int64_t> file_id,
                             std::optional<std::int64_t> skill_id,
                             const std::vector<Problem>& problems) {
  for (const Problem& p : problems) {
    sql_.insert_problem.run(root_id, file_id, skill_id, p.code, to_text(p.severity), p.message,
                            p.path, p.line, p.column);
  }
}

void Writer::set_last_pass(std::int64_t root_id, std::int64_t now_ms) {
  sql_.update_last_pass.run(now_ms, root_id);
}

std::int64_t Writer::put_file_row(std::int64_t root_id, std::optional<std::int64_t> file_id,
                                  const Candidate& candidate, const LoadedFile& loaded) {
  const Stamp& s = loaded.stamp;
  const std::int64_t surroundings = loaded.racy_beside ? kRacySurroundings : candidate.surroundings;
  if (file_id) {
    sql_.update_file.run(s.dev, s.ino, s.size_bytes, s.mtime_ns, s.ctime_ns, loaded.racy,
                         surroundings, loaded.digest, *file_id);
    sql_.delete_dependencies.run(*file_id);
  } else {
    sql_.insert_file.run(s.dev, s.ino, s.size_bytes, s.mtime_ns, s.ctime_ns, loaded.racy,
                         surroundings, loaded.digest, root_id, candidate.path);
    file_id = sql_.db.getLastInsertRowid();
  }
  for (const Dependency& d : loaded.dependencies) {
    sql_.insert_dependency.run(*file_id, d.path, d.stamp);
  }
  return *file_id;
}

void Writer::put_file(std::int64_t root_id, std::optional<std::int64_t> file_id, const Root& root,
                      const Candidate& candidate, const LoadedFile& loaded) {
  const bool known = file_id.has_value();
  file_id = put_file_row(root_id, file_id, candidate, loaded);
  auto problems = loaded.problems;
  for (Problem& problem : problems) {
    if (problem.path.empty()) problem.path = join_path(root.path, candidate.path);
  }
  if (known || !problems.empty()) {
    put_file_problems(root_id, *file_id, with_stored_text(std::move(problems)));
  }
  put_skills({root_id, *file_id, root, candidate}, loaded);
}

void Writer::touch_file(std::int64_t file_id, const LoadedFile& loaded) {
  const Stamp& s = loaded.stamp;
  sql_.touch_file.run(s.dev, s.ino, s.size_bytes, s.mtime_ns, s.ctime_ns, loaded.racy, file_id);
}

}  // namespace skillcat::index
