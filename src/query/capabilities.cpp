#include "query/capabilities.h"

namespace skillcat::query {

CapabilityList list_capabilities(Reader& reader, const char* kind, const std::string& name) {
  CapabilityList answer;
  const Snapshot snapshot(reader.database());
  static_cast<Freshness&>(answer) = reader.freshness();
  Rows row = reader.rows(
      "SELECT c.name, s.ref, s.name, r.source FROM capability AS c JOIN skill AS s USING (skill_id)"
      " JOIN root AS r USING (root_id) WHERE c.kind = ?1 AND (?2 = '' OR c.name = ?2)"
      " GROUP BY c.name, s.skill_id ORDER BY c.name, r.precedence, s.ref");
  row.bind(std::string(kind), name);
  while (row.next()) {
    auto& all = answer.capabilities;
    if (all.empty() || all.back().name != row.text(0)) all.push_back({row.text(0), {}});
    all.back().skills.push_back({row.text(1), row.text(2), source_kind(row.text(3))});
  }
  return answer;
}

}  // namespace skillcat::query
