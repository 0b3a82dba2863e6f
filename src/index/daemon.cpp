#include "index/daemon.h"

#include <poll.h>
#include <skillcat/error.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <optional>
#include <random>

#include "base/log.h"
#include "base/service_manager.h"
#include "index/control.h"
#include "index/daemon_parts.h"
#include "index/keeper.h"
#include "index/verify.h"
#include "index/watch.h"

namespace skillcat::index {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLongestRetry{60'000};
constexpr milliseconds kIdle{1'000};   ///< after the last batch, before the log is emptied
constexpr milliseconds kHeld{10'000};  ///< between attempts to empty a log that a reader holds
/// What a reader that holds the log may cost before it is worth a warning.
constexpr std::int64_t kLargeLogBytes = std::int64_t{64} << 20;
// A pass over everything, over what is polled, and an examination take at most this part of time.
constexpr int kReconcileShare = 50;
constexpr int kPollShare = 20;
constexpr int kExamineShare = 100;

}  // namespace

struct Daemon::Impl {
  explicit Impl(const DaemonOptions& given);

  void run();
  void open();
  void take_signals();
  void take_events();
  void touched();
  milliseconds due() const;
  void wait();
  void beat();

  void work();
  bool take_plan();
  PassOptions pass_options();
  void add_polled(Changes& changes);
  void done(PassReport report, bool whole);
  void keep(const Changes& left);
  void set_times(const PassReport& report, bool whole);
  void failed(const Error& error);
  bool somebody(const std::function<bool(const ControlSocket::Client&)>& test) const;
  bool is_awaited() const {
    return somebody([](const auto& client) { return client.seen; });
  }
  void answer(PassReport& report);
  void examine();
  void empty_log();
  void publish();
  void tell_manager();

  const DaemonOptions options;
  Signals signals;
  Keeper keeper;
  Watch watch;
  std::optional<ControlSocket> control;
  Waker waker;
  Timer timer;
  std::atomic<bool> stopping = false;
  std::mt19937 random{std::random_device{}()};

  DaemonPlan plan;
  std::string plan_trouble;
  std::string pass_trouble;
  bool planned = false;
  bool ready = false;  ///< the first pass is done

  Noticed noticed;
  milliseconds first_noticed = kNever;
  milliseconds last_noticed = kNever;
  milliseconds left_since = kNever;  ///< since when something was too new to be read
  bool log_is_large = false;
  milliseconds reconcile_at{0};
  milliseconds poll_at = kNever;
  milliseconds retry_at{0};
  milliseconds retry_pause{0};
  milliseconds empty_log_at = kNever;
  milliseconds examine_at{0};
  milliseconds beat_at = kNever;

  db::DaemonState state;
  db::DaemonState published;
};

Daemon::Impl::Impl(const DaemonOptions& given)
    : options(given), keeper(options.catalog, options.ownership, *options.clock) {
  state.pid = ::getpid();
  state.started_at = unix_ms(*options.clock);
}

void Daemon::Impl::open() {
  watch.open();
  watch.follow_configuration(plan.files);
  watch.follow_catalog({options.catalog, socket_path(options.catalog)});
}

void Daemon::Impl::run() {
  publish();
  open();
  keeper.open();
  control.emplace(options.catalog);
  if (options.opened) state.http = options.opened();
  if (const auto period = watchdog_period()) beat_at = now() + *period;
  examine_at = now() + options.examine;
  while (true) {
    take_signals();
    if (stopping) break;
    take_events();
    if (empty_log_at <= now()) empty_log();
    if (examine_at <= now()) examine();
    const bool asked = somebody([](const auto& client) { return client.request && !client.seen; });
    if (asked || due() <= now()) work();
    publish();
    beat();
    if (!stopping) wait();
  }
  notify_service_manager("STOPPING=1");
  empty_log();
  log_info(keeper.log_bytes() == 0 ? "stopped; the log was emptied" : "stopped");
}

void Daemon::Impl::take_signals() {
  while (const int signal = signals.take()) {
    if (signal != SIGHUP) stopping = true;
    if (signal == SIGHUP) {
      noticed.configuration = true;
      touched();
    }
  }
}

void Daemon::Impl::take_events() {
  if (waker.take()) {
    noticed.places = true;
    touched();
  }
  if (watch.read(noticed)) touched();
  control->serve();
}

void Daemon::Impl::touched() {
  last_noticed = now();
  if (first_noticed == kNever) first_noticed = last_noticed;
}

/// When the next pass is.
milliseconds Daemon::Impl::due() const {
  milliseconds quiet = kNever;
  if (!noticed.empty()) {
    quiet = std::min(last_noticed + options.settle, first_noticed + options.settle_limit);
  }
  return std::max(std::min({quiet, reconcile_at, poll_at}), retry_at);
}

void Daemon::Impl::wait() {
  timer.set(std::min({due(), empty_log_at, examine_at, beat_at}));
  std::vector<pollfd> fds;
  for (const int fd : {signals.fd(), watch.fd(), control->fd(), waker.fd(), timer.fd()}) {
    fds.push_back({fd, POLLIN, 0});  // a negative one is passed over
  }
  for (const auto& client : control->clients()) fds.push_back({client.fd.get(), POLLIN, 0});
  ::poll(fds.data(), fds.size(), -1);
  timer.take();
}

void Daemon::Impl::beat() {
  const auto period = watchdog_period();
  if (!period || now() < beat_at) return;
  notify_service_manager("WATCHDOG=1");
  beat_at = now() + *period;
}

void Daemon::Impl::work() {
  for (auto& client : control->clients()) client.seen = client.request.has_value();
  // The barrier: what was done before somebody asked is in the queue by now.
  take_events();
  bool whole = noticed.everything || reconcile_at <= now() || somebody([](const auto& client) {
                 return client.seen && (client.request->by_digest || client.request->rebuild);
               });
  const bool replan = whole || noticed.configuration || noticed.places || is_awaited();
  Changes changes = std::move(noticed.roots);
  noticed = {};
  first_noticed = kNever;
  try {
    if (watch.fd() < 0 && whole) open();
    keeper.close_if_replaced();
    whole = keeper.open() || whole;
    control->renew();
    if (replan) whole = take_plan() || whole;
    add_polled(changes);
    Indexer& indexer = keeper.indexer();
    done(whole ? indexer.run(plan.roots, plan.rules, pass_options())
               : indexer.run_changed(changes, pass_options()),
         whole);
  } catch (const PassStopped&) {
    stopping = true;
  } catch (const Error& error) {
    failed(error);
  } catch (const std::exception& error) {
    failed({ErrorCode::internal, error.what(), "this is a bug in skillcat"});
  }
}

/// True when the plan is another one than before.
bool Daemon::Impl::take_plan() {
  try {
    DaemonPlan next = options.plan();
    plan_trouble.clear();
    if (planned && next == plan) return false;
    plan = std::move(next);
    planned = true;
    watch.follow_configuration(plan.files);
    watch.keep_roots(plan.roots);
    return true;
  } catch (const Error& error) {
    if (!planned) throw;  // without roots the catalog would be emptied
    auto trouble = error.what() + std::string("; what was configured before stays in use");
    if (std::exchange(plan_trouble, trouble) != trouble) log_warning(trouble);
    return false;
  }
}

PassOptions Daemon::Impl::pass_options() {
  PassOptions made;
  made.threads = options.threads;
  made.observer = &watch;
  made.stop = [this] {
    take_signals();
    return stopping.load();
  };
  made.progress = [this](const Progress&) { beat(); };
  // What is written without a pause is read as it is, in the end.
  if (left_since == kNever || now() - left_since < options.settle_limit) {
    made.patience = {options.settle * 9 / 10, options.emptied};
  }
  const auto asks = [&](bool Request::*what) {
    return somebody([&](const auto& client) { return client.seen && (*client.request).*what; });
  };
  made.by_digest = asks(&Request::by_digest);
  made.rebuild = asks(&Request::rebuild);
  return made;
}

void Daemon::Impl::add_polled(Changes& changes) {
  if (!is_awaited() && now() < poll_at) return;
  for (const source::Root& root : plan.roots) {
    if (!root.path.empty() && !watch.covers(root.path)) changes[root.path].add_whole();
  }
}

void Daemon::Impl::done(PassReport report, bool whole) {
  retry_at = retry_pause = milliseconds(0);
  if (!pass_trouble.empty()) log_info("the catalog can be written again");
  pass_trouble.clear();
  keep(report.left);
  state.polled.clear();
  for (const source::Root& root : plan.roots) {
    if (!root.path.empty() && !watch.covers(root.path)) state.polled.push_back(root.label);
  }
  set_times(report, whole);
  if (report.changes.total() > 0 || report.files_read > 0 || !ready) {
    log_info((whole ? "everything: " : "") + batch_text(report));
  }
  ready = true;
  tell_manager();  // before who waits may look
  if (report.left.empty()) answer(report);
}

/// What was too new to be read is looked at again soon.
void Daemon::Impl::keep(const Changes& left) {
  left_since = left.empty() ? kNever : std::min(left_since, now());
  if (left.empty()) return;
  for (const auto& [root, changes] : left) {
    for (const ChangedEntry& entry : changes.entries) noticed.roots[root].add(entry);
  }
  touched();
  // The files that were left are all that is still to be done for who has asked.
  for (auto& client : control->clients()) {
    if (client.seen) client.request->by_digest = client.request->rebuild = false;
  }
}

void Daemon::Impl::set_times(const PassReport& report, bool whole) {
  const milliseconds took(report.duration_us / 1000);
  if (whole) {
    const std::int64_t tenth = options.reconcile.count() / 10;
    const milliseconds jitter(std::uniform_int_distribution<std::int64_t>(-tenth, tenth)(random));
    reconcile_at = now() + std::max(options.reconcile + jitter, took * kReconcileShare);
    state.last_full_pass_at = report.as_of;
  }
  if (state.polled.empty()) {
    poll_at = kNever;
  } else if (whole || poll_at <= now() || poll_at == kNever) {
    poll_at = now() + std::max(options.poll, took * kPollShare);
  }
  if (whole || report.files_read > 0 || report.changes.total() > 0) empty_log_at = now() + kIdle;
}

void Daemon::Impl::failed(const Error& error) {
  noticed.everything = true;
  touched();
  if (pass_trouble != error.what()) log_warning(std::string(error.what()) + "; it is tried again");
  pass_trouble = error.what();
  retry_pause = retry_pause.count() == 0 ? options.retry : std::min(retry_pause * 2, kLongestRetry);
  retry_at = now() + retry_pause;
  control->answer_seen(error);
  keeper.close_after_failure();
  tell_manager();
}

bool Daemon::Impl::somebody(const std::function<bool(const ControlSocket::Client&)>& test) const {
  return std::ranges::any_of(control->clients(), test);
}

void Daemon::Impl::answer(PassReport& report) {
  if (!is_awaited()) return;
  Reply reply;
  keeper.indexer().count(report);
  reply.report = report;
  if (somebody([](const auto& client) { return client.seen && client.request->verify; })) {
    reply.findings = verify(keeper.indexer().database());
  }
  control->answer_seen(reply);
}

void Daemon::Impl::examine() {
  const milliseconds start = now();
  if (keeper.examine()) {
    noticed.everything = true;
    touched();
  }
  examine_at = now() + std::max(options.examine, (now() - start) * kExamineShare);
}

void Daemon::Impl::empty_log() {
  if (keeper.empty_log()) {
    state.log_held_since = 0;
    empty_log_at = kNever;
    return;
  }
  empty_log_at = now() + kHeld;
  if (state.log_held_since == 0) {
    state.log_held_since = unix_ms(*options.clock);
    log_is_large = false;
  } else if (!log_is_large && keeper.log_bytes() > kLargeLogBytes) {
    log_is_large = true;
    log_warning("a program has been reading the catalog since " + rfc3339(state.log_held_since) +
                " without a pause: its log has grown to " +
                std::to_string(keeper.log_bytes() >> 20) + " MB");
  }
}

void Daemon::Impl::publish() {
  state.watches = watch.watches();
  state.watches_allowed = watches_allowed();
  state.overflows = watch.overflows();
  state.trouble = pass_trouble.empty() ? plan_trouble : pass_trouble;
  if (state == published) return;
  published = state;
  keeper.publish(state);
}

void Daemon::Impl::tell_manager() {
  publish();
  notify_service_manager((ready ? "READY=1\nSTATUS=" : "STATUS=") + status_text(state));
}

Daemon::Daemon(const DaemonOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Daemon::~Daemon() = default;

void Daemon::run() {
  impl_->run();
}

void Daemon::wake() {
  impl_->waker.wake();
}

void Daemon::stop() {
  impl_->stopping = true;
  wake();
}

}  // namespace skillcat::index
