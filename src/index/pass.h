// One pass: lists every root, compares with the catalog, reads what is new or changed, writes.
//
// Cost: an unchanged tree costs its listing and one SELECT a root: no file is read and nothing but
// the time of the pass is written. A change costs its own reading and rows, whatever the size of
// the catalog. A pass over what is known to have changed lists no more than that, either.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/clock.h"
#include "index/changes.h"
#include "index/listing.h"
#include "index/lock.h"
#include "index/root_view.h"
#include "index/writer.h"
#include "source/source.h"

namespace skillcat::index {

struct Progress {
  std::size_t done = 0;
  std::size_t total = 0;
};

/// How long a file must be left alone before it is read. Zero: it is read as it is.
struct Patience {
  std::chrono::milliseconds changed{0};
  /// For a file that is empty and was not: most are about to be written.
  std::chrono::milliseconds emptied{0};
};

struct PassOptions {
  bool by_digest = false;  ///< read every file and compare digests, whatever the stamps say
  /// Read and write everything again, in one transaction: readers see the old catalog until the new
  /// one is whole. Last good versions of broken files are carried over: no file holds them.
  bool rebuild = false;
  unsigned threads = 0;                                ///< for reading and parsing; 0 = all cores
  std::function<void(const Progress&)> progress = {};  ///< called from the calling thread
  ListingObserver* observer = nullptr;
  Patience patience = {};
  /// Asked between batches. When true, what is committed stays, and PassStopped is thrown.
  std::function<bool()> stop = {};
};

struct PassStopped : std::runtime_error {
  PassStopped() : std::runtime_error("the pass was stopped") {}
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
  std::int64_t folders_listed = 0;
  ChangeCounts changes;
  Changes left;  ///< changed too short a time ago to be read: for the next pass
};

/// The indexer: holds the lock and the connection, runs passes. One a catalog, one thread.
class Indexer {
 public:
  /// Waits up to `patience` for the lock. Throws Error(catalog).
  Indexer(const std::string& catalog_path, std::string_view holder,
          std::chrono::milliseconds patience, const Clock& clock);
  /// For a caller that holds the lock.
  Indexer(const std::string& catalog_path, const Clock& clock);

  /// Throws Error(catalog) when the catalog cannot be written: what was not committed is rolled
  /// back, and the next pass goes on from there.
  PassReport run(const std::vector<source::Root>& roots, const source::Rules& rules,
                 const PassOptions& options);

  /// A pass over what has changed in the roots of the last `run`, by its rules: the catalog is then
  /// as after a whole pass. Fills no counts of the report: see `count`. After a failure, and before
  /// any `run`, it is a whole pass.
  PassReport run_changed(const Changes& changes, const PassOptions& options);

  /// Fills in what the catalog holds after the last pass: numbers by state, problems by code,
  /// roots that failed.
  void count(PassReport& report);

  /// What SQLite called the last failure of a pass (SQLITE_FULL, …); 0 for another one.
  int failure_code() const { return failure_code_; }
  SQLite::Database& database() { return database_; }

 private:
  template <class Work>
  PassReport guarded(Work&& work);

  const std::string catalog_path_;
  std::optional<IndexLock> lock_;
  const Clock& clock_;
  SQLite::Database database_;
  Writer writer_;
  int failure_code_ = 0;
  std::vector<source::Root> roots_;  ///< of the last run, without repeats
  source::Rules rules_;
  std::vector<RootView> views_;  ///< as roots_; empty when the catalog may differ from them
};

}  // namespace skillcat::index
