// One pass: lists every root, compares with the catalog, reads what is new or changed, writes.
//
// Cost: an unchanged tree costs its listing and one SELECT a root: no file is read and nothing but
// the time of the pass is written. A change costs its own reading and rows, whatever the size of
// the catalog.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "index/lock.h"
#include "index/writer.h"
#include "source/source.h"

namespace skillcat::index {

struct Progress {
  std::size_t done = 0;
  std::size_t total = 0;
};

struct PassOptions {
  bool by_digest = false;  ///< read every file and compare digests, whatever the stamps say
  /// Read and write everything again, in one transaction: readers see the old catalog until the new
  /// one is whole. Last good versions of broken files are carried over: no file holds them.
  bool rebuild = false;
  unsigned threads = 0;                                ///< for reading and parsing; 0 = all cores
  std::function<void(const Progress&)> progress = {};  ///< called from the calling thread
};

/// What a pass found and did.
struct PassReport {
  std::int64_t revision = 0;
  std::int64_t as_of = 0;
  bool complete = true;  ///< false when some root could not be read whole
  std::int64_t candidates = 0;
  std::int64_t active = 0;
  std::int64_t stale = 0;
  std::int64_t rejected = 0;
  std::int64_t repaired = 0;
  std::int64_t skipped = 0;  ///< folders that rules exclude
  std::int64_t files_read = 0;
  std::int64_t duration_us = 0;
  std::map<std::string, std::int64_t> problems;  ///< by code
  std::vector<std::string> failed_roots;         ///< paths that could not be read
};

/// The indexer: holds the lock and the connection, runs passes. One a catalog, one thread.
class Indexer {
 public:
  /// Waits up to `patience` for the lock. Throws Error(catalog).
  Indexer(const std::string& catalog_path, std::string_view holder,
          std::chrono::milliseconds patience, const Clock& clock);

  /// Throws Error(catalog) when the catalog cannot be written: what was not committed is rolled
  /// back, and the next pass goes on from there.
  PassReport run(const std::vector<source::Root>& roots, const source::Rules& rules,
                 const PassOptions& options);

  SQLite::Database& database() { return database_; }

 private:
  const std::string catalog_path_;
  IndexLock lock_;
  const Clock& clock_;
  SQLite::Database database_;
  Writer writer_;
};

}  // namespace skillcat::index
