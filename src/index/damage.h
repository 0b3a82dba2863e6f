// Damaged catalogs: telling one from a file that is none of ours, and moving it out of the way.
//
// The caller holds the index lock and has no connection to the catalog.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace skillcat::index {

/// How sure it is that the file at a catalog's path is a catalog.
enum class Ownership : std::uint8_t {
  by_header,  ///< only when the file's header says so
  certain,    ///< the path is skillcat's own: a header that is destroyed is damage too
};

/// What is damaged in the file: SQLite's pages or the full-text index. None when it is sound, of a
/// newer schema, not a catalog, absent, or cannot be read or written. Throws Error(catalog) for a
/// file that is no database and may be somebody's. Cost: reads the whole file.
std::optional<std::string> find_damage(const std::string& catalog_path, Ownership ownership);

/// Moves the catalog, its -wal and its -shm (they belong together) into the folder
/// "<catalog>.damaged-<UTC time>" beside it, and removes all but the newest three such folders.
/// Returns the folder. Throws Error(catalog).
std::string quarantine(const std::string& catalog_path, std::int64_t now_ms);

}  // namespace skillcat::index
