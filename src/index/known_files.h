// What the catalog knows of a root's files, or of those below one folder of it.
//
// Cost: grows with the files asked for, not with the catalog: (root_id, path) is an index.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "index/writer.h"
#include "source/source.h"

namespace skillcat::index {

/// By path below the root.
using KnownFiles = std::unordered_map<std::string, KnownFile>;

/// `folder`: below the root; empty = all of it.
KnownFiles known_files(SQLite::Database& database, std::int64_t root_id, const std::string& folder);

/// Files of the root one of whose dependencies is no longer what was read.
std::unordered_set<std::int64_t> files_with_changed_dependencies(SQLite::Database& database,
                                                                 const source::Root& root,
                                                                 std::int64_t root_id);
/// Whether a file of the root depends on one at or below `path`.
bool is_dependency(SQLite::Database& database, std::int64_t root_id, const std::string& path);

/// The outermost folder at or above `folder` that holds a skill file, as the catalog knows it;
/// none when there is none. Such a folder is listed as a whole: what is below it may be its own.
std::optional<std::string> outermost_skill_folder(SQLite::Database& database,
                                                  const source::Root& root, std::int64_t root_id,
                                                  const std::string& folder);

/// Whether `path` is `folder` or lies below it; everything lies below "".
bool lies_at_or_below(std::string_view path, std::string_view folder);

}  // namespace skillcat::index
