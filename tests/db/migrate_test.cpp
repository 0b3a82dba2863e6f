#include "db/migrate.h"

#include <SQLiteCpp/Statement.h>
#include <skillcat/error.h>

#include <catch2/catch.hpp>

#include "db/catalog_file.h"
#include "support/temp_folder.h"

using namespace skillcat::db;
using skillcat::embedded_migrations;
using skillcat::EmbeddedFile;
using skillcat::test::TempFolder;

namespace {

std::vector<EmbeddedFile> with_next(std::string_view sql) {
  auto migrations = embedded_migrations();
  migrations.push_back({"9000_next.sql", sql});
  return migrations;
}

}  // namespace

TEST_CASE("a next migration upgrades a catalog and keeps its rows") {
  const TempFolder folder;
  auto database = open_writer(folder.path("catalog.db"));
  database.exec(
      "INSERT INTO root (label, source, scope, path, precedence)"
      " VALUES ('kept', 'local', 'user', '/x', 1)");
  migrate(database, with_next("ALTER TABLE root ADD COLUMN note TEXT NOT NULL DEFAULT 'new'"),
          "catalog.db");
  REQUIRE(schema_version(database) == 9000);
  REQUIRE(database.execAndGet("SELECT label || note FROM root").getString() == "keptnew");
}

TEST_CASE("a migration that fails half-way leaves the version before it whole") {
  const TempFolder folder;
  auto database = open_writer(folder.path("catalog.db"));
  const int before = schema_version(database);
  const auto broken = with_next("CREATE TABLE half (x); INSERT INTO no_such_table VALUES (1);");
  REQUIRE_THROWS_AS(migrate(database, broken, "catalog.db"), SQLite::Exception);
  REQUIRE(schema_version(database) == before);
  REQUIRE_FALSE(database.tableExists("half"));
  REQUIRE_NOTHROW(migrate(database, embedded_migrations(), "catalog.db"));
}

TEST_CASE("a migration that is there already is not run again") {
  const TempFolder folder;
  auto database = open_writer(folder.path("catalog.db"));
  const auto next = with_next("CREATE TABLE once (x)");
  migrate(database, next, "catalog.db");
  REQUIRE_NOTHROW(migrate(database, next, "catalog.db"));
}

TEST_CASE("a catalog newer than every migration is refused") {
  const TempFolder folder;
  auto database = open_writer(folder.path("catalog.db"));
  database.exec("PRAGMA user_version = 99");
  REQUIRE_THROWS_AS(migrate(database, embedded_migrations(), "catalog.db"), skillcat::Error);
}

TEST_CASE("migrations are numbered and sorted, and none touches the transaction or PRAGMAs") {
  int last = 0;
  for (const EmbeddedFile& migration : embedded_migrations()) {
    const int number = newest_version(std::span(&migration, 1));
    REQUIRE(number == last + 1);
    last = number;
    REQUIRE(migration.bytes.find("PRAGMA") == std::string_view::npos);
    REQUIRE(migration.bytes.find("COMMIT") == std::string_view::npos);
  }
  REQUIRE(newest_version({}) == 0);
}
