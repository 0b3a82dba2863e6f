// The only code that changes the catalog: roots, files, copies, and all that is derived from them.
//
// Use: begin, any number of changes, commit. Everything between is one transaction and, when it
// changed anything visible, one revision. Statements are prepared once.
// Threads: one. Errors: SQLite::Exception (disk full, damage); the transaction rolls back.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "index/load.h"
#include "index/phrase_writer.h"
#include "index/statement.h"
#include "source/source.h"

namespace skillcat::index {

/// A candidate as the catalog knows it.
struct KnownFile {
  std::int64_t file_id = 0;
  Stamp stamp;
  bool racy = false;
  std::int64_t surroundings = 0;
  std::optional<Digest> digest;
};

class Writer {
 public:
  explicit Writer(SQLite::Database& database);

  /// With `rewrite`, every row that is put is written again, though equal: for a rebuild and for
  /// another version of the analysis. What is equal still keeps its revision.
  void begin(std::int64_t now_ms, bool rewrite = false);
  /// The revision after the commit.
  std::int64_t commit();
  bool in_transaction() const { return transaction_ != nullptr; }

  /// The row of `root`, made or updated. A changed label changes refs: its files are removed, to
  /// be added again by the pass.
  std::int64_t put_root(const source::Root& root);
  void remove_root(std::int64_t root_id);
  void set_root_listing(std::int64_t root_id, const source::Listing& listing);
  void set_last_pass(std::int64_t root_id, std::int64_t now_ms);

  void put_file(std::int64_t root_id, const source::Root& root, const source::Candidate& candidate,
                const LoadedFile& loaded, bool racy);
  /// Same content under another stamp: nothing visible changes.
  void touch_file(std::int64_t file_id, const Stamp& stamp, bool racy);
  void remove_file(std::int64_t file_id);
  /// Keeps what the file gave as stale, for `reason`, and forgets its stamp: when it can be
  /// reached again it is read again.
  void mark_unreachable(std::int64_t file_id, const Problem& reason);

  /// Segments the stored text of stale copies again: their files cannot give it.
  void rewrite_search_text_of_stale();

  void set_meta(const char* key, std::int64_t value);
  /// What the configuration keeps out, so that a reader can say why a path is missing.
  void set_rules(const source::Rules& rules);

 private:
  struct Existing {
    std::int64_t skill_id = 0;
    std::string ref;
    std::string state;
    bool had_frontmatter = false;
    std::int64_t record = 0;
    std::int64_t changed_revision = 0;
    bool matched = false;
    bool good() const { return state != "rejected"; }
  };
  struct Place {
    std::int64_t root_id;
    std::int64_t file_id;
    const source::Root& root;
    const source::Candidate& candidate;
  };

  std::vector<Existing> skills_of_file(std::int64_t file_id);
  std::int64_t put_file_row(std::int64_t root_id, const source::Candidate& candidate,
                            const LoadedFile& loaded, bool racy);
  void put_skill(const Place& place, const LoadedSkill& loaded, Existing* existing);
  void write_active(const Place& place, const LoadedSkill& loaded,
                    const std::vector<Problem>& problems, Existing* existing);
  void write_rejected(const Place& place, const LoadedSkill& loaded,
                      const std::vector<Problem>& problems, Existing* existing);
  void write_stale(const Place& place, const std::vector<Problem>& problems, Existing& existing);
  std::int64_t put_skill_row(const Place& place, const LoadedSkill& loaded,
                             const Declaration& declaration, State state, std::int64_t record,
                             const std::vector<Problem>& problems, Existing* existing);
  void put_details(const Place& place, std::int64_t skill_id, const Declaration& declaration);
  void put_problems(const Place& place, std::int64_t skill_id,
                    const std::vector<Problem>& problems);
  void put_list(std::int64_t skill_id, Prepared& statement, const char* kind,
                const std::vector<std::string>& items);
  void remove_files_of(std::int64_t root_id);
  void remove_skill(std::int64_t skill_id, const std::string& ref);
  std::string free_ref(const std::string& ref);
  void record_change(const std::string& ref, const char* change);

  SQLite::Database& database_;
  PhraseWriter phrases_;
  std::unique_ptr<SQLite::Transaction> transaction_;
  std::int64_t now_ms_ = 0;
  std::int64_t revision_ = 0;  ///< of this transaction, once anything changed
  bool changed_ = false;
  bool rewrite_ = false;

  Prepared select_revision_, set_meta_;
  Prepared select_root_, insert_root_, update_root_, delete_root_, files_of_root_;
  Prepared update_listing_, update_last_pass_, delete_root_problems_;
  Prepared upsert_file_, touch_file_, forget_stamp_, delete_file_;
  Prepared delete_dependencies_, insert_dependency_;
  Prepared select_skills_, select_ref_, insert_skill_, update_skill_, update_stale_, delete_skill_;
  Prepared upsert_body_, delete_triggers_, insert_trigger_, delete_capabilities_;
  Prepared insert_capability_, delete_files_, insert_file_;
  Prepared delete_problems_, delete_file_problems_, insert_problem_, add_problem_;
  Prepared replace_fts_, delete_fts_, select_stale_, select_triggers_, upsert_change_;
};

}  // namespace skillcat::index
