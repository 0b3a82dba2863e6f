#include "mcp/stdio.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "base/problem.h"
#include "mcp/lines.h"
#include "mcp/message.h"
#include "mcp/process.h"
#include "mcp/secrets.h"

namespace skillcat::mcp {
namespace {

/// A server that asks without reading the answers gets no more of them.
constexpr std::size_t kMaxWaitingBytes = std::size_t{1} << 20;
constexpr std::size_t kChunkBytes = std::size_t{64} << 10;

class StdioTransport final : public Transport {
 public:
  StdioTransport(Process process, Secrets secrets)
      : process_(std::move(process)), secrets_(std::move(secrets)) {}

  void send(const std::string& message) override {
    waiting_ += message + '\n';
    write();
  }
  void answer(const std::string& message) override {
    if (waiting_.size() < kMaxWaitingBytes) send(message);
  }

  Result<std::optional<std::string>> receive(Time until, std::span<const int> wakes) override {
    while (true) {
      if (auto line = lines_.next()) return line;
      if (lines_.overflowed()) {
        return tl::unexpected(
            make_problem("mcp_too_large", "the server sent a line of more than 64 MiB"));
      }
      if (ended_) return tl::unexpected(lost());
      if (!wait(until, wakes)) return std::nullopt;
    }
  }

 private:
  /// False when `until` has passed or something else is to be done.
  bool wait(Time until, std::span<const int> wakes) {
    std::vector<pollfd> fds = {{process_.out(), POLLIN, 0},
                               {process_.err(), POLLIN, 0},
                               {waiting_.empty() ? -1 : process_.in(), POLLOUT, 0}};
    for (const int fd : wakes) fds.push_back({fd, POLLIN, 0});
    if (::poll(fds.data(), fds.size(), poll_timeout(until)) == 0) return false;
    for (std::size_t i = 3; i < fds.size(); ++i) {
      if (fds[i].revents != 0) return false;
    }
    if (fds[0].revents != 0) read();
    if (fds[1].revents != 0) process_.drain_errors();
    if (fds[2].revents != 0) write();
    return std::chrono::steady_clock::now() < until;
  }

  void read() {
    chunk_.resize(kChunkBytes);
    const ssize_t n = ::read(process_.out(), chunk_.data(), chunk_.size());
    if (n > 0) {
      lines_.append(std::string_view(chunk_).substr(0, static_cast<std::size_t>(n)));
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
      lines_.finish();
      ended_ = true;
    }
  }

  void write() {
    const SigpipeBlock no_sigpipe;
    while (!waiting_.empty()) {
      const ssize_t n = ::write(process_.in(), waiting_.data(), waiting_.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 && errno == EAGAIN) return;
      // Nobody reads it: the end of stdout will tell.
      if (n < 0) return waiting_.clear();
      waiting_.erase(0, static_cast<std::size_t>(n));
    }
  }

  Problem lost() {
    std::string text = "the process ended (" + process_.stop() + ")";
    if (const std::string words = process_.last_words().line(); !words.empty()) {
      text += "; it said: " + secrets_.quoted(words);
    }
    return make_problem("mcp_session_lost", text);
  }

  Process process_;
  Secrets secrets_;
  LineSplitter lines_{kMaxMessageBytes};
  std::string waiting_;  ///< for stdin
  std::string chunk_;
  bool ended_ = false;
};

}  // namespace

Result<std::unique_ptr<Transport>> start_stdio(const ServerSettings& server) {
  auto process = Process::start(server);
  if (!process) return tl::unexpected(process.error());
  return std::make_unique<StdioTransport>(*std::move(process), Secrets(server));
}

}  // namespace skillcat::mcp
