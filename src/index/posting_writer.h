// Keeps the postings equal to the text of all served copies, in the transaction that changes it.
//
// Use, between begin and commit: `remove` before the rows of a copy change or go, `put` when its
// new text is known. What was indexed before is not stored a second time: the old text is read back
// and analysed again (0.17 ms), which saves a list of some 340 terms a skill.
//
// Cost, 100,000 skills with bodies: see bench/README.md.
// Memory: 24 bytes a changed posting, at most 96 MB; 2 bytes a skill between transactions.
// Threads: one. Errors: SQLite::Exception, Error(catalog) for damaged postings; after either the
// transaction must roll back.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <string>

#include "db/posting_meta.h"
#include "index/document_terms.h"
#include "index/length_table.h"
#include "index/posting_buffer.h"
#include "index/posting_lists.h"
#include "index/statement.h"
#include "index/stored_text.h"

namespace skillcat::index {

class PostingWriter {
 public:
  explicit PostingWriter(SQLite::Database& database);

  /// With `rebuild`, what is removed and put counts for nothing: commit makes all postings anew.
  void begin(bool rebuild);
  void remove(std::int64_t skill_id);
  void put(std::int64_t skill_id, const Declaration& declaration);
  /// Writes what was collected. The caller commits the transaction.
  void commit();

 private:
  void read_meta();
  void add(std::uint32_t doc, const DocumentText& text, PostingBuffer::Kind kind);
  void rebuild();
  bool bounds_are_loose() const;
  void flush();
  void apply_lengths();
  void apply_terms();
  /// The id of a term by its text; 0 when it has none.
  std::int64_t find_term(const std::string& text);

  SQLite::Database& database_;
  TermTable terms_;
  DocumentAnalyser analyser_;
  PostingBuffer buffer_;
  LengthTable lengths_;
  PostingLists lists_;
  db::PostingMeta meta_;
  bool rebuild_ = false;
  bool changed_ = false;
  bool open_ = false;  ///< between begin and commit
  StoredTextReader stored_;
  SQLite::Statement select_meta_;
  Prepared put_meta_, select_term_, insert_term_, delete_term_;
};

}  // namespace skillcat::index
