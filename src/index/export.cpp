#include "index/export.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fcntl.h>
#include <skillcat/error.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cstdio>

#include <cerrno>

#include "base/fs.h"
#include "db/catalog_file.h"

namespace skillcat::index {
namespace {

/// A file that is deleted unless it was moved to its place.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& target)
      : path_(target + ".tmp." + std::to_string(::getpid())) {
    // Made before SQLite writes to it: the umask would leave it readable for others.
    const UniqueFd fd(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0640));
    if (!fd) {
      throw Error(ErrorCode::usage, errno_text("create", target, errno),
                  "name a file in a folder that can be written");
    }
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }

  const std::string& path() const { return path_; }

  /// Durable under its new name once this returns.
  void move_to(const std::string& target, Existing existing) {
    sync(path_, O_RDONLY);
    const unsigned flags = existing == Existing::refuse ? RENAME_NOREPLACE : 0;
    if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target.c_str(), flags) != 0) {
      throw Error(ErrorCode::usage, errno_text("rename to", target, errno));
    }
    path_.clear();
    const auto folder = parent_path(target);
    sync(folder.empty() ? "/" : std::string(folder), O_RDONLY | O_DIRECTORY);
  }

 private:
  static void sync(const std::string& path, int flags) {
    const UniqueFd fd(::open(path.c_str(), flags | O_CLOEXEC));
    if (!fd || ::fsync(fd.get()) != 0) {
      throw Error(ErrorCode::catalog, errno_text("write", path, errno));
    }
  }

  std::string path_;
};

bool exists(const std::string& path, struct stat& st) {
  return ::lstat(path.c_str(), &st) == 0;
}

void check_target(const std::string& catalog_path, const std::string& target, Existing existing) {
  const auto refuse = [&](const std::string& why, const std::string& hint) {
    throw Error(ErrorCode::usage, "cannot export to " + target + ": " + why, hint);
  };
  struct stat there {};
  if (!exists(target, there)) return;
  struct stat catalog {};
  const bool same = ::stat(catalog_path.c_str(), &catalog) == 0 &&
                    ::stat(target.c_str(), &there) == 0 && there.st_dev == catalog.st_dev &&
                    there.st_ino == catalog.st_ino;
  if (same) refuse("it is the catalog itself", "name another file");
  // A file that is renamed over a live database meets its old WAL.
  if (exists(target + "-wal", there)) {
    refuse("it is a database in use, " + target + "-wal is beside it", "name another file");
  }
  if (existing == Existing::refuse) refuse("the file exists", "--force replaces it");
  if (exists(target, there) && !S_ISREG(there.st_mode)) {
    refuse("it is not a regular file", "name another file");
  }
}

void copy_to(const std::string& catalog_path, const std::string& path) {
  SQLite::Database catalog = db::open_reader(catalog_path);
  // VACUUM INTO counts as a write, though what it writes is the other file: the connection stays
  // one that cannot write to the catalog.
  catalog.exec("PRAGMA query_only = OFF");
  SQLite::Statement vacuum(catalog, "VACUUM INTO ?");
  vacuum.bind(1, path);
  vacuum.exec();
}

/// Whoever had the catalog's key could forge the marks of this machine's contexts.
void replace_secret(const std::string& path) {
  SQLite::Database snapshot(path, SQLite::OPEN_READWRITE);
  snapshot.exec("PRAGMA secure_delete = ON");
  snapshot.exec("PRAGMA journal_mode = MEMORY");  // a journal file would hold the old key
  snapshot.exec("UPDATE secret SET value = randomblob(32)");
  // Of the file itself, for whoever opens it next.
  snapshot.exec("PRAGMA journal_mode = DELETE");
}

}  // namespace

std::int64_t export_snapshot(const std::string& catalog_path, const std::string& target,
                             Existing existing) {
  check_target(catalog_path, target, existing);
  TemporaryFile temporary(target);
  try {
    copy_to(catalog_path, temporary.path());
    replace_secret(temporary.path());
  } catch (const SQLite::Exception& e) {
    throw Error(ErrorCode::catalog,
                "cannot export " + catalog_path + " to " + target + ": " + e.what());
  }
  temporary.move_to(target, existing);
  struct stat st {};
  return ::stat(target.c_str(), &st) == 0 ? st.st_size : 0;
}

}  // namespace skillcat::index
