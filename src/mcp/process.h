// A child process with pipes, in a process group of its own.
//
// It gets a minimal environment (HOME, LANG, LOGNAME, PATH, SHELL, TERM, TMPDIR, USER) and what is
// configured, no descriptor but its three pipes, default signals, and SIGKILL when the thread that
// started it ends. `stop` and the destructor end its whole group and reap it: stdin is closed, then
// SIGTERM, then SIGKILL.
//
// Threads: one at a time, the one that started it, until it is stopped. Errors:
// `mcp_start_failed`.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>

#include "base/fs.h"
#include "base/result.h"
#include "mcp/client.h"

namespace skillcat::mcp {

/// What a process says on stderr: drained without end, a few lines of it kept.
class LastWords {
 public:
  void append(std::string_view bytes);
  /// The last line that speaks of an error, else the last line; empty when it said nothing.
  std::string line() const;

 private:
  void end_line();

  std::string open_;
  std::string last_;
  std::string last_error_;
};

class Process {
 public:
  /// How long it may take after its stdin is closed, and again after SIGTERM.
  static constexpr std::chrono::milliseconds kGrace{1'500};

  static Result<Process> start(const ServerSettings& server);

  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  ~Process() { stop(); }

  int in() const { return in_.get(); }    ///< non-blocking; -1 once closed
  int out() const { return out_.get(); }  ///< non-blocking
  int err() const { return err_.get(); }  ///< non-blocking; -1 once it has ended

  /// Takes what is there from stderr.
  void drain_errors();
  const LastWords& last_words() const { return last_words_; }

  /// Ends and reaps it; how it ended, such as "exit status 1". Takes 2 * kGrace at most.
  std::string stop();

 private:
  Process() = default;
  bool wait_for_end(std::chrono::milliseconds timeout);

  pid_t pid_ = -1;  ///< of the process and its group; -1 once reaped
  UniqueFd handle_;
  UniqueFd in_;
  UniqueFd out_;
  UniqueFd err_;
  LastWords last_words_;
  std::string ending_;
};

/// Keeps SIGPIPE from ending the program while it writes to a process or a socket that is gone.
class SigpipeBlock {
 public:
  SigpipeBlock();
  SigpipeBlock(const SigpipeBlock&) = delete;
  SigpipeBlock& operator=(const SigpipeBlock&) = delete;
  ~SigpipeBlock();

 private:
  bool blocked_ = false;  ///< by this object
};

}  // namespace skillcat::mcp
