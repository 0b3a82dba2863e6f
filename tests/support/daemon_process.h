// A daemon in a process of its own, that can be stopped, killed and started again.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/log.h"
#include "db/daemon_state.h"
#include "index/control.h"
#include "index/daemon.h"

namespace skillcat::test {

class DaemonProcess {
 public:
  /// For the catalog at that path. The plan is what `plan` returns in the daemon's process.
  DaemonProcess(std::string catalog, std::function<index::DaemonPlan()> plan)
      : catalog_(std::move(catalog)) {
    options.catalog = catalog_;
    options.ownership = index::Ownership::certain;
    options.plan = std::move(plan);
    options.clock = &clock_;
    options.threads = 2;
    options.settle = std::chrono::milliseconds(10);
    options.emptied = std::chrono::milliseconds(100);
  }
  DaemonProcess(const DaemonProcess&) = delete;
  DaemonProcess& operator=(const DaemonProcess&) = delete;
  ~DaemonProcess() { kill(); }

  /// Returns at once: `sync` waits for it.
  void start() {
    process_ = ::fork();
    if (process_ < 0) throw std::runtime_error("cannot fork");
    if (process_ > 0) return;
    set_log_level(std::getenv("SKILLCAT_TEST_LOG") != nullptr ? LogLevel::info : LogLevel::quiet);
    int status = 0;
    if (prepare) prepare();
    try {
      index::Daemon daemon(options);
      daemon.run();
    } catch (const std::exception& e) {
      log_error(e.what());
      status = 1;
    }
    std::_Exit(status);
  }
  void send(int signal) const { ::kill(process_, signal); }
  /// kill -9. Its exit status is lost.
  void kill() {
    if (process_ > 0) {
      send(SIGKILL);
      wait();
    }
  }
  /// The exit status; -1 when a signal ended it.
  int terminate() {
    send(SIGTERM);
    return wait();
  }
  int wait() {
    int status = 0;
    ::waitpid(std::exchange(process_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  /// Waits for a daemon that is just starting.
  index::Reply ask(const index::Request& request = {}) const {
    for (int attempt = 0; attempt < 2000; ++attempt) {
      if (auto reply = index::ask_daemon(catalog_, request)) return *reply;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    throw std::runtime_error("no daemon answers");
  }
  index::PassReport sync() const { return ask().report; }
  db::DaemonState state() const {
    return db::read_daemon_state(catalog_).value_or(db::DaemonState());
  }

  /// Waits for what comes by itself: ten seconds at most.
  static bool eventually(const std::function<bool()>& holds) {
    for (int attempt = 0; attempt < 1000; ++attempt) {
      if (holds()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  index::DaemonOptions options;     ///< for the next start
  std::function<void()> prepare{};  ///< is called in the daemon's process, before it

 private:
  std::string catalog_;
  SystemClock clock_;
  pid_t process_ = -1;
};

}  // namespace skillcat::test
