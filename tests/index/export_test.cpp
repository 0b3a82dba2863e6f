#include "index/export.h"

#include <SQLiteCpp/Statement.h>
#include <skillcat/catalog.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "support/indexed_tree.h"

namespace skillcat {
namespace {

using index::Existing;
using index::export_snapshot;
using test::IndexedTree;

std::string bytes_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string secret_of(SQLite::Database& database) {
  SQLite::Statement row(database, "SELECT value FROM secret WHERE key = 'mark'");
  row.executeStep();
  return row.getColumn(0).getString();
}

}  // namespace

TEST_CASE("A snapshot is one file that holds what is still in the catalog's WAL") {
  IndexedTree tree;
  tree.write_skill("one");
  tree.pass();
  const auto target = tree.tree.path("out/snapshot.db");
  tree.tree.make_folder("out");
  const auto size = export_snapshot(tree.catalog(), target, Existing::refuse);
  CHECK(static_cast<std::uintmax_t>(size) == std::filesystem::file_size(target));
  CHECK(Catalog::open(target).find("one"));
  SQLite::Database immutable("file:" + target + "?immutable=1",
                             SQLite::OPEN_READONLY | SQLite::OPEN_URI);
  CHECK(immutable.execAndGet("PRAGMA journal_mode").getString() == "delete");
  CHECK(
      immutable.execAndGet("SELECT count(*) FROM skill_fts WHERE skill_fts MATCH 'one'").getInt() ==
      1);
  const std::filesystem::directory_iterator files(tree.tree.path("out"));
  CHECK(std::distance(begin(files), end(files)) == 1);
}

TEST_CASE("A snapshot is not in WAL mode, and others may not read it") {
  IndexedTree tree;
  tree.pass();
  const auto target = tree.tree.path("snapshot.db");
  const auto before = ::umask(0);
  export_snapshot(tree.catalog(), target, Existing::refuse);
  ::umask(before);
  struct stat st {};
  REQUIRE(::stat(target.c_str(), &st) == 0);
  CHECK((st.st_mode & 0777U) == 0640);
  const std::string header = bytes_of_file(target).substr(18, 2);
  CHECK(header == "\x01\x01");
}

TEST_CASE("The key of context marks stays behind") {
  IndexedTree tree;
  tree.write_skill("one");
  tree.pass();
  const auto target = tree.tree.path("snapshot.db");
  const std::string secret = secret_of(tree.indexer().database());
  REQUIRE(secret.size() == 32);
  export_snapshot(tree.catalog(), target, Existing::refuse);
  CHECK(bytes_of_file(target).find(secret) == std::string::npos);
  const std::vector<std::string> names{"one"};
  CHECK(Catalog::open(target).context(names, {}).mark.size() == 32);
  CHECK(Catalog::open(target).context(names, {}).mark !=
        Catalog::open(tree.catalog()).context(names, {}).mark);
}

TEST_CASE("Neither a file that exists nor a catalog in use is overwritten") {
  IndexedTree tree;
  tree.write_skill("one");
  tree.pass();
  const auto target = tree.tree.path("snapshot.db");
  tree.tree.write("snapshot.db", "precious");
  CHECK_THROWS_WITH(export_snapshot(tree.catalog(), target, Existing::refuse),
                    Catch::Contains("the file exists"));
  CHECK(bytes_of_file(target) == "precious");
  export_snapshot(tree.catalog(), target, Existing::replace);
  CHECK(Catalog::open(target).find("one"));

  CHECK_THROWS_WITH(export_snapshot(tree.catalog(), tree.catalog(), Existing::replace),
                    Catch::Contains("the catalog itself"));
  tree.tree.link(tree.catalog(), "link.db");
  CHECK_THROWS_WITH(export_snapshot(tree.catalog(), tree.tree.path("link.db"), Existing::replace),
                    Catch::Contains("the catalog itself"));
  IndexedTree other;
  other.pass();
  CHECK_THROWS_WITH(export_snapshot(tree.catalog(), other.catalog(), Existing::replace),
                    Catch::Contains("in use"));
  CHECK(Catalog::open(tree.catalog()).find("one"));
}

TEST_CASE("An export that fails leaves nothing behind") {
  IndexedTree tree;
  tree.pass();
  tree.close();
  tree.tree.write("broken.db", "not a database");
  tree.tree.make_folder("out");
  CHECK_THROWS_AS(
      export_snapshot(tree.tree.path("broken.db"), tree.tree.path("out/x.db"), Existing::refuse),
      Error);
  CHECK(std::filesystem::is_empty(tree.tree.path("out")));
  CHECK_THROWS_AS(export_snapshot(tree.catalog(), tree.tree.path("absent/x.db"), Existing::refuse),
                  Error);
}

}  // namespace skillcat
