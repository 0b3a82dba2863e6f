// Where skills live: what a listing of a folder finds, follows, skips and reports.
#include <catch2/catch.hpp>
#include <set>

#include "source/source.h"
#include "support/temp_folder.h"
#include "support/unprivileged.h"

using namespace skillcat::source;
using skillcat::SourceKind;
using skillcat::test::holds_unprivileged;
using skillcat::test::TempFolder;

namespace {

struct Tree {
  TempFolder folder;
  Root root;
  Rules rules;

  Tree() {
    folder.make_folder("root");
    root.label = "r";
    root.path = folder.path("root");
  }
  void write(const std::string& below_root, std::string_view bytes = "x") const {
    folder.write("root/" + below_root, bytes);
  }
  void link(const std::string& target, const std::string& below_root) const {
    folder.link(target, "root/" + below_root);
  }
  Listing list() const { return source_of(SourceKind::local).list(root, rules); }
};

std::vector<std::string> paths(const Listing& listing) {
  std::vector<std::string> all;
  for (const Candidate& c : listing.candidates) all.push_back(c.path);
  return all;
}

std::vector<std::string> codes(const std::vector<skillcat::Problem>& problems) {
  std::vector<std::string> all;
  for (const auto& p : problems) all.push_back(p.code);
  return all;
}

const Candidate& at(const Listing& listing, const std::string& path) {
  for (const Candidate& c : listing.candidates) {
    if (c.path == path) return c;
  }
  throw std::runtime_error("no candidate " + path);
}

std::string deep(int folders) {
  std::string path;
  for (int i = 0; i < folders; ++i) path += "d/";
  return path;
}

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("skill files are found in the root, in hidden folders and at any depth to 32") {
  Tree tree;
  tree.write("SKILL.md");
  tree.write(".hidden/a/SKILL.md");
  tree.write(deep(32) + "SKILL.md");
  const auto listing = tree.list();
  REQUIRE(paths(listing) == Paths{".hidden/a/SKILL.md", "SKILL.md", deep(32) + "SKILL.md"});
  REQUIRE(listing.state == RootState::ok);
}

TEST_CASE("a folder below 32 others is not entered and reported") {
  Tree tree;
  tree.write(deep(33) + "SKILL.md");
  const auto listing = tree.list();
  REQUIRE(listing.candidates.empty());
  REQUIRE(codes(listing.problems) == Paths{"too_deep"});
}

TEST_CASE("a skill inside another skill's folder is noted and owns its files") {
  Tree tree;
  tree.write("outer/SKILL.md");
  tree.write("outer/own.txt", "12345");
  tree.write("outer/sub/inner/SKILL.md");
  tree.write("outer/sub/inner/its.txt");
  const auto listing = tree.list();
  const auto& outer = at(listing, "outer/SKILL.md");
  const auto& inner = at(listing, "outer/sub/inner/SKILL.md");
  REQUIRE(codes(inner.notes) == Paths{"nested"});
  REQUIRE(outer.notes.empty());
  REQUIRE(outer.files.size() == 1);
  REQUIRE(outer.files[0].path == "own.txt");
  REQUIRE(outer.files[0].size_bytes == 5);
  REQUIRE(inner.files.size() == 1);
  REQUIRE(inner.files[0].path == "its.txt");
}

TEST_CASE(".git, node_modules and excluded folders are skipped and counted") {
  Tree tree;
  tree.write(".git/a/SKILL.md");
  tree.write("x/node_modules/a/SKILL.md");
  tree.write("build/a/SKILL.md");
  tree.write("y/drafts/a/SKILL.md");
  tree.write("kept/SKILL.md");
  tree.rules.exclude = {"build", "y/dra*"};
  const auto listing = tree.list();
  REQUIRE(paths(listing) == Paths{"kept/SKILL.md"});
  REQUIRE(listing.skipped_folders.size() == 4);
}

TEST_CASE("every spelling of SKILL.md is a candidate and other names are not") {
  Tree tree;
  tree.write("a/skill.md");
  tree.write("b/SKILL.MD");
  tree.write("c/Skill.md");
  tree.write("d/SKILL.md.bak");
  tree.write("e/MY-SKILL.md");
  REQUIRE(paths(tree.list()) == Paths{"a/skill.md", "b/SKILL.MD", "c/Skill.md"});
}

TEST_CASE("of two skill files in a folder SKILL.md is served and the other reported") {
  Tree tree;
  tree.write("a/SKILL.MD");
  tree.write("a/SKILL.md");
  tree.write("a/skill.md");
  const auto listing = tree.list();
  REQUIRE(at(listing, "a/SKILL.md").place == 1);
  REQUIRE(at(listing, "a/SKILL.md").notes.empty());
  REQUIRE(at(listing, "a/SKILL.MD").place == 2);
  REQUIRE(at(listing, "a/skill.md").place == 3);
  REQUIRE(codes(at(listing, "a/skill.md").notes) == Paths{"duplicate_file"});
}

TEST_CASE("definitions files are candidates by their name") {
  Tree tree;
  tree.write("bundled.json", "[]");
  tree.write("x/my.skills.json", "[]");
  tree.write("x/other.json", "[]");
  tree.folder.write("outside/o.skills.json", "[]");
  tree.link(tree.folder.path("outside/o.skills.json"), "linked.skills.json");
  const auto listing = tree.list();
  REQUIRE(paths(listing) == Paths{"bundled.json", "linked.skills.json", "x/my.skills.json"});
  REQUIRE(codes(at(listing, "linked.skills.json").notes) == Paths{"linked"});
  for (const auto& c : listing.candidates) REQUIRE(c.kind == CandidateKind::definitions);
}

TEST_CASE("a linked folder inside the root is a second path of its skill") {
  Tree tree;
  tree.write("real/SKILL.md");
  tree.link("real", "alias");
  const auto listing = tree.list();
  REQUIRE(paths(listing) == Paths{"real/SKILL.md"});
  REQUIRE(codes(at(listing, "real/SKILL.md").notes) == Paths{"second_path"});
  REQUIRE(at(listing, "real/SKILL.md").notes[0].path == tree.root.path + "/alias");
}

TEST_CASE("a folder linked from right below the root is followed") {
  Tree tree;
  tree.folder.write("outside/deep/a/SKILL.md", "x");
  tree.link(tree.folder.path("outside"), "pack");
  const auto listing = tree.list();
  REQUIRE(paths(listing) == Paths{"pack/deep/a/SKILL.md"});
  REQUIRE(codes(listing.candidates[0].notes) == Paths{"linked"});
}

TEST_CASE("a link out of the root from elsewhere is followed to a skill and to nothing else") {
  Tree tree;
  tree.folder.write("outside/skill/SKILL.md", "x");
  tree.folder.write("outside/data/deep/SKILL.md", "x");
  tree.link(tree.folder.path("outside/skill"), "group/skill");
  tree.link(tree.folder.path("outside/data"), "group/data");
  const auto listing = tree.list();
  REQUIRE(paths(listing) == Paths{"group/skill/SKILL.md"});
  REQUIRE(codes(listing.problems) == Paths{"link_not_followed"});
}

TEST_CASE("one target behind two links is one skill with two paths") {
  Tree tree;
  tree.folder.write("outside/a/SKILL.md", "x");
  tree.link(tree.folder.path("outside/a"), "first");
  tree.link(tree.folder.path("outside/a"), "second");
  const auto listing = tree.list();
  REQUIRE(paths(listing) == Paths{"first/SKILL.md"});
  REQUIRE(codes(listing.candidates[0].notes) == Paths{"linked", "second_path"});
}

TEST_CASE("loops of links and links to folders above end") {
  Tree tree;
  tree.write("a/SKILL.md");
  tree.link("..", "a/up");
  tree.link(tree.root.path, "self");
  tree.link("loop", "loop");
  tree.folder.write("outside/b/SKILL.md", "x");
  tree.folder.link(tree.root.path, "outside/b/back");
  tree.link(tree.folder.path("outside/b"), "out");
  const auto listing = tree.list();
  REQUIRE(paths(listing) == Paths{"a/SKILL.md", "out/SKILL.md"});
}

TEST_CASE("a link to nowhere is a problem right below the root and at a skill file") {
  Tree tree;
  tree.link("/nowhere", "gone");
  tree.link("/nowhere", "deep/gone");
  tree.link("/nowhere/SKILL.md", "a/SKILL.md");
  const auto listing = tree.list();
  REQUIRE(codes(listing.problems) == Paths{"broken_link"});
  REQUIRE(codes(at(listing, "a/SKILL.md").notes) == Paths{"unreadable"});
}

TEST_CASE("a SKILL.md that links to another kind of file is refused") {
  Tree tree;
  tree.folder.write("secret/passwd", "root:x");
  tree.link(tree.folder.path("secret/passwd"), "a/SKILL.md");
  tree.link("/dev/null", "b/SKILL.md");
  tree.link(tree.folder.path("secret"), "c/SKILL.md");
  const auto listing = tree.list();
  for (const auto* path : {"a/SKILL.md", "b/SKILL.md", "c/SKILL.md"}) {
    REQUIRE(codes(at(listing, path).notes) == Paths{"not_a_file"});
  }
}

TEST_CASE("a SKILL.md that links to a SKILL.md outside is served with the files around it") {
  Tree tree;
  tree.folder.write("stow/a/SKILL.md", "x");
  tree.folder.write("stow/a/tool.py", "123");
  tree.link(tree.folder.path("stow/a/SKILL.md"), "a/SKILL.md");
  tree.link(tree.folder.path("stow/a/tool.py"), "a/tool.py");
  tree.write("a/local.txt");
  const auto listing = tree.list();
  const auto& linked = at(listing, "a/SKILL.md");
  REQUIRE(codes(linked.notes) == Paths{"linked"});
  REQUIRE(linked.files.size() == 2);
  REQUIRE(linked.files[1].path == "tool.py");
  REQUIRE(linked.files[1].size_bytes == 3);
}

TEST_CASE("a SKILL.md that links to one inside the root is a second path") {
  Tree tree;
  tree.write("real/SKILL.md");
  tree.link("../real/SKILL.md", "alias/SKILL.md");
  const auto listing = tree.list();
  REQUIRE(paths(listing) == Paths{"real/SKILL.md"});
  REQUIRE(codes(at(listing, "real/SKILL.md").notes) == Paths{"second_path"});
}

TEST_CASE("a FIFO, a device and a folder called SKILL.md are reported without being opened") {
  Tree tree;
  tree.folder.make_folder("root/fifo");
  tree.folder.make_fifo("root/fifo/SKILL.md");
  tree.write("folder/SKILL.md/inside/SKILL.md");
  const auto listing = tree.list();
  REQUIRE(codes(at(listing, "fifo/SKILL.md").notes) == Paths{"not_a_file"});
  REQUIRE(codes(at(listing, "folder/SKILL.md").notes) == Paths{"not_a_file"});
  REQUIRE(at(listing, "folder/SKILL.md/inside/SKILL.md").place == 1);
}

TEST_CASE("a folder that may not be read makes the listing partial") {
  const bool held = holds_unprivileged([] {
    Tree tree;
    tree.write("open/SKILL.md");
    tree.write("shut/SKILL.md");
    tree.folder.set_mode("root/shut", 0);
    const auto listing = tree.list();
    tree.folder.set_mode("root/shut", 0700);
    return listing.state == RootState::partial && listing.unreadable_folders == Paths{"shut"} &&
           codes(listing.problems) == Paths{"unreadable_folder"} &&
           paths(listing) == Paths{"open/SKILL.md"};
  });
  REQUIRE(held);
}

TEST_CASE("a root that is gone, a file or unreadable says so") {
  Tree tree;
  tree.root.path = tree.folder.path("missing");
  REQUIRE(tree.list().state == RootState::gone);
  tree.folder.write("file", "x");
  tree.root.path = tree.folder.path("file");
  REQUIRE(tree.list().state == RootState::gone);
  const bool held = holds_unprivileged([] {
    Tree shut;
    shut.folder.set_mode("root", 0);
    const bool unreadable = shut.list().state == RootState::unreadable;
    shut.folder.set_mode("root", 0700);
    return unreadable;
  });
  REQUIRE(held);
}

TEST_CASE("of more than 1,000 other files the first 1,000 by path are listed") {
  Tree tree;
  tree.write("a/SKILL.md");
  for (int i = 0; i < 1'200; ++i) tree.write("a/f" + std::to_string(10'000 + i));
  const auto listing = tree.list();
  const auto& skill = at(listing, "a/SKILL.md");
  REQUIRE(skill.files.size() == kMaxFilesOfSkill);
  REQUIRE(skill.files.back().path == "f10999");
  REQUIRE(codes(skill.notes) == Paths{"files_cut"});
}

TEST_CASE("the files and the notes around a skill make its fingerprint") {
  Tree tree;
  tree.write("a/SKILL.md");
  const auto alone = tree.list().candidates[0].surroundings;
  tree.write("a/x.txt", "1");
  const auto with_file = tree.list().candidates[0].surroundings;
  tree.write("a/x.txt", "22");
  const auto with_larger = tree.list().candidates[0].surroundings;
  tree.link("a", "alias");
  const auto with_note = tree.list().candidates[0].surroundings;
  REQUIRE(std::set<std::int64_t>{alone, with_file, with_larger, with_note}.size() == 4);
  REQUIRE(tree.list().candidates[0].surroundings == with_note);
}

TEST_CASE("names with any bytes are listed as they are") {
  Tree tree;
  const std::string strange = "caf\xE9 \n\"'%~#";
  tree.write(strange + "/SKILL.md", "bytes");
  const std::string longest(255, 'n');
  tree.write(longest + "/SKILL.md");
  const auto listing = tree.list();
  REQUIRE(paths(listing) == Paths{strange + "/SKILL.md", longest + "/SKILL.md"});
  const auto file = source_of(SourceKind::local).read(tree.root, listing.candidates[0], 100);
  REQUIRE(file);
  REQUIRE(file->bytes == "bytes");
}

TEST_CASE("20,000 links to one skill are listed") {
  // It would take minutes if each link looked at each candidate.
  Tree tree;
  tree.write("real/SKILL.md");
  for (int i = 0; i < 20'000; ++i) {
    tree.link("../real", "many/l" + std::to_string(i));
  }
  const auto listing = tree.list();
  REQUIRE(listing.candidates.size() == 1);
  REQUIRE(listing.candidates[0].notes.size() == 20'000);
}

TEST_CASE("a link that took the place of a listed file is not read") {
  Tree tree;
  tree.write("a/SKILL.md");
  tree.folder.write("secret", "root:x");
  const auto listing = tree.list();
  tree.folder.remove("root/a/SKILL.md");
  tree.link(tree.folder.path("secret"), "a/SKILL.md");
  const auto file = source_of(SourceKind::local).read(tree.root, listing.candidates[0], 100);
  REQUIRE_FALSE(file);
  REQUIRE(file.error().code == "changed_while_reading");
}

TEST_CASE("a file saved anew under the name of a listed one is read") {
  Tree tree;
  tree.write("a/SKILL.md", "old");
  const auto listing = tree.list();
  tree.write("a/SKILL.md.tmp", "new");
  tree.folder.rename("root/a/SKILL.md.tmp", "root/a/SKILL.md");
  const auto file = source_of(SourceKind::local).read(tree.root, listing.candidates[0], 100);
  REQUIRE(file);
  REQUIRE(file->bytes == "new");
}

TEST_CASE("a file beside a skill is read below its folder and never outside") {
  Tree tree;
  tree.write("a/SKILL.md");
  tree.write("a/docs/x.md", "inside");
  tree.write("secret", "outside");
  tree.link("../secret", "a/link");
  tree.link("docs/x.md", "a/inner");
  const auto listing = tree.list();
  const auto read = [&](const std::string& path) {
    return source_of(SourceKind::local).read_beside(tree.root, at(listing, "a/SKILL.md"), path, 9);
  };
  REQUIRE(read("docs/x.md")->bytes == "inside");
  REQUIRE(read("inner")->bytes == "inside");
  for (const auto* path : {"../secret", "link", "/etc/passwd", "docs/../../secret", "missing"}) {
    INFO(path);
    REQUIRE_FALSE(read(path));
    REQUIRE(read(path).error().code == "unreadable");
  }
  REQUIRE(read("docs").error().code == "not_a_file");
}
