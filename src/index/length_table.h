// Lengths of documents as the writer sees them: pages read when first needed, written when asked.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "db/posting_codec.h"
#include "index/statement.h"

namespace skillcat::index {

/// Memory: 2 bytes a document. Valid while nobody else writes, which the index lock sees to.
class LengthTable {
 public:
  explicit LengthTable(SQLite::Database& database);

  std::uint16_t get(std::uint32_t doc);  ///< 0 = no document
  void set(std::uint32_t doc, std::uint16_t length);
  void write();
  void forget();  ///< what was read: after a rollback, or when the rows went

 private:
  struct Page {
    db::LengthPage lengths{};
    bool changed = false;
  };
  Page& page_of(std::uint32_t doc);

  std::vector<std::unique_ptr<Page>> pages_;
  Prepared select_, put_;
};

}  // namespace skillcat::index
