#include "parse/yaml.h"

#include <catch2/catch.hpp>

using namespace skillcat::parse;

TEST_CASE("YAML becomes a tree of text with style and place") {
  const YamlResult result =
      parse_yaml("a: 1.0\nb:\n  - 'x'\n  - !t y\n  - &z w\nc: {d: |\n  e\n  }\n");
  const YamlResult plain = parse_yaml("a: 1.0\nb:\n  - 'x'\n  - !t y\n");
  REQUIRE(plain.root.has_value());
  CHECK(plain.root->find("a")->text == "1.0");
  CHECK(plain.root->find("b")->items[0].style == Node::Style::quoted);
  CHECK(plain.root->find("b")->items[1].marked);
  CHECK(plain.root->find("b")->line == 2);
  CHECK(result.failure == YamlFailure::syntax);
}

TEST_CASE("aliases, depth over 16 and more than 1,000 nodes are refused") {
  CHECK(parse_yaml("a: &x 1\nb: *x\n").failure == YamlFailure::alias);
  CHECK(parse_yaml(std::string(17, '[') + std::string(17, ']')).failure == YamlFailure::too_deep);
  CHECK(parse_yaml(std::string(16, '[') + std::string(16, ']')).failure == YamlFailure::none);
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "- a\n";
  CHECK(parse_yaml(many).failure == YamlFailure::too_many_nodes);
}

TEST_CASE("nothing, comments and a second document are told apart") {
  CHECK(parse_yaml("").root->is_null());
  CHECK(parse_yaml("# only\n").root->is_null());
  CHECK(parse_yaml("a: 1\n---\nb: 2\n").failure == YamlFailure::syntax);
}

TEST_CASE("escapes cannot bring in NUL or surrogates") {
  for (const char* text : {"a: \"\\0\"\n", "a: \"\\ud800\"\n"}) {
    const YamlResult result = parse_yaml(text);
    if (result.root) CHECK(result.root->find("a")->text.find('\0') == std::string::npos);
  }
}
