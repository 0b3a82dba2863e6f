#include "index/daemon_parts.h"

#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <csignal>
#include <ctime>

namespace skillcat::index {
namespace {

using std::chrono::milliseconds;

std::string milliseconds_text(std::int64_t us) {
  const auto tenths = (us + 50) / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " ms";
}

/// Of an eventfd or a timerfd: both are read as a number.
bool take_number(const UniqueFd& fd) {
  std::uint64_t number = 0;
  return ::read(fd.get(), &number, sizeof number) == sizeof number;
}

}  // namespace

milliseconds now() {
  timespec time{};
  ::clock_gettime(CLOCK_BOOTTIME, &time);
  return std::chrono::seconds(time.tv_sec) +
         std::chrono::duration_cast<milliseconds>(std::chrono::nanoseconds(time.tv_nsec));
}

Signals::Signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&set, signal);
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  fd_.reset(::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
}

int Signals::take() const {
  signalfd_siginfo info{};
  const bool taken = ::read(fd_.get(), &info, sizeof info) == sizeof info;
  return taken ? static_cast<int>(info.ssi_signo) : 0;
}

Timer::Timer() : fd_(::timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC)) {}

void Timer::set(milliseconds at) const {
  itimerspec when{};
  when.it_value.tv_sec = at.count() / 1000;
  when.it_value.tv_nsec = (at.count() % 1000) * 1'000'000 + 1;  // zero would disarm it
  ::timerfd_settime(fd_.get(), TFD_TIMER_ABSTIME, &when, nullptr);
}

void Timer::take() const {
  take_number(fd_);
}

Waker::Waker() : fd_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

void Waker::wake() const {
  const std::uint64_t one = 1;
  if (::write(fd_.get(), &one, sizeof one) != sizeof one) return;  // it is awake
}

bool Waker::take() const {
  return take_number(fd_);
}

std::string batch_text(const PassReport& report) {
  const ChangeCounts& changes = report.changes;
  std::string text = std::to_string(changes.added) + " added, " + std::to_string(changes.changed) +
                     " changed, " + std::to_string(changes.removed) + " removed";
  if (changes.total() > 0) text += " (" + changes.ref + (changes.total() > 1 ? ", ...)" : ")");
  return text + "; " + std::to_string(report.folders_listed) + " folders listed, " +
         std::to_string(report.files_read) + " files read in " +
         milliseconds_text(report.duration_us) + "; revision " + std::to_string(report.revision);
}

std::string status_text(const db::DaemonState& state) {
  return (state.trouble.empty() ? "current" : state.trouble) + "; " +
         std::to_string(state.watches) + " folders watched, " +
         std::to_string(state.polled.size()) + " roots polled";
}

}  // namespace skillcat::index
