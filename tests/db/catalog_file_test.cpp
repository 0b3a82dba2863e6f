// Opening a catalog: who may, what is refused, and that reading never writes.
#include "db/catalog_file.h"

#include <SQLiteCpp/Statement.h>
#include <skillcat/error.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "base/embedded.h"
#include "db/migrate.h"
#include "support/temp_folder.h"
#include "support/unprivileged.h"

using namespace skillcat::db;
using skillcat::Error;
using skillcat::test::holds_unprivileged;
using skillcat::test::TempFolder;

namespace {

mode_t mode_of(const std::string& path) {
  struct stat st {};
  REQUIRE(::stat(path.c_str(), &st) == 0);
  return st.st_mode & 07777U;
}

template <class Open>
Error refusal(Open open) {
  try {
    open();
  } catch (const Error& e) {
    return e;
  }
  throw std::runtime_error("it was not refused");
}

void set_schema(const std::string& path, int version) {
  auto database = open_writer(path);
  database.exec("PRAGMA user_version = " + std::to_string(version));
}

}  // namespace

TEST_CASE("a new catalog is readable by the group and nobody else") {
  const TempFolder folder;
  const mode_t before = ::umask(022);
  const std::string path = folder.path("a/b/catalog.db");
  const auto database = open_writer(path);
  ::umask(before);
  REQUIRE(mode_of(folder.path("a")) == 0750);
  REQUIRE(mode_of(folder.path("a/b")) == 0750);
  REQUIRE(mode_of(path) == 0640);
  REQUIRE(mode_of(path + "-wal") == 0640);
  REQUIRE(mode_of(path + "-shm") == 0640);
}

TEST_CASE("a new catalog is marked and has the newest schema") {
  const TempFolder folder;
  auto database = open_writer(folder.path("catalog.db"));
  REQUIRE(database.execAndGet("PRAGMA application_id").getInt() == kApplicationId);
  REQUIRE(schema_version(database) == newest_version(skillcat::embedded_migrations()));
  REQUIRE(database.execAndGet("PRAGMA journal_mode").getString() == "wal");
  REQUIRE(database.execAndGet("PRAGMA foreign_keys").getInt() == 1);
  REQUIRE(meta_value(database, "revision") == 0);
  REQUIRE(meta_value(database, "no such key") == 0);
}

TEST_CASE("the WAL stays when the writer closes") {
  const TempFolder folder;
  const std::string path = folder.path("catalog.db");
  { const auto database = open_writer(path); }
  REQUIRE(std::filesystem::exists(path + "-wal"));
  REQUIRE(std::filesystem::exists(path + "-shm"));
}

TEST_CASE("a reader sees what is committed while the writer goes on, and cannot write") {
  const TempFolder folder;
  const std::string path = folder.path("catalog.db");
  auto writer = open_writer(path);
  auto reader = open_reader(path);
  writer.exec("UPDATE meta SET value = 7 WHERE key = 'revision'");
  REQUIRE(meta_value(reader, "revision") == 7);
  writer.exec("BEGIN IMMEDIATE; UPDATE meta SET value = 8 WHERE key = 'revision'");
  REQUIRE(meta_value(reader, "revision") == 7);
  writer.exec("COMMIT");
  REQUIRE_THROWS_AS(reader.exec("UPDATE meta SET value = 9"), SQLite::Exception);
}

TEST_CASE("a user without write access reads a catalog in a folder that nobody may write") {
  const TempFolder folder;
  const std::string path = folder.path("catalog.db");
  { open_writer(path).exec("UPDATE meta SET value = 7 WHERE key = 'revision'"); }
  for (const auto* suffix : {"", "-wal", "-shm"}) {
    folder.set_mode("catalog.db" + std::string(suffix), 0444);
  }
  folder.set_mode("", 0555);
  const bool held = holds_unprivileged([&] {
    auto reader = open_reader(path);
    return meta_value(reader, "revision") == 7;
  });
  folder.set_mode("", 0755);
  REQUIRE(held);
}

TEST_CASE("a missing catalog says how it is made") {
  const auto error = refusal([] { open_reader("/nowhere/catalog.db"); });
  REQUIRE(error.code() == skillcat::ErrorCode::catalog);
  REQUIRE_THAT(error.what(), Catch::Contains("/nowhere/catalog.db"));
  REQUIRE(error.hint() == "run 'skillcat index' first");
}

TEST_CASE("a newer schema is refused with both numbers and left as it is") {
  const TempFolder folder;
  const std::string path = folder.path("catalog.db");
  set_schema(path, 99);
  const std::string known = std::to_string(newest_version(skillcat::embedded_migrations()));
  for (const auto& error :
       {refusal([&] { open_reader(path); }), refusal([&] { open_writer(path); })}) {
    REQUIRE(error.what() == "cannot open " + path + ": schema 99, this skillcat knows " + known);
    REQUIRE(error.hint() == "upgrade skillcat");
  }
}

TEST_CASE("an older schema is not for readers, who never migrate") {
  const TempFolder folder;
  const std::string path = folder.path("catalog.db");
  set_schema(path, 0);
  REQUIRE_THAT(refusal([&] { open_reader(path); }).hint(), Catch::Contains("skillcat index"));
}

TEST_CASE("what is not a catalog is refused and left as it is") {
  const TempFolder folder;
  folder.write("text", std::string(5000, 'x'));
  const std::string other = folder.path("other.db");
  {
    SQLite::Database database(other, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec("CREATE TABLE precious (x)");
  }
  for (const std::string& path : {folder.path("text"), other}) {
    INFO(path);
    for (const auto& error :
         {refusal([&] { open_reader(path); }), refusal([&] { open_writer(path); })}) {
      REQUIRE_THAT(error.what(), Catch::Contains("it is not a skillcat catalog"));
      REQUIRE_THAT(error.hint(), Catch::Contains("--catalog"));
    }
  }
  SQLite::Database database(other, SQLite::OPEN_READONLY);
  REQUIRE(database.execAndGet("SELECT name FROM sqlite_schema").getString() == "precious");
  REQUIRE(database.execAndGet("PRAGMA journal_mode").getString() == "delete");
}

TEST_CASE("an empty file becomes a catalog when it is indexed") {
  const TempFolder folder;
  folder.write("catalog.db", "");
  const std::string path = folder.path("catalog.db");
  REQUIRE(refusal([&] { open_reader(path); }).hint() == "run 'skillcat index' first");
  REQUIRE_NOTHROW(open_writer(path));
  REQUIRE_NOTHROW(open_reader(path));
}

TEST_CASE("a folder that cannot be made is named") {
  const TempFolder folder;
  folder.write("file", "x");
  const auto error = refusal([&] { open_writer(folder.path("file/below/catalog.db")); });
  REQUIRE_THAT(error.what(), Catch::Contains(folder.path("file/below")));
}
