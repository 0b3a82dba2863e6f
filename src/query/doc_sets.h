// Filters as sets of documents: one bit a skill, made once a revision.
#pragma once

#include <skillcat/catalog.h>

#include <cstdint>
#include <list>

#include "query/reader.h"
#include "query/top_k.h"

namespace skillcat::query {

/// Keeps the sets of the last few filters. Memory: 12.5 kB a filter at 100,000 skills.
/// Cost: making one is linear in the skills that it keeps; using it again costs nothing.
class DocSets {
 public:
  /// The documents that pass `filter` at `revision`; null when all do. Valid until the next call.
  const DocSet* find(Reader& reader, const Filter& filter, std::int64_t revision);

 private:
  struct Entry {
    Filter filter;
    DocSet docs;
  };
  static constexpr std::size_t kKept = 8;

  std::int64_t revision_ = -1;
  std::list<Entry> entries_;  ///< the last used first
};

}  // namespace skillcat::query
