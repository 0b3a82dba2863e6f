// What the postings say, as one number, from either side: the tables and the stored text. Equal
// digests mean that a history of updates and a rebuild agree.
//
// Shape: sums of hashes of (term, document, tf2) and of (document, length), so that neither side
// has to be sorted or held in memory; term ids, chunks and bounds do not count.
// Cost: from the text, its analysis: 0.17 ms for a skill of 6 kB.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <string>
#include <vector>

namespace skillcat::index {

struct PostingDigest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  std::int64_t postings = 0;
  std::int64_t documents = 0;
  std::int64_t total_length = 0;

  bool operator==(const PostingDigest&) const = default;
};

/// From the tables. Throws Error(catalog) for damaged bytes.
PostingDigest digest_of_postings(SQLite::Database& database);
/// From the text of all served copies.
PostingDigest digest_of_text(SQLite::Database& database);

/// What is wrong with the postings, one sentence a finding; empty = they are what the stored text
/// makes, and every bound that ranking relies on holds.
std::vector<std::string> verify_postings(SQLite::Database& database);

}  // namespace skillcat::index
