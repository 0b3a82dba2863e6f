#include "db/catalog_file.h"

#include <SQLiteCpp/Statement.h>
#include <fcntl.h>
#include <skillcat/error.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "base/embedded.h"
#include "base/fs.h"
#include "db/migrate.h"

namespace skillcat::db {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& what, std::string hint) {
  throw Error(ErrorCode::catalog, "cannot open " + path + ": " + what, std::move(hint));
}

/// SQLite would create the file by the umask; its -wal and -shm then copy the file's mode. Only a
/// file that was not there is opened, so no lock of ours can be dropped.
void create_file(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0640));
  if (!fd && errno != EEXIST) {
    throw Error(ErrorCode::catalog, errno_text("create", path, errno),
                "choose another place with --catalog");
  }
}

/// SQLite calls a folder an I/O error, and would wait for a FIFO.
void refuse_other_than_file(const std::string& path, const struct stat& st) {
  if (S_ISREG(st.st_mode)) return;
  refuse(path, "it is not a regular file", "name another file with --catalog");
}

int pragma(SQLite::Database& database, const char* name) {
  return database.execAndGet(std::string("PRAGMA ") + name).getInt();
}

void use_settings_of_every_connection(SQLite::Database& database) {
  database.exec("PRAGMA trusted_schema = OFF");  // a crafted file must not run functions for us
  database.exec("PRAGMA cell_size_check = ON");  // damage shows as an error, not as odd rows
  database.exec("PRAGMA cache_size = -16384");   // 16 MB: the hot part of 100,000 skills
}

void use_writer_settings(SQLite::Database& database) {
  database.exec("PRAGMA journal_mode = WAL");    // readers and the writer never wait for each other
  database.exec("PRAGMA synchronous = NORMAL");  // a power cut may lose the last commits, never
                                                 // consistency; a pass finds them again
  database.exec("PRAGMA foreign_keys = ON");     // a copy's rows go with it
  database.exec("PRAGMA journal_size_limit = 67108864");  // a huge pass does not keep its WAL
  int keep = 1;  // -wal and -shm stay between runs: readers without write access need them
  sqlite3_file_control(database.getHandle(), nullptr, SQLITE_FCNTL_PERSIST_WAL, &keep);
}

constexpr const char* kRebuildHint = "run 'skillcat verify'; 'skillcat rebuild' makes it anew";

std::string hint_of(int code) {
  switch (code) {
    case SQLITE_FULL:
      return "free some disk space: the next pass goes on from here";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another program holds the catalog: wait until it is done, or stop it";
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      return "check the permissions of the catalog and of its folder";
    case SQLITE_IOERR:
      return "check the disk; 'skillcat verify' tells whether the catalog is sound";
    case SQLITE_NOTADB:
      return "name another file with --catalog";
    default:
      return kRebuildHint;
  }
}

}  // namespace

void create_folders_above(const std::string& path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    const std::string folder = path.substr(0, slash);
    if (::mkdir(folder.c_str(), 0750) != 0 && errno != EEXIST) {
      throw Error(ErrorCode::catalog, errno_text("create folder", folder, errno),
                  "choose another place with --catalog");
    }
  }
}

Error catalog_error(const std::string& doing, const SQLite::Exception& e) {
  const int code = e.getErrorCode() & 0xFF;  // without the extended part
  const std::string what = code == SQLITE_NOTADB ? "it is not a skillcat catalog" : e.what();
  return {ErrorCode::catalog, "cannot " + doing + ": " + what, hint_of(code)};
}

int schema_version(SQLite::Database& database) {
  return pragma(database, "user_version");
}

std::int64_t meta_value(SQLite::Database& database, const char* key) {
  SQLite::Statement query(database, "SELECT value FROM meta WHERE key = ?");
  query.bind(1, key);
  return query.executeStep() ? query.getColumn(0).getInt64() : 0;
}

SQLite::Database open_reader(const std::string& path) {
  struct stat st {};
  if (::stat(path.c_str(), &st) != 0) {
    const int error = errno;
    refuse(path, std::generic_category().message(error),
           error == ENOENT ? "run 'skillcat index' first" : "ask for read access to it");
  }
  refuse_other_than_file(path, st);
  try {
    SQLite::Database database(path, SQLite::OPEN_READONLY | SQLite::OPEN_NOMUTEX, kBusyTimeoutMs);
    use_settings_of_every_connection(database);
    database.exec("PRAGMA query_only = ON");
    if (pragma(database, "application_id") != kApplicationId) {
      if (st.st_size == 0) refuse(path, "it is empty", "run 'skillcat index' first");
      refuse(path, "it is not a skillcat catalog", "name another file with --catalog");
    }
    const int have = schema_version(database);
    const int known = newest_version(embedded_migrations());
    if (have != known) {
      refuse(path,
             "schema " + std::to_string(have) + ", this skillcat knows " + std::to_string(known),
             have > known ? "upgrade skillcat" : "run 'skillcat index' to bring it up to date");
    }
    return database;
  } catch (const SQLite::Exception& e) {
    throw catalog_error("open " + path, e);
  }
}

SQLite::Database open_writer(const std::string& path) {
  create_folders_above(path);
  create_file(path);
  struct stat st {};
  if (::stat(path.c_str(), &st) == 0) refuse_other_than_file(path, st);
  try {
    SQLite::Database database(path, SQLite::OPEN_READWRITE, kBusyTimeoutMs);
    use_settings_of_every_connection(database);
    const int id = pragma(database, "application_id");
    const bool fresh =
        id == 0 && database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
    if (!fresh && id != kApplicationId) {
      refuse(path, "it is not a skillcat catalog", "name another file with --catalog");
    }
    use_writer_settings(database);
    migrate(database, embedded_migrations(), path);
    return database;
  } catch (const SQLite::Exception& e) {
    throw catalog_error("open " + path, e);
  }
}

}  // namespace skillcat::db
