#include "db/posting_codec.h"

#include <skillcat/error.h>

#include <catch2/catch.hpp>
#include <random>

#include "db/posting_score.h"

namespace skillcat::db {
namespace {

using Random = std::mt19937_64;

std::vector<Posting> made_up(Random& random, std::size_t n, std::uint32_t widest_gap) {
  std::vector<Posting> postings;
  std::uint32_t doc = static_cast<std::uint32_t>(random() % (widest_gap + 1));
  for (std::size_t i = 0; i < n; ++i) {
    postings.push_back({doc, static_cast<std::uint8_t>(1 + random() % 255),
                        static_cast<std::uint8_t>(random() % 256)});
    doc += 1 + static_cast<std::uint32_t>(random() % widest_gap);
  }
  return postings;
}

std::vector<Posting> decoded(std::string_view bytes, std::size_t n, std::uint8_t max) {
  Chunk chunk;
  chunk.assign(bytes, n, max);
  std::vector<Posting> postings;
  chunk.append_to(postings);
  return postings;
}

/// What `postings` come back as: with the largest impact of their block.
std::vector<Posting> with_block_bounds(std::vector<Posting> postings) {
  const std::size_t size = postings.size() <= kVarintPostings ? kVarintPostings : kBlockPostings;
  for (std::size_t i = 0; i < postings.size(); i += size) {
    const auto block = std::span(postings).subspan(i, std::min(size, postings.size() - i));
    const std::uint8_t max = max_impact(block);
    for (Posting& posting : block) posting.impact = max;
  }
  return postings;
}

TEST_CASE("a chunk of any size and any gaps comes back as it was") {
  Random random(1);
  for (std::size_t n = 1; n <= kChunkPostings; n += n < 300 ? 1 : 37) {
    for (const std::uint32_t gap : {1U, 2U, 60U, 5'000U, 4'000'000U}) {
      const auto postings = made_up(random, n, gap);
      INFO(n << " postings, gaps up to " << gap);
      REQUIRE(decoded(encode_chunk(postings), n, max_impact(postings)) ==
              with_block_bounds(postings));
    }
  }
}

TEST_CASE("the first and the last document there can be are stored") {
  std::vector<Posting> postings;
  for (std::uint32_t i = 0; i < 20; ++i) postings.push_back({i, 1, 1});
  postings.push_back({0xFFFFFFFF, 255, 255});
  REQUIRE(decoded(encode_chunk(postings), 21, 255) == with_block_bounds(postings));
}

TEST_CASE("a chunk with another number of postings than its list says is damaged") {
  Random random(2);
  for (const std::size_t n : {1U, 16U, 17U, 128U, 129U, 1024U}) {
    const std::string bytes = encode_chunk(made_up(random, n, 50));
    for (const std::size_t other : {std::size_t{0}, n - 1, n + 1, 2 * n, std::size_t{5000}}) {
      if (other == n) continue;
      INFO(n << " postings taken for " << other);
      REQUIRE_THROWS_AS(decoded(bytes, other, 255), Error);
    }
  }
}

TEST_CASE("a cut chunk is damaged") {
  Random random(3);
  for (const std::size_t n : {1U, 16U, 17U, 300U}) {
    const std::string bytes = encode_chunk(made_up(random, n, 50));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      REQUIRE_THROWS_AS(decoded(bytes.substr(0, size), n, 255), Error);
    }
  }
}

TEST_CASE("flipped bits give an error or other postings and nothing worse") {
  Random random(4);
  std::size_t errors = 0;
  for (std::uint32_t round = 0; round < 20'000; ++round) {
    const std::size_t n = 1 + random() % 400;
    std::string bytes = encode_chunk(made_up(random, n, 1 + round % 3000));
    for (int flips = 0; flips < 3; ++flips) {
      bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
    }
    try {
      const std::size_t size = decoded(bytes, n, 255).size();
      REQUIRE(size == n);
    } catch (const Error&) {
      ++errors;
    }
  }
  REQUIRE(errors > 100);
}

TEST_CASE("a directory comes back as it was and is refused out of order") {
  const std::vector<ChunkRef> chunks = {{0, 1024, 255}, {77, 1, 1}, {0xFFFFFFFF, 512, 7}};
  REQUIRE(decode_directory(encode_directory(chunks)) == chunks);
  REQUIRE_THROWS_AS(decode_directory(""), Error);
  REQUIRE_THROWS_AS(decode_directory(encode_directory(chunks).substr(1)), Error);
  REQUIRE_THROWS_AS(decode_directory(encode_directory(std::vector{chunks[1], chunks[0]})), Error);
}

TEST_CASE("a page of lengths comes back as it was") {
  LengthPage page{};
  for (std::size_t i = 0; i < page.size(); ++i) page[i] = static_cast<std::uint16_t>(i * 63);
  LengthPage read{};
  decode_lengths(encode_lengths(page), read);
  REQUIRE(read == page);
  REQUIRE_THROWS_AS(decode_lengths("short", read), Error);
}

TEST_CASE("no contribution is above the bound of its impact at any later average") {
  Random random(5);
  for (int round = 0; round < 200'000; ++round) {
    const auto tf2 = static_cast<std::uint8_t>(1 + random() % 255);
    const auto length = static_cast<std::uint32_t>(1 + random() % 20'000);
    const double reference = 1 + static_cast<double>(random() % 2'000);
    const double average = reference * (0.2 + static_cast<double>(random() % 500) / 100);
    const float full = full_contribution(1, 1'000'000, static_cast<std::uint32_t>(random() % 9999));
    const auto score = contribution(full, tf2, doubled_k(length, average));
    const auto bound = contribution_bound(full, bound_factor(average, reference),
                                          ImpactScale(reference).impact(tf2, length));
    REQUIRE(score <= bound);
  }
}

TEST_CASE("a length within its step keeps its impact") {
  for (std::uint32_t length = 1; length < 65'536; ++length) {
    REQUIRE(length_step(length) <= length);
    REQUIRE(length - length_step(length) <= length / 16);
    REQUIRE(length_step(length_step(length)) == length_step(length));
  }
}

}  // namespace
}  // namespace skillcat::db
