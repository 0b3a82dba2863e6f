#include "serve/listen.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <skillcat/error.h>
#include <sys/socket.h>

#include <cerrno>
#include <charconv>

namespace skillcat::serve {
namespace {

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t length = 0;

  sockaddr* pointer() { return reinterpret_cast<sockaddr*>(&storage); }
};

SocketAddress socket_address(const Address& address) {
  SocketAddress out;
  if (address.is_v6()) {
    auto& v6 = reinterpret_cast<sockaddr_in6&>(out.storage);
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(address.port);
    ::inet_pton(AF_INET6, address.ip.c_str(), &v6.sin6_addr);
    out.length = sizeof(v6);
  } else {
    auto& v4 = reinterpret_cast<sockaddr_in&>(out.storage);
    v4.sin_family = AF_INET;
    v4.sin_port = htons(address.port);
    ::inet_pton(AF_INET, address.ip.c_str(), &v4.sin_addr);
    out.length = sizeof(v4);
  }
  return out;
}

bool is_numeric(const std::string& ip) {
  in6_addr buffer{};
  return ::inet_pton(AF_INET, ip.c_str(), &buffer) == 1 ||
         ::inet_pton(AF_INET6, ip.c_str(), &buffer) == 1;
}

[[noreturn]] void refuse_listening(const Address& address, int error) {
  throw Error(ErrorCode::root_failed, errno_text("listen on", address.text(), error),
              error == EADDRINUSE ? "another server has this port; port 0 takes a free one"
                                  : "give an address of this machine and a free port");
}

}  // namespace

bool Address::is_loopback() const {
  return ip == "::1" || ip.starts_with("127.");
}

std::string Address::text() const {
  return (is_v6() ? "[" + ip + "]" : ip) + ":" + std::to_string(port);
}

Address parse_address(std::string_view text) {
  Address address;
  const auto colon = text.rfind(':');
  if (colon != std::string_view::npos) {
    std::string_view ip = text.substr(0, colon);
    const std::string_view port = text.substr(colon + 1);
    const bool in_brackets = ip.starts_with('[') && ip.ends_with(']');
    if (in_brackets) ip = ip.substr(1, ip.size() - 2);
    address.ip = ip == "localhost" ? "127.0.0.1" : ip;
    const char* end = port.data() + port.size();
    const auto [parsed, error] = std::from_chars(port.data(), end, address.port);
    if (error == std::errc() && parsed == end && is_numeric(address.ip) &&
        in_brackets == address.is_v6()) {
      return address;
    }
  }
  throw Error(ErrorCode::usage, "'" + std::string(text) + "' is not an address and a port",
              "for example 127.0.0.1:7390, [::1]:7390, or port 0 for a free one");
}

std::vector<std::string> hosts_of(const Address& address) {
  std::vector<std::string> names{address.is_v6() ? "[" + address.ip + "]" : address.ip};
  if (address.is_loopback()) {
    for (const char* name : {"127.0.0.1", "localhost", "[::1]"}) names.emplace_back(name);
  }
  std::vector<std::string> hosts;
  hosts.reserve(2 * names.size());
  for (const std::string& name : names) hosts.push_back(name + ":" + std::to_string(address.port));
  constexpr std::uint16_t kHttpPort = 80;  // which clients leave out
  if (address.port == kHttpPort) hosts.insert(hosts.end(), names.begin(), names.end());
  return hosts;
}

Listener listen_on(const Address& address) {
  const int family = address.is_v6() ? AF_INET6 : AF_INET;
  Listener listener{UniqueFd(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)),
                    address};
  const int on = 1;
  const int fd = listener.fd.get();
  SocketAddress where = socket_address(address);
  if (fd < 0 || ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0 ||
      (address.is_v6() && ::setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on)) != 0) ||
      ::bind(fd, where.pointer(), where.length) != 0 || ::listen(fd, SOMAXCONN) != 0) {
    refuse_listening(address, errno);
  }
  listener.address.port = local_address(fd).port;
  return listener;
}

Address local_address(int fd) {
  SocketAddress here;
  here.length = sizeof(here.storage);
  Address address;
  if (::getsockname(fd, here.pointer(), &here.length) != 0) return address;
  char text[INET6_ADDRSTRLEN] = {};
  if (here.storage.ss_family == AF_INET6) {
    const auto& v6 = reinterpret_cast<const sockaddr_in6&>(here.storage);
    ::inet_ntop(AF_INET6, &v6.sin6_addr, text, sizeof(text));
    address.port = ntohs(v6.sin6_port);
  } else {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(here.storage);
    ::inet_ntop(AF_INET, &v4.sin_addr, text, sizeof(text));
    address.port = ntohs(v4.sin_port);
  }
  address.ip = text;
  return address;
}

}  // namespace skillcat::serve
