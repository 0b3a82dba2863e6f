// A client that does what it is told, right or wrong: raw bytes over one connection.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace skillcat::test {

class HttpClient {
 public:
  /// Connects to a server on loopback, as if from the address `from`.
  explicit HttpClient(std::uint16_t port, const char* from = "127.0.0.1") : port_(port) {
    fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in here = address(from, 0);
    sockaddr_in there = address("127.0.0.1", port);
    if (::bind(fd_, reinterpret_cast<sockaddr*>(&here), sizeof(here)) != 0 ||
        ::connect(fd_, reinterpret_cast<sockaddr*>(&there), sizeof(there)) != 0) {
      throw std::runtime_error("cannot connect");
    }
  }
  HttpClient(HttpClient&& other) noexcept
      : port_(other.port_),
        fd_(std::exchange(other.fd_, -1)),
        received_(std::move(other.received_)) {}
  HttpClient& operator=(HttpClient&&) = delete;
  ~HttpClient() {
    if (fd_ >= 0) ::close(fd_);
  }

  /// False when the server has closed.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  /// A GET, with `headers` as lines; the Host is right unless they hold one.
  bool get(const std::string& target, const std::string& headers = {}) const {
    return send("GET " + target + " HTTP/1.1\r\n" + host(headers) + headers + "\r\n");
  }
  std::string host(const std::string& headers = {}) const {
    if (headers.find("Host:") != std::string::npos) return {};
    return "Host: 127.0.0.1:" + std::to_string(port_) + "\r\n";
  }

  /// One answer, header and body. Empty when the server closed without one.
  std::string answer() {
    if (!read_until("\r\n\r\n")) return {};
    const auto end = received_.find("\r\n\r\n") + 4;
    const auto length = received_.find("Content-Length: ");
    const std::size_t body = length < end ? std::stoul(received_.substr(length + 16)) : 0;
    while (received_.size() < end + body) {
      if (!read_some(kPatience)) break;
    }
    std::string whole = received_.substr(0, end + body);
    received_.erase(0, end + body);
    return whole;
  }
  /// What comes up to and with `text`; all there is when it does not come.
  std::string until(std::string_view text) {
    read_until(text);
    const auto at = received_.find(text);
    std::string out = received_.substr(0, at == std::string::npos ? at : at + text.size());
    received_.erase(0, out.size());
    return out;
  }
  /// Whether the server closes within that time. What it sends before is dropped.
  bool is_closed_within(std::chrono::milliseconds time) {
    const auto deadline = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < deadline) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          deadline - std::chrono::steady_clock::now());
      pollfd in{fd_, POLLIN, 0};
      if (::poll(&in, 1, static_cast<int>(left.count()) + 1) <= 0) return false;
      if (!read_some(kPatience)) return true;
    }
    return false;
  }

 private:
  static constexpr std::chrono::milliseconds kPatience{20'000};

  static sockaddr_in address(const char* ip, std::uint16_t port) {
    sockaddr_in out{};
    out.sin_family = AF_INET;
    out.sin_port = htons(port);
    ::inet_pton(AF_INET, ip, &out.sin_addr);
    return out;
  }
  bool read_until(std::string_view text) {
    while (received_.find(text) == std::string::npos) {
      if (!read_some(kPatience)) return false;
    }
    return true;
  }
  bool read_some(std::chrono::milliseconds patience) {
    pollfd in{fd_, POLLIN, 0};
    if (::poll(&in, 1, static_cast<int>(patience.count())) <= 0) return false;
    char bytes[16384];
    const ssize_t count = ::recv(fd_, bytes, sizeof(bytes), 0);
    if (count <= 0) return false;
    received_.append(bytes, static_cast<std::size_t>(count));
    return true;
  }

  std::uint16_t port_;
  int fd_ = -1;
  std::string received_;
};

}  // namespace skillcat::test
