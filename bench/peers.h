// Other search engines over the same rows and queries.
#pragma once

#include <skillcat/skill.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace skillcat::bench {

/// Documents are numbered as in the catalog, so that answers can be compared.
class Peer {
 public:
  virtual ~Peer() = default;
  virtual std::string name() const = 0;
  virtual void add(std::uint32_t doc, const Declaration& skill) = 0;
  /// Ends building: everything is on disk, and search may begin.
  virtual void finish() = 0;
  virtual std::vector<std::uint32_t> search(const std::string& query, std::size_t k) = 0;
  virtual std::int64_t size_bytes() const = 0;
};

enum class Fts5Order : std::uint8_t { rank, bm25 };
enum class Fts5Text : std::uint8_t { without_bodies, with_bodies };

/// SQLite's FTS5 with its own Porter stems, contentless (the index alone), OR of the query's words.
/// `order` may differ between two peers over one file: the second one adds nothing.
std::unique_ptr<Peer> make_fts5(const std::string& folder, Fts5Text text, Fts5Order order,
                                bool shares_index);

/// Xapian (glass) with skillcat's terms and counts, BM25 with the same parameters.
std::unique_ptr<Peer> make_xapian(const std::string& folder);

}  // namespace skillcat::bench
