#include "index/lock.h"

#include <fcntl.h>
#include <skillcat/error.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <thread>

#include "db/catalog_file.h"

namespace skillcat::index {
namespace {

std::string read_holder(int fd) {
  char text[128];
  const ssize_t n = ::pread(fd, text, sizeof text, 0);
  std::string holder(text, n > 0 ? static_cast<std::size_t>(n) : 0);
  holder.resize(std::min(holder.size(), holder.find('\n')));
  return holder.empty() ? "another process" : holder;
}

}  // namespace

IndexLock::IndexLock(const std::string& catalog_path, std::string_view holder,
                     std::chrono::milliseconds patience)
    : path_(db::lock_path(catalog_path)) {
  db::create_folders_above(catalog_path);
  fd_.reset(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0640));
  if (!fd_) {
    throw Error(ErrorCode::catalog, errno_text("open", path_, errno),
                "the catalog's folder must be writable to index");
  }
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (::flock(fd_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      throw Error(ErrorCode::catalog, errno_text("lock", path_, errno));
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      throw Error(
          ErrorCode::catalog,
          "cannot index " + catalog_path + ": " + read_holder(fd_.get()) + " is writing to it",
          "wait until it is done, or stop it");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  holder_ = "process " + std::to_string(::getpid()) + " (" + std::string(holder) + ")\n";
  if (::ftruncate(fd_.get(), 0) != 0 || ::pwrite(fd_.get(), holder_.data(), holder_.size(), 0) !=
                                            static_cast<ssize_t>(holder_.size())) {
    throw Error(ErrorCode::catalog, errno_text("write", path_, errno));
  }
}

void IndexLock::publish(const db::DaemonState& state) {
  db::mark_as_daemon(fd_.get());
  db::write_daemon_state(fd_.get(), holder_, state);
}

bool IndexLock::is_in_place() const {
  struct stat held {};
  struct stat there {};
  return ::fstat(fd_.get(), &held) == 0 && ::stat(path_.c_str(), &there) == 0 &&
         held.st_dev == there.st_dev && held.st_ino == there.st_ino;
}

}  // namespace skillcat::index
