// Changes of postings, collected document by document and handed out term by term.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "index/document_terms.h"
#include "index/posting_lists.h"

namespace skillcat::index {

/// Memory: 24 bytes an entry while it is handed out, 12 before.
class PostingBuffer {
 public:
  enum class Kind : std::uint8_t { removed, added };
  struct Lengths {
    std::uint16_t before = 0;
    std::uint16_t after = 0;
  };

  /// In the order it happens: a document that changes is removed, then added.
  void add(std::uint32_t doc, const DocumentTerms& terms, Kind kind);

  std::size_t size() const { return entries_.size(); }
  /// By document: what happened to its length. `before` is the caller's to fill.
  std::unordered_map<std::uint32_t, Lengths>& lengths() { return lengths_; }

  /// Groups the entries by term: `terms` is the size of the TermTable.
  void sort(std::size_t terms);
  /// After `sort`: what changes for `term`, by document; empty when nothing does. Valid until the
  /// next call.
  std::span<const PostingChange> changes_of(std::uint32_t term);

  void clear();

 private:
  struct Entry {
    std::uint32_t term;
    std::uint32_t doc;
    std::uint8_t tf2;
    Kind kind;
  };
  bool shrank(std::uint32_t doc) const;

  std::vector<Entry> entries_;
  std::vector<std::size_t> ends_;  ///< by term, after `sort`
  std::unordered_map<std::uint32_t, Lengths> lengths_;
  std::vector<PostingChange> changes_;
};

}  // namespace skillcat::index
