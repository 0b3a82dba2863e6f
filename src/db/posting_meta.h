// The one row that says what the postings hold as a whole.
#pragma once

#include <SQLiteCpp/Statement.h>

#include <cstdint>

namespace skillcat::db {

struct PostingMeta {
  std::int64_t generation = 0;  ///< grows with each change of the postings
  std::int64_t next_term_id = 1;
  std::int64_t documents = 0;
  std::int64_t total_length = 0;
  double reference_length = 0;  ///< the average that stored bounds were made with

  double average_length() const {
    return documents > 0 ? static_cast<double>(total_length) / static_cast<double>(documents) : 0;
  }
};

inline constexpr const char* kSelectPostingMeta =
    "SELECT generation, next_term_id, documents, total_length, reference_length FROM posting_meta";

/// The row of `statement`, which is kSelectPostingMeta and stands on it.
inline PostingMeta read_posting_meta(SQLite::Statement& statement) {
  return {statement.getColumn(0).getInt64(), statement.getColumn(1).getInt64(),
          statement.getColumn(2).getInt64(), statement.getColumn(3).getInt64(),
          statement.getColumn(4).getDouble()};
}

}  // namespace skillcat::db
