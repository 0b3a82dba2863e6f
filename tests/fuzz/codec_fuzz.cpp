// Any bytes as a chunk, a directory and a page of lengths: an error or postings, never more.
#include <skillcat/error.h>

#include <cstdint>
#include <cstdlib>

#include "db/posting_codec.h"

using namespace skillcat;

namespace {

/// What was decoded and ascends is encoded and decoded to the same.
void require_round_trip(std::vector<db::Posting> postings, std::size_t n) {
  for (std::size_t i = 0; i < postings.size(); ++i) {
    if (postings[i].tf2 == 0 || (i > 0 && postings[i - 1].doc >= postings[i].doc)) return;
  }
  db::Chunk chunk;
  chunk.assign(db::encode_chunk(postings), n, db::max_impact(postings));
  std::vector<db::Posting> again;
  chunk.append_to(again);
  if (again.size() != postings.size()) std::abort();
  for (std::size_t i = 0; i < again.size(); ++i) {
    if (again[i].doc != postings[i].doc || again[i].tf2 != postings[i].tf2) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const std::size_t n = data[0] | (std::size_t{data[1]} << 8);
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 3, size - 3);
  try {
    db::Chunk chunk;
    chunk.assign(bytes, n, data[2]);
    std::vector<db::Posting> postings;
    chunk.append_to(postings);
    if (postings.size() != n) std::abort();
    require_round_trip(std::move(postings), n);
  } catch (const Error&) {
  }
  try {
    if (db::encode_directory(db::decode_directory(bytes)) != bytes) std::abort();
  } catch (const Error&) {
  }
  try {
    db::LengthPage page{};
    db::decode_lengths(bytes, page);
    if (db::encode_lengths(page) != bytes) std::abort();
  } catch (const Error&) {
  }
  return 0;
}
