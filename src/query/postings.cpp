#include "query/postings.h"

#include <skillcat/error.h>

#include <algorithm>

#include "db/posting_score.h"

namespace skillcat::query {
namespace {

/// Of 2^32 documents: whatever a damaged row says, a query ends.
constexpr std::int64_t kMaxPages = (std::int64_t{1} << 32) / db::kPageDocuments;

/// About 1 MB.
constexpr std::size_t kRememberedTerms = 10'000;

/// A statement while it is stepped: reset at the end, so that no page stays pinned.
class Step {
 public:
  explicit Step(SQLite::Statement& statement) : statement_(statement) {}
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;
  ~Step() { statement_.tryReset(); }
  bool next() { return statement_.executeStep(); }
  std::int64_t integer(int column) { return statement_.getColumn(column).getInt64(); }
  std::string_view bytes(int column) {
    const SQLite::Column blob = statement_.getColumn(column);
    return {static_cast<const char*>(blob.getBlob()), static_cast<std::size_t>(blob.getBytes())};
  }

 private:
  SQLite::Statement& statement_;
};

}  // namespace

Postings::Postings(SQLite::Database& database)
    : select_meta_(database, db::kSelectPostingMeta),
      select_end_(database, "SELECT coalesce(max(page) + 1, 0) FROM posting_length"),
      select_list_(database,
                   "SELECT term_id, documents, bound, bytes FROM posting_list WHERE term_id ="
                   " (SELECT term_id FROM posting_term WHERE text = ?)"),
      select_documents_(database,
                        "SELECT documents FROM posting_list WHERE term_id ="
                        " (SELECT term_id FROM posting_term WHERE text = ?)"),
      // Terms are letters and digits; those at and above U+2E80 are CJK but for rare scripts.
      select_cjk_(database, "SELECT 1 FROM posting_term WHERE text >= char(0x2E80) LIMIT 1"),
      select_chunk_(database, "SELECT bytes FROM posting_chunk WHERE chunk_id = ?"),
      select_length_(database, "SELECT bytes FROM posting_length WHERE page = ?") {}

void Postings::refresh() {
  const std::int64_t generation = meta_.generation;
  {
    Step row(select_meta_);
    row.next();
    meta_ = db::read_posting_meta(select_meta_);
  }
  if (meta_.generation == generation) return;
  norms_.clear();
  documents_.clear();
  holds_cjk_.reset();
  Step end(select_end_);
  end.next();
  const std::int64_t pages = std::clamp<std::int64_t>(end.integer(0), 0, kMaxPages);
  end_of_documents_ = static_cast<std::uint64_t>(pages) * db::kPageDocuments;
}

std::optional<Postings::List> Postings::find(const std::string& term) {
  Step row(select_list_);
  select_list_.bindNoCopy(1, term);
  if (!row.next()) return std::nullopt;
  List list;
  list.term_id = row.integer(0);
  list.documents = static_cast<std::uint32_t>(row.integer(1));
  const auto bound = static_cast<std::uint8_t>(row.integer(2));
  const std::string_view bytes = row.bytes(3);
  counters.bytes += static_cast<std::int64_t>(bytes.size());
  if (list.documents > db::kInlinePostings) {
    list.chunks = db::decode_directory(bytes);
  } else {
    list.chunks = {{0, static_cast<std::uint16_t>(list.documents), bound}};
    list.inline_bytes = bytes;
  }
  return list;
}

std::uint32_t Postings::documents_with(const std::string& term) {
  if (const auto known = documents_.find(term); known != documents_.end()) return known->second;
  Step row(select_documents_);
  select_documents_.bindNoCopy(1, term);
  const auto documents = row.next() ? static_cast<std::uint32_t>(row.integer(0)) : 0U;
  if (documents_.size() >= kRememberedTerms) documents_.clear();
  documents_.emplace(term, documents);
  return documents;
}

bool Postings::holds_cjk() {
  if (!holds_cjk_) holds_cjk_ = Step(select_cjk_).next();
  return *holds_cjk_;
}

void Postings::read_chunk(const List& list, std::size_t index, db::Chunk& chunk) {
  const db::ChunkRef& ref = list.chunks[index];
  if (!list.inline_bytes.empty()) return chunk.assign(list.inline_bytes, ref.n, ref.max);
  Step row(select_chunk_);
  select_chunk_.bind(1, db::chunk_key(list.term_id, ref.first));
  if (!row.next()) {
    throw Error(ErrorCode::catalog, "the postings are damaged: a chunk is missing",
                "run 'skillcat rebuild'");
  }
  const std::string_view bytes = row.bytes(0);
  counters.bytes += static_cast<std::int64_t>(bytes.size());
  chunk.assign(bytes, ref.n, ref.max);
}

void Postings::add_documents(const List& list, std::vector<std::uint64_t>& docs) {
  db::Chunk chunk;
  std::array<std::uint32_t, db::kBlockPostings> block_docs;
  for (std::size_t i = 0; i < list.chunks.size(); ++i) {
    read_chunk(list, i, chunk);
    for (const db::Block& block : chunk.blocks()) {
      chunk.read_docs(block, block_docs.data());
      for (std::size_t j = 0; j < block.n; ++j) {
        const std::uint32_t doc = block_docs[j];
        if (doc / 64 < docs.size()) docs[doc / 64] |= std::uint64_t{1} << (doc % 64);
      }
    }
  }
}

const Postings::Norms& Postings::norms(std::size_t window) {
  if (window >= norms_.size()) norms_.resize(window + 1);
  auto& norms = norms_[window];
  if (norms) return *norms;
  norms = std::make_unique<Norms>();
  constexpr std::size_t kPages = kWindowDocuments / db::kPageDocuments;
  const double average = meta_.average_length();
  for (std::size_t i = 0; i < kPages; ++i) {
    db::LengthPage lengths{};
    Step row(select_length_);
    select_length_.bind(1, static_cast<std::int64_t>(window * kPages + i));
    if (row.next()) db::decode_lengths(row.bytes(0), lengths);
    std::ranges::transform(lengths,
                           norms->begin() + static_cast<std::ptrdiff_t>(i * db::kPageDocuments),
                           [&](std::uint16_t length) { return db::doubled_k(length, average); });
  }
  return *norms;
}

PostingCursor::PostingCursor(Postings& postings, Postings::List list)
    : postings_(postings), list_(std::move(list)) {}

std::uint8_t PostingCursor::enter(std::uint64_t begin, std::uint64_t end) {
  begin_ = begin;
  end_ = end;
  places_.clear();
  const auto& chunks = list_.chunks;
  while (first_chunk_ + 1 < chunks.size() && chunks[first_chunk_ + 1].first <= begin) {
    ++first_chunk_;
  }
  std::uint8_t max = 0;
  end_chunk_ = first_chunk_;
  while (end_chunk_ < chunks.size() && chunks[end_chunk_].first < end) {
    max = std::max(max, chunks[end_chunk_++].max);
  }
  return max;
}

const db::Chunk& PostingCursor::loaded(std::size_t index) {
  for (const auto& chunk : loaded_) {
    if (chunk->index == index) return chunk->chunk;
  }
  // One that lies behind us is read over, so that few are ever held.
  auto place =
      std::ranges::find_if(loaded_, [&](const auto& chunk) { return chunk->index < first_chunk_; });
  if (place == loaded_.end()) place = loaded_.insert(place, std::make_unique<Loaded>());
  (*place)->index = index;
  decoded_.block = nullptr;
  postings_.read_chunk(list_, index, (*place)->chunk);
  return (*place)->chunk;
}

std::uint8_t PostingCursor::load() {
  std::uint8_t max = 0;
  for (std::size_t index = first_chunk_; index < end_chunk_; ++index) {
    const db::Chunk& chunk = loaded(index);
    std::uint64_t reach = begin_ < list_.chunks[index].first ? list_.chunks[index].first : 0;
    for (const db::Block& block : chunk.blocks()) {
      const std::uint64_t low = reach;  // the block's documents are at or above it
      reach = std::uint64_t{block.last} + 1;
      if (block.last < begin_ || low >= end_) continue;
      places_.push_back({&chunk, &block});
      max = std::max(max, block.max);
    }
  }
  place_ = 0;
  at_ = 0;
  return max;
}

void PostingCursor::decode_docs(const Place& place) {
  if (decoded_.block == place.block) return;
  place.chunk->read_docs(*place.block, decoded_.docs.data());
  decoded_.block = place.block;
  postings_.counters.postings += place.block->n;
}

std::uint8_t PostingCursor::seek(std::uint32_t doc) {
  while (place_ < places_.size() && places_[place_].block->last < doc) {
    ++place_;
    at_ = 0;
  }
  if (place_ == places_.size()) return 0;
  const db::Block& block = *places_[place_].block;
  return block.before + 1 <= doc ? block.max : std::uint8_t{0};
}

std::uint8_t PostingCursor::count_of(std::uint32_t doc) {
  if (place_ == places_.size()) return 0;
  const Place& place = places_[place_];
  decode_docs(place);
  const std::size_t n = place.block->n;
  while (at_ < n && decoded_.docs[at_] < doc) ++at_;
  if (at_ == n || decoded_.docs[at_] != doc) return 0;
  return place.chunk->count_at(*place.block, at_);
}

}  // namespace skillcat::query
