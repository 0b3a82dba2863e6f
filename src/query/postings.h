// Reading the postings: one term's list, opened at its directory and decoded where it is needed.
//
// A Postings belongs to one Reader and is used inside its read transaction. It keeps statements
// and, per generation, the length norms of the pages that queries met (4 bytes a skill); no
// postings.
// Errors: Error(catalog) for damaged bytes.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/posting_codec.h"
#include "db/posting_meta.h"

namespace skillcat::query {

/// Documents are scored in windows of this many: their scores and norms stay in the first cache.
inline constexpr std::size_t kWindowDocuments = 2048;

/// Counts what queries cost, for the benchmarks and for tests that count instead of timing.
struct PostingCounters {
  std::int64_t bytes = 0;     ///< of lists and chunks that were read
  std::int64_t postings = 0;  ///< whose documents were decoded
};

/// The lists of terms, by text.
class Postings {
 public:
  explicit Postings(SQLite::Database& database);

  /// Reads what holds for the whole answer. To be called first in each read transaction.
  void refresh();
  const db::PostingMeta& meta() const { return meta_; }

  struct List {
    std::int64_t term_id = 0;
    std::uint32_t documents = 0;  ///< that hold the term
    std::vector<db::ChunkRef> chunks;
    std::string inline_bytes;  ///< of the only chunk, when it is inside the list's row
  };
  /// Nothing for a term that no skill holds.
  std::optional<List> find(const std::string& term);
  /// How many skills hold the term. What was asked for is remembered for a generation.
  std::uint32_t documents_with(const std::string& term);
  /// True when some skill holds Chinese, Japanese or Korean.
  bool holds_cjk();
  void read_chunk(const List& list, std::size_t index, db::Chunk& chunk);
  /// Sets the bits of the documents of `list`, as far as `docs` reaches.
  void add_documents(const List& list, std::vector<std::uint64_t>& docs);

  /// doubled_k of the documents of window number `window`, at today's average length.
  using Norms = std::array<float, kWindowDocuments>;
  const Norms& norms(std::size_t window);
  /// One past the last document that may exist.
  std::uint64_t end_of_documents() const { return end_of_documents_; }

  PostingCounters counters;

 private:
  SQLite::Statement select_meta_, select_end_, select_list_, select_documents_, select_cjk_,
      select_chunk_, select_length_;
  db::PostingMeta meta_;
  std::uint64_t end_of_documents_ = 0;
  std::vector<std::unique_ptr<Norms>> norms_;
  std::optional<bool> holds_cjk_;
  std::unordered_map<std::string, std::uint32_t> documents_;  ///< that hold a term, of some terms
};

/// Walks one list in ascending windows of documents.
class PostingCursor {
 public:
  PostingCursor(Postings& postings, Postings::List list);

  std::uint32_t documents() const { return list_.documents; }

  /// Moves on to documents [begin, end): above every earlier window. Returns the largest impact
  /// that the directory allows there; reads nothing.
  std::uint8_t enter(std::uint64_t begin, std::uint64_t end);
  /// Reads the chunks of the window and returns the largest impact of its blocks.
  std::uint8_t load();

  /// After `load`: calls visit(document, tf2) for the window's postings, ascending.
  template <class Visit>
  void each(Visit&& visit);

  /// After `load`: the largest impact of the block that would hold `doc`; 0 when none does.
  /// Documents must ascend from call to call.
  std::uint8_t seek(std::uint32_t doc);
  /// After `seek`: the tf2 of `doc`, or 0.
  std::uint8_t count_of(std::uint32_t doc);

 private:
  struct Loaded {
    std::size_t index = 0;  ///< in list_.chunks
    db::Chunk chunk;
  };
  struct Place {  ///< a block that overlaps the window
    const db::Chunk* chunk;
    const db::Block* block;
  };
  struct Decoded {
    const db::Block* block = nullptr;
    std::array<std::uint32_t, db::kBlockPostings> docs{};
    std::array<std::uint8_t, db::kBlockPostings> tf2s{};
  };

  /// The chunk number `index` of the list; it stays while it overlaps the window.
  const db::Chunk& loaded(std::size_t index);
  void decode_docs(const Place& place);

  Postings& postings_;
  Postings::List list_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
  std::size_t first_chunk_ = 0;  ///< the first one that reaches into the window
  std::size_t end_chunk_ = 0;    ///< the first one behind the window
  std::vector<std::unique_ptr<Loaded>> loaded_;
  std::vector<Place> places_;
  std::size_t place_ = 0;  ///< of `seek`
  std::size_t at_ = 0;     ///< in decoded_, of `count_of`
  Decoded decoded_;
};

template <class Visit>
void PostingCursor::each(Visit&& visit) {
  for (const Place& place : places_) {
    decode_docs(place);
    place.chunk->read_counts(*place.block, decoded_.tf2s.data());
    for (std::size_t i = 0; i < place.block->n; ++i) {
      const std::uint32_t doc = decoded_.docs[i];
      if (doc >= begin_ && doc < end_) visit(doc, decoded_.tf2s[i]);
    }
  }
}

}  // namespace skillcat::query
