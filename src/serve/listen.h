// Where the server listens: "127.0.0.1:7390", "[::1]:7390", "localhost:7390".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/fs.h"

namespace skillcat::serve {

struct Address {
  std::string ip;  ///< numeric, without brackets
  std::uint16_t port = 0;

  bool is_v6() const { return ip.find(':') != std::string::npos; }
  bool is_loopback() const;
  bool is_any() const { return ip == "0.0.0.0" || ip == "::"; }
  std::string text() const;  ///< "127.0.0.1:7390", "[::1]:7390"
};

/// Throws Error(usage).
Address parse_address(std::string_view text);

/// The Host headers of a server there: its address; on loopback also the other names of it.
std::vector<std::string> hosts_of(const Address& address);

struct Listener {
  UniqueFd fd;
  Address address;  ///< with the port that was chosen for port 0
};
/// Throws Error(root_failed).
Listener listen_on(const Address& address);

/// The address of this end of a connection.
Address local_address(int fd);

}  // namespace skillcat::serve
