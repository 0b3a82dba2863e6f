// The connection of a Catalog: prepared statements, rows as Skills, one read transaction an answer.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <skillcat/catalog.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace skillcat::query {

/// A statement of the cache while it is used: reset at the end, so that no read lock stays.
class Rows {
 public:
  explicit Rows(SQLite::Statement& statement) : statement_(statement) {}
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  ~Rows() { statement_.tryReset(); }

  template <class... Args>
  Rows& bind(const Args&... args) {
    int index = 0;
    (statement_.bind(++index, args), ...);
    return *this;
  }
  Rows& bind_each(const std::vector<std::string>& parameters) {
    int index = 0;
    for (const std::string& parameter : parameters) statement_.bind(++index, parameter);
    return *this;
  }
  /// The same statement once more, with another parameter.
  Rows& again(std::int64_t parameter) {
    statement_.reset();
    statement_.bind(1, parameter);
    return *this;
  }
  bool next() { return statement_.executeStep(); }
  std::string text(int column) { return statement_.getColumn(column).getString(); }
  std::int64_t integer(int column) { return statement_.getColumn(column).getInt64(); }
  double real(int column) { return statement_.getColumn(column).getDouble(); }

 private:
  SQLite::Statement& statement_;
};

class DocSets;
class Postings;

/// A set of documents (skill_ids), one bit each.
using DocSet = std::vector<std::uint64_t>;

class Reader {
 public:
  explicit Reader(const std::string& path);
  ~Reader();

  const std::string& path() const { return path_; }

  /// Opens the file anew when another one stands at its path (a quarantined catalog, a new
  /// snapshot), which no PRAGMA tells. True when it did. While there is no file, what is open
  /// stays. Cost: one stat().
  bool reopen_if_replaced();
  SQLite::Database& database() { return database_; }

  /// The prepared statement of `sql`; each text is prepared once.
  Rows rows(std::string_view sql);

  Freshness freshness();

  /// Everything about one copy but its instructions, into `skill`. The copy must exist.
  void load(std::int64_t skill_id, Skill& skill);
  void load_instructions(Skill& skill);

  /// The postings as they are in this read transaction: one is needed around it.
  Postings& postings();
  /// The copies that pass `filter`; null when all do. Valid until the next call.
  const DocSet* docs_of(const Filter& filter);

 private:
  void load_lists(Skill& skill);
  void load_problems(Skill& skill);

  std::string path_;
  std::pair<std::uint64_t, std::uint64_t> file_;  ///< device and inode, taken before opening
  SQLite::Database database_;
  struct TextHash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_map<std::string, std::unique_ptr<SQLite::Statement>, TextHash, std::equal_to<>>
      statements_;
  std::unique_ptr<Postings> postings_;
  std::unique_ptr<DocSets> doc_sets_;
};

/// One answer sees one revision.
class Snapshot {
 public:
  explicit Snapshot(SQLite::Database& database) : database_(database) { database.exec("BEGIN"); }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  ~Snapshot() { database_.tryExec("ROLLBACK"); }

 private:
  SQLite::Database& database_;
};

/// The value called `text`, as `to_text` writes it; `otherwise` for a name of a later version.
SourceKind source_kind(std::string_view text);
Scope scope(std::string_view text);
State state(std::string_view text);
Severity severity(std::string_view text);

/// `filter` as a condition on skill_id `id`, with its parameters in order; "1" for none.
struct Condition {
  std::string sql;
  std::vector<std::string> parameters;
};
Condition condition_of(const Filter& filter, const std::string& id);

}  // namespace skillcat::query
