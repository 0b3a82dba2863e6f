#include "query/reader.h"

#include <sys/stat.h>

#include "db/catalog_file.h"
#include "query/agents.h"
#include "query/doc_sets.h"
#include "query/postings.h"

namespace skillcat::query {
namespace {

constexpr const char* kSelectSkill =
    "SELECT ref, name, description, version, author, source, root, scope, file_path, directory,"
    " state, repaired, shadowed_by, config_schema, license, compatibility, metadata, digest,"
    " size_bytes, tokens, indexed_at, changed_revision FROM v1_skill WHERE skill_id = ?";

/// Zeros when there is no file. Taken before the file is opened: a file that is replaced in between
/// is then opened once more, never missed.
std::pair<std::uint64_t, std::uint64_t> file_at(const std::string& path) {
  struct stat st {};
  if (::stat(path.c_str(), &st) != 0) return {};
  return {st.st_dev, st.st_ino};
}

template <class Enum>
Enum value_of(std::string_view text, std::initializer_list<Enum> values) {
  for (const Enum value : values) {
    if (to_text(value) == text) return value;
  }
  return *values.begin();
}

}  // namespace

SourceKind source_kind(std::string_view text) {
  return value_of(text,
                  {SourceKind::local, SourceKind::plugin, SourceKind::bundled, SourceKind::mcp});
}
Scope scope(std::string_view text) {
  return value_of(text, {Scope::user, Scope::project, Scope::system});
}
State state(std::string_view text) {
  return value_of(text, {State::active, State::stale, State::rejected});
}
Severity severity(std::string_view text) {
  return value_of(text, {Severity::note, Severity::warning, Severity::error});
}

Reader::Reader(const std::string& path)
    : path_(path),
      file_(file_at(path)),
      database_(db::open_reader(path)),
      doc_sets_(std::make_unique<DocSets>()) {}
Reader::~Reader() = default;

bool Reader::reopen_if_replaced() {
  const auto now = file_at(path_);
  if (now == file_ || now == decltype(now){}) return false;
  SQLite::Database database = db::open_reader(path_);
  statements_.clear();
  postings_.reset();
  doc_sets_ = std::make_unique<DocSets>();
  database_ = std::move(database);
  file_ = now;
  return true;
}

Rows Reader::rows(std::string_view sql) {
  if (const auto known = statements_.find(sql); known != statements_.end()) {
    return Rows(*known->second);
  }
  std::string text(sql);
  auto statement = std::make_unique<SQLite::Statement>(database_, text);
  return Rows(*statements_.emplace(std::move(text), std::move(statement)).first->second);
}

Freshness Reader::freshness() {
  Freshness freshness;
  Rows row = rows("SELECT key, value FROM v1_meta WHERE key IN ('revision', 'as_of', 'complete')");
  while (row.next()) {
    const std::string key = row.text(0);
    if (key == "revision") freshness.revision = row.integer(1);
    if (key == "as_of") freshness.as_of = row.integer(1);
    if (key == "complete") freshness.complete = row.integer(1) != 0;
  }
  return freshness;
}

void Reader::load(std::int64_t skill_id, Skill& skill) {
  Rows row = rows(kSelectSkill);
  row.bind(skill_id).next();
  skill.skill_id = skill_id;
  skill.ref = row.text(0);
  skill.name = row.text(1);
  skill.description = row.text(2);
  skill.version = row.text(3);
  skill.author = row.text(4);
  skill.source = source_kind(row.text(5));
  skill.root = row.text(6);
  skill.scope = scope(row.text(7));
  skill.file_path = row.text(8);
  skill.directory = row.text(9);
  skill.agents = agents_of(skill.source, skill.directory);
  skill.state = state(row.text(10));
  skill.repaired = row.integer(11) != 0;
  skill.shadowed_by = row.text(12);
  skill.config_schema = row.text(13);
  skill.license = row.text(14);
  skill.compatibility = row.text(15);
  skill.metadata = row.text(16);
  skill.digest = row.text(17);
  skill.size_bytes = row.integer(18);
  skill.tokens = row.integer(19);
  skill.indexed_at = row.integer(20);
  skill.changed_revision = row.integer(21);
  load_lists(skill);
  load_problems(skill);
}

void Reader::load_lists(Skill& skill) {
  Rows triggers = rows("SELECT kind, text FROM v1_trigger WHERE skill_id = ? ORDER BY kind, place");
  triggers.bind(skill.skill_id);
  while (triggers.next()) {
    (triggers.text(0) == "keyword" ? skill.triggers : skill.patterns).push_back(triggers.text(1));
  }
  Rows capabilities =
      rows("SELECT kind, name FROM v1_capability WHERE skill_id = ? ORDER BY kind, place");
  capabilities.bind(skill.skill_id);
  while (capabilities.next()) {
    const std::string kind = capabilities.text(0);
    auto& list = kind == "tool"      ? skill.tools
                 : kind == "hook"    ? skill.hooks
                 : kind == "command" ? skill.commands
                                     : skill.allowed_tools;
    list.push_back(capabilities.text(1));
  }
}

void Reader::load_problems(Skill& skill) {
  Rows row = rows(
      "SELECT code, severity, message, path, line, column FROM problem WHERE skill_id = ?"
      " ORDER BY problem_id");
  row.bind(skill.skill_id);
  while (row.next()) {
    skill.problems.push_back({row.text(0), severity(row.text(1)), row.text(2), row.text(3),
                              static_cast<int>(row.integer(4)), static_cast<int>(row.integer(5))});
  }
}

Postings& Reader::postings() {
  if (!postings_) postings_ = std::make_unique<Postings>(database_);
  postings_->refresh();
  return *postings_;
}

const DocSet* Reader::docs_of(const Filter& filter) {
  return doc_sets_->find(*this, filter, freshness().revision);
}

void Reader::load_instructions(Skill& skill) {
  Rows row = rows("SELECT instructions FROM body WHERE skill_id = ?");
  if (row.bind(skill.skill_id).next()) skill.instructions = row.text(0);
}

Condition condition_of(const Filter& filter, const std::string& id) {
  Condition condition;
  const auto add = [&](const char* sql, std::string parameter) {
    if (!condition.sql.empty()) condition.sql += " AND ";
    condition.sql += sql;
    condition.parameters.push_back(std::move(parameter));
  };
  if (filter.source) add("r.source = ?", std::string(to_text(*filter.source)));
  if (!filter.root.empty()) add("r.label = ?", filter.root);
  if (filter.state) add("s.state = ?", std::string(to_text(*filter.state)));
  if (!condition.sql.empty()) {
    condition.sql = id +
                    " IN (SELECT s.skill_id FROM skill AS s JOIN root AS r USING (root_id) WHERE " +
                    condition.sql + ")";
  }
  if (!filter.tool.empty()) {
    if (!condition.sql.empty()) condition.sql += " AND ";
    condition.sql += id + " IN (SELECT skill_id FROM capability WHERE kind = 'tool' AND name = ?)";
    condition.parameters.push_back(filter.tool);
  }
  if (condition.sql.empty()) condition.sql = "1";
  return condition;
}

}  // namespace skillcat::query
