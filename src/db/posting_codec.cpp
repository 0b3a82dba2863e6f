#include "db/posting_codec.h"

#include <skillcat/error.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace skillcat::db {
namespace {

static_assert(std::endian::native == std::endian::little, "integers are copied as they are");

constexpr std::size_t kFirstBytes = 4;
constexpr std::size_t kHeaderBytes = 8;
constexpr std::size_t kRefBytes = 7;
constexpr std::size_t kPadding = 8;

[[noreturn]] void damaged(const char* what) {
  throw Error(ErrorCode::catalog, std::string("the postings are damaged: ") + what,
              "run 'skillcat rebuild'");
}

template <class Integer>
Integer load(const void* from) {
  Integer value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class Integer>
void append(std::string& out, Integer value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}

void append_varint(std::string& out, std::uint32_t value) {
  for (; value >= 128; value >>= 7) out += static_cast<char>((value & 127) | 128);
  out += static_cast<char>(value);
}

std::uint32_t read_varint(std::string_view bytes, std::size_t& at) {
  std::uint32_t value = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    if (at == bytes.size()) damaged("a chunk ends within a posting");
    const auto byte = static_cast<std::uint8_t>(bytes[at++]);
    value |= static_cast<std::uint32_t>(byte & 127) << shift;
    if (byte < 128) return value;
  }
  damaged("a delta is too long");
}

constexpr std::size_t packed_bytes(std::size_t n, unsigned bits) {
  return (n * bits + 7) / 8;
}

/// Writes values of `bits` <= 32 bits each, lowest first, padded to a whole byte.
class BitWriter {
 public:
  /// Writes up to 7 bytes behind the last value's.
  explicit BitWriter(char* out) : out_(out) {}
  void put(std::uint32_t value, unsigned bits) {
    pending_ |= static_cast<std::uint64_t>(value) << filled_;
    filled_ += bits;
    if (filled_ < 32) return;
    std::memcpy(out_, &pending_, 4);
    out_ += 4;
    pending_ >>= 32;
    filled_ -= 32;
  }
  void finish() {
    std::memcpy(out_, &pending_, 8);
    out_ += (filled_ + 7) / 8;
    pending_ = 0;
    filled_ = 0;
  }

 private:
  char* out_;
  std::uint64_t pending_ = 0;
  unsigned filled_ = 0;
};

/// Value number `i` of values of `bits` <= 32 bits. Reads 8 bytes: the chunk is padded.
std::uint32_t packed_at(const std::uint8_t* bytes, std::size_t i, unsigned bits) {
  const std::size_t bit = i * bits;
  const auto word = load<std::uint64_t>(bytes + bit / 8);
  return static_cast<std::uint32_t>((word >> (bit % 8)) & ((std::uint64_t{1} << bits) - 1));
}

void append_block(std::string& headers, std::string& payload, std::uint32_t before,
                  std::span<const Posting> block) {
  std::uint32_t widest_delta = 0;
  std::uint8_t widest_tf = 0;
  std::uint32_t previous = before;
  for (const Posting& posting : block) {
    widest_delta |= posting.doc - previous - 1;
    widest_tf = static_cast<std::uint8_t>(widest_tf | (posting.tf2 - 1));
    previous = posting.doc;
  }
  const auto delta_bits = static_cast<unsigned>(std::bit_width(widest_delta));
  const auto tf_bits = static_cast<unsigned>(std::bit_width(widest_tf));
  append(headers, block.back().doc);
  headers += static_cast<char>(max_impact(block));
  headers += static_cast<char>(delta_bits);
  headers += static_cast<char>(tf_bits);
  headers += static_cast<char>(block.size() - 1);
  const std::size_t begin = payload.size();
  const std::size_t size =
      packed_bytes(block.size(), delta_bits) + packed_bytes(block.size(), tf_bits);
  payload.resize(begin + size + kPadding);
  BitWriter writer(payload.data() + begin);
  previous = before;
  for (const Posting& posting : block) {
    writer.put(posting.doc - previous - 1, delta_bits);
    previous = posting.doc;
  }
  writer.finish();
  for (const Posting& posting : block) writer.put(posting.tf2 - 1U, tf_bits);
  writer.finish();
  payload.resize(begin + size);
}

}  // namespace

std::uint8_t max_impact(std::span<const Posting> postings) {
  std::uint8_t max = 0;
  for (const Posting& posting : postings) max = std::max(max, posting.impact);
  return max;
}

std::string encode_chunk(std::span<const Posting> postings) {
  std::string bytes;
  if (postings.size() <= kVarintPostings) {
    std::uint32_t previous = 0;
    for (const Posting& posting : postings) {
      append_varint(bytes, posting.doc - previous);
      bytes += static_cast<char>(posting.tf2);
      previous = posting.doc;
    }
    return bytes;
  }
  append(bytes, postings.front().doc);
  std::string payload;
  std::uint32_t before = postings.front().doc - 1;
  for (std::size_t i = 0; i < postings.size(); i += kBlockPostings) {
    const auto block = postings.subspan(i, std::min(kBlockPostings, postings.size() - i));
    append_block(bytes, payload, before, block);
    before = block.back().doc;
  }
  return bytes + payload;
}

void Chunk::assign(std::string_view bytes, std::size_t n, std::uint8_t max) {
  if (n == 0 || n > kChunkPostings) damaged("a chunk has no sane number of postings");
  varint_ = n <= kVarintPostings;
  if (varint_) return assign_varint(bytes, n, max);
  block_count_ = (n + kBlockPostings - 1) / kBlockPostings;
  if (bytes.size() < kFirstBytes + block_count_ * kHeaderBytes) damaged("a chunk is cut");
  bytes_.resize(bytes.size() + kPadding);
  std::memcpy(bytes_.data(), bytes.data(), bytes.size());
  std::memset(bytes_.data() + bytes.size(), 0, kPadding);

  std::uint32_t before = load<std::uint32_t>(bytes_.data()) - 1;
  std::size_t offset = kFirstBytes + block_count_ * kHeaderBytes;
  std::size_t total = 0;
  for (std::size_t i = 0; i < block_count_; ++i) {
    const std::uint8_t* header = bytes_.data() + kFirstBytes + i * kHeaderBytes;
    Block& block = blocks_[i];
    block.before = before;
    block.last = load<std::uint32_t>(header);
    block.max = header[4];
    block.delta_bits = header[5];
    block.tf_bits = header[6];
    const std::size_t in_block = header[7] + std::size_t{1};
    if (in_block > kBlockPostings || block.delta_bits > 32 || block.tf_bits > 8) {
      damaged("a block's header is not one");
    }
    block.n = static_cast<std::uint8_t>(in_block);
    block.offset = static_cast<std::uint32_t>(offset);
    offset += packed_bytes(in_block, block.delta_bits) + packed_bytes(in_block, block.tf_bits);
    total += in_block;
    before = block.last;
  }
  if (offset != bytes.size() || total != n)
    damaged("a chunk has another size than its headers say");
}

void Chunk::assign_varint(std::string_view bytes, std::size_t n, std::uint8_t max) {
  std::size_t at = 0;
  std::uint32_t doc = 0;
  for (std::size_t i = 0; i < n; ++i) {
    doc += read_varint(bytes, at);
    if (at == bytes.size()) damaged("a chunk ends within a posting");
    docs_[i] = doc;
    tf2s_[i] = static_cast<std::uint8_t>(bytes[at++]);
  }
  if (at != bytes.size()) damaged("a chunk has more postings than its list says");
  block_count_ = 1;
  blocks_[0] = {docs_[0] - 1, docs_[n - 1], max, 0, 0, static_cast<std::uint8_t>(n), 0};
}

void Chunk::read_docs(const Block& block, std::uint32_t* docs) const {
  if (varint_) {
    std::copy_n(docs_.begin(), block.n, docs);
    return;
  }
  const std::uint8_t* deltas = bytes_.data() + block.offset;
  const unsigned bits = block.delta_bits;
  std::uint32_t doc = block.before;
  for (std::size_t i = 0; i < block.n; ++i) {
    doc += packed_at(deltas, i, bits) + 1;
    docs[i] = doc;
  }
}

void Chunk::read_counts(const Block& block, std::uint8_t* tf2s) const {
  if (varint_) {
    std::copy_n(tf2s_.begin(), block.n, tf2s);
    return;
  }
  const std::uint8_t* counts =
      bytes_.data() + block.offset + packed_bytes(block.n, block.delta_bits);
  const unsigned bits = block.tf_bits;
  for (std::size_t i = 0; i < block.n; ++i) {
    tf2s[i] = static_cast<std::uint8_t>(packed_at(counts, i, bits) + 1);
  }
}

std::uint8_t Chunk::count_at(const Block& block, std::size_t i) const {
  if (varint_) return tf2s_[i];
  const std::uint8_t* counts =
      bytes_.data() + block.offset + packed_bytes(block.n, block.delta_bits);
  return static_cast<std::uint8_t>(packed_at(counts, i, block.tf_bits) + 1);
}

void Chunk::append_to(std::vector<Posting>& out) const {
  std::array<std::uint32_t, kBlockPostings> docs;
  for (const Block& block : blocks()) {
    read_docs(block, docs.data());
    for (std::size_t i = 0; i < block.n; ++i) {
      out.push_back({docs[i], count_at(block, i), block.max});
    }
  }
}

std::string encode_directory(std::span<const ChunkRef> chunks) {
  std::string bytes;
  bytes.reserve(chunks.size() * kRefBytes);
  for (const ChunkRef& chunk : chunks) {
    append(bytes, chunk.first);
    append(bytes, chunk.n);
    bytes += static_cast<char>(chunk.max);
  }
  return bytes;
}

std::vector<ChunkRef> decode_directory(std::string_view bytes) {
  if (bytes.empty() || bytes.size() % kRefBytes != 0) damaged("a directory is cut");
  std::vector<ChunkRef> chunks(bytes.size() / kRefBytes);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const char* ref = bytes.data() + i * kRefBytes;
    chunks[i] = {load<std::uint32_t>(ref), load<std::uint16_t>(ref + 4),
                 static_cast<std::uint8_t>(ref[6])};
    const bool ascends = i == 0 || chunks[i - 1].first < chunks[i].first;
    if (!ascends || chunks[i].n == 0 || chunks[i].n > kChunkPostings) {
      damaged("a directory is out of order");
    }
  }
  return chunks;
}

std::string encode_lengths(const LengthPage& page) {
  std::string bytes(sizeof page, '\0');
  std::memcpy(bytes.data(), page.data(), sizeof page);
  return bytes;
}

void decode_lengths(std::string_view bytes, LengthPage& page) {
  if (bytes.size() != sizeof page) damaged("a page of lengths is cut");
  std::memcpy(page.data(), bytes.data(), sizeof page);
}

}  // namespace skillcat::db
