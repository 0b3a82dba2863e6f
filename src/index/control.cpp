#include "index/control.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/log.h"

namespace skillcat::index {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxLine = 4096;
constexpr std::size_t kMaxClients = 64;
constexpr std::chrono::minutes kLongestWait{10};
constexpr std::chrono::milliseconds kSilentWait{5'000};  ///< before a person is told of it

/// An address holds 107 bytes; this one is short however long the path is.
struct ShortAddress {
  explicit ShortAddress(const std::string& path)
      : folder(::open(std::string(parent_path(path)).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
    address.sun_family = AF_UNIX;
    const std::string text =
        "/proc/self/fd/" + std::to_string(folder.get()) + "/" + std::string(file_name(path));
    fits = folder && text.size() < sizeof address.sun_path;
    if (fits) std::memcpy(address.sun_path, text.c_str(), text.size() + 1);
  }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address); }

  UniqueFd folder;
  sockaddr_un address{};
  bool fits = false;
};

bool send_line(int fd, const std::string& line) {
  const std::string text = line + "\n";
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t n = ::send(fd, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    sent += static_cast<std::size_t>(n);
  }
  return true;
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const PassReport& r) {
  return {{"revision", r.revision},
          {"as_of", r.as_of},
          {"complete", r.complete},
          {"candidates", r.candidates},
          {"active", r.active},
          {"stale", r.stale},
          {"rejected", r.rejected},
          {"repaired", r.repaired},
          {"skipped", r.skipped},
          {"files_read", r.files_read},
          {"duration_us", r.duration_us},
          {"problems", r.problems},
          {"failed_roots", r.failed_roots}};
}

PassReport to_report(const Json& json) {
  PassReport r;
  json.at("revision").get_to(r.revision);
  json.at("as_of").get_to(r.as_of);
  json.at("complete").get_to(r.complete);
  json.at("candidates").get_to(r.candidates);
  json.at("active").get_to(r.active);
  json.at("stale").get_to(r.stale);
  json.at("rejected").get_to(r.rejected);
  json.at("repaired").get_to(r.repaired);
  json.at("skipped").get_to(r.skipped);
  json.at("files_read").get_to(r.files_read);
  json.at("duration_us").get_to(r.duration_us);
  json.at("problems").get_to(r.problems);
  json.at("failed_roots").get_to(r.failed_roots);
  return r;
}

Error to_error(const Json& json) {
  const std::string name = json.at("code");
  ErrorCode code = ErrorCode::internal;
  for (const ErrorKind& kind : kErrorKinds) {
    if (kind.name == name) code = kind.code;
  }
  return {code, json.at("message"), json.at("hint")};
}

std::optional<Request> parse_request(const std::string& line) {
  try {
    const Json json = Json::parse(line);
    return Request{json.at("by_digest"), json.at("rebuild"), json.at("verify")};
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

/// The line that comes back; empty when the daemon ends or says nothing for too long.
std::string read_answer(int fd) {
  std::string text;
  bool told = false;
  const auto deadline = std::chrono::steady_clock::now() + kLongestWait;
  while (!text.ends_with('\n')) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd in{fd, POLLIN, 0};
    const auto patience = told ? left : std::min(left, kSilentWait);
    const int ready = left.count() > 0 ? ::poll(&in, 1, static_cast<int>(patience.count())) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 && !told) {
      log_warning(
          "the daemon has not answered yet; waiting for it ('skillcat status' tells of it)");
      told = true;
      continue;
    }
    if (ready <= 0) return {};
    char buffer[16 << 10];
    const ssize_t n = ::recv(fd, buffer, sizeof buffer, 0);
    if (n <= 0) return {};
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

}  // namespace

std::string socket_path(const std::string& catalog_path) {
  return catalog_path + ".sock";
}

std::optional<Reply> ask_daemon(const std::string& catalog_path, const Request& request) {
  const ShortAddress address(socket_path(catalog_path));
  const UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!fd || !address.fits || ::connect(fd.get(), address.get(), sizeof address.address) != 0) {
    return std::nullopt;
  }
  const Json json = {
      {"by_digest", request.by_digest}, {"rebuild", request.rebuild}, {"verify", request.verify}};
  const std::string line = send_line(fd.get(), dump(json)) ? read_answer(fd.get()) : "";
  if (line.empty()) {
    throw Error(ErrorCode::catalog,
                "the daemon of " + catalog_path + " ended or hung before it had answered",
                "look into its log, and ask again");
  }
  try {
    const Json answer = Json::parse(line);
    if (answer.contains("error")) throw to_error(answer["error"]);
    return Reply{to_report(answer.at("report")), answer.at("findings")};
  } catch (const Json::exception& e) {
    throw Error(ErrorCode::catalog,
                "the daemon of " + catalog_path + " answered what is not understood: " + e.what(),
                "restart it: it is of another version");
  }
}

ControlSocket::ControlSocket(const std::string& catalog_path) : path_(socket_path(catalog_path)) {
  listen();
}

void ControlSocket::renew() {
  struct stat st {};
  if (::lstat(path_.c_str(), &st) != 0 || st.st_ino != file_) listen();
}

void ControlSocket::listen() {
  const ShortAddress address(path_);
  fd_.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!address.fits) errno = ENAMETOOLONG;
  ::unlink(path_.c_str());
  // The mode of the socket becomes that of its file.
  const bool listening = fd_ && address.fits && ::fchmod(fd_.get(), 0600) == 0 &&
                         ::bind(fd_.get(), address.get(), sizeof address.address) == 0 &&
                         ::listen(fd_.get(), 16) == 0;
  struct stat st {};
  if (listening && ::lstat(path_.c_str(), &st) == 0) {
    file_ = st.st_ino;
    return;
  }
  throw Error(ErrorCode::catalog, errno_text("listen on", path_, errno),
              "the catalog's folder must be writable, its name short");
}

ControlSocket::~ControlSocket() {
  ::unlink(path_.c_str());
}

void ControlSocket::let_in() {
  while (true) {
    UniqueFd fd(::accept4(fd_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!fd) return;
    ucred peer{};
    socklen_t size = sizeof peer;
    const bool own = ::getsockopt(fd.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
                     (peer.uid == ::geteuid() || peer.uid == 0);
    if (own && clients_.size() < kMaxClients) clients_.push_back({std::move(fd), {}});
  }
}

/// False when the client has gone or asks what is not understood.
bool ControlSocket::read(Client& client) {
  char buffer[kMaxLine];
  while (true) {
    const ssize_t n = ::recv(client.fd.get(), buffer, sizeof buffer, 0);
    if (n < 0) return errno == EAGAIN || errno == EINTR;
    if (n == 0 || client.request) return false;
    client.input.append(buffer, static_cast<std::size_t>(n));
    if (client.input.size() > kMaxLine) return false;
    if (!client.input.ends_with('\n')) continue;
    client.request = parse_request(client.input);
    if (!client.request) return false;
  }
}

void ControlSocket::serve() {
  let_in();
  clients_.remove_if([](Client& client) { return !read(client); });
}

void ControlSocket::send_to_seen(const std::string& line) {
  clients_.remove_if([&](const Client& client) {
    if (client.seen) send_line(client.fd.get(), line);
    return client.seen;
  });
}

void ControlSocket::answer_seen(const Reply& reply) {
  send_to_seen(dump({{"report", to_json(reply.report)}, {"findings", reply.findings}}));
}

void ControlSocket::answer_seen(const Error& error) {
  send_to_seen(
      dump({{"error",
             {{"code", error.kind().name}, {"message", error.what()}, {"hint", error.hint()}}}}));
}

}  // namespace skillcat::index
