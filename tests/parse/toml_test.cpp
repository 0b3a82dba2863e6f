// TOML as JSON, and what would break the library that reads it.
#include "parse/toml.h"

#include <catch2/catch.hpp>

using skillcat::parse::parse_toml;

namespace {

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("TOML becomes the JSON that says the same") {
  const auto result = parse_toml(
      "name = \"a\"\nlong = '''\nx \\ y'''\nn = 3\nf = 1.5\nyes = true\nday = 2024-05-06\n"
      "at = 2024-05-06T07:08:09Z\nlist = [1, [\"b\"]]\n[t.\"u.v\"]\nk = {a.b = 1}\n[[many]]\nx = "
      "1\n");
  REQUIRE(result.table);
  CHECK(result.table->dump() ==
        R"({"at":"2024-05-06T07:08:09Z","day":"2024-05-06","f":1.5,"list":[1,["b"]],)"
        R"("long":"x \\ y","many":[{"x":1}],"n":3,"name":"a","t":{"u.v":{"k":{"a":{"b":1}}}},)"
        R"("yes":true})");
  CHECK(parse_toml("").table->empty());
}

TEST_CASE("what is no TOML is told with its line") {
  const auto result = parse_toml("a = 1\nb = = 2\n");
  CHECK_FALSE(result.table);
  CHECK(result.line == 2);
  CHECK_FALSE(result.message.empty());
  CHECK_FALSE(parse_toml("a = 1\na = 2\n").table);
}

TEST_CASE("TOML that nests deep is refused and does not overflow the stack") {
  const std::string many = repeated("a.", 500'000);
  for (const std::string& text :
       {many + "a = 1", "[" + many + "a]", "x = {" + many + "a = 1}",
        "x = \"\"\"q\"\"\"\"\n" + many + "a = 1", "x = '' # '''\n" + many + "a = 1",
        "x = \"\\\"\"\n" + many + "a = 1", "x = " + repeated("[", 100'000),
        "x = " + repeated("{a = ", 100'000), repeated("a.", 65) + "a = 1"}) {
    CHECK_FALSE(parse_toml(text).table);
  }
  CHECK(parse_toml(repeated("a.", 60) + "a = 1").table);
}

TEST_CASE("dots in strings, comments and numbers are no depth") {
  const std::string dots(200, '.');
  CHECK(parse_toml("a = \"" + dots + "\" # " + dots + "\nb = '''\n" + dots + "\n'''\n").table);
  CHECK(parse_toml("a = [" + repeated("1.5, ", 200) + "]").table);
  CHECK(parse_toml("a = \"\"\"\n" + dots + "\\\"\"\"\"\n").table);
}
