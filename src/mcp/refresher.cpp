#include "mcp/refresher.h"

#include <poll.h>
#include <skillcat/error.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <exception>
#include <random>
#include <thread>
#include <utility>

#include "base/fs.h"
#include "base/log.h"
#include "base/problem.h"
#include "mcp/session.h"

namespace skillcat::mcp {
namespace {

/// A session that ends by itself is looked after so soon, and then each time twice as late, up to
/// the poll interval: a server that ends after every answer is not to be started all the time.
constexpr std::chrono::milliseconds kFirstPause{500};
/// One that lasted so long had settled: the next end is looked after soon again.
constexpr std::chrono::minutes kSettled{1};

/// Wakes a thread that sleeps in poll(). It stays raised until `lower`.
class Signal {
 public:
  Signal() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!fd_) throw Error(ErrorCode::root_failed, errno_text("make", "an event descriptor", errno));
  }

  int fd() const { return fd_.get(); }
  void raise() { ::eventfd_write(fd_.get(), 1); }
  void lower() {
    eventfd_t ignored = 0;
    ::eventfd_read(fd_.get(), &ignored);
  }

 private:
  UniqueFd fd_;
};

void sleep_until(Time until, int stop, int wake) {
  pollfd fds[] = {{stop, POLLIN, 0}, {wake, POLLIN, 0}};
  ::poll(fds, std::size(fds), poll_timeout(until));
}

}  // namespace

struct Refresher::Shared {
  Shared(std::string records, const Clock& time, OnRefreshed listener)
      : folder(std::move(records)), clock(time), on_refreshed(std::move(listener)) {}

  const std::string folder;
  const Clock& clock;
  const OnRefreshed on_refreshed;

  /// Who may ask its server now.
  std::mutex mutex;
  std::condition_variable freed;
  std::size_t free = kServersAtOnce;
};

class Refresher::Worker {
 public:
  Worker(Shared& shared, ServerSettings server)
      : shared_(shared), server_(std::move(server)), thread_([this] { run(); }) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    ask_to_stop();
    thread_.join();
  }

  const ServerSettings& server() const { return server_; }
  void nudge() { nudge_.raise(); }
  void ask_to_stop() {
    {
      const std::lock_guard lock(shared_.mutex);
      stopping_ = true;
    }
    stop_.raise();
    shared_.freed.notify_all();
  }

 private:
  void run() {
    while (!stopping_) {
      nudge_.lower();
      if (!take_turn()) return;
      refresh();
      give_turn();
      sleep(next_poll());
    }
  }

  bool take_turn() {
    std::unique_lock lock(shared_.mutex);
    shared_.freed.wait(lock, [this] { return stopping_ || shared_.free > 0; });
    if (stopping_) return false;
    --shared_.free;
    return true;
  }
  void give_turn() {
    {
      const std::lock_guard lock(shared_.mutex);
      ++shared_.free;
    }
    shared_.freed.notify_all();  // one alone might be stopping
  }

  void refresh() {
    try {
      const auto found = ask();
      if (stopping_) return;
      const Outcome outcome = store(server_.name, found, shared_.folder, shared_.clock);
      if (shared_.on_refreshed) shared_.on_refreshed(outcome);
    } catch (const std::exception& error) {
      log_error("cannot refresh the MCP server '" + server_.name + "': " + error.what());
    }
  }

  /// By the session that is open, else by a new one.
  Result<Discovery> ask() {
    if (auto problem = name_problem(server_.name)) return tl::unexpected(*std::move(problem));
    if (session_) {
      if (auto found = session_->list()) return found;
      session_.reset();
      if (stopping_) return tl::unexpected(make_problem("mcp_session_lost", "it is to stop"));
    }
    auto session = Session::open(server_, stop_.fd());
    if (!session) return tl::unexpected(session.error());
    auto found = (*session)->list();
    if (found && (*session)->announces_changes()) {
      session_ = *std::move(session);
      session_->listen();
      opened_ = std::chrono::steady_clock::now();
    }
    return found;
  }

  /// Until it is time to ask again: before `until` when the server has ended the session, since it
  /// may be gone.
  void sleep(Time until) {
    if (session_) {
      if (session_->wait(until, nudge_.fd()) != Session::Event::ended) return;
      session_.reset();
      until = std::min(until, end_of_pause());
    }
    sleep_until(until, stop_.fd(), nudge_.fd());
  }

  Time end_of_pause() {
    const Time now = std::chrono::steady_clock::now();
    if (now - opened_ >= kSettled) pause_ = kFirstPause;
    const Time end = now + pause_;
    pause_ = std::min(2 * pause_, server_.poll_interval);
    return end;
  }

  Time next_poll() {
    std::uniform_real_distribution<double> about_one(0.9, 1.1);
    return std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::milliseconds>(
                                                  server_.poll_interval * about_one(random_));
  }

  Shared& shared_;
  const ServerSettings server_;
  Signal stop_;
  Signal nudge_;
  std::atomic<bool> stopping_ = false;
  std::minstd_rand random_{std::random_device{}()};
  std::unique_ptr<Session> session_;  ///< of the thread alone, as what follows
  Time opened_;
  std::chrono::milliseconds pause_ = kFirstPause;
  std::thread thread_;  ///< last: it uses what is above
};

Refresher::Refresher(std::string folder, const Clock& clock, OnRefreshed on_refreshed)
    : shared_(std::make_unique<Shared>(std::move(folder), clock, std::move(on_refreshed))) {}

Refresher::~Refresher() {
  set_servers({});
}

void Refresher::set_servers(const std::vector<ServerSettings>& servers) {
  const std::lock_guard lock(mutex_);
  std::vector<std::unique_ptr<Worker>> before = std::exchange(workers_, {});
  std::vector<ServerSettings> added;
  for (const ServerSettings& server : servers) {
    const auto same = std::ranges::find_if(before, [&](const std::unique_ptr<Worker>& worker) {
      return worker && worker->server() == server;
    });
    if (same == before.end()) {
      added.push_back(server);
    } else {
      workers_.push_back(std::move(*same));
    }
  }
  // All of them at once, and before a successor writes the same files.
  for (const auto& worker : before) {
    if (worker) worker->ask_to_stop();
  }
  before.clear();
  for (ServerSettings& server : added) {
    workers_.push_back(std::make_unique<Worker>(*shared_, std::move(server)));
  }
}

void Refresher::refresh_now(const std::string& name) {
  const std::lock_guard lock(mutex_);
  for (const auto& worker : workers_) {
    if (name.empty() || worker->server().name == name) worker->nudge();
  }
}

}  // namespace skillcat::mcp
