#include "index/posting_buffer.h"

#include <algorithm>

#include "db/posting_score.h"

namespace skillcat::index {

void PostingBuffer::add(std::uint32_t doc, const DocumentTerms& terms, Kind kind) {
  for (const TermCount& count : terms.counts) {
    entries_.push_back({count.term, doc, count.tf2, kind});
  }
  lengths_[doc].after = kind == Kind::added ? terms.length : std::uint16_t{0};
}

void PostingBuffer::sort(std::size_t terms) {
  // Counting sort: stable, so that what happened to a document stays in order.
  std::vector<std::size_t> next(terms + 1, 0);
  for (const Entry& entry : entries_) ++next[entry.term + 1];
  for (std::size_t term = 1; term <= terms; ++term) next[term] += next[term - 1];
  std::vector<Entry> sorted(entries_.size());
  for (const Entry& entry : entries_) sorted[next[entry.term]++] = entry;
  entries_ = std::move(sorted);
  ends_ = std::move(next);  // each has moved to the end of its term; the last one is not used
}

/// True when impacts of `doc` may have grown: it is shorter by at least a step.
bool PostingBuffer::shrank(std::uint32_t doc) const {
  const Lengths& lengths = lengths_.at(doc);
  return db::length_step(lengths.after) < db::length_step(lengths.before);
}

std::span<const PostingChange> PostingBuffer::changes_of(std::uint32_t term) {
  changes_.clear();
  const std::size_t begin = term == 0 ? 0 : ends_[term - 1];
  const std::span<Entry> entries(entries_.data() + begin, ends_[term] - begin);
  if (!std::ranges::is_sorted(entries, {}, &Entry::doc)) {
    std::ranges::stable_sort(entries, {}, &Entry::doc);
  }
  for (std::size_t i = 0; i < entries.size();) {
    const Entry& first = entries[i];
    while (i < entries.size() && entries[i].doc == first.doc) ++i;
    const Entry& last = entries[i - 1];
    const PostingChange change{first.doc, first.kind == Kind::removed ? first.tf2 : std::uint8_t{0},
                               last.kind == Kind::added ? last.tf2 : std::uint8_t{0}};
    if (change.before != change.after || (change.after != 0 && shrank(change.doc))) {
      changes_.push_back(change);
    }
  }
  return changes_;
}

void PostingBuffer::clear() {
  entries_.clear();
  ends_.clear();
  lengths_.clear();
}

}  // namespace skillcat::index
