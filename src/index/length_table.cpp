#include "index/length_table.h"

namespace skillcat::index {

LengthTable::LengthTable(SQLite::Database& database)
    : select_(database, "SELECT bytes FROM posting_length WHERE page = ?"),
      put_(database, "INSERT OR REPLACE INTO posting_length (page, bytes) VALUES (?, ?)") {}

LengthTable::Page& LengthTable::page_of(std::uint32_t doc) {
  const std::size_t number = doc / db::kPageDocuments;
  if (number >= pages_.size()) pages_.resize(number + 1);
  auto& page = pages_[number];
  if (!page) {
    page = std::make_unique<Page>();
    select_.first([&](Prepared& row) { db::decode_lengths(row.bytes(0), page->lengths); },
                  static_cast<std::int64_t>(number));
  }
  return *page;
}

std::uint16_t LengthTable::get(std::uint32_t doc) {
  return page_of(doc).lengths[doc % db::kPageDocuments];
}

void LengthTable::set(std::uint32_t doc, std::uint16_t length) {
  Page& page = page_of(doc);
  page.lengths[doc % db::kPageDocuments] = length;
  page.changed = true;
}

void LengthTable::write() {
  for (std::size_t number = 0; number < pages_.size(); ++number) {
    Page* page = pages_[number].get();
    if (page == nullptr || !page->changed) continue;
    put_.run(static_cast<std::int64_t>(number), Blob{db::encode_lengths(page->lengths)});
    page->changed = false;
  }
}

void LengthTable::forget() {
  pages_.clear();
}

}  // namespace skillcat::index
