#include "query/doc_sets.h"

#include <algorithm>

namespace skillcat::query {
namespace {

DocSet read_docs(Reader& reader, const Condition& condition) {
  DocSet docs;
  Rows row = reader.rows("SELECT skill_id FROM skill WHERE " + condition.sql);
  row.bind_each(condition.parameters);
  while (row.next()) {
    const auto doc = static_cast<std::uint64_t>(row.integer(0));
    if (doc / 64 >= docs.size()) docs.resize(std::max(doc / 64 + 1, docs.size() * 2));
    docs[doc / 64] |= std::uint64_t{1} << (doc % 64);
  }
  return docs;
}

}  // namespace

const DocSet* DocSets::find(Reader& reader, const Filter& filter, std::int64_t revision) {
  const Condition condition = condition_of(filter, "skill_id");
  if (condition.parameters.empty()) return nullptr;
  if (revision != revision_) entries_.clear();
  revision_ = revision;
  const auto known = std::ranges::find(entries_, filter, &Entry::filter);
  if (known != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, known);
  } else {
    entries_.push_front({filter, read_docs(reader, condition)});
    if (entries_.size() > kKept) entries_.pop_back();
  }
  return &entries_.front().docs;
}

}  // namespace skillcat::query
