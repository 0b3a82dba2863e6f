// Files as the index needs them: stamps, bounded reads that never block, folder listings.
//
// Raw system calls, because std::filesystem knows neither folder descriptors nor ctime.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace skillcat {

/// What tells that a file is the same: compared by `!=`, never ordered (clocks go backwards).
struct Stamp {
  std::int64_t dev = 0;
  std::int64_t ino = 0;
  std::int64_t size_bytes = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;

  bool operator==(const Stamp&) const = default;
};

Stamp stamp_of(const struct stat& st);

/// A file descriptor that closes itself.
class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    if (this != &other) reset(std::exchange(other.fd_, -1));
    return *this;
  }
  ~UniqueFd() { reset(); }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }
  void reset(int fd = -1);

 private:
  int fd_ = -1;
};

struct FileBytes {
  std::string bytes;  ///< at most cap + 1 bytes: one more than the cap tells "too large"
  Stamp stamp;        ///< of the opened file, equal before and after the read
};

/// Reads a regular file below or at `path`, at most `cap` + 1 bytes. Never blocks on a FIFO or
/// device. Problems: `unreadable`, `not_a_file`, `changed_while_reading`. Cost: 5 system calls.
Result<FileBytes> read_file(const std::string& path, std::size_t cap);

/// As read_file, for `path` below `folder`: a path or a link that leaves the folder is `unreadable`
/// (openat2 with RESOLVE_BENEATH; where the kernel lacks it, no link is followed at all).
Result<FileBytes> read_file_beneath(const std::string& folder, const std::string& path,
                                    std::size_t cap);

/// "cannot open /x/y: Permission denied".
std::string errno_text(std::string_view doing, std::string_view path, int error);

/// Writes `bytes` to `path` so that a reader sees the old or the new content, never a part (a
/// temporary file in the same folder, fsync, rename). Throws Error(config).
void write_file_atomically(const std::string& path, std::string_view bytes, mode_t mode);

/// `path` made absolute against `base` (absolute), with "." and ".." folded by text.
std::string absolute_path(std::string_view path, std::string_view base);

std::string_view file_name(std::string_view path);    ///< "a/b" -> "b", "b" -> "b"
std::string_view parent_path(std::string_view path);  ///< "a/b" -> "a", "b" -> ""
std::string join_path(std::string_view folder, std::string_view name);  ///< either may be empty

}  // namespace skillcat
