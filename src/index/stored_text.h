// The text of copies as the catalog holds it: what the postings were made of, and what they are
// made of again.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "index/document_terms.h"
#include "index/statement.h"

namespace skillcat::index {

class StoredTextReader {
 public:
  explicit StoredTextReader(SQLite::Database& database);

  /// The text of one served copy, valid until the next call; nothing for any other.
  std::optional<DocumentText> find(std::int64_t skill_id);
  /// Calls visit(skill_id, text) for all served copies, by skill_id.
  void each(const std::function<void(std::int64_t, const DocumentText&)>& visit);

 private:
  DocumentText read_row(SQLite::Statement& row, std::int64_t skill_id);

  SQLite::Database& database_;
  std::string name_, description_, instructions_;
  std::vector<std::string> triggers_;
  SQLite::Statement select_;
  Prepared select_triggers_;
};

}  // namespace skillcat::index
