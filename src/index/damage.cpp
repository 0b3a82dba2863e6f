#include "index/damage.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <skillcat/error.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "base/clock.h"
#include "base/embedded.h"
#include "base/fs.h"
#include "db/catalog_file.h"
#include "db/migrate.h"

namespace skillcat::index {
namespace {

constexpr std::size_t kKept = 3;

/// Throws what SQLite throws.
std::optional<std::string> check(const std::string& path) {
  SQLite::Database database(path, SQLite::OPEN_READWRITE, db::kBusyTimeoutMs);
  const int known = db::newest_version(embedded_migrations());
  const bool ours = database.execAndGet("PRAGMA application_id").getInt() == db::kApplicationId &&
                    db::schema_version(database) <= known;
  if (!ours) return std::nullopt;
  SQLite::Statement pages(database, "PRAGMA integrity_check(1)");
  if (pages.executeStep() && pages.getColumn(0).getString() != "ok") {
    return pages.getColumn(0).getString();
  }
  database.exec("INSERT INTO skill_fts (skill_fts) VALUES ('integrity-check')");
  return std::nullopt;
}

/// "20260131T120000.000Z": sorts by time, and no program trips over it.
std::string compact_time(std::int64_t ms) {
  std::string text = rfc3339(ms);
  std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
  return text;
}

void remove_old(const std::string& prefix) {
  std::vector<std::string> folders;
  std::error_code error;
  const std::filesystem::path parent = std::string(parent_path(prefix));
  for (const auto& entry : std::filesystem::directory_iterator(parent, error)) {
    if (entry.path().string().starts_with(prefix)) folders.push_back(entry.path().string());
  }
  std::ranges::sort(folders, std::greater{});
  for (std::size_t i = kKept; i < folders.size(); ++i) {
    for (const auto& file : std::filesystem::directory_iterator(folders[i], error)) {
      std::filesystem::remove(file.path(), error);
    }
    std::filesystem::remove(folders[i], error);
  }
}

}  // namespace

std::optional<std::string> find_damage(const std::string& catalog_path, Ownership ownership) {
  if (::access(catalog_path.c_str(), R_OK | W_OK) != 0) return std::nullopt;
  try {
    return check(catalog_path);
  } catch (const SQLite::Exception& e) {
    const int code = e.getErrorCode() & 0xFF;
    if (code == SQLITE_NOTADB && ownership == Ownership::by_header) {
      throw Error(ErrorCode::catalog, "cannot rebuild " + catalog_path + ": it is not a database",
                  "when it was the catalog, move it away and run 'skillcat index'");
    }
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) return e.what();
    return std::nullopt;
  }
}

std::string quarantine(const std::string& catalog_path, std::int64_t now_ms) {
  const std::string prefix = catalog_path + ".damaged-";
  std::string folder = prefix + compact_time(now_ms);
  if (::mkdir(folder.c_str(), 0750) != 0) {
    throw Error(ErrorCode::catalog, errno_text("create folder", folder, errno),
                "the catalog's folder must be writable");
  }
  // The catalog last: until it is gone, whoever comes next sees damage and repeats this.
  for (const char* suffix : {"-wal", "-shm", ""}) {
    const std::string from = catalog_path + suffix;
    const std::string to = folder + "/" + std::string(file_name(from));
    if (::rename(from.c_str(), to.c_str()) != 0 && errno != ENOENT) {
      throw Error(ErrorCode::catalog, errno_text("move", from, errno),
                  "the catalog's folder must be writable");
    }
  }
  remove_old(prefix);
  return folder;
}

}  // namespace skillcat::index
