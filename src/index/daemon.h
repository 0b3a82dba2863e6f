// The daemon: keeps a catalog current until it is told to stop.
//
// Shape: one loop over everything that can happen (events of folders, signals, clients, a timer),
// on one thread. What was noticed is dealt with after a short time of quiet, by a pass over just
// that; a pass over everything comes now and then, because events are hints. What fails is tried
// again: the daemon ends when it is told to, not because of a full disk.
// Threads: `run` is called by one, `wake` by any. No other thread may have SIGTERM, SIGINT and
// SIGHUP unblocked: make the Daemon before any of them.
// Cost: without changes it wakes for its timers only.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "index/damage.h"
#include "source/source.h"

namespace skillcat::index {

/// What the configuration says.
struct DaemonPlan {
  std::vector<source::Root> roots;
  source::Rules rules;
  /// Files and folders, there or not, absolute, whose change may make another plan.
  std::vector<std::string> files = {};

  bool operator==(const DaemonPlan&) const = default;
};

struct DaemonOptions {
  std::string catalog;
  Ownership ownership = Ownership::by_header;
  /// Reads the configuration. Called again when one of the plan's files, or the place of a root,
  /// changes. Throws Error; the last plan then stays.
  std::function<DaemonPlan()> plan;
  /// Called once the catalog can be opened, before the first pass; returns the URL that is served.
  std::function<std::string()> opened = {};
  const Clock* clock = nullptr;
  unsigned threads = 0;  ///< for reading and parsing; 0 = all cores

  std::chrono::milliseconds settle{50};           ///< of quiet, before a change is looked at
  std::chrono::milliseconds settle_limit{2'000};  ///< and at most, however busy it is
  std::chrono::milliseconds emptied{1'000};       ///< for a file that lost its content
  std::chrono::milliseconds reconcile{60'000};    ///< between passes over everything
  std::chrono::milliseconds poll{5'000};          ///< of roots whose changes are not told
  std::chrono::milliseconds retry{1'000};         ///< after a failure; doubled up to a minute
  std::chrono::milliseconds examine{3'600'000};   ///< between checks of the file for damage
};

class Daemon {
 public:
  /// Takes the index lock. Throws Error(catalog), also when another process holds it.
  explicit Daemon(const DaemonOptions& options);
  Daemon(const Daemon&) = delete;
  Daemon& operator=(const Daemon&) = delete;
  ~Daemon();

  /// Until SIGTERM, SIGINT or `stop`.
  void run();
  /// From any thread: the plan may be another one, or a root may have changed.
  void wake();
  /// From any thread.
  void stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace skillcat::index
