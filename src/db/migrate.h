// Migrations: forward only, each in one IMMEDIATE transaction that also sets user_version.
#pragma once

#include <SQLiteCpp/Database.h>

#include <span>
#include <string_view>

#include "base/embedded.h"

namespace skillcat::db {

/// The number of the newest of `migrations` (sorted by path, "NNNN_name.sql").
int newest_version(std::span<const EmbeddedFile> migrations);

/// Brings the catalog to the newest version. Throws Error(catalog) for a newer schema, saying both
/// numbers. `path` is for messages.
void migrate(SQLite::Database& database, std::span<const EmbeddedFile> migrations,
             std::string_view path);

}  // namespace skillcat::db
