#include "query/changes.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <functional>
#include <thread>

#include "support/indexed_tree.h"

namespace skillcat {
namespace {

using test::IndexedTree;
using namespace std::chrono_literals;

/// Another process that does `work` once `go` is called. Forked before the test opens the catalog:
/// SQLite's connections must not be carried into a child.
class OtherProcess {
 public:
  explicit OtherProcess(const std::function<void()>& work) {
    REQUIRE(::pipe(pipe_) == 0);
    child_ = ::fork();
    if (child_ != 0) return;
    char byte = 0;
    const bool told = ::read(pipe_[0], &byte, 1) == 1;
    if (told) work();
    ::_exit(told ? 0 : 1);
  }
  OtherProcess(const OtherProcess&) = delete;
  OtherProcess& operator=(const OtherProcess&) = delete;
  ~OtherProcess() {
    ::close(pipe_[0]);
    ::close(pipe_[1]);
    if (child_ > 0) ::waitpid(child_, nullptr, 0);
  }

  void go() { REQUIRE(::write(pipe_[1], "x", 1) == 1); }

 private:
  int pipe_[2] = {-1, -1};
  pid_t child_ = -1;
};

std::string told(const ChangeList& list) {
  std::string text;
  for (const Change& change : list.changes) {
    text += std::string(to_text(change.change)) + " " + change.ref + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("The feed has one row a ref, its last change, in the order of revisions") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.write_skill("b");
  const auto first = tree.pass().revision;
  tree.write_skill("a", "Something else.");
  const auto second = tree.pass().revision;
  tree.write_skill("a", "Something else again.");
  tree.tree.remove("root/b");
  const auto third = tree.pass().revision;
  auto catalog = Catalog::open(tree.catalog());
  CHECK(told(catalog.changes_since(first)) == "changed local:here/a\nremoved local:here/b\n");
  CHECK(told(catalog.changes_since(second)) == "changed local:here/a\nremoved local:here/b\n");
  const auto none = catalog.changes_since(third);
  CHECK(none.changes.empty());
  CHECK(none.revision == third);
}

TEST_CASE("What was added after a revision is added, though it has changed since") {
  IndexedTree tree;
  const auto before = tree.pass().revision;
  tree.write_skill("a");
  const auto added = tree.pass().revision;
  tree.write_skill("a", "Something else.");
  tree.pass();
  auto catalog = Catalog::open(tree.catalog());
  CHECK(told(catalog.changes_since(before)) == "added local:here/a\n");
  CHECK(told(catalog.changes_since(added)) == "changed local:here/a\n");
}

TEST_CASE("What came and went since a revision is removed, and added once it is back") {
  IndexedTree tree;
  const auto before = tree.pass().revision;
  tree.write_skill("a");
  const auto added = tree.pass().revision;
  tree.tree.remove("root/a");
  tree.pass();
  auto catalog = Catalog::open(tree.catalog());
  CHECK(told(catalog.changes_since(before)) == "removed local:here/a\n");
  tree.write_skill("a");
  tree.pass();
  CHECK(told(catalog.changes_since(added)) == "added local:here/a\n");
}

TEST_CASE("Waiting ends at once when the revision is already another one") {
  IndexedTree tree;
  tree.write_skill("a");
  const auto revision = tree.pass().revision;
  auto catalog = Catalog::open(tree.catalog());
  CHECK(catalog.wait_for_change(revision - 1, 1h) == revision);
  // Of a catalog that was replaced by a younger one.
  CHECK(catalog.wait_for_change(revision + 5, 1h) == revision);
}

TEST_CASE("Waiting ends with the time and the same revision when nothing happens") {
  IndexedTree tree;
  const auto revision = tree.pass().revision;
  auto catalog = Catalog::open(tree.catalog());
  CHECK(catalog.wait_for_change(revision, 0ms) == revision);
  CHECK(catalog.wait_for_change(revision, 30ms) == revision);
}

TEST_CASE("A commit of another process wakes a waiting reader, which looks twice in 50 ms") {
  CHECK(2 * query::kLookEvery <= 50ms);
  IndexedTree tree;
  tree.write_skill("a");
  const auto revision = tree.pass().revision;
  tree.close();
  OtherProcess writer([&] {
    std::this_thread::sleep_for(60ms);
    tree.write_skill("b");
    tree.pass({.threads = 1});
  });
  auto catalog = Catalog::open(tree.catalog());
  writer.go();
  CHECK(catalog.wait_for_change(revision, 1h) == revision + 1);
  CHECK(told(catalog.changes_since(revision)) == "added local:here/b\n");
}

TEST_CASE("A pass that changes nothing wakes nobody") {
  IndexedTree tree;
  tree.write_skill("a");
  const auto revision = tree.pass().revision;
  tree.close();
  OtherProcess writer([&] { tree.pass({.threads = 1}); });
  auto catalog = Catalog::open(tree.catalog());
  writer.go();
  CHECK(catalog.wait_for_change(revision, 200ms) == revision);
}

TEST_CASE("A reader notices that its file was replaced, while it waits and before it answers") {
  IndexedTree tree;
  IndexedTree other;
  tree.write_skill("a");
  other.write_skill("b");
  const auto revision = tree.pass().revision;
  CHECK(other.pass().revision == revision);
  tree.close();
  other.close();
  auto catalog = Catalog::open(tree.catalog());
  auto waiting = Catalog::open(tree.catalog());
  std::thread replacer([&] {
    std::this_thread::sleep_for(60ms);
    for (const char* end : {"-wal", "-shm", ""}) {
      std::filesystem::rename(other.catalog() + end, tree.catalog() + end);
    }
  });
  CHECK(waiting.wait_for_change(revision, 1h) == revision);
  replacer.join();
  CHECK(waiting.find("b"));
  CHECK(catalog.find("b"));
  CHECK_FALSE(catalog.find("a"));
}

TEST_CASE("While there is no file, what is open goes on answering") {
  IndexedTree tree;
  tree.write_skill("a");
  tree.pass();
  tree.close();
  auto catalog = Catalog::open(tree.catalog());
  tree.tree.rename("data", "moved");
  CHECK(catalog.find("a"));
}

}  // namespace skillcat
