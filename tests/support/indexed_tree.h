// A folder of skills, a catalog beside it, and passes that index the one into the other.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "index/pass.h"
#include "support/fake_clock.h"
#include "support/temp_folder.h"

namespace skillcat::test {

/// A skill file whose text names it.
inline std::string skill_text(const std::string& name, const std::string& description = "Does it.",
                              const std::string& body = "Do it.") {
  return "---\nname: " + name + "\ndescription: " + description + "\n---\n" + body + "\n";
}

class IndexedTree {
 public:
  IndexedTree() {
    tree.make_folder("root");
    roots.push_back(root("root", "here"));
  }

  /// A local root below `tree`.
  source::Root root(const std::string& below, const std::string& label) const {
    source::Root made;
    made.label = label;
    made.path = tree.path(below);
    return made;
  }

  void write(const std::string& below_root, std::string_view bytes) const {
    tree.write("root/" + below_root, bytes);
  }
  void write_skill(const std::string& folder, const std::string& description = "Does it.") const {
    write(folder + "/SKILL.md", skill_text(folder, description));
  }

  index::Indexer& indexer() {
    if (!indexer_) indexer_.emplace(catalog(), "test", std::chrono::milliseconds(0), clock);
    return *indexer_;
  }
  void close() { indexer_.reset(); }

  index::PassReport pass(index::PassOptions options = {}) {
    if (options.threads == 0) options.threads = 2;
    return indexer().run(roots, rules, options);
  }

  std::string catalog() const { return tree.path("data/catalog.db"); }

  /// The first column of the first row as text; empty for no row.
  std::string query(const std::string& sql) {
    SQLite::Statement row(indexer().database(), sql);
    return row.executeStep() ? row.getColumn(0).getString() : std::string();
  }
  std::string state_of(const std::string& ref) {
    return query("SELECT state FROM v1_skill WHERE ref = '" + ref + "'");
  }
  std::string codes_of(const std::string& ref) {
    return query("SELECT group_concat(code, ' ') FROM (SELECT code FROM v1_problem WHERE ref = '" +
                 ref + "' ORDER BY code)");
  }
  std::string change_of(const std::string& ref) {
    return query("SELECT change FROM v1_change WHERE ref = '" + ref + "'");
  }

  /// All that the public views show and a rebuild gives again, one line a row, in an order that no
  /// history changes.
  std::string dump() { return dump_of(indexer().database()); }
  static std::string dump_of(SQLite::Database& database) {
    static constexpr const char* kQueries[] = {
        "SELECT label, source, scope, path, state FROM v1_root ORDER BY label",
        "SELECT ref, name, description, version, author, root, file_path, directory, state,"
        " repaired, shadowed_by, config_schema, metadata, digest, size_bytes, tokens, instructions"
        " FROM v1_skill ORDER BY ref",
        "SELECT s.ref, t.kind, t.place, t.text FROM v1_trigger AS t JOIN v1_skill AS s"
        " USING (skill_id) ORDER BY 1, 2, 3",
        "SELECT s.ref, c.kind, c.place, c.name FROM v1_capability AS c JOIN v1_skill AS s"
        " USING (skill_id) ORDER BY 1, 2, 3",
        "SELECT s.ref, f.path, f.size_bytes FROM skill_file AS f JOIN skill AS s USING (skill_id)"
        " ORDER BY 1, 2",
        "SELECT root, ref, code, severity, message, path, line, column FROM v1_problem"
        " ORDER BY 1, 2, 3, 5, 6",
        "SELECT s.ref, f.name, f.triggers, f.description FROM skill_fts AS f JOIN skill AS s"
        " ON s.skill_id = f.rowid ORDER BY 1"};
    std::string text;
    for (const char* sql : kQueries) {
      SQLite::Statement row(database, sql);
      while (row.executeStep()) {
        for (int i = 0; i < row.getColumnCount(); ++i) {
          text += row.getColumn(i).getString() + "|";
        }
        text += "\n";
      }
    }
    return text;
  }

  TempFolder tree;
  FakeClock clock;
  std::vector<source::Root> roots;
  source::Rules rules;

 private:
  std::optional<index::Indexer> indexer_;
};

}  // namespace skillcat::test
