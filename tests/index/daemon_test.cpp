// What a daemon promises besides convergence: see daemon_convergence_test.cpp.
#include <sched.h>
#include <skillcat/error.h>
#include <sys/resource.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <random>

#include "db/catalog_file.h"
#include "index/verify.h"
#include "skillcat/catalog.h"
#include "support/daemon_process.h"
#include "support/indexed_tree.h"

using namespace std::chrono_literals;
using skillcat::Catalog;
using skillcat::Error;
using skillcat::State;
using skillcat::index::verify;
using skillcat::test::DaemonProcess;
using skillcat::test::IndexedTree;
using skillcat::test::skill_text;

namespace {

struct Kept : IndexedTree {
  Kept() : daemon(catalog(), [this] { return skillcat::index::DaemonPlan{roots, rules}; }) {}

  /// As another process sees it.
  std::string description_of(const std::string& ref) const {
    try {
      const auto found = Catalog::open(catalog()).find(ref);
      return found ? found->skill.description : "";
    } catch (const Error&) {
      return "";
    }
  }
  bool comes_by_itself(const std::string& ref, const std::string& description) const {
    return DaemonProcess::eventually([&] { return description_of(ref) == description; });
  }

  DaemonProcess daemon;
};

std::int64_t search_total(Catalog& catalog) {
  skillcat::Query query;
  query.text = "does";
  return catalog.search(query).total;
}

int asked_or(const char* name, int otherwise) {
  const char* asked = std::getenv(name);
  return asked != nullptr ? std::atoi(asked) : otherwise;
}

}  // namespace

TEST_CASE("1,000 skills made at once, at depths 1, 2 and 5, are all found") {
  Kept tree;
  tree.daemon.start();
  REQUIRE(tree.daemon.sync().active == 0);
  for (int i = 0; i < 1000; ++i) {
    const std::string name = "s" + std::to_string(i);
    tree.write_skill(i % 3 == 0 ? name : i % 3 == 1 ? "a/" + name : "a/b/c/d/" + name);
  }
  REQUIRE(tree.daemon.sync().active == 1000);
  REQUIRE(tree.daemon.ask({.verify = true}).findings == std::vector<std::string>{});
}

TEST_CASE("a change is noticed without being asked for") {
  Kept tree;
  tree.write_skill("a", "first");
  tree.daemon.start();
  REQUIRE(tree.comes_by_itself("local:here/a", "first"));
  tree.write_skill("a", "second");
  REQUIRE(tree.comes_by_itself("local:here/a", "second"));
  tree.tree.rename("root/a", "root/b");
  REQUIRE(tree.comes_by_itself("local:here/b", "second"));
  REQUIRE(tree.description_of("local:here/a") == "");
  REQUIRE(tree.daemon.state().polled.empty());
}

TEST_CASE("a root that appears, vanishes and comes back is noticed at once") {
  Kept tree;
  tree.roots.push_back(tree.root("later/deep/skills", "later"));
  tree.daemon.start();
  tree.daemon.sync();
  tree.tree.write("later/deep/skills/a/SKILL.md", skill_text("a", "here"));
  REQUIRE(tree.comes_by_itself("local:later/a", "here"));
  tree.tree.rename("later", "away");
  const auto state = [&] { return Catalog::open(tree.catalog()).get("local:later/a").skill.state; };
  REQUIRE(DaemonProcess::eventually([&] { return state() == State::stale; }));
  tree.tree.write("away/deep/skills/a/SKILL.md", skill_text("a", "again"));
  tree.tree.rename("away", "later");
  REQUIRE(tree.comes_by_itself("local:later/a", "again"));
  REQUIRE(state() == State::active);
}

TEST_CASE("what a link leads to is watched, and so is where it may lead") {
  Kept tree;
  tree.tree.write("out/x/SKILL.md", skill_text("x", "first"));
  tree.tree.link(tree.tree.path("out/x"), "root/x");
  tree.tree.link(tree.tree.path("out/not/yet"), "root/y");
  tree.daemon.start();
  REQUIRE(tree.comes_by_itself("local:here/x", "first"));
  tree.tree.write("out/x/SKILL.md", skill_text("x", "second"));
  REQUIRE(tree.comes_by_itself("local:here/x", "second"));
  tree.tree.write("out/not/yet/SKILL.md", skill_text("y", "now"));
  REQUIRE(tree.comes_by_itself("local:here/y", "now"));
  tree.tree.rename("out", "elsewhere");
  const auto problems_of_x = [&] {
    auto reader = skillcat::db::open_reader(tree.catalog());
    return reader
        .execAndGet(
            "SELECT count(*) FROM v1_problem WHERE ref = 'local:here/x'"
            " AND code = 'broken_link'")
        .getInt();
  };
  REQUIRE(DaemonProcess::eventually([&] { return problems_of_x() == 1; }));
  REQUIRE(tree.description_of("local:here/x") == "second");  // the link still stands
  tree.tree.remove("root/x");
  REQUIRE(DaemonProcess::eventually([&] { return tree.description_of("local:here/x").empty(); }));
}

TEST_CASE("a file that is empty for a moment keeps its skill, one that stays so makes it stale") {
  Kept tree;
  tree.write_skill("a", "good");
  tree.daemon.options.emptied = 1s;
  tree.daemon.start();
  tree.daemon.sync();
  const auto revision = tree.daemon.sync().revision;
  for (int i = 0; i < 5; ++i) {
    tree.write("a/SKILL.md", "");
    std::this_thread::sleep_for(60ms);
    tree.write_skill("a", "good " + std::to_string(i));
    std::this_thread::sleep_for(30ms);
  }
  REQUIRE(tree.daemon.sync().stale == 0);
  auto catalog = Catalog::open(tree.catalog());
  for (const auto& change : catalog.changes_since(revision).changes) {
    REQUIRE(change.ref == "local:here/a");
  }
  REQUIRE(catalog.get("local:here/a").skill.description == "good 4");
  tree.write("a/SKILL.md", "");
  REQUIRE(tree.daemon.sync().stale == 1);
  REQUIRE(catalog.get("local:here/a").skill.description == "good 4");
}

TEST_CASE("while an editor saves, a reader that never pauses sees the skill, and all of it") {
  Kept tree;
  const auto text = [](int version) {
    return skill_text("a", "version " + std::to_string(version),
                      "version " + std::to_string(version) + " " + std::string(20'000, 'x'));
  };
  tree.write("a/SKILL.md", text(0));
  tree.daemon.options.settle = 50ms;  // as it is by default
  tree.daemon.options.emptied = 1s;
  tree.daemon.start();
  tree.daemon.sync();
  std::atomic<bool> done = false;
  std::atomic<int> reads = 0;
  std::string wrong;
  std::jthread reader([&] {
    auto catalog = Catalog::open(tree.catalog());
    while (!done) {
      const auto found = catalog.find("local:here/a");
      ++reads;
      const bool whole = found &&
                         found->skill.instructions.find(found->skill.description + " ") == 0 &&
                         found->skill.instructions.size() > 20'000;
      if (!whole) wrong = found ? found->skill.description : "missing";
      std::this_thread::sleep_for(1ms);
    }
  });
  for (int i = 1; i <= 100; ++i) {
    if (i % 3 == 0) {  // in place
      tree.write("a/SKILL.md", text(i));
    } else {  // with the old file moved away, or replaced
      tree.write("a/new", text(i));
      if (i % 3 == 1) tree.tree.rename("root/a/SKILL.md", "root/a/SKILL.md~");
      tree.tree.rename("root/a/new", "root/a/SKILL.md");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(i % 30));
  }
  tree.daemon.sync();
  done = true;
  reader.join();
  REQUIRE(wrong == "");
  REQUIRE(reads > 100);
  REQUIRE(tree.description_of("local:here/a") == "version 100");
}

TEST_CASE("the configuration is taken up when its file changes, and a broken one changes nothing") {
  Kept tree;
  tree.tree.write("more/m/SKILL.md", skill_text("m", "more"));
  tree.tree.write("config", "one");
  const std::string config = tree.tree.path("config");
  DaemonProcess daemon(tree.catalog(), [&] {
    std::string word;
    std::ifstream(config) >> word;
    if (word == "broken") throw Error(skillcat::ErrorCode::config, "a broken configuration");
    skillcat::index::DaemonPlan plan{tree.roots, {}, {config}};
    if (word == "two") plan.roots.push_back(tree.root("more", "more"));
    return plan;
  });
  daemon.start();
  REQUIRE(daemon.sync().active == 0);
  tree.tree.write("config", "two");
  REQUIRE(tree.comes_by_itself("local:more/m", "more"));
  tree.tree.write("config", "broken");
  const auto trouble = [&] { return daemon.state().trouble; };
  REQUIRE(DaemonProcess::eventually([&] { return trouble().starts_with("a broken"); }));
  REQUIRE(daemon.sync().active == 1);
  tree.tree.write("config", "one");
  REQUIRE(daemon.sync().active == 0);
  REQUIRE(daemon.state().trouble == "");
}

TEST_CASE("SIGTERM ends it with the log emptied, and it is no daemon's catalog then") {
  Kept tree;
  tree.write_skill("a");
  tree.daemon.start();
  tree.daemon.sync();
  REQUIRE(tree.daemon.state().pid > 0);
  REQUIRE(tree.daemon.terminate() == 0);
  REQUIRE(std::filesystem::file_size(tree.catalog() + "-wal") == 0);
  REQUIRE_FALSE(skillcat::db::read_daemon_state(tree.catalog()));
  REQUIRE_FALSE(std::filesystem::exists(tree.catalog() + ".sock"));
  REQUIRE_FALSE(skillcat::index::ask_daemon(tree.catalog(), {}));
}

TEST_CASE("one daemon a catalog: a second one is refused, and told who is there") {
  Kept tree;
  tree.daemon.start();
  tree.daemon.sync();
  const skillcat::SystemClock clock;
  skillcat::index::DaemonOptions options;
  options.catalog = tree.catalog();
  options.clock = &clock;
  REQUIRE_THROWS_WITH(skillcat::index::Daemon(options),
                      Catch::Contains("process " + std::to_string(tree.daemon.state().pid)));
  tree.daemon.kill();
  REQUIRE_FALSE(skillcat::db::read_daemon_state(tree.catalog()));
  tree.daemon.start();  // over the socket that was left behind
  REQUIRE(tree.daemon.sync().active == 0);
}

TEST_CASE("a catalog that is deleted, replaced or damaged is made anew") {
  Kept tree;
  for (int i = 0; i < 50; ++i) tree.write_skill("s" + std::to_string(i));
  tree.daemon.start();
  REQUIRE(tree.daemon.sync().active == 50);
  const auto all_there = [&] {
    try {
      return Catalog::open(tree.catalog()).list({}).total == 50;
    } catch (const Error&) {
      return false;
    }
  };
  SECTION("deleted") {
    for (const char* file : {"", "-wal", "-shm"})
      tree.tree.remove("data/catalog.db" + std::string(file));
    REQUIRE(DaemonProcess::eventually(all_there));
  }
  SECTION("its whole folder deleted") {
    tree.tree.remove("data");
    tree.tree.make_folder("data");
    REQUIRE(DaemonProcess::eventually(all_there));
    REQUIRE(tree.daemon.sync().active == 50);
  }
  SECTION("emptied, overwritten, or without its log") {
    std::filesystem::resize_file(tree.catalog(), 0);
    REQUIRE((tree.daemon.sync().active == 50 && all_there()));
    std::fstream(tree.catalog(), std::ios::in | std::ios::out) << std::string(50'000, 'x');
    REQUIRE((tree.daemon.sync().active == 50 && all_there()));
    tree.tree.remove("data/catalog.db-wal");
    REQUIRE((tree.daemon.sync().active == 50 && all_there()));
  }
  SECTION("replaced by another one") {
    skillcat::test::TempFolder other;
    skillcat::db::open_writer(other.path("catalog.db"));
    for (const char* file : {"-wal", "-shm"})
      tree.tree.remove("data/catalog.db" + std::string(file));
    std::filesystem::copy_file(other.path("catalog.db"), tree.tree.path("new"));
    tree.tree.rename("new", "data/catalog.db");
    REQUIRE(DaemonProcess::eventually(all_there));
  }
  SECTION("damaged") {
    tree.daemon.terminate();
    tree.daemon.options.examine = 50ms;  // with its pages in memory it would go on for long
    std::fstream file(tree.catalog(), std::ios::in | std::ios::out | std::ios::binary);
    tree.daemon.start();
    tree.daemon.sync();
    file.seekp(8192);
    file << std::string(40'000, '\x55') << std::flush;
    REQUIRE(DaemonProcess::eventually([&] {
      return std::filesystem::exists(tree.catalog()) && all_there() &&
             Catalog::open(tree.catalog()).status().quarantined.size() == 1;
    }));
  }
  REQUIRE(tree.daemon.ask({.verify = true}).findings == std::vector<std::string>{});
}

TEST_CASE("a disk that is full is said, keeps nobody from reading, and writing resumes by itself") {
  Kept tree;
  tree.write_skill("a", "before");
  tree.daemon.options.retry = 20ms;
  ::signal(SIGXFSZ, SIG_IGN);  // inherited
  tree.daemon.start();
  tree.daemon.sync();
  const auto pid = static_cast<pid_t>(tree.daemon.state().pid);
  const rlimit full{1 << 16, RLIM_INFINITY};
  REQUIRE(::prlimit(pid, RLIMIT_FSIZE, &full, nullptr) == 0);
  for (int i = 0; i < 20; ++i) {
    tree.write("s" + std::to_string(i) + "/SKILL.md",
               skill_text("s", "d", std::string(30'000, 'x') + std::to_string(i)));
  }
  REQUIRE(DaemonProcess::eventually([&] { return !tree.daemon.state().trouble.empty(); }));
  REQUIRE(tree.description_of("local:here/a") == "before");
  REQUIRE_THROWS_AS(tree.daemon.sync(), Error);
  const rlimit free_again{RLIM_INFINITY, RLIM_INFINITY};
  REQUIRE(::prlimit(pid, RLIMIT_FSIZE, &free_again, nullptr) == 0);
  REQUIRE(DaemonProcess::eventually([&] { return tree.daemon.state().trouble.empty(); }));
  REQUIRE(tree.daemon.sync().active == 21);
}

TEST_CASE("where watching is refused, roots are polled, and it says so") {
  Kept tree;
  tree.write_skill("a", "first");
  tree.daemon.options.poll = 50ms;
  // A user namespace of its own, with no inotify in it.
  tree.daemon.prepare = [] {
    if (::unshare(CLONE_NEWUSER) != 0) return;
    std::ofstream("/proc/sys/user/max_inotify_instances") << 0;
  };
  tree.daemon.start();
  REQUIRE(tree.daemon.sync().active == 1);
  if (tree.daemon.state().watches > 0) {
    WARN("this system allows no user namespace: nothing was tested");
    return;
  }
  REQUIRE(tree.daemon.state().polled == std::vector<std::string>{"here"});
  REQUIRE(Catalog::open(tree.catalog()).status().roots[0].mode == "polling");
  tree.write_skill("a", "second");
  REQUIRE(tree.comes_by_itself("local:here/a", "second"));
  tree.write_skill("b");
  REQUIRE(tree.daemon.sync().active == 2);
}

TEST_CASE("what sync has acknowledged survives kill -9, and each start heals alone") {
  Kept tree;
  std::mt19937 random(5);
  const int rounds = asked_or("SKILLCAT_CRASH_ROUNDS", 20);
  for (int i = 0; i < 100; ++i) tree.write_skill("s" + std::to_string(i));
  for (int round = 0; round < rounds; ++round) {
    INFO("round " << round);
    tree.daemon.start();
    tree.write_skill("kept", "round " + std::to_string(round));
    tree.daemon.sync();
    for (int i = 0; i < 30; ++i) {
      tree.write_skill("s" + std::to_string(random() % 100), "of " + std::to_string(random()));
      if (i % 3 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(random() % 4));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 25));
    tree.daemon.kill();
    REQUIRE(tree.description_of("local:here/kept") == "round " + std::to_string(round));
    if (round % 5 != 4) continue;
    REQUIRE(verify(tree.indexer().database()) == std::vector<std::string>{});
    tree.close();
  }
  tree.daemon.start();
  REQUIRE(tree.daemon.sync().active == 101);
  REQUIRE(tree.daemon.ask({.verify = true}).findings == std::vector<std::string>{});
}

TEST_CASE("readers neither wait nor miss anything while everything is written again") {
  Kept tree;
  for (int i = 0; i < 100; ++i) tree.write_skill("s" + std::to_string(i));
  tree.daemon.start();
  tree.daemon.sync();
  std::atomic<bool> done = false;
  std::atomic<int> reads = 0;
  std::atomic<int> wrong = 0;
  std::vector<std::jthread> readers;
  for (int r = 0; r < 8; ++r) {
    readers.emplace_back([&, r] {
      while (!done) {
        try {
          auto catalog = Catalog::open(tree.catalog());
          const auto total = r % 2 == 0 ? catalog.list({}).total : search_total(catalog);
          if (total != 100) ++wrong;
        } catch (const std::exception&) {
          ++wrong;
        }
        ++reads;
      }
    });
  }
  std::uintmax_t largest = 0;
  for (int i = 0; i < asked_or("SKILLCAT_REINDEXES", 5); ++i) {
    tree.daemon.ask({.rebuild = true});
    largest = std::max(largest, std::filesystem::file_size(tree.catalog() + "-wal"));
  }
  done = true;
  readers.clear();
  REQUIRE(wrong == 0);
  REQUIRE(reads > 8);
  const auto size = std::filesystem::file_size(tree.catalog());
  INFO("log " << largest << " bytes, catalog " << size);
  REQUIRE(largest < 4 * size + (std::uintmax_t{8} << 20));
}
