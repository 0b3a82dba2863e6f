#include "query/files.h"

#include <catch2/catch.hpp>

#include "support/indexed_tree.h"

namespace skillcat {
namespace {

using namespace std::string_view_literals;
using test::IndexedTree;

class FileTree : public IndexedTree {
 public:
  Catalog open() {
    pass();
    return Catalog::open(catalog());
  }
};

}  // namespace

TEST_CASE("A skill's files are listed by path, without its own file") {
  FileTree tree;
  tree.write_skill("one");
  tree.write("one/scripts/run.py", "print(1)\n");
  tree.write("one/a.txt", "abc");
  const auto list = tree.open().files("one");
  CHECK(list.ref == "local:here/one");
  CHECK(list.directory == tree.tree.path("root/one"));
  REQUIRE(list.files.size() == 2);
  CHECK(list.files[0].path == "a.txt");
  CHECK(list.files[0].size_bytes == 3);
  CHECK(list.files[1].path == "scripts/run.py");
}

TEST_CASE("A file's content comes with its media type") {
  FileTree tree;
  tree.write_skill("one");
  tree.write("one/notes.md", "# Notes\n");
  tree.write("one/logo", "\x89PNG\r\n\x1a\n...");
  auto catalog = tree.open();
  const auto notes = catalog.file("one", "notes.md");
  CHECK(notes.content == "# Notes\n");
  CHECK(notes.media_type == "text/markdown");
  CHECK(notes.text);
  const auto logo = catalog.file("one", "logo");
  CHECK(logo.media_type == "image/png");
  CHECK_FALSE(logo.text);
  CHECK(catalog.file("one", "SKILL.md").size_bytes > 0);
}

TEST_CASE("Nothing outside the skill's folder is served, and a link there is refused in words") {
  FileTree tree;
  tree.write_skill("one");
  tree.tree.write("secret.txt", "secret");
  tree.tree.link("../../secret.txt", "root/one/link.txt");
  tree.tree.link("../..", "root/one/up");
  auto catalog = tree.open();
  for (const char* path : {"link.txt", "up/secret.txt", "../two/SKILL.md", "/etc/passwd"}) {
    CHECK_THROWS_WITH(catalog.file("one", path), Catch::Contains("leaves the folder"));
  }
}

TEST_CASE("A link that stays in the skill's folder is served") {
  FileTree tree;
  tree.write_skill("one");
  tree.write("one/real.txt", "here");
  tree.tree.link("real.txt", "root/one/link.txt");
  CHECK(tree.open().file("one", "link.txt").content == "here");
}

TEST_CASE("Only what the catalog lists for a skill is served") {
  FileTree tree;
  tree.write_skill("one");
  tree.write_skill("one/inner");
  tree.write("one/inner/theirs.txt", "x");
  tree.write("one/.git/config", "x");
  auto catalog = tree.open();
  CHECK_THROWS_WITH(catalog.file("one", ".git/config"), Catch::Contains("did not list it"));
  CHECK_THROWS_WITH(catalog.file("one", "inner/theirs.txt"), Catch::Contains("did not list it"));
  CHECK_THROWS_WITH(catalog.file("one", "absent"), Catch::Contains("No such file"));
}

TEST_CASE("A listed file that became a folder or a FIFO is refused without waiting") {
  FileTree tree;
  tree.write_skill("one");
  tree.write("one/a", "x");
  auto catalog = tree.open();
  tree.tree.remove("root/one/a");
  tree.tree.make_fifo("root/one/a");
  CHECK_THROWS_WITH(catalog.file("one", "a"), Catch::Contains("not a regular file"));
}

TEST_CASE("A file above 16 MiB is an error that says where it is") {
  FileTree tree;
  tree.write_skill("one");
  tree.write("one/fits", std::string(query::kMaxServedBytes, 'x'));
  tree.write("one/large", std::string(query::kMaxServedBytes + 1, 'x'));
  auto catalog = tree.open();
  CHECK(catalog.file("one", "fits").content.size() == query::kMaxServedBytes);
  try {
    catalog.file("one", "large");
    FAIL("it was served");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::usage);
    CHECK_THAT(error.what(), Catch::Contains("16 MiB"));
    CHECK_THAT(error.hint(), Catch::Contains(tree.tree.path("root/one")));
  }
}

TEST_CASE("Entries of a definitions file have no files of their own") {
  FileTree tree;
  tree.write("all.skills.json", R"([{"name": "one", "description": "x", "instructions": "y"}])");
  tree.write("secret.txt", "x");
  auto catalog = tree.open();
  CHECK(catalog.files("one").files.empty());
  CHECK(catalog.files("one").directory.empty());
  CHECK_THROWS_WITH(catalog.file("one", "secret.txt"), Catch::Contains("no folder of its own"));
}

TEST_CASE("Media types are told by the first bytes, those of text by the path") {
  CHECK(query::media_type_of("x", "\xff\xd8\xff\xe0") == "image/jpeg");
  CHECK(query::media_type_of("x", "GIF89a") == "image/gif");
  CHECK(query::media_type_of("x", "RIFF....WEBPVP8") == "image/webp");
  CHECK(query::media_type_of("x.md", "%PDF-1.7") == "application/pdf");
  CHECK(query::media_type_of("x", "PK\x03\x04") == "application/zip");
  CHECK(query::media_type_of("x", "\x1f\x8b\x08") == "application/gzip");
  CHECK(query::media_type_of("x",
                             "\x7f"
                             "ELF\x02") == "application/x-elf");
  CHECK(query::media_type_of("x", "\0asm\1"sv) == "application/wasm");
  CHECK(query::media_type_of("a.json", "{}") == "application/json");
  CHECK(query::media_type_of("a.html", "<script>") == "text/plain");
  CHECK(query::media_type_of("a.txt", "a\0b"sv) == "application/octet-stream");
  CHECK(query::media_type_of("a.md", "\xff\xfe") == "application/octet-stream");
}

}  // namespace skillcat
