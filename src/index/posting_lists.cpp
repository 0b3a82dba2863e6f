#include "index/posting_lists.h"

#include <skillcat/error.h>

#include <algorithm>

namespace skillcat::index {

using db::ChunkRef;
using db::kChunkPostings;
using db::kInlinePostings;
using db::Posting;

namespace {

constexpr auto kDocOfChange = &PostingChange::doc;

std::size_t count_of(std::span<const ChunkRef> chunks) {
  std::size_t count = 0;
  for (const ChunkRef& chunk : chunks) count += chunk.n;
  return count;
}

}  // namespace

PostingLists::PostingLists(SQLite::Database& database, LengthTable& lengths)
    : lengths_(lengths),
      select_list_(database, "SELECT documents, bound, bytes FROM posting_list WHERE term_id = ?"),
      put_list_(database,
                "INSERT OR REPLACE INTO posting_list (term_id, documents, bound, bytes)"
                " VALUES (?, ?, ?, ?)"),
      delete_list_(database, "DELETE FROM posting_list WHERE term_id = ?"),
      select_chunk_(database, "SELECT bytes FROM posting_chunk WHERE chunk_id = ?"),
      put_chunk_(database, "INSERT OR REPLACE INTO posting_chunk (chunk_id, bytes) VALUES (?, ?)"),
      delete_chunk_(database, "DELETE FROM posting_chunk WHERE chunk_id = ?") {}

std::uint8_t PostingLists::impact_of(std::uint32_t doc, std::uint8_t tf2) {
  return scale_.impact(tf2, lengths_.get(doc));
}

PostingLists::Outcome PostingLists::apply(std::int64_t term_id,
                                          std::span<const PostingChange> changes) {
  std::size_t documents = 0;
  int bound = 0;
  const auto take = [&](Prepared& row) {
    documents = static_cast<std::size_t>(row.column(0).getInt64());
    bound = row.column(1).getInt();
    list_bytes_ = row.bytes(2);
  };
  if (!select_list_.first(take, term_id)) return apply_to_inline(term_id, 0, changes);
  if (documents > kInlinePostings) return apply_to_chunks(term_id, documents, bound, changes);
  chunk_.assign(list_bytes_, documents, static_cast<std::uint8_t>(bound));
  return apply_to_inline(term_id, documents, changes);
}

/// True when nothing has to be written: no count changed and every stored bound still holds.
bool PostingLists::within_bounds(const Postings& postings, std::span<const PostingChange> changes) {
  return std::ranges::all_of(changes, [&](const PostingChange& change) {
    if (change.before != change.after) return false;
    const auto found = std::ranges::lower_bound(postings, change.doc, {}, &Posting::doc);
    return found != postings.end() && found->doc == change.doc && found->tf2 == change.after &&
           impact_of(change.doc, change.after) <= found->impact;
  });
}

void PostingLists::merge(const Postings& old, std::span<const PostingChange> changes,
                         Postings& merged) {
  merged.clear();
  auto change = changes.begin();
  const auto put = [&](std::uint32_t doc, std::uint8_t tf2) {
    if (tf2 != 0) merged.push_back({doc, tf2, impact_of(doc, tf2)});
  };
  for (const Posting& posting : old) {
    for (; change != changes.end() && change->doc < posting.doc; ++change) {
      put(change->doc, change->after);
    }
    const bool changed = change != changes.end() && change->doc == posting.doc;
    put(posting.doc, changed ? (change++)->after : posting.tf2);
  }
  for (; change != changes.end(); ++change) put(change->doc, change->after);
}

PostingLists::Outcome PostingLists::apply_to_inline(std::int64_t term_id, std::size_t documents,
                                                    std::span<const PostingChange> changes) {
  old_.clear();
  if (documents > 0) chunk_.append_to(old_);
  if (within_bounds(old_, changes)) return Outcome::kept;
  merge(old_, changes, merged_);
  if (merged_.size() <= kInlinePostings) return put_short_list(term_id, merged_);
  std::vector<ChunkRef> chunks;
  put_chunks(term_id, merged_, true, 0, chunks);
  put_directory(term_id, chunks);
  return Outcome::kept;
}

PostingLists::Outcome PostingLists::put_short_list(std::int64_t term_id, const Postings& postings) {
  if (postings.empty()) {
    delete_list_.run(term_id);
    return Outcome::emptied;
  }
  put_list_.run(term_id, static_cast<std::int64_t>(postings.size()), int{db::max_impact(postings)},
                Blob{db::encode_chunk(postings)});
  return Outcome::kept;
}

void PostingLists::put_directory(std::int64_t term_id, std::span<const ChunkRef> chunks) {
  const std::uint8_t bound = std::ranges::max(chunks, {}, &ChunkRef::max).max;
  put_list_.run(term_id, static_cast<std::int64_t>(count_of(chunks)), int{bound},
                Blob{db::encode_directory(chunks)});
}

/// Writes `postings` as one chunk called `first`, or as several when they are too many: full ones
/// when they were `appended`, else equal ones, which have room for what comes between.
void PostingLists::put_chunks(std::int64_t term_id, std::span<const Posting> postings,
                              bool appended, std::uint32_t first, std::vector<ChunkRef>& result) {
  const std::size_t pieces = (postings.size() + kChunkPostings - 1) / kChunkPostings;
  const std::size_t size = appended ? kChunkPostings : (postings.size() + pieces - 1) / pieces;
  for (std::size_t begin = 0; begin < postings.size(); begin += size) {
    const auto piece = postings.subspan(begin, std::min(size, postings.size() - begin));
    const ChunkRef ref{begin == 0 ? first : piece.front().doc,
                       static_cast<std::uint16_t>(piece.size()), db::max_impact(piece)};
    put_chunk_.run(db::chunk_key(term_id, ref.first), Blob{db::encode_chunk(piece)});
    result.push_back(ref);
  }
}

void PostingLists::read_chunk(std::int64_t term_id, const ChunkRef& ref, Postings& postings) {
  const auto take = [&](Prepared& row) { chunk_.assign(row.bytes(0), ref.n, ref.max); };
  if (!select_chunk_.first(take, db::chunk_key(term_id, ref.first))) {
    throw Error(ErrorCode::catalog, "the postings are damaged: a chunk is missing",
                "run 'skillcat rebuild'");
  }
  chunk_.append_to(postings);
}

void PostingLists::splice(std::int64_t term_id, ChunkRef ref,
                          std::span<const PostingChange> changes, std::vector<ChunkRef>& result) {
  old_.clear();
  read_chunk(term_id, ref, old_);
  if (within_bounds(old_, changes)) {
    result.push_back(ref);
    return;
  }
  merge(old_, changes, merged_);
  if (merged_.empty()) {
    delete_chunk_.run(db::chunk_key(term_id, ref.first));
    return;
  }
  if (merged_.front().doc < ref.first) {  // only the first chunk takes what is below its name
    delete_chunk_.run(db::chunk_key(term_id, ref.first));
    ref.first = merged_.front().doc;
  }
  const bool appended = changes.front().doc > old_.back().doc;
  put_chunks(term_id, merged_, appended, ref.first, result);
}

PostingLists::Outcome PostingLists::apply_to_chunks(std::int64_t term_id, std::size_t documents,
                                                    int bound,
                                                    std::span<const PostingChange> changes) {
  const std::vector<ChunkRef> chunks = db::decode_directory(list_bytes_);
  std::vector<ChunkRef> result;
  result.reserve(chunks.size() + 1);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    // Everything below the second chunk is the first one's, also what is below its name.
    const auto end = i + 1 == chunks.size()
                         ? changes.end()
                         : std::ranges::lower_bound(changes, chunks[i + 1].first, {}, kDocOfChange);
    const std::span<const PostingChange> of_chunk(changes.begin(), end);
    changes = changes.subspan(of_chunk.size());
    if (of_chunk.empty()) {
      result.push_back(chunks[i]);
    } else {
      splice(term_id, chunks[i], of_chunk, result);
    }
  }
  if (count_of(result) > kInlinePostings) {
    const bool same = documents == count_of(result) && result == chunks &&
                      bound == std::ranges::max(chunks, {}, &ChunkRef::max).max;
    if (!same) put_directory(term_id, result);
    return Outcome::kept;
  }
  Postings all;
  for (const ChunkRef& ref : result) {
    read_chunk(term_id, ref, all);
    delete_chunk_.run(db::chunk_key(term_id, ref.first));
  }
  return put_short_list(term_id, all);
}

}  // namespace skillcat::index
