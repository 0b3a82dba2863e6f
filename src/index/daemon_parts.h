// What a daemon waits with: its clock, a timer, signals, a wake-up from other threads. And what it
// says of a batch.
#pragma once

#include <chrono>
#include <string>

#include "base/fs.h"
#include "db/daemon_state.h"
#include "index/pass.h"

namespace skillcat::index {

/// Of the clock that goes on while the machine sleeps: what was due then is due on waking.
std::chrono::milliseconds now();
inline constexpr std::chrono::milliseconds kNever = std::chrono::milliseconds::max();

/// SIGTERM, SIGINT and SIGHUP as a descriptor: blocked for this thread and those it starts.
class Signals {
 public:
  Signals();
  int fd() const { return fd_.get(); }
  /// The next one; 0 when there is none.
  int take() const;

 private:
  UniqueFd fd_;
};

/// Makes its descriptor readable at one time of `now`.
class Timer {
 public:
  Timer();
  int fd() const { return fd_.get(); }
  void set(std::chrono::milliseconds at) const;
  void take() const;

 private:
  UniqueFd fd_;
};

/// Makes its descriptor readable, from any thread.
class Waker {
 public:
  Waker();
  int fd() const { return fd_.get(); }
  void wake() const;
  /// True when it was woken.
  bool take() const;

 private:
  UniqueFd fd_;
};

/// "1 added, 0 changed, 0 removed (local:a/b); 1 folders listed, 1 files read in 3.1 ms; …".
std::string batch_text(const PassReport& report);
/// "current; 12 folders watched, 0 roots polled", or what is in the way.
std::string status_text(const db::DaemonState& state);

}  // namespace skillcat::index
