// Catalog: the public face of the query room. Each answer is made in a file of its own.
#include <skillcat/catalog.h>
#include <sys/stat.h>

#include "db/catalog_file.h"
#include "query/match.h"
#include "query/names.h"
#include "query/reader.h"
#include "query/search.h"

namespace skillcat {

using query::Reader;
using query::Rows;
using query::Snapshot;

struct Catalog::Impl {
  explicit Impl(const std::string& path) : reader(path) {}
  Reader reader;
};

namespace {

/// Runs `answer` and turns what SQLite throws into an Error that says what to do.
template <class Answer>
auto answering(Reader& reader, Answer&& answer) {
  try {
    return answer();
  } catch (const SQLite::Exception& e) {
    throw Error(ErrorCode::catalog, "cannot read " + reader.path() + ": " + e.what(),
                "run 'skillcat verify'; 'skillcat rebuild' makes it anew");
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
  throw Error(ErrorCode::not_found, "no skill is called '" + std::string(name) + "'",
              "'skillcat search' finds skills by what they do, 'skillcat list' shows all");
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

ProblemList Catalog::problems(const std::string& code) {
  return answering(impl_->reader, [&] { return list_problems(impl_->reader, code); });
}

Status Catalog::status() {
  return answering(impl_->reader, [&] { return read_status(impl_->reader); });
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
