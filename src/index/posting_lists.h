// One term's postings in the catalog: changes are spliced into the one chunk that holds them.
//
// Cost, 100,000 skills: a change of a rare term reads and writes one row, of a frequent one a chunk
// of at most 1,024 postings and, when its count or bound changed, the directory.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <span>
#include <vector>

#include "db/posting_codec.h"
#include "db/posting_score.h"
#include "index/length_table.h"
#include "index/statement.h"

namespace skillcat::index {

/// What becomes of one posting. Equal counts: the document grew shorter, so that its impact may be
/// above the stored bound.
struct PostingChange {
  std::uint32_t doc = 0;
  std::uint8_t before = 0;  ///< tf2; 0 = the document did not hold the term
  std::uint8_t after = 0;   ///< tf2; 0 = it does no longer
};

class PostingLists {
 public:
  PostingLists(SQLite::Database& database, LengthTable& lengths);

  /// Bounds are made with this average length.
  void set_reference_length(double length) { scale_ = db::ImpactScale(length); }

  enum class Outcome : std::uint8_t { kept, emptied };
  /// Applies `changes`, ascending by document. Lengths are those after the change.
  Outcome apply(std::int64_t term_id, std::span<const PostingChange> changes);

 private:
  using Postings = std::vector<db::Posting>;

  std::uint8_t impact_of(std::uint32_t doc, std::uint8_t tf2);
  bool within_bounds(const Postings& postings, std::span<const PostingChange> changes);
  void merge(const Postings& old, std::span<const PostingChange> changes, Postings& merged);
  Outcome apply_to_inline(std::int64_t term_id, std::size_t documents,
                          std::span<const PostingChange> changes);
  Outcome apply_to_chunks(std::int64_t term_id, std::size_t documents, int bound,
                          std::span<const PostingChange> changes);
  void splice(std::int64_t term_id, db::ChunkRef chunk, std::span<const PostingChange> changes,
              std::vector<db::ChunkRef>& result);
  void read_chunk(std::int64_t term_id, const db::ChunkRef& ref, Postings& postings);
  void put_chunks(std::int64_t term_id, std::span<const db::Posting> postings, bool appended,
                  std::uint32_t first, std::vector<db::ChunkRef>& result);
  Outcome put_short_list(std::int64_t term_id, const Postings& postings);
  void put_directory(std::int64_t term_id, std::span<const db::ChunkRef> chunks);

  LengthTable& lengths_;
  db::ImpactScale scale_{0};
  db::Chunk chunk_;
  std::string list_bytes_;
  Postings old_, merged_;
  Prepared select_list_, put_list_, delete_list_, select_chunk_, put_chunk_, delete_chunk_;
};

}  // namespace skillcat::index
