// Whatever happens to the files below a running daemon: after `sync` its catalog is the one that is
// built from scratch.
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <iostream>
#include <random>

#include "db/catalog_file.h"
#include "support/daemon_process.h"
#include "support/indexed_tree.h"

using skillcat::test::DaemonProcess;
using skillcat::test::IndexedTree;
using skillcat::test::skill_text;

namespace fs = std::filesystem;

namespace {

/// SKILLCAT_CONVERGENCE_OPERATIONS asks for more than the 150 of every run, SKILLCAT_BURST for more
/// than 300 at once, SKILLCAT_CONVERGENCE_SEED for another history.
int asked_or(const char* name, int otherwise) {
  const char* asked = std::getenv(name);
  return asked != nullptr ? std::atoi(asked) : otherwise;
}

/// Does to files what people, editors and version control do. Nothing that breaks a skill: a broken
/// one keeps its last good version, which a catalog built from scratch cannot know.
class Vandal {
 public:
  Vandal(const skillcat::test::TempFolder& tree, unsigned seed) : tree_(tree), random_(seed) {}

  /// A root with links or definitions in it is mostly listed whole.
  bool links_and_definitions = true;

  void make_repository() {
    run("git init -q -b main . && git config user.email a@b && git config user.name n");
    for (int branch = 0; branch < 3; ++branch) {
      const std::string number = std::to_string(branch);
      if (branch > 0) run("git switch -q -c b" + number + " main");
      for (int i = 0; i < 6; ++i) {
        if ((i + branch) % 3 == 0) continue;
        const std::string folder = "repo/s" + std::to_string(i) + (i % 2 == 0 ? "" : "/deep");
        tree_.write(folder + "/SKILL.md", skill_text("git" + std::to_string(i), "of b" + number));
      }
      run("git add -A && git commit -q -m b" + number);
      if (branch == 0) run("git branch b0");
    }
  }

  std::string do_something() {
    switch (pick(18)) {
      case 0:
      case 1:
      case 2:
        return edit_in_place();
      case 3:
      case 4:
        return save_atomically();
      case 5:
        return move(folder(), folder());
      case 6:
        return exchange();
      case 7:
        return move(folder(), "out/o" + number(4));
      case 8:
        return move("out/o" + number(4), folder());
      case 9:
        return remove();
      case 10:
        return change_mode();
      case 11:
        return links_and_definitions ? link() : edit_in_place();
      case 12:
        return edit_behind_a_link();
      case 13:
        return edit_with_the_old_time();
      case 14:
        return run("git switch -q b" + number(3));
      case 15:
        return write(folder() + "/notes" + number(3) + ".txt", std::string(pick(9), 'x'));
      case 16:
        return links_and_definitions ? definitions() : save_atomically();
      default:
        return move("out/o" + number(4), "out/o" + number(4));
    }
  }

  std::string edit_in_place() {
    const std::string name = pick(5) == 0 ? "/skill.md" : "/SKILL.md";
    return write(folder() + name, skill_text("n" + number(6), "d" + number(1000)));
  }

 private:
  unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }
  std::string number(unsigned below) { return std::to_string(pick(below)); }
  std::string folder() {
    std::string path = (pick(4) == 0 ? "second/f" : "root/f") + number(8);
    for (unsigned depth = pick(3); depth > 0; --depth) path += "/g" + number(3);
    return path;
  }

  std::string write(const std::string& path, const std::string& text) {
    std::error_code error;
    fs::create_directories(fs::path(tree_.path(path)).parent_path(), error);
    std::ofstream(tree_.path(path), std::ios::trunc) << text;  // or a folder is in the way
    return "write " + path;
  }
  std::string save_atomically() {
    const std::string path = folder() + "/SKILL.md";
    write(path + "~", skill_text("a" + number(6), "saved " + number(1000)));
    return rename(path + "~", path);
  }
  std::string rename(const std::string& from, const std::string& to) {
    std::error_code error;
    fs::rename(tree_.path(from), tree_.path(to), error);
    return "rename " + from + " " + to;
  }
  std::string move(const std::string& from, const std::string& to) {
    std::error_code error;
    fs::create_directories(fs::path(tree_.path(to)).parent_path(), error);
    if (pick(2) == 0) fs::remove_all(tree_.path(to), error);
    return rename(from, to);
  }
  std::string exchange() {
    const std::string a = folder();
    const std::string b = folder();
    ::syscall(SYS_renameat2, AT_FDCWD, tree_.path(a).c_str(), AT_FDCWD, tree_.path(b).c_str(),
              RENAME_EXCHANGE);
    return "exchange " + a + " " + b;
  }
  std::string remove() {
    const std::string path = folder() + (pick(2) == 0 ? "" : "/SKILL.md");
    std::error_code error;
    fs::remove_all(tree_.path(path), error);
    return "remove " + path;
  }
  std::string change_mode() {
    const std::string path = folder() + (pick(2) == 0 ? "" : "/SKILL.md");
    ::chmod(tree_.path(path).c_str(), pick(2) == 0 ? 0755 : 0700);
    return "chmod " + path;
  }
  /// Made, or led elsewhere in one step.
  std::string link() {
    const std::string target = pick(2) == 0 ? folder() : "out/o" + number(4);
    const std::string at = pick(2) == 0 ? "root/l" + number(3) : folder() + "/l" + number(2);
    std::error_code error;
    fs::create_directories(fs::path(tree_.path(at)).parent_path(), error);
    fs::remove(tree_.path("new-link"), error);
    fs::create_symlink(tree_.path(target), tree_.path("new-link"), error);
    return rename("new-link", at) + " -> " + target;
  }
  std::string edit_behind_a_link() {
    return write("out/o" + number(4) + "/SKILL.md", skill_text("o" + number(4), number(1000)));
  }
  std::string edit_with_the_old_time() {
    const std::string path = folder() + "/SKILL.md";
    struct stat st {};
    if (::stat(tree_.path(path).c_str(), &st) != 0 || !S_ISREG(st.st_mode)) return "nothing";
    std::fstream file(tree_.path(path), std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(st.st_size) - 2);
    file << static_cast<char>('a' + pick(26));
    file.close();
    const timespec times[] = {st.st_atim, st.st_mtim};
    ::utimensat(AT_FDCWD, tree_.path(path).c_str(), times, 0);
    return "edit with the old time " + path;
  }
  std::string definitions() {
    std::string text = "[";
    for (unsigned i = pick(4) + 1; i > 0; --i) {
      if (text.size() > 1) text += ",";
      text.append(R"({"name": "e)").append(number(3)).append(R"(", "description": "d)");
      text.append(number(9)).append("\"}");
    }
    return write("root/all.skills.json", text + "]");
  }
  std::string run(const std::string& command) {
    const std::string whole = "cd " + tree_.path() + "/repo && (" + command + ") 2>/dev/null";
    return (std::system(whole.c_str()) == 0 ? "" : "failed: ") + command;
  }

  const skillcat::test::TempFolder& tree_;
  std::mt19937 random_;
};

struct Ground {
  explicit Ground(unsigned seed)
      : vandal(tree.tree, seed), daemon(tree.catalog(), [this] {
          return skillcat::index::DaemonPlan{tree.roots, tree.rules};
        }) {
    for (const char* folder : {"second", "repo", "out"}) tree.tree.make_folder(folder);
    tree.roots.push_back(tree.root("second", "second"));
    tree.roots.push_back(tree.root("repo", "repo"));
    vandal.make_repository();
    daemon.start();
  }

  /// What was behind them stays as stale, which no catalog built from scratch can know.
  void remove_dangling_links() const {
    std::vector<fs::path> dangling;
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(tree.tree.path())) {
      if (entry.is_symlink() && !fs::exists(entry.path(), error)) dangling.push_back(entry.path());
    }
    for (const fs::path& link : dangling) fs::remove(link);
  }

  /// What differs from a catalog built from scratch; empty when nothing does.
  std::string difference() {
    remove_dangling_links();
    daemon.sync();
    auto reader = skillcat::db::open_reader(tree.catalog());
    const std::string here = IndexedTree::dump_of(reader);
    IndexedTree scratch;
    scratch.roots = tree.roots;
    scratch.pass();
    const std::string wanted = scratch.dump();
    if (here == wanted) return {};
    return "is:\n" + here + "should be:\n" + wanted;
  }

  IndexedTree tree;
  Vandal vandal;
  DaemonProcess daemon;
};

}  // namespace

TEST_CASE(
    "under a running daemon any history ends, after sync, in the catalog built from scratch") {
  const auto seed = static_cast<unsigned>(asked_or("SKILLCAT_CONVERGENCE_SEED", 1));
  const int operations = asked_or("SKILLCAT_CONVERGENCE_OPERATIONS", 150);
  Ground ground(seed);
  ground.vandal.links_and_definitions = GENERATE(true, false);
  std::mt19937 random(seed);
  std::string history;
  for (int i = 1; i <= operations; ++i) {
    history += ground.vandal.do_something() + "\n";
    if (random() % 4 == 0) ground.daemon.sync();
    if (i % 10 != 0) continue;
    INFO("seed " << seed << ", operation " << i << "\n" << history);
    REQUIRE(ground.difference() == "");
    history.clear();
  }
  REQUIRE(ground.daemon.ask({.verify = true}).findings == std::vector<std::string>{});
}

TEST_CASE("what happens while the daemon is stopped is found when it goes on") {
  const int edits = asked_or("SKILLCAT_BURST", 300);
  Ground ground(7);
  const auto edit = [&](int i) {
    const std::string name = "burst" + std::to_string(i % 40);
    ground.tree.write(name + "/SKILL.md", skill_text(name, "edit " + std::to_string(i)));
  };
  for (int i = 0; i < 40; ++i) edit(i);
  ground.daemon.sync();
  ground.daemon.send(SIGSTOP);
  for (int i = 0; i < edits; ++i) {
    edit(i);
    if (i % 4 == 3) ground.vandal.do_something();
  }
  ground.daemon.send(SIGCONT);
  REQUIRE(ground.difference() == "");
  // More than 16,384 events are not kept.
  if (edits >= 20'000) REQUIRE(ground.daemon.state().overflows > 0);
}
