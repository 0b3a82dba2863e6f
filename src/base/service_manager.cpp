#include "base/service_manager.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "base/fs.h"

namespace skillcat {

void notify_service_manager(std::string_view state) {
  const char* const name = std::getenv("NOTIFY_SOCKET");
  sockaddr_un address{};
  const std::size_t length = name == nullptr ? 0 : std::strlen(name);
  if (length < 2 || length >= sizeof address.sun_path) return;
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, name, length);
  if (name[0] == '@') address.sun_path[0] = '\0';  // an abstract name
  const UniqueFd fd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length);
  ::sendto(fd.get(), state.data(), state.size(), MSG_NOSIGNAL,
           reinterpret_cast<const sockaddr*>(&address), size);
}

std::optional<std::chrono::milliseconds> watchdog_period() {
  const char* const period = std::getenv("WATCHDOG_USEC");
  const char* const pid = std::getenv("WATCHDOG_PID");
  if (period == nullptr || (pid != nullptr && std::atoll(pid) != ::getpid())) return std::nullopt;
  const auto us = std::atoll(period);
  if (us <= 0) return std::nullopt;
  return std::chrono::milliseconds(us / 2000);  // twice as often as asked for
}

}  // namespace skillcat
