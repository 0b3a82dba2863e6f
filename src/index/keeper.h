// A daemon's hold on its catalog: the lock, the connection, and what to do when the file is not
// what it was: deleted, replaced, damaged.
//
// Threads: one.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <utility>

#include "base/clock.h"
#include "index/damage.h"
#include "index/lock.h"
#include "index/pass.h"

namespace skillcat::index {

class Keeper {
 public:
  /// Takes the lock; waits for a command that holds it. Throws Error(catalog), at once when a
  /// daemon holds it.
  Keeper(std::string catalog_path, Ownership ownership, const Clock& clock);

  /// Opens the catalog when it is not open: after an unclean stop it is examined before. True when
  /// it was opened, so that it may be another one. Throws Error(catalog).
  bool open();
  /// Only after `open`.
  Indexer& indexer() { return *indexer_; }
  /// Says to readers how the daemon is.
  void publish(const db::DaemonState& state) {
    if (lock_) lock_->publish(state);
  }

  /// Closes the catalog when it or its log is not at its path any more or is no database, and gives
  /// up a lock that is not there, either: `open` then takes what is there. True when it did.
  /// Cost: three stats and a read of 16 bytes.
  bool close_if_replaced();
  /// After a failure of the indexer: closes the catalog, and sets a damaged one aside.
  void close_after_failure();
  /// Looks for damage now, and sets a damaged catalog aside. True when it did.
  /// Cost: reads the whole file.
  bool examine();
  /// Writes all of the log (WAL) into the catalog and cuts it to nothing. False when a reader is in
  /// the way; it does not wait for one.
  bool empty_log();
  std::int64_t log_bytes() const;

 private:
  using FileId = std::pair<dev_t, ino_t>;
  static std::optional<FileId> file_at(const std::string& path);
  bool has_its_files();
  bool has_header();
  void set_aside(const std::string& why);

  const std::string catalog_path_;
  const Ownership ownership_;
  const Clock& clock_;
  std::optional<IndexLock> lock_;
  std::optional<Indexer> indexer_;
  std::optional<FileId> file_;  ///< that the indexer has open
  std::optional<FileId> log_;   ///< its WAL, once there is one
  bool had_header_ = false;
  bool doubtful_ = false;  ///< to be examined before it is opened
};

}  // namespace skillcat::index
