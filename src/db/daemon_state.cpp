#include "db/daemon_state.h"

#include <fcntl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/fs.h"

namespace skillcat::db {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxBytes = std::size_t{256} << 10;
constexpr int kReadAttempts = 20;

/// The mark: the first byte, locked for writing by the open file (not by the process, whose other
/// descriptors of the file would drop it).
struct flock mark() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  return lock;
}

std::string digest_of(const std::string& text) {
  return to_hex(bytes_of(sha256(text)));
}

Json to_json(const DaemonState& state) {
  return {{"pid", state.pid},
          {"http", state.http},
          {"started_at", state.started_at},
          {"watches", state.watches},
          {"watches_allowed", state.watches_allowed},
          {"overflows", state.overflows},
          {"last_full_pass_at", state.last_full_pass_at},
          {"log_held_since", state.log_held_since},
          {"trouble", state.trouble},
          {"polled", state.polled}};
}

DaemonState from_json(const Json& json) {
  DaemonState state;
  json.at("pid").get_to(state.pid);
  json.at("http").get_to(state.http);
  json.at("started_at").get_to(state.started_at);
  json.at("watches").get_to(state.watches);
  json.at("watches_allowed").get_to(state.watches_allowed);
  json.at("overflows").get_to(state.overflows);
  json.at("last_full_pass_at").get_to(state.last_full_pass_at);
  json.at("log_held_since").get_to(state.log_held_since);
  json.at("trouble").get_to(state.trouble);
  json.at("polled").get_to(state.polled);
  return state;
}

std::string read_all(int fd) {
  std::string text(kMaxBytes, '\0');
  const ssize_t size = ::pread(fd, text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

/// The state behind the holder's line and the digest's; none while it is being written.
std::optional<DaemonState> parse(const std::string& text) {
  const auto holder = text.find('\n');
  const auto digest = holder == std::string::npos ? holder : text.find('\n', holder + 1);
  const auto end = digest == std::string::npos ? digest : text.find('\n', digest + 1);
  if (end == std::string::npos) return std::nullopt;
  const std::string json = text.substr(digest + 1, end - digest - 1);
  if (text.substr(holder + 1, digest - holder - 1) != digest_of(json)) return std::nullopt;
  try {
    return from_json(Json::parse(json));
  } catch (const Json::exception&) {
    return std::nullopt;  // of another version of skillcat
  }
}

}  // namespace

std::string lock_path(const std::string& catalog_path) {
  return catalog_path + ".lock";
}

void mark_as_daemon(int fd) {
  struct flock lock = mark();
  ::fcntl(fd, F_OFD_SETLK, &lock);
}

void write_daemon_state(int fd, const std::string& holder, const DaemonState& state) {
  // JSON of one line: dump escapes newlines.
  const std::string json = to_json(state).dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::string text = holder + digest_of(json) + "\n" + json + "\n";
  // In place, so that a full disk does not matter; a reader that meets half of it looks again.
  const ssize_t written = ::pwrite(fd, text.data(), text.size(), 0);
  if (written > 0 && ::ftruncate(fd, written) != 0) return;
}

std::optional<DaemonState> read_daemon_state(const std::string& catalog_path) {
  const UniqueFd fd(::open(lock_path(catalog_path).c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return std::nullopt;
  struct flock lock = mark();
  if (::fcntl(fd.get(), F_OFD_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return std::nullopt;
  for (int attempt = 0; attempt < kReadAttempts; ++attempt) {
    if (auto state = parse(read_all(fd.get()))) return state;
    ::usleep(1000);
  }
  return DaemonState();  // it runs, and says nothing that is understood here
}

}  // namespace skillcat::db
