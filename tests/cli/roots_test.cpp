#include "cli/roots.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>

#include <skillcat/error.h>
#include <unistd.h>

using namespace skillcat;
using namespace skillcat::cli;
namespace fs = std::filesystem;

namespace {

/// A folder that is removed with all that is in it.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "skillcat-roots-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Scratch() { fs::remove_all(path_); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  std::string make(const std::string& name) const {
    fs::create_directories(path_ + "/" + name);
    return path_ + "/" + name;
  }

 private:
  std::string path_;
};

/// Labels by path, of roots whose folder exists.
std::map<std::string, std::string> labels(const RootPlan& plan) {
  std::map<std::string, std::string> out;
  for (const auto& root : plan.roots) {
    if (fs::is_directory(root.path)) out[root.path] = root.label;
  }
  return out;
}

const source::Root& root_at(const RootPlan& plan, const std::string& path) {
  for (const auto& root : plan.roots) {
    if (root.path == path) return root;
  }
  FAIL("no root at " << path);
  return plan.roots.front();
}

}  // namespace

TEST_CASE("roots are where agents keep skills: at home, and from here up to the repository") {
  const Scratch scratch;
  const std::string home = scratch.make("home");
  const std::string user = scratch.make("home/.claude/skills");
  scratch.make("outside/.claude/skills");
  scratch.make("outside/repo/.git");
  const std::string top = scratch.make("outside/repo/.claude/skills");
  const std::string inner = scratch.make("outside/repo/sub/.agents/skills");
  scratch.make("outside/repo/skills");
  const std::string own = scratch.make("outside/repo/sub/skills");
  const auto plan = plan_roots({home, scratch / "outside/repo/sub"}, {}, {});
  CHECK(labels(plan) == std::map<std::string, std::string>{{user, "user-claude"},
                                                           {top, "repo-claude"},
                                                           {inner, "sub-agents"},
                                                           {own, "sub-skills"}});
  CHECK(plan.found_projects);
  CHECK(plan.managed.projects.size() == 3);
  CHECK(root_at(plan, top).scope == Scope::project);
  CHECK(root_at(plan, top).project_path == scratch / "outside/repo");
  CHECK(root_at(plan, own).project_path == scratch / "outside/repo/sub");
}

TEST_CASE("without a repository only the working folder counts") {
  const Scratch scratch;
  scratch.make("a/.claude/skills");
  const std::string own = scratch.make("a/b/.claude/skills");
  CHECK(labels(plan_roots({scratch.make("home"), scratch / "a/b"}, {}, {})) ==
        std::map<std::string, std::string>{{own, "b-claude"}});
}

TEST_CASE("home as the working folder is no project") {
  const Scratch scratch;
  const std::string home = scratch.make("home");
  scratch.make("home/.claude/skills");
  scratch.make("home/.git");
  const auto plan = plan_roots({home, home}, {}, {});
  CHECK(root_at(plan, home + "/.claude/skills").scope == Scope::user);
  CHECK_FALSE(plan.found_projects);
}

TEST_CASE("a real folder is one root, however it is reached") {
  const Scratch scratch;
  const std::string real = scratch.make("home/.claude/skills");
  scratch.make("home/.codex");
  fs::create_directory_symlink(real, scratch / "home/.codex/skills");
  Config config;
  config.roots = {{real, "mine", Scope::user}};
  const auto plan = plan_roots({scratch / "home", scratch.make("work")}, config, {});
  CHECK(labels(plan) == std::map<std::string, std::string>{{real, "mine"}});
}

TEST_CASE("absent home folders are listed and may be absent, named ones are required") {
  const Scratch scratch;
  Config config;
  config.roots = {{scratch / "nowhere", "", Scope::user}};
  const auto plan = plan_roots({scratch / "home", scratch.make("work")}, config, {});
  CHECK(root_at(plan, scratch / "nowhere").required);
  CHECK(root_at(plan, scratch / "nowhere").label == "nowhere");
  CHECK_FALSE(root_at(plan, scratch / "home/.openclaw/skills").required);
  CHECK(plan.roots.size() == 1 + 8 + 1 + 1);  // named, agents, plugins, bundled
}

TEST_CASE("a label once given stays with its folder, and a clash gets six hex digits") {
  const Scratch scratch;
  const std::string first = scratch.make("a/app/.claude/skills");
  const std::string second = scratch.make("b/app/.claude/skills");
  const std::string home = scratch.make("home");
  auto plan = plan_roots({home, scratch / "a/app"}, {}, {});
  plan = plan_roots({home, scratch / "b/app"}, {}, plan.managed);
  const auto before = labels(plan);
  CHECK(before.at(first) == "app-claude");
  CHECK(before.at(second).size() == std::string("app-claude-123456").size());

  // From elsewhere, and with a configured root that would like the name.
  Config config;
  config.roots = {{scratch.make("c/app-claude"), "", Scope::user}};
  const auto after = labels(plan_roots({home, home}, config, plan.managed));
  CHECK(after.at(first) == before.at(first));
  CHECK(after.at(second) == before.at(second));
  CHECK(after.at(scratch / "c/app-claude").starts_with("app-claude-"));
}

TEST_CASE("precedence goes by class, then by order") {
  const Scratch scratch;
  scratch.make("work/skills");
  Config config;
  config.roots = {{scratch.make("one"), "", Scope::user},
                  {scratch.make("two"), "", Scope::project}};
  const auto plan = plan_roots({scratch.make("home"), scratch / "work"}, config, {});
  const auto of = [&](const std::string& path) { return root_at(plan, path).precedence; };
  CHECK(of(scratch / "one") < of(scratch / "home/.claude/skills"));
  CHECK(of(scratch / "home/.openclaw/skills") < 1'000'000);
  CHECK(of("") / 1'000'000 == 2);
  CHECK(of(scratch / "two") / 1'000'000 == 4);
  CHECK(of(scratch / "work/skills") > of(scratch / "two"));
}

TEST_CASE("without defaults and bundled skills only named roots are left") {
  const Scratch scratch;
  scratch.make("work/skills");
  Config config;
  config.defaults = config.bundled = false;
  Managed managed;
  managed.roots = {{scratch.make("x"), "x", Scope::user}};
  const auto plan = plan_roots({scratch.make("home"), scratch / "work"}, config, managed);
  REQUIRE(plan.roots.size() == 1);
  CHECK(plan.roots[0].label == "x");
}

TEST_CASE("added paths are roots from then on, once") {
  const Scratch scratch;
  Locations locations;
  locations.home = scratch.make("home");
  locations.cwd = scratch.make("work");
  scratch.make("work/lib");
  scratch.make("work/one");
  std::ofstream(scratch / "work/one/SKILL.md") << "x";
  std::ofstream(scratch / "work/notes.txt") << "x";
  Managed managed;
  CHECK(add_roots({"lib", "lib/../lib/", "one/SKILL.md"}, locations, {}, managed));
  REQUIRE(managed.roots.size() == 2);
  CHECK(managed.roots[0].path == scratch / "work/lib");
  CHECK(managed.roots[0].label == "lib");
  CHECK(managed.roots[1].path == scratch / "work/one");
  CHECK_FALSE(add_roots({"lib"}, locations, {}, managed));
  CHECK_THROWS_AS(add_roots({"nowhere"}, locations, {}, managed), Error);
  CHECK_THROWS_AS(add_roots({"notes.txt"}, locations, {}, managed), Error);
}
