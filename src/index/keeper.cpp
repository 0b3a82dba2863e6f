#include "index/keeper.h"

#include <skillcat/error.h>
#include <sqlite3.h>

#include <array>
#include <string_view>

#include "base/log.h"
#include "db/catalog_file.h"

namespace skillcat::index {
namespace {

constexpr std::chrono::seconds kLockPatience{30};

}  // namespace

Keeper::Keeper(std::string catalog_path, Ownership ownership, const Clock& clock)
    : catalog_path_(std::move(catalog_path)), ownership_(ownership), clock_(clock) {
  if (const auto running = db::read_daemon_state(catalog_path_)) {
    throw Error(ErrorCode::catalog,
                "a daemon keeps " + catalog_path_ + " current already: process " +
                    std::to_string(running->pid),
                "stop that one first, or use another --catalog");
  }
  lock_.emplace(catalog_path_, "daemon", kLockPatience);
}

std::optional<Keeper::FileId> Keeper::file_at(const std::string& path) {
  struct stat st {};
  if (::stat(path.c_str(), &st) != 0) return std::nullopt;
  return FileId{st.st_dev, st.st_ino};
}

std::int64_t Keeper::log_bytes() const {
  struct stat st {};
  return ::stat((catalog_path_ + "-wal").c_str(), &st) == 0 ? st.st_size : 0;
}

bool Keeper::open() {
  if (indexer_) return false;
  if (!lock_) lock_.emplace(catalog_path_, "daemon", std::chrono::milliseconds(0));
  // A daemon that was stopped leaves an empty log.
  if (log_bytes() > 0 || doubtful_) examine();
  doubtful_ = false;
  indexer_.emplace(catalog_path_, clock_);
  file_ = file_at(catalog_path_);
  log_ = file_at(catalog_path_ + "-wal");
  had_header_ = has_header();
  return true;
}

/// Through the descriptor that SQLite has open: to close another one would drop its locks.
bool Keeper::has_header() {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  sqlite3_file* file = nullptr;
  sqlite3_file_control(indexer_->database().getHandle(), "main", SQLITE_FCNTL_FILE_POINTER, &file);
  std::array<char, kMagic.size()> header{};
  return file != nullptr && file->pMethods != nullptr &&
         file->pMethods->xRead(file, header.data(), static_cast<int>(header.size()), 0) ==
             SQLITE_OK &&
         std::string_view(header.data(), header.size()) == kMagic;
}

bool Keeper::has_its_files() {
  const auto log = file_at(catalog_path_ + "-wal");
  const bool same_log = !log_ || log == log_;
  if (!log_) log_ = log;
  return same_log && file_at(catalog_path_) == file_ && (!had_header_ || has_header());
}

bool Keeper::close_if_replaced() {
  const bool lock_lost = lock_ && !lock_->is_in_place();
  if (!lock_lost && (!indexer_ || has_its_files())) return false;
  log_warning("the catalog " + catalog_path_ +
              " was removed, replaced or overwritten: it is opened anew");
  doubtful_ = true;
  indexer_.reset();
  if (lock_lost) lock_.reset();
  return true;
}

void Keeper::close_after_failure() {
  const int code = indexer_ ? indexer_->failure_code() : 0;
  indexer_.reset();
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) examine();
}

bool Keeper::examine() {
  const auto damage = find_damage(catalog_path_, ownership_);
  if (damage) set_aside(*damage);
  return damage.has_value();
}

void Keeper::set_aside(const std::string& why) {
  indexer_.reset();
  const std::string folder = quarantine(catalog_path_, unix_ms(clock_));
  log_warning("the catalog was damaged (" + why + ") and is now in " + folder +
              ": a new one is made");
}

bool Keeper::empty_log() {
  if (!indexer_) return true;
  sqlite3* const handle = indexer_->database().getHandle();
  sqlite3_busy_timeout(handle, 0);
  const int result =
      sqlite3_wal_checkpoint_v2(handle, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  sqlite3_busy_timeout(handle, db::kBusyTimeoutMs);
  return result == SQLITE_OK;
}

}  // namespace skillcat::index
