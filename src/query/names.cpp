#include "query/names.h"

#include <skillcat/error.h>

#include <algorithm>

#include "base/text.h"

namespace skillcat::query {
namespace {

std::vector<NamedCopy> read(Rows& rows) {
  std::vector<NamedCopy> copies;
  while (rows.next()) copies.push_back({rows.integer(0), rows.text(1)});
  return copies;
}

/// By the precedence of the contract; ?2 is the working folder. A project root around it comes
/// first, the nearest before its parents.
constexpr const char* kByPrecedence =
    " ORDER BY s.state = 'rejected',"
    " CASE WHEN r.project_path <> '' AND (?2 = r.project_path"
    "   OR substr(?2, 1, length(r.project_path) + 1) = r.project_path || '/')"
    "   THEN -length(r.project_path) ELSE 0 END,"
    " r.precedence, s.ref";

/// Copies that one of two folded columns calls `folded`.
std::vector<NamedCopy> by_column(Reader& reader, const char* column, const std::string& folded,
                                 const std::string& cwd) {
  Rows rows = reader.rows(
      "SELECT s.skill_id, s.ref FROM skill AS s JOIN root AS r USING (root_id) WHERE s." +
      std::string(column) + " = ?1" + kByPrecedence);
  rows.bind(folded, cwd);
  return read(rows);
}

/// Without the dash and six hex digits that tell two roots of one name apart.
std::string_view without_digits(std::string_view label) {
  constexpr std::size_t kDigits = 6;
  if (label.size() <= kDigits + 1 || label[label.size() - kDigits - 1] != '-') return label;
  const bool hex = std::ranges::all_of(label.substr(label.size() - kDigits), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  });
  return hex ? label.substr(0, label.size() - kDigits - 1) : label;
}

/// Whether the copy `ref` of the root called `label` is of `plugin`: "plugin",
/// "marketplace/plugin", or, where plugins share a root, "marketplace" with the plugin next in the
/// ref.
bool is_of_plugin(std::string_view ref, std::string_view label, const std::string& plugin) {
  for (const std::string_view called : {label, without_digits(label)}) {
    if (called == plugin || called.ends_with("/" + plugin)) return true;
  }
  return ref.starts_with("plugin:" + std::string(label) + "/" + plugin + "/");
}

/// "plugin:skill" and "marketplace/plugin:skill". Commands of a plugin may have more colons in
/// between: the last part is the skill.
std::vector<NamedCopy> by_plugin(Reader& reader, std::string_view name, const std::string& cwd) {
  const auto colon = name.find(':');
  if (colon == std::string_view::npos) return {};
  Rows rows =
      reader.rows(std::string("SELECT s.skill_id, s.ref, r.label FROM skill AS s JOIN root AS r"
                              " USING (root_id) WHERE r.source = 'plugin'"
                              " AND (s.folded_name = ?1 OR s.folded_folder = ?1)") +
                  kByPrecedence);
  rows.bind(fold(name.substr(name.rfind(':') + 1)), cwd);
  std::vector<NamedCopy> copies;
  while (rows.next()) {
    NamedCopy copy{rows.integer(0), rows.text(1)};
    if (is_of_plugin(copy.ref, rows.text(2), std::string(name.substr(0, colon)))) {
      copies.push_back(std::move(copy));
    }
  }
  return copies;
}

}  // namespace

std::vector<NamedCopy> resolve(Reader& reader, std::string_view name, const std::string& cwd) {
  Rows by_ref = reader.rows("SELECT skill_id, ref FROM skill WHERE ref = ?");
  by_ref.bind(std::string(name));
  if (auto copies = read(by_ref); !copies.empty()) return copies;
  for (const auto by : {CalledBy::name, CalledBy::folder}) {
    if (auto copies = copies_called(reader, by, name, cwd); !copies.empty()) return copies;
  }
  return by_plugin(reader, name, cwd);
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
