// Opening the catalog file: permissions, PRAGMAs and their reasons, version checks.
//
// Never open() the database or its -shm by other means in a process that has it open: closing any
// descriptor of a file drops the process's POSIX locks on it, SQLite's among them.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <skillcat/error.h>

#include <string>

namespace skillcat::db {

/// "SKCT": marks the file as a skillcat catalog.
inline constexpr int kApplicationId = 0x534B4354;

/// How long a statement waits for a lock before "database is locked", ms. Readers never wait for
/// the writer (WAL); this bounds the rare checkpoint and recovery locks.
inline constexpr int kBusyTimeoutMs = 5000;

/// Opens `path` for reading: never writes, never migrates, works without write permission.
/// Throws Error(catalog): missing, not a catalog, other schema.
SQLite::Database open_reader(const std::string& path);

/// Opens `path` for writing, creates folder (0750) and file (0640) where missing, migrates.
/// The caller holds the index lock. Throws Error(catalog): not a catalog, newer schema, no access.
SQLite::Database open_writer(const std::string& path);

/// Creates every missing folder above `path` with mode 0750: the group may read, others not.
/// Throws Error(catalog).
void create_folders_above(const std::string& path);

/// What SQLite said while `doing` ("index /x/catalog.db"), as an error that says what to do.
Error catalog_error(const std::string& doing, const SQLite::Exception& e);

/// The schema version of an open catalog (PRAGMA user_version).
int schema_version(SQLite::Database& database);

/// A single integer from `meta`; 0 when absent.
std::int64_t meta_value(SQLite::Database& database, const char* key);

}  // namespace skillcat::db
