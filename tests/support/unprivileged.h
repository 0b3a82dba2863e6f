// Work under a user whom permissions bind: root ignores modes.
#pragma once

#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>

namespace skillcat::test {

/// Runs `check` in a child process, as nobody when the tests run as root. True when it returned
/// true there. Catch2's own checks do not reach over.
inline bool holds_unprivileged(const std::function<bool()>& check) {
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr unsigned kNobody = 65534;
    const bool bound = ::geteuid() != 0 || (::setgroups(0, nullptr) == 0 &&
                                            ::setgid(kNobody) == 0 && ::setuid(kNobody) == 0);
    bool held = false;
    try {
      held = bound && check();
    } catch (...) {
      held = false;
    }
    std::_Exit(held ? 0 : 1);
  }
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

}  // namespace skillcat::test
