#include <catch2/catch.hpp>
#include <set>

#include "source/source.h"

using namespace skillcat::source;
using skillcat::SourceKind;

namespace {

Root labelled(const std::string& label, SourceKind kind = SourceKind::local) {
  Root root;
  root.label = label;
  root.kind = kind;
  return root;
}

}  // namespace

TEST_CASE("a ref names kind, label and folder") {
  REQUIRE(ref_of_folder(labelled("user-claude"), "tools/git-helper") ==
          "local:user-claude/tools/git-helper");
  REQUIRE(ref_of_folder(labelled("r"), "") == "local:r");
  REQUIRE(ref_of_entry(labelled("r"), "x/my.skills.json", "a b") ==
          "local:r/x/my.skills.json#a%20b");
  REQUIRE(ref_of_entry(labelled("", SourceKind::bundled), "bundled.json", "git-helper") ==
          "bundled:git-helper");
}

TEST_CASE("bytes outside the plain ones are percent-encoded") {
  REQUIRE(ref_of_folder(labelled("r"), "代") == "local:r/%E4%BB%A3");
  REQUIRE(ref_of_folder(labelled("r"), "\xFF\n%") == "local:r/%FF%0A%25");
}

TEST_CASE("a place from the second on is appended") {
  REQUIRE(ref_with_place("local:r/a", 1) == "local:r/a");
  REQUIRE(ref_with_place("local:r/a", 12) == "local:r/a~12");
}

TEST_CASE("no two skills of a root have one ref") {
  const Root root = labelled("r");
  std::set<std::string> refs;
  std::size_t made = 0;
  for (const std::string a : {"a", "b", "~", "#", "%", "/", "2", " ", "A", "\xC3", "~2", "%7E"}) {
    for (const std::string b : {"x", "~2", "#n", "%23", "/y"}) {
      for (const int place : {1, 2}) {
        refs.insert(ref_with_place(ref_of_folder(root, a + b), place));
        refs.insert(ref_with_place(ref_of_entry(root, a + b, "n"), place));
        refs.insert(ref_with_place(ref_of_entry(root, "f", a + b), place));
        made += 3;
      }
    }
  }
  REQUIRE(refs.size() == made);
}
