#include <skillcat/catalog.h>

#include <catch2/catch.hpp>

#include "support/indexed_tree.h"

namespace skillcat {
namespace {

using test::IndexedTree;

std::string told(const CapabilityList& list) {
  std::string text;
  for (const Capability& capability : list.capabilities) {
    text += capability.name + ":";
    for (const auto& user : capability.skills) text += " " + user.ref;
    text += "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("Tools and hooks are listed by name, with the skills that name them") {
  IndexedTree tree;
  tree.write("a/SKILL.md", "---\nname: a\ndescription: x\ntools: [grep, glob, grep]\n---\nDo.\n");
  tree.write("b/SKILL.md",
             "---\nname: b\ndescription: x\ntools: [grep]\nhooks: [on_start]\n---\nDo.\n");
  tree.pass();
  auto catalog = Catalog::open(tree.catalog());
  CHECK(told(catalog.tools()) == "glob: local:here/a\ngrep: local:here/a local:here/b\n");
  CHECK(told(catalog.tools("grep")) == "grep: local:here/a local:here/b\n");
  CHECK(told(catalog.hooks()) == "on_start: local:here/b\n");
  CHECK(catalog.tools("on_start").capabilities.empty());
  CHECK(catalog.hooks().revision == 1);
}

}  // namespace skillcat
