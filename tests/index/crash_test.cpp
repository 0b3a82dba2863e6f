// One writer at a time, and none of them can leave a catalog that needs a hand.
#include <signal.h>
#include <skillcat/error.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <thread>

#include "index/verify.h"
#include "support/indexed_tree.h"

using namespace std::chrono_literals;
using skillcat::Error;
using skillcat::index::Indexer;
using skillcat::index::verify;
using skillcat::test::IndexedTree;

TEST_CASE("a second indexer is told who is writing") {
  IndexedTree tree;
  tree.pass();
  try {
    const Indexer second(tree.catalog(), "second", 50ms, tree.clock);
    FAIL("two indexers at once");
  } catch (const Error& e) {
    REQUIRE(e.code() == skillcat::ErrorCode::catalog);
    const std::string holder = "process " + std::to_string(::getpid()) + " (test)";
    REQUIRE_THAT(e.what(), Catch::Contains(holder));
  }
}

TEST_CASE("a second indexer waits for the first") {
  IndexedTree tree;
  tree.pass();
  const std::jthread first([&] {
    std::this_thread::sleep_for(50ms);
    tree.close();
  });
  REQUIRE_NOTHROW(Indexer(tree.catalog(), "second", 10s, tree.clock));
}

TEST_CASE("a pass that cannot write is rolled back and the next one goes on") {
  IndexedTree tree;
  tree.write_skill("a");
  const auto first = tree.pass();
  auto& database = tree.indexer().database();
  const std::string pages = tree.query("PRAGMA page_count");
  database.exec("PRAGMA max_page_count = " + pages);  // as a full disk
  tree.write("b/SKILL.md", skillcat::test::skill_text("b", "d", std::string(900'000, 'x')));
  try {
    tree.pass();
    FAIL("a full catalog took more");
  } catch (const Error& e) {
    REQUIRE(e.code() == skillcat::ErrorCode::catalog);
    REQUIRE_THAT(e.hint(), Catch::Contains("disk space"));
  }
  REQUIRE(tree.query("SELECT value FROM v1_meta WHERE key = 'revision'") ==
          std::to_string(first.revision));
  database.exec("PRAGMA max_page_count = 1000000");
  REQUIRE(tree.pass().active == 2);
  REQUIRE(verify(database) == std::vector<std::string>{});
}

/// SKILLCAT_CRASH_ROUNDS asks for more than the 20 of every run.
int crash_rounds() {
  const char* asked = std::getenv("SKILLCAT_CRASH_ROUNDS");
  return asked != nullptr ? std::atoi(asked) : 20;
}

TEST_CASE("after kill -9 at any moment the next pass completes") {
  IndexedTree tree;
  for (int i = 0; i < 2'000; ++i) tree.write_skill("s" + std::to_string(i));
  std::mt19937 random(1);
  for (int round = 0; round < crash_rounds(); ++round) {
    const std::string description = "round " + std::to_string(round);
    for (int i = round; i < 2'000; i += 3) tree.write_skill("s" + std::to_string(i), description);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      try {
        tree.pass({.rebuild = round % 4 == 3});
      } catch (...) {
        std::_Exit(1);
      }
      std::_Exit(0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 300));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    // The child's copy of this process had no connection: the catalog is opened here alone.
    INFO("round " << round);
    REQUIRE(verify(tree.indexer().database()) == std::vector<std::string>{});
    if (round % 5 == 4) {
      REQUIRE(tree.pass().active == 2'000);
      REQUIRE(tree.pass().files_read == 0);
      REQUIRE(verify(tree.indexer().database()) == std::vector<std::string>{});
    }
    tree.close();
  }
}
