// What has changed on disk since the catalog was written, as far as anybody noticed.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace skillcat::index {

enum class EntryKind : std::uint8_t { file, folder };

/// An entry of a folder that was made, changed or removed, or the folder itself (no name).
struct ChangedEntry {
  std::string folder;  ///< below the root
  std::string name;
  EntryKind kind = EntryKind::file;

  friend bool operator<(const ChangedEntry& a, const ChangedEntry& b) {
    return std::tie(a.folder, a.name, a.kind) < std::tie(b.folder, b.name, b.kind);
  }
};

struct RootChanges {
  bool whole = false;  ///< anything may have changed
  std::set<ChangedEntry> entries;

  bool empty() const { return !whole && entries.empty(); }
  void add(ChangedEntry entry) {
    if (whole) return;
    entries.insert(std::move(entry));
    if (entries.size() > kMaxEntries) add_whole();
  }
  void add_whole() {
    whole = true;
    entries.clear();
  }

  /// Beyond these a listing of the whole root costs less, and memory stays bounded.
  static constexpr std::size_t kMaxEntries = 20'000;
};

/// By the root's path.
using Changes = std::map<std::string, RootChanges>;

}  // namespace skillcat::index
