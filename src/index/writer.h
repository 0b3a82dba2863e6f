// The only code that changes the catalog: roots, files, copies, and all that is derived from them.
//
// Use: begin, any number of changes, commit. Everything between is one transaction and, when it
// changed anything visible, one revision.
// Threads: one. Errors: SQLite::Exception (disk full, damage); then call `rollback`.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "index/load.h"
#include "index/phrase_writer.h"
#include "index/posting_writer.h"
#include "index/statements.h"
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

/// How many copies changed, and one of them.
struct ChangeCounts {
  std::int64_t added = 0;
  std::int64_t changed = 0;
  std::int64_t removed = 0;
  std::string ref;

  std::int64_t total() const { return added + changed + removed; }
};

class Writer {
 public:
  explicit Writer(SQLite::Database& database)
      : sql_(database), phrases_(database), postings_(database) {}

  /// With `rewrite`, every row that is put is written again, though equal: for a rebuild and for
  /// another version of the analysis. What is equal still keeps its revision.
  void begin(std::int64_t now_ms, bool rewrite = false);
  /// The revision after the commit.
  std::int64_t commit();
  /// Forgets what the transaction did, if there is one.
  void rollback() { transaction_.reset(); }

  /// The row of `root`, made or updated.
  std::int64_t put_root(const source::Root& root);
  void remove_root(std::int64_t root_id);
  /// Its folder is another one.
  void move_root(std::int64_t root_id, const std::string& path);
  /// Frees the label of a root that gets another one. Its files are removed, because a label is
  /// part of their refs: the pass adds them again.
  void free_label(std::int64_t root_id);
  void set_root_listing(std::int64_t root_id, const source::Listing& listing);
  void set_last_pass(std::int64_t root_id, std::int64_t now_ms);

  /// `file_id`: the file's row, when the catalog knows it.
  void put_file(std::int64_t root_id, std::optional<std::int64_t> file_id, const source::Root& root,
                const source::Candidate& candidate, const LoadedFile& loaded);
  /// Same content under another stamp: nothing visible changes.
  void touch_file(std::int64_t file_id, const LoadedFile& loaded);
  void remove_file(std::int64_t file_id);
  /// Keeps what the file gave as stale, for `reason`, and forgets its stamp: when it can be
  /// reached again it is read again.
  void mark_unreachable(std::int64_t root_id, std::int64_t file_id, const Problem& reason);

  /// Segments the stored text of stale copies again: their files cannot give it.
  void rewrite_search_text_of_stale();

  void set_meta(const char* key, std::int64_t value);
  /// What the configuration keeps out, so that a reader can say why a path is missing.
  void set_rules(const source::Rules& rules);

  /// What was recorded since the last call, committed or not.
  ChangeCounts take_counts() { return std::exchange(counts_, {}); }

 private:
  /// A copy as the catalog has it before a change.
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

  // writer.cpp
  std::int64_t put_file_row(std::int64_t root_id, std::optional<std::int64_t> file_id,
                            const source::Candidate& candidate, const LoadedFile& loaded);
  void put_root_problems(std::int64_t root_id, const std::vector<Problem>& problems);
  void put_file_problems(std::int64_t root_id, std::int64_t file_id,
                         const std::vector<Problem>& problems);
  void insert_problems(std::int64_t root_id, std::optional<std::int64_t> file_id,
                       std::optional<std::int64_t> skill_id, const std::vector<Problem>& problems);
  void remove_files_of(std::int64_t root_id);
  void record_change(const std::string& ref, const char* change);

  // writer_skills.cpp
  static Existing read_existing(Prepared& row);
  std::vector<Existing> skills_of_file(std::int64_t file_id);
  void put_skills(const Place& place, const LoadedFile& loaded);
  std::optional<Existing> take_over(const Place& place, const std::string& ref);
  void put_skill(const Place& place, const LoadedSkill& loaded, const Existing* existing);
  /// As active; as stale what is outdated though it can be read.
  void write_served(const Place& place, const LoadedSkill& loaded,
                    const std::vector<Problem>& problems, const Existing* existing);
  void write_rejected(const Place& place, const LoadedSkill& loaded,
                      const std::vector<Problem>& problems, const Existing* existing);
  void write_stale(const Place& place, const std::vector<Problem>& problems,
                   const Existing& existing);
  std::int64_t put_skill_row(const Place& place, const LoadedSkill& loaded,
                             const Declaration& declaration, State state, std::int64_t record,
                             const std::vector<Problem>& problems, const Existing* existing);
  void put_details(const Place& place, std::int64_t skill_id, const Declaration& declaration);
  void put_list(std::int64_t skill_id, Prepared& statement, const char* kind,
                const std::vector<std::string>& items);
  void put_skill_problems(std::int64_t root_id, std::int64_t file_id, std::int64_t skill_id,
                          const std::vector<Problem>& problems);
  void remove_skill(std::int64_t skill_id, const std::string& ref);
  std::string free_ref(const std::string& ref);

  Statements sql_;
  PhraseWriter phrases_;
  PostingWriter postings_;
  std::unique_ptr<SQLite::Transaction> transaction_;
  std::int64_t now_ms_ = 0;
  std::int64_t revision_ = 0;  ///< of this transaction, once anything changed
  bool changed_ = false;
  bool rewrite_ = false;
  ChangeCounts counts_;
};

}  // namespace skillcat::index
