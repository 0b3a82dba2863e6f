// The index lock: one writer a catalog. A file of its own beside the catalog, never the database.
#pragma once

#include <chrono>
#include <string>

#include "base/fs.h"
#include "db/daemon_state.h"

namespace skillcat::index {

class IndexLock {
 public:
  /// Waits up to `patience` for the lock of the catalog at `catalog_path`, whose folder is created
  /// where missing. Throws Error(catalog) that names the process holding it.
  IndexLock(const std::string& catalog_path, std::string_view holder,
            std::chrono::milliseconds patience);

  /// Says that the holder is a daemon, and how it is. Never throws.
  void publish(const db::DaemonState& state);
  /// Whether the file that is locked is still the one at its path: whoever removed it may hold
  /// another one.
  bool is_in_place() const;

 private:
  std::string path_;
  std::string holder_;  ///< the first line of the file
  UniqueFd fd_;         ///< the kernel frees the lock when the process ends, however it ends
};

}  // namespace skillcat::index
