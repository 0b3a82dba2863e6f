#include "base/fs.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/problem.h"
#include "skillcat/error.h"

namespace skillcat {
namespace {

std::int64_t nanoseconds(const timespec& t) {
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

/// Appends the rest of `fd`, at most `limit` bytes in all. False on an error, with errno set.
bool read_up_to(int fd, std::size_t limit, std::size_t expected, std::string& bytes) {
  bytes.resize(std::min(limit, expected + 1));
  std::size_t length = 0;
  while (true) {
    if (length == bytes.size()) {
      if (length == limit) break;
      bytes.resize(std::min(limit, bytes.size() * 2));
    }
    const ssize_t n = ::read(fd, bytes.data() + length, bytes.size() - length);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    if (n == 0) break;
    length += static_cast<std::size_t>(n);
  }
  bytes.resize(length);
  return true;
}

// O_NONBLOCK: opening a FIFO for reading would wait for a writer for ever.
constexpr int kReadFlags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY;

/// Opens `path` component by component, following no link at all.
UniqueFd open_without_links(int folder, std::string_view path) {
  UniqueFd current(::fcntl(folder, F_DUPFD_CLOEXEC, 0));
  while (current) {
    const auto slash = path.find('/');
    const std::string part(path.substr(0, slash));
    if (part == "..") {
      errno = EXDEV;
      return {};
    }
    const bool last = slash == std::string_view::npos;
    const int flags =
        last ? kReadFlags | O_NOFOLLOW : O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    current.reset(::openat(current.get(), part.empty() ? "." : part.c_str(), flags));
    if (last) break;
    path.remove_prefix(slash + 1);
  }
  return current;
}

UniqueFd open_beneath(int folder, const std::string& path) {
  open_how how{};
  how.flags = kReadFlags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const long fd = ::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how);
  if (fd >= 0 || errno != ENOSYS) return UniqueFd(static_cast<int>(fd));
  if (path.starts_with('/')) {
    errno = EXDEV;
    return {};
  }
  return open_without_links(folder, path);
}

Result<FileBytes> read_open_file(const UniqueFd& fd, const std::string& path, std::size_t cap) {
  if (!fd) {
    const bool leaves = errno == EXDEV;
    return tl::unexpected(make_problem(
        "unreadable", leaves ? path + " leaves the folder" : errno_text("open", path, errno)));
  }
  struct stat before {};
  if (::fstat(fd.get(), &before) != 0) {
    return tl::unexpected(make_problem("unreadable", errno_text("stat", path, errno)));
  }
  if (!S_ISREG(before.st_mode)) {
    return tl::unexpected(make_problem("not_a_file", path + " is not a regular file"));
  }
  FileBytes file;
  file.stamp = stamp_of(before);
  // st_size may lie (/proc): it only sizes the first buffer.
  const auto expected = std::min(cap, static_cast<std::size_t>(std::max<off_t>(before.st_size, 0)));
  if (!read_up_to(fd.get(), cap + 1, expected, file.bytes)) {
    return tl::unexpected(make_problem("unreadable", errno_text("read", path, errno)));
  }
  struct stat after {};
  if (::fstat(fd.get(), &after) != 0 || stamp_of(after) != file.stamp) {
    return tl::unexpected(
        make_problem("changed_while_reading", path + " was being written while it was read"));
  }
  return file;
}

void write_all(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw Error(ErrorCode::config, errno_text("write", path, errno));
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace

Stamp stamp_of(const struct stat& st) {
  return {static_cast<std::int64_t>(st.st_dev), static_cast<std::int64_t>(st.st_ino), st.st_size,
          nanoseconds(st.st_mtim), nanoseconds(st.st_ctim)};
}

void UniqueFd::reset(int fd) {
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

std::string errno_text(std::string_view doing, std::string_view path, int error) {
  return "cannot " + std::string(doing) + " " + std::string(path) + ": " +
         std::generic_category().message(error);
}

Result<FileBytes> read_file(const std::string& path, std::size_t cap) {
  return read_open_file(UniqueFd(::open(path.c_str(), kReadFlags)), path, cap);
}

Result<FileBytes> read_file_beneath(const std::string& folder, const std::string& path,
                                    std::size_t cap) {
  const UniqueFd base(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!base) {
    return tl::unexpected(make_problem("unreadable", errno_text("open", folder, errno)));
  }
  return read_open_file(open_beneath(base.get(), path), join_path(folder, path), cap);
}

void write_file_atomically(const std::string& path, std::string_view bytes, mode_t mode) {
  const std::string temporary = path + ".tmp." + std::to_string(::getpid());
  try {
    const UniqueFd fd(
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode));
    if (!fd) throw Error(ErrorCode::config, errno_text("create", temporary, errno));
    write_all(fd.get(), bytes, temporary);
    if (::fsync(fd.get()) != 0) {
      throw Error(ErrorCode::config, errno_text("write", temporary, errno));
    }
    if (::rename(temporary.c_str(), path.c_str()) != 0) {
      throw Error(ErrorCode::config, errno_text("rename to", path, errno));
    }
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

std::string absolute_path(std::string_view path, std::string_view base) {
  std::string whole = path.starts_with('/') ? std::string(path) : join_path(base, path);
  std::string out;
  std::size_t i = 0;
  while (i < whole.size()) {
    const std::size_t end = std::min(whole.find('/', i), whole.size());
    const auto part = std::string_view(whole).substr(i, end - i);
    i = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      out.resize(parent_path(out).size());
      continue;
    }
    out += '/';
    out += part;
  }
  return out.empty() ? "/" : out;
}

std::string_view file_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view parent_path(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

std::string join_path(std::string_view folder, std::string_view name) {
  std::string path(folder);
  if (!path.empty() && !name.empty() && !path.ends_with('/')) path += '/';
  path += name;
  return path;
}

}  // namespace skillcat
