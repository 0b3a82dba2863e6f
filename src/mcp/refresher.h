// Keeps what is recorded of MCP servers current, until it is destroyed.
//
// Each server is asked at once and then at its `poll_interval` (give or take a tenth). A server
// that announces `listChanged` keeps its session, and is asked again 500 ms after it has said that
// its tools changed, and soon after the session has ended by itself: what became of it is recorded.
// Between these times nothing wakes up.
//
// Threads: one a server, because a process must not outlive the thread that started it; at most
// kServersAtOnce of them ask at the same time, the others sleep. All functions may be called from
// any thread but those of `on_refreshed`. Errors: none; a folder that cannot be written is logged.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/clock.h"
#include "mcp/refresh.h"

namespace skillcat::mcp {

class Refresher {
 public:
  /// Called after each refresh, from the server's own thread; must not throw.
  using OnRefreshed = std::function<void(const Outcome&)>;

  /// `folder` is where records and states are stored, see refresh.h. `clock` must live as long.
  Refresher(std::string folder, const Clock& clock, OnRefreshed on_refreshed = {});
  Refresher(const Refresher&) = delete;
  Refresher& operator=(const Refresher&) = delete;
  ~Refresher();  ///< stops; every process is reaped and every thread joined

  /// From now on these servers, told apart by name. One whose settings are the same goes on
  /// undisturbed; the others are ended and started. Their files stay. Waits until what must end has
  /// ended (some seconds at most).
  void set_servers(const std::vector<ServerSettings>& servers);

  /// Asks every server now, or the one of this name; does not wait for it.
  void refresh_now(const std::string& name = {});

 private:
  struct Shared;
  class Worker;
  std::unique_ptr<Shared> shared_;
  std::mutex mutex_;  ///< of `workers_`
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace skillcat::mcp
