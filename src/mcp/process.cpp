#include "mcp/process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

#include "base/problem.h"

namespace skillcat::mcp {
namespace {

constexpr const char* kInherited[] = {"HOME",  "LANG", "LOGNAME", "PATH",
                                      "SHELL", "TERM", "TMPDIR",  "USER"};
constexpr const char* kDefaultPath = "/usr/local/bin:/usr/bin:/bin";
constexpr std::size_t kMaxStderrLine = 4096;
/// The search for a process that ended, where the kernel has no handles for them.
constexpr std::chrono::milliseconds kPollWithoutHandle{20};

/// Everything the child needs, made before fork(): between fork() and exec() only system calls.
struct Plan {
  std::string program;
  std::string folder;
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  std::vector<char*> argv;
  std::vector<char*> envp;
};

/// What the child could not do, sent to the parent.
struct Failure {
  bool in_folder;  ///< it has entered its folder
  int error;
};

struct Pipe {
  UniqueFd read_end;
  UniqueFd write_end;
};

/// Above the standard descriptors, which may be closed here but not in the child.
void lift(UniqueFd& fd) {
  if (fd && fd.get() <= STDERR_FILENO) {
    fd.reset(::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  }
}

bool make_pipe(Pipe& pipe) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  pipe.read_end.reset(ends[0]);
  pipe.write_end.reset(ends[1]);
  lift(pipe.read_end);
  lift(pipe.write_end);
  return pipe.read_end && pipe.write_end;
}

void set_nonblocking(const UniqueFd& fd) {
  ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

std::map<std::string, std::string> environment_of(const ServerSettings& server) {
  std::map<std::string, std::string> out = {{"PATH", kDefaultPath}};
  for (const char* name : kInherited) {
    if (const char* value = std::getenv(name)) out[name] = value;
  }
  for (const auto& [name, value] : server.env) out[name] = value;
  return out;
}

/// `name` as execvp would find it; empty when no folder of `path` has it.
std::string find_program(const std::string& name, std::string_view path) {
  if (name.find('/') != std::string::npos) return name;
  while (true) {
    const auto end = path.find(':');
    std::string candidate = join_path(path.substr(0, end), name);
    struct stat st {};
    if (::stat(candidate.c_str(), &st) == 0 && S_ISREG(st.st_mode) &&
        ::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
    if (end == std::string_view::npos) return {};
    path.remove_prefix(end + 1);
  }
}

Result<Plan> plan_of(const ServerSettings& server) {
  Plan plan;
  const auto environment = environment_of(server);
  const auto home = environment.find("HOME");
  plan.folder = !server.folder.empty()      ? server.folder
                : home != environment.end() ? home->second
                                            : "/";
  plan.program = find_program(server.command.front(), environment.at("PATH"));
  if (plan.program.empty()) {
    return tl::unexpected(
        make_problem("mcp_start_failed", "cannot start '" + server.command.front() +
                                             "': no folder of PATH has a program of that name"));
  }
  plan.arguments = server.command;
  for (const auto& [name, value] : environment) {
    plan.environment.push_back(std::string(name).append("=").append(value));
  }
  for (std::string& argument : plan.arguments) plan.argv.push_back(argument.data());
  for (std::string& variable : plan.environment) plan.envp.push_back(variable.data());
  plan.argv.push_back(nullptr);
  plan.envp.push_back(nullptr);
  return plan;
}

struct Pipes {
  Pipe in;
  Pipe out;
  Pipe err;
  Pipe failure;
};

/// The child: never returns. Only async-signal-safe calls.
[[noreturn]] void become(const Plan& plan, const Pipes& pipes, pid_t parent) {
  bool in_folder = false;
  ::setpgid(0, 0);
  // When the parent has gone in between, nobody would send the signal any more.
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && ::getppid() == parent) {
    for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (::dup2(pipes.in.read_end.get(), STDIN_FILENO) >= 0 &&
        ::dup2(pipes.out.write_end.get(), STDOUT_FILENO) >= 0 &&
        ::dup2(pipes.err.write_end.get(), STDERR_FILENO) >= 0) {
      // Descriptors of other libraries may lack close-on-exec.
      ::syscall(SYS_close_range, STDERR_FILENO + 1U, ~0U, CLOSE_RANGE_CLOEXEC);
      in_folder = ::chdir(plan.folder.c_str()) == 0;
      if (in_folder) ::execve(plan.program.c_str(), plan.argv.data(), plan.envp.data());
    }
  }
  const Failure failure{in_folder, errno};
  [[maybe_unused]] const ssize_t written =
      ::write(pipes.failure.write_end.get(), &failure, sizeof failure);
  ::_exit(127);
}

Problem start_problem(const std::string& what, int error) {
  return make_problem("mcp_start_failed", what + ": " + std::strerror(error));
}

std::string ending_of(const siginfo_t& info) {
  return info.si_code == CLD_EXITED ? "exit status " + std::to_string(info.si_status)
                                    : "signal " + std::to_string(info.si_status);
}

/// Reads what is there; false at the end of the stream.
template <class Sink>
bool drain(int fd, Sink sink) {
  std::array<char, 65536> chunk;
  const ssize_t n = ::read(fd, chunk.data(), chunk.size());
  if (n > 0) sink(std::string_view(chunk.data(), static_cast<std::size_t>(n)));
  return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

bool speaks_of_error(const std::string& line) {
  return line.find("rror") != std::string::npos || line.find("ERROR") != std::string::npos;
}

}  // namespace

void LastWords::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto end = bytes.find('\n');
    open_ += bytes.substr(0, std::min(end, kMaxStderrLine - open_.size()));
    if (end == std::string_view::npos) return;
    end_line();
    bytes.remove_prefix(end + 1);
  }
}

void LastWords::end_line() {
  if (open_.find_first_not_of(" \t\r") != std::string::npos) {
    (speaks_of_error(open_) ? last_error_ : last_) = open_;
  }
  open_.clear();
}

std::string LastWords::line() const {
  LastWords ended = *this;
  ended.end_line();
  std::string line = ended.last_error_.empty() ? ended.last_ : ended.last_error_;
  line.erase(0, line.find_first_not_of(" \t"));
  line.erase(line.find_last_not_of(" \t\r") + 1);
  return line;
}

Result<Process> Process::start(const ServerSettings& server) {
  auto plan = plan_of(server);
  if (!plan) return tl::unexpected(plan.error());
  const std::string what = "cannot start '" + server.command.front() + "'";
  Pipes pipes;
  if (!make_pipe(pipes.in) || !make_pipe(pipes.out) || !make_pipe(pipes.err) ||
      !make_pipe(pipes.failure)) {
    return tl::unexpected(start_problem(what + ": no pipe", errno));
  }
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) become(*plan, pipes, parent);
  if (pid < 0) return tl::unexpected(start_problem(what, errno));

  Process process;
  process.pid_ = pid;
  process.handle_.reset(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  process.in_ = std::move(pipes.in.write_end);
  process.out_ = std::move(pipes.out.read_end);
  process.err_ = std::move(pipes.err.read_end);
  set_nonblocking(process.in_);
  set_nonblocking(process.out_);
  set_nonblocking(process.err_);
  pipes.in.read_end.reset();
  pipes.out.write_end.reset();
  pipes.err.write_end.reset();
  pipes.failure.write_end.reset();
  Failure failure{};
  ssize_t n = 0;
  do {
    n = ::read(pipes.failure.read_end.get(), &failure, sizeof failure);
  } while (n < 0 && errno == EINTR);
  if (n != static_cast<ssize_t>(sizeof failure)) return process;  // exec() has closed the pipe
  return tl::unexpected(
      start_problem(failure.in_folder ? what : what + " in '" + plan->folder + "'", failure.error));
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      handle_(std::move(other.handle_)),
      in_(std::move(other.in_)),
      out_(std::move(other.out_)),
      err_(std::move(other.err_)),
      last_words_(std::move(other.last_words_)),
      ending_(std::move(other.ending_)) {}

void Process::drain_errors() {
  if (err_ && !drain(err_.get(), [this](std::string_view bytes) { last_words_.append(bytes); })) {
    err_.reset();
  }
}

/// Also takes what it still says: a process that waits for a reader would never end.
bool Process::wait_for_end(std::chrono::milliseconds timeout) {
  const auto until = std::chrono::steady_clock::now() + timeout;
  while (true) {
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid != 0) {
      return true;
    }
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd fds[] = {{handle_.get(), POLLIN, 0}, {out_.get(), POLLIN, 0}, {err_.get(), POLLIN, 0}};
    const auto wait = handle_ ? left : std::min(left, kPollWithoutHandle);
    ::poll(fds, std::size(fds), static_cast<int>(wait.count()));
    if (out_ && fds[1].revents != 0 && !drain(out_.get(), [](std::string_view) {})) out_.reset();
    if (fds[2].revents != 0) drain_errors();
  }
}

std::string Process::stop() {
  if (pid_ < 0) return ending_;
  in_.reset();
  if (!wait_for_end(kGrace)) {
    ::kill(-pid_, SIGTERM);
    wait_for_end(kGrace);
  }
  // Before it is reaped, so that its number cannot be another group's yet.
  ::kill(-pid_, SIGKILL);
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED) != 0 && errno == EINTR) {
  }
  pid_ = -1;
  // What it had said before it ended fits in a pipe.
  for (int reads = 0; err_ && reads < 2; ++reads) drain_errors();
  ending_ = ending_of(info);
  return ending_;
}

SigpipeBlock::SigpipeBlock() {
  sigset_t pipe_only;
  sigset_t pending;
  sigset_t before;
  ::sigemptyset(&pipe_only);
  ::sigaddset(&pipe_only, SIGPIPE);
  ::sigpending(&pending);
  if (::sigismember(&pending, SIGPIPE) == 1) return;  // blocked by somebody else
  ::pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
  blocked_ = ::sigismember(&before, SIGPIPE) == 0;
}

SigpipeBlock::~SigpipeBlock() {
  if (!blocked_) return;
  sigset_t pipe_only;
  ::sigemptyset(&pipe_only);
  ::sigaddset(&pipe_only, SIGPIPE);
  const timespec now{};
  while (::sigtimedwait(&pipe_only, nullptr, &now) == -1 && errno == EINTR) {
  }
  ::pthread_sigmask(SIG_UNBLOCK, &pipe_only, nullptr);
}

}  // namespace skillcat::mcp
