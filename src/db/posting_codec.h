// The bytes of the postings tables: chunks of postings, directories of chunks, pages of lengths.
//
// A list of at most kInlinePostings postings is one chunk inside its row; a longer one is a
// directory of chunks of at most kChunkPostings postings each.
//   chunk, up to 16 postings   (varint delta, u8 tf2) each
//   chunk, more                u32 first document, then a header of 8 bytes a block of 128
//                              {u32 last, u8 max impact, u8 delta bits, u8 tf bits, u8 n - 1}, then
//                              each block's deltas - 1 and tf2 - 1, bit-packed, byte-aligned
//   directory                  {u32 first, u16 n, u8 max impact} a chunk
//   length page                1,024 x u16, 0 = no document
// Integers are little endian. Documents ascend; a chunk's `first` is at most its first document.
//
// Units: a document is a skill_id, tf2 and impact as in posting_score.h.
// Cost, 128 postings: reading the documents 90 ns, with their counts 170 ns, encoding 0.6 µs.
// Gaps of up to 20 documents take 1.1 bytes a posting.
// Errors: damaged bytes throw Error(catalog) or give wrong postings, never undefined behaviour.
// Threads: pure.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skillcat::db {

inline constexpr std::size_t kBlockPostings = 128;
inline constexpr std::size_t kChunkPostings = 1024;
inline constexpr std::size_t kInlinePostings = 128;
inline constexpr std::size_t kVarintPostings = 16;
inline constexpr std::size_t kPageDocuments = 1024;

struct Posting {
  std::uint32_t doc = 0;
  std::uint8_t tf2 = 0;  ///< 1…255
  std::uint8_t impact =
      0;  ///< when encoding: of this posting. After decoding: of its block at most

  bool operator==(const Posting&) const = default;
};

/// `postings` (ascending, 1…kChunkPostings) as a chunk.
std::string encode_chunk(std::span<const Posting> postings);

/// The largest impact of `postings`.
std::uint8_t max_impact(std::span<const Posting> postings);

struct Block {
  std::uint32_t before = 0;  ///< the document before its first one, modulo 2^32
  std::uint32_t last = 0;
  std::uint8_t max = 0;
  std::uint8_t delta_bits = 0;
  std::uint8_t tf_bits = 0;
  std::uint8_t n = 0;
  std::uint32_t offset = 0;  ///< of its deltas in the chunk
};

/// A chunk whose headers are read and whose postings are decoded block by block.
class Chunk {
 public:
  /// Takes a copy of `bytes`, which hold `n` postings with impacts of at most `max`.
  void assign(std::string_view bytes, std::size_t n, std::uint8_t max);

  std::span<const Block> blocks() const { return {blocks_.data(), block_count_}; }

  /// The documents of `block`, into `docs[0…n)`.
  void read_docs(const Block& block, std::uint32_t* docs) const;
  /// The counts of `block`, into `tf2s[0…n)`.
  void read_counts(const Block& block, std::uint8_t* tf2s) const;
  /// The count at place `i` < n of `block`.
  std::uint8_t count_at(const Block& block, std::size_t i) const;

  /// All postings, appended to `out`.
  void append_to(std::vector<Posting>& out) const;

 private:
  void assign_varint(std::string_view bytes, std::size_t n, std::uint8_t max);

  static constexpr std::size_t kMaxBlocks = kChunkPostings / kBlockPostings;
  std::vector<std::uint8_t> bytes_;  ///< with 8 bytes more, so that 8 may always be read
  std::array<Block, kMaxBlocks> blocks_;
  std::size_t block_count_ = 0;
  bool varint_ = false;
  std::array<std::uint32_t, kVarintPostings> docs_;  ///< of a varint chunk
  std::array<std::uint8_t, kVarintPostings> tf2s_;
};

struct ChunkRef {
  std::uint32_t first = 0;
  std::uint16_t n = 0;
  std::uint8_t max = 0;

  bool operator==(const ChunkRef&) const = default;
};

std::string encode_directory(std::span<const ChunkRef> chunks);
std::vector<ChunkRef> decode_directory(std::string_view bytes);

/// The key of a chunk's row.
constexpr std::int64_t chunk_key(std::int64_t term_id, std::uint32_t first) {
  return static_cast<std::int64_t>((static_cast<std::uint64_t>(term_id) << 32) | first);
}

using LengthPage = std::array<std::uint16_t, kPageDocuments>;
std::string encode_lengths(const LengthPage& page);
void decode_lengths(std::string_view bytes, LengthPage& page);

}  // namespace skillcat::db
