#include "index/lock.h"

#include <fcntl.h>
#include <skillcat/error.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <thread>

#include "db/catalog_file.h"

namespace skillcat::index {
namespace {

std::string read_holder(int fd) {
  char text[128];
  const ssize_t n = ::pread(fd, text, sizeof text, 0);
  std::string holder(text, n > 0 ? static_cast<std::size_t>(n) : 0);
  while (holder.ends_with('\n')) holder.pop_back();
  return holder.empty() ? "another process" : holder;
}

}  // namespace

IndexLock::IndexLock(const std::string& catalog_path, std::string_view holder,
                     std::chrono::milliseconds patience) {
  db::create_folders_above(catalog_path);
  fd_.reset(::open((catalog_path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0640));
  if (!fd_) {
    throw Error(ErrorCode::catalog, errno_text("open", catalog_path + ".lock", errno),
                "the catalog's folder must be writable to index");
  }
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (::flock(fd_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      throw Error(ErrorCode::catalog, errno_text("lock", catalog_path + ".lock", errno));
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      throw Error(
          ErrorCode::catalog,
          "cannot index " + catalog_path + ": " + read_holder(fd_.get()) + " is writing to it",
          "wait until it is done, or stop it");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const std::string text =
      "process " + std::to_string(::getpid()) + " (" + std::string(holder) + ")\n";
  if (::ftruncate(fd_.get(), 0) != 0 ||
      ::pwrite(fd_.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
    throw Error(ErrorCode::catalog, errno_text("write", catalog_path + ".lock", errno));
  }
}

}  // namespace skillcat::index
