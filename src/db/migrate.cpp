#include "db/migrate.h"

#include <SQLiteCpp/Transaction.h>
#include <skillcat/error.h>

#include <charconv>
#include <string>

#include "db/catalog_file.h"

namespace skillcat::db {
namespace {

int number_of(const EmbeddedFile& migration) {
  int number = 0;
  std::from_chars(migration.path.data(), migration.path.data() + migration.path.size(), number);
  return number;
}

}  // namespace

int newest_version(std::span<const EmbeddedFile> migrations) {
  return migrations.empty() ? 0 : number_of(migrations.back());
}

void migrate(SQLite::Database& database, std::span<const EmbeddedFile> migrations,
             std::string_view path) {
  const int have = schema_version(database);
  const int newest = newest_version(migrations);
  if (have > newest) {
    throw Error(ErrorCode::catalog,
                "cannot open " + std::string(path) + ": schema " + std::to_string(have) +
                    ", this skillcat knows " + std::to_string(newest),
                "upgrade skillcat");
  }
  for (const EmbeddedFile& migration : migrations) {
    const int number = number_of(migration);
    if (number <= have) continue;
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    database.exec(std::string(migration.bytes));
    database.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
    database.exec("PRAGMA user_version = " + std::to_string(number));
    transaction.commit();
  }
}

}  // namespace skillcat::db
