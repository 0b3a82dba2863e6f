// Catalog: the public face of the query room. Each answer is made in a file of its own.
#include <skillcat/catalog.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "db/catalog_file.h"
#include "db/daemon_state.h"
#include "query/agents.h"
#include "query/capabilities.h"
#include "query/changes.h"
#include "query/context.h"
#include "query/files.h"
#include "query/match.h"
#include "query/names.h"
#include "query/reader.h"
#include "query/search.h"
#include "query/servers.h"
#include "query/why.h"

namespace skillcat {

using query::Reader;
using query::Rows;
using query::Snapshot;

struct Catalog::Impl {
  explicit Impl(const std::string& path) : reader(path) {}
  Reader reader;
};

namespace {

[[noreturn]] void refuse_unreadable(const Reader& reader, const SQLite::Exception& e) {
  throw Error(ErrorCode::catalog, "cannot read " + reader.path() + ": " + e.what(),
              "run 'skillcat verify'; 'skillcat rebuild' makes it anew");
}

/// Runs `answer` on the file that is at the path now, and turns what SQLite throws into an Error
/// that says what to do.
template <class Answer>
auto answering(Reader& reader, Answer&& answer) {
  try {
    reader.reopen_if_replaced();
    return answer();
  } catch (const SQLite::Exception& e) {
    refuse_unreadable(reader, e);
  }
}

std::int64_t file_size(const std::string& path) {
  struct stat st {};
  return ::stat(path.c_str(), &st) == 0 ? st.st_size : 0;
}

void read_counts(Rows rows, std::map<std::string, std::int64_t>& counts) {
  while (rows.next()) counts[rows.text(0)] = rows.integer(1);
}

SkillList list_skills(Reader& reader, const ListOptions& options) {
  SkillList answer;
  const Snapshot snapshot(reader.database());
  static_cast<Freshness&>(answer) = reader.freshness();
  const auto condition = query::condition_of(options.filter, "skill_id");
  Rows count = reader.rows("SELECT count(*) FROM skill WHERE " + condition.sql);
  count.bind_each(condition.parameters).next();
  answer.total = count.integer(0);
  Rows page = reader.rows("SELECT skill_id FROM skill WHERE " + condition.sql +
                          " AND ref > ? ORDER BY ref LIMIT " +
                          (options.limit == 0 ? "-1" : std::to_string(options.limit)));
  auto parameters = condition.parameters;
  parameters.push_back(options.after);
  page.bind_each(parameters);
  while (page.next()) reader.load(page.integer(0), answer.skills.emplace_back());
  return answer;
}

/// Of one content, the precedence of the roots decides.
std::vector<Place> places_of(Reader& reader, const Skill& skill) {
  std::vector<Place> places{{skill.ref, skill.root, skill.file_path, skill.agents}};
  Rows row = reader.rows(
      "SELECT s.ref, r.label, r.source, s.file_path, s.directory"
      " FROM skill AS s JOIN root AS r USING (root_id)"
      " WHERE s.digest = (SELECT digest FROM skill WHERE skill_id = ?1) AND s.skill_id <> ?1"
      " AND s.state <> 'rejected' ORDER BY r.precedence, s.ref");
  row.bind(skill.skill_id);
  while (row.next()) {
    places.push_back({row.text(0), row.text(1), row.text(3),
                      query::agents_of(query::source_kind(row.text(2)), row.text(4))});
  }
  return places;
}

std::optional<SkillAnswer> find_skill(Reader& reader, std::string_view name,
                                      const std::string& cwd) {
  const Snapshot snapshot(reader.database());
  const auto copies = query::resolve(reader, name, cwd);
  if (copies.empty()) return std::nullopt;
  SkillAnswer answer;
  static_cast<Freshness&>(answer) = reader.freshness();
  reader.load(copies.front().skill_id, answer.skill);
  reader.load_instructions(answer.skill);
  for (const auto& copy : copies) answer.copies.push_back(copy.ref);
  answer.places = places_of(reader, answer.skill);
  return answer;
}

ProblemList list_problems(Reader& reader, const std::string& code) {
  ProblemList answer;
  const Snapshot snapshot(reader.database());
  static_cast<Freshness&>(answer) = reader.freshness();
  Rows row = reader.rows(
      "SELECT code, severity, message, path, line, column, ref, root FROM v1_problem"
      " WHERE ?1 = '' OR code = ?1 ORDER BY CASE severity WHEN 'error' THEN 0"
      " WHEN 'warning' THEN 1 ELSE 2 END, path, line, problem_id");
  row.bind(code);
  while (row.next()) {
    StoredProblem problem;
    problem.code = row.text(0);
    problem.severity = query::severity(row.text(1));
    problem.message = row.text(2);
    problem.path = row.text(3);
    problem.line = static_cast<int>(row.integer(4));
    problem.column = static_cast<int>(row.integer(5));
    problem.ref = row.text(6);
    problem.root = row.text(7);
    answer.problems.push_back(std::move(problem));
  }
  return answer;
}

/// Where damaged catalogs were put: see index/damage.h.
std::vector<std::string> quarantined(const std::string& catalog) {
  std::vector<std::string> folders;
  std::error_code error;
  const std::filesystem::path parent = catalog.substr(0, catalog.rfind('/') + 1);
  for (const auto& entry : std::filesystem::directory_iterator(parent, error)) {
    const std::string path = entry.path().string();
    if (path.starts_with(catalog + ".damaged-")) folders.push_back(path);
  }
  std::ranges::sort(folders);
  return folders;
}

void add_daemon(Status& status) {
  const auto state = db::read_daemon_state(status.catalog);
  if (!state) return;
  status.daemon = DaemonStatus{state->pid,
                               state->http,
                               state->started_at,
                               state->watches,
                               state->watches_allowed,
                               state->overflows,
                               state->last_full_pass_at,
                               state->log_held_since,
                               state->trouble};
  for (RootStatus& root : status.roots) {
    const bool polled = std::ranges::find(state->polled, root.label) != state->polled.end();
    root.mode = polled ? "polling" : "events";
  }
}

Status read_status(Reader& reader) {
  Status status;
  const Snapshot snapshot(reader.database());
  static_cast<Freshness&>(status) = reader.freshness();
  status.schema = db::schema_version(reader.database());
  status.catalog = reader.path();
  status.size_bytes = file_size(reader.path());
  status.wal_bytes = file_size(reader.path() + "-wal");
  read_counts(reader.rows("SELECT r.source, count(*) FROM skill JOIN root AS r USING (root_id)"
                          " GROUP BY r.source"),
              status.skills_by_source);
  read_counts(reader.rows("SELECT state, count(*) FROM skill GROUP BY state"),
              status.skills_by_state);
  read_counts(reader.rows("SELECT code, count(*) FROM problem GROUP BY code"), status.problems);
  Rows row = reader.rows(
      "SELECT label, source, scope, path, state, last_pass_at FROM v1_root"
      " ORDER BY precedence, label");
  while (row.next()) {
    status.roots.push_back({row.text(0), query::source_kind(row.text(1)), query::scope(row.text(2)),
                            row.text(3), row.text(4), row.integer(5)});
  }
  status.servers = query::list_servers(reader);
  status.quarantined = quarantined(status.catalog);
  add_daemon(status);
  return status;
}

}  // namespace

Catalog::Catalog(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Catalog::Catalog(Catalog&&) noexcept = default;
Catalog& Catalog::operator=(Catalog&&) noexcept = default;
Catalog::~Catalog() = default;

Catalog Catalog::open(const std::string& path) {
  return Catalog(std::make_unique<Impl>(path));
}

Freshness Catalog::freshness() {
  return answering(impl_->reader, [&] { return impl_->reader.freshness(); });
}

SkillList Catalog::list(const ListOptions& options) {
  return answering(impl_->reader, [&] { return list_skills(impl_->reader, options); });
}

std::optional<SkillAnswer> Catalog::find(std::string_view name, const std::string& cwd) {
  return answering(impl_->reader, [&] { return find_skill(impl_->reader, name, cwd); });
}

SkillAnswer Catalog::get(std::string_view name, const std::string& cwd) {
  if (auto answer = find(name, cwd)) return *std::move(answer);
  query::refuse_unknown_name(name);
}

SearchAnswer Catalog::search(const Query& query) {
  return answering(impl_->reader, [&] { return query::search(impl_->reader, query); });
}

SearchAnswer Catalog::match(const Message& message) {
  return answering(impl_->reader, [&] {
    const Snapshot snapshot(impl_->reader.database());
    return query::match(impl_->reader, message);
  });
}

ContextAnswer Catalog::context(const std::vector<std::string>& names,
                               const ContextOptions& options) {
  return answering(impl_->reader, [&] {
    const Snapshot snapshot(impl_->reader.database());
    return query::context_of_names(impl_->reader, names, options);
  });
}

ContextAnswer Catalog::context(const Message& message, const ContextOptions& options) {
  return answering(impl_->reader, [&] {
    const Snapshot snapshot(impl_->reader.database());
    const SearchAnswer found = query::match(impl_->reader, message);
    return query::context_of_hits(impl_->reader, found.hits, options);
  });
}

FileList Catalog::files(std::string_view name, const std::string& cwd) {
  return answering(impl_->reader, [&] { return query::list_files(impl_->reader, name, cwd); });
}

FileContent Catalog::file(std::string_view name, const std::string& path, const std::string& cwd) {
  return answering(impl_->reader,
                   [&] { return query::read_skill_file(impl_->reader, name, path, cwd); });
}

WhyAnswer Catalog::why(std::string_view name_or_path, const std::string& cwd) {
  return answering(impl_->reader, [&] { return query::why(impl_->reader, name_or_path, cwd); });
}

ChangeList Catalog::changes_since(std::int64_t revision) {
  return answering(impl_->reader, [&] { return query::changes_since(impl_->reader, revision); });
}

std::int64_t Catalog::wait_for_change(std::int64_t revision, std::chrono::milliseconds timeout) {
  // Not by way of `answering`, which would hide that the file was replaced.
  try {
    return query::wait_for_change(impl_->reader, revision, timeout);
  } catch (const SQLite::Exception& e) {
    refuse_unreadable(impl_->reader, e);
  }
}

CapabilityList Catalog::tools(const std::string& tool) {
  return answering(impl_->reader,
                   [&] { return query::list_capabilities(impl_->reader, "tool", tool); });
}

CapabilityList Catalog::hooks(const std::string& hook) {
  return answering(impl_->reader,
                   [&] { return query::list_capabilities(impl_->reader, "hook", hook); });
}

ProblemList Catalog::problems(const std::string& code) {
  return answering(impl_->reader, [&] { return list_problems(impl_->reader, code); });
}

Status Catalog::status() {
  return answering(impl_->reader, [&] { return read_status(impl_->reader); });
}

std::string_view to_text(Included included) {
  switch (included) {
    case Included::whole:
      return "whole";
    case Included::cut:
      return "cut";
    case Included::omitted:
      return "omitted";
  }
  return "omitted";
}

std::string_view to_text(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::added:
      return "added";
    case ChangeKind::changed:
      return "changed";
    case ChangeKind::removed:
      return "removed";
  }
  return "changed";
}

std::string_view to_text(EvidenceKind kind) {
  switch (kind) {
    case EvidenceKind::name:
      return "name";
    case EvidenceKind::keyword:
      return "keyword";
    case EvidenceKind::pattern:
      return "pattern";
    case EvidenceKind::text:
      return "text";
  }
  return "text";
}

}  // namespace skillcat
