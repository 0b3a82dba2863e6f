#include "index/known_files.h"

#include <SQLiteCpp/Statement.h>

#include <algorithm>

#include "base/text.h"
#include "index/record.h"
#include "source/folder_walk.h"

namespace skillcat::index {
namespace {

using source::Candidate;
using source::Root;

Stamp read_stamp(SQLite::Statement& row, int first) {
  return {row.getColumn(first).getInt64(), row.getColumn(first + 1).getInt64(),
          row.getColumn(first + 2).getInt64(), row.getColumn(first + 3).getInt64(),
          row.getColumn(first + 4).getInt64()};
}

/// Whether `folder` itself holds a skill file. By the folder's name, which is an index: of few
/// folders that are called the same, one is compared with the other.
bool holds_skill_file(SQLite::Statement& named, const Root& root, std::int64_t root_id,
                      const std::string& folder) {
  const std::string_view name = file_name(folder.empty() ? std::string_view(root.path) : folder);
  named.reset();
  named.bind(1, root_id);
  named.bind(2, fold(stored_text(std::string(name))));
  while (named.executeStep()) {
    const std::string path = named.getColumn(0).getString();
    if (parent_path(path) == folder && source::is_skill_file_name(file_name(path))) return true;
  }
  return false;
}

}  // namespace

bool lies_at_or_below(std::string_view path, std::string_view folder) {
  return folder.empty() ||
         (path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/'));
}

KnownFiles known_files(SQLite::Database& database, std::int64_t root_id,
                       const std::string& folder) {
  KnownFiles files;
  std::string sql =
      "SELECT path, file_id, dev, ino, size_bytes, mtime_ns, ctime_ns, racy, surroundings, digest"
      " FROM file WHERE root_id = ?";
  if (!folder.empty()) sql += " AND path > ? AND path < ?";  // '0' comes right after '/'
  SQLite::Statement row(database, sql);
  row.bind(1, root_id);
  if (!folder.empty()) {
    row.bind(2, folder + "/");
    row.bind(3, folder + "0");
  }
  while (row.executeStep()) {
    KnownFile file;
    file.file_id = row.getColumn(1).getInt64();
    file.stamp = read_stamp(row, 2);
    file.racy = row.getColumn(7).getInt() != 0;
    file.surroundings = row.getColumn(8).getInt64();
    if (const auto digest = row.getColumn(9); digest.getBytes() == 32) {
      const auto* bytes = static_cast<const std::uint8_t*>(digest.getBlob());
      std::copy_n(bytes, 32, file.digest.emplace().begin());
    }
    files.emplace(row.getColumn(0).getString(), file);
  }
  return files;
}

// CROSS JOIN: from the few dependencies to their files, never from all files.
std::unordered_set<std::int64_t> files_with_changed_dependencies(SQLite::Database& database,
                                                                 const Root& root,
                                                                 std::int64_t root_id) {
  std::unordered_set<std::int64_t> changed;
  SQLite::Statement row(database,
                        "SELECT f.file_id, f.path, d.path, d.stamp"
                        " FROM file_dependency AS d CROSS JOIN file AS f USING (file_id)"
                        " WHERE f.root_id = ?");
  row.bind(1, root_id);
  while (row.executeStep()) {
    Candidate candidate;
    candidate.path = row.getColumn(1).getString();
    const Stamp now =
        source::source_of(root.kind).stamp_beside(root, candidate, row.getColumn(2).getString());
    if (fingerprint_of(now) != row.getColumn(3).getInt64()) {
      changed.insert(row.getColumn(0).getInt64());
    }
  }
  return changed;
}

bool is_dependency(SQLite::Database& database, std::int64_t root_id, const std::string& path) {
  SQLite::Statement row(database,
                        "SELECT f.path, d.path FROM file_dependency AS d"
                        " CROSS JOIN file AS f USING (file_id) WHERE f.root_id = ?");
  row.bind(1, root_id);
  while (row.executeStep()) {
    const std::string folder = join_path("/", parent_path(row.getColumn(0).getString()));
    const std::string used = absolute_path(row.getColumn(1).getString(), folder);
    if (lies_at_or_below(std::string_view(used).substr(1), path)) return true;
  }
  return false;
}

std::optional<std::string> outermost_skill_folder(SQLite::Database& database, const Root& root,
                                                  std::int64_t root_id, const std::string& folder) {
  // Left to itself SQLite goes through all skills of the root.
  SQLite::Statement named(database,
                          "SELECT f.path FROM skill AS s INDEXED BY skill_by_folder"
                          " CROSS JOIN file AS f USING (file_id)"
                          " WHERE s.root_id = ? AND s.folded_folder = ?");
  for (std::size_t end = 0; true; end = folder.find('/', end + 1)) {
    const std::string above = folder.substr(0, end);
    if (holds_skill_file(named, root, root_id, above)) return above;
    if (end == std::string::npos || folder.empty()) return std::nullopt;
  }
}

}  // namespace skillcat::index
