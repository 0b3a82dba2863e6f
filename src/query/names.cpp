#include "query/names.h"

#include <skillcat/error.h>

#include "base/text.h"

namespace skillcat::query {
namespace {

std::vector<NamedCopy> read(Rows& rows) {
  std::vector<NamedCopy> copies;
  while (rows.next()) copies.push_back({rows.integer(0), rows.text(1)});
  return copies;
}

/// Copies that one of two folded columns calls `folded`, by the precedence of the contract. A
/// project root around `cwd` comes first, the nearest before its parents.
std::vector<NamedCopy> by_column(Reader& reader, const char* column, const std::string& folded,
                                 const std::string& cwd) {
  Rows rows = reader.rows(
      "SELECT s.skill_id, s.ref FROM skill AS s JOIN root AS r USING (root_id) WHERE s." +
      std::string(column) +
      " = ?1"
      " ORDER BY s.state = 'rejected',"
      " CASE WHEN r.project_path <> '' AND (?2 = r.project_path"
      "   OR substr(?2, 1, length(r.project_path) + 1) = r.project_path || '/')"
      "   THEN -length(r.project_path) ELSE 0 END,"
      " r.precedence, s.ref");
  rows.bind(folded, cwd);
  return read(rows);
}

/// "plugin:skill": the skills of that plugin's root.
std::vector<NamedCopy> by_plugin(Reader& reader, std::string_view name) {
  const auto colon = name.find(':');
  if (colon == std::string_view::npos) return {};
  Rows rows = reader.rows(
      "SELECT s.skill_id, s.ref FROM skill AS s JOIN root AS r USING (root_id)"
      " WHERE r.source = 'plugin' AND (r.label = ?1 OR r.label LIKE '%/' || ?1)"
      " AND (s.folded_name = ?2 OR s.folded_folder = ?2)"
      " ORDER BY s.state = 'rejected', r.precedence, s.ref");
  rows.bind(std::string(name.substr(0, colon)), fold(name.substr(colon + 1)));
  return read(rows);
}

}  // namespace

std::vector<NamedCopy> resolve(Reader& reader, std::string_view name, const std::string& cwd) {
  Rows by_ref = reader.rows("SELECT skill_id, ref FROM skill WHERE ref = ?");
  by_ref.bind(std::string(name));
  if (auto copies = read(by_ref); !copies.empty()) return copies;
  for (const auto by : {CalledBy::name, CalledBy::folder}) {
    if (auto copies = copies_called(reader, by, name, cwd); !copies.empty()) return copies;
  }
  return by_plugin(reader, name);
}

std::int64_t winner_of(Reader& reader, std::string_view name, const std::string& cwd) {
  const auto copies = resolve(reader, name, cwd);
  if (copies.empty()) refuse_unknown_name(name);
  return copies.front().skill_id;
}

void refuse_unknown_name(std::string_view name) {
  throw Error(ErrorCode::not_found, "no skill is called '" + std::string(name) + "'",
              "'skillcat search' finds skills by what they do, 'skillcat list' shows all");
}

std::vector<NamedCopy> copies_called(Reader& reader, CalledBy by, std::string_view name,
                                     const std::string& cwd) {
  const std::string folded = fold(name);
  if (folded.empty()) return {};
  return by_column(reader, by == CalledBy::name ? "folded_name" : "folded_folder", folded, cwd);
}

}  // namespace skillcat::query
