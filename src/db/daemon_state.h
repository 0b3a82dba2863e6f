// What a running daemon says about itself, for every reader of the catalog.
//
// It stands in the lock file, behind the line that names the holder, and is true as long as the
// daemon holds a second lock on that file: the kernel frees it when the process ends, however it
// ends. A reader asks who holds it and takes none. A full disk does not keep it from being written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skillcat::db {

struct DaemonState {
  std::int64_t pid = 0;
  std::string http;  ///< URL; empty without
  std::int64_t started_at = 0;
  std::int64_t watches = 0;
  std::int64_t watches_allowed = 0;  ///< for all programs of the user; 0 = unknown
  std::int64_t overflows = 0;        ///< of the event queue, each followed by a full pass
  std::int64_t last_full_pass_at = 0;
  std::int64_t log_held_since = 0;  ///< by a reader that keeps the WAL from being emptied
  std::string trouble;              ///< what keeps the catalog from being current; empty = nothing
  std::vector<std::string> polled;  ///< labels of roots whose changes are not all told by events

  bool operator==(const DaemonState&) const = default;
};

/// The lock file of a catalog.
std::string lock_path(const std::string& catalog_path);

/// Marks `fd`, the open lock file, as a daemon's, until it is closed.
void mark_as_daemon(int fd);
/// Writes behind `holder`, the first line of the lock file. Never throws: it is only news.
void write_daemon_state(int fd, const std::string& holder, const DaemonState& state);

/// None when no daemon runs.
std::optional<DaemonState> read_daemon_state(const std::string& catalog_path);

}  // namespace skillcat::db
