// Installed plugins under a running daemon: what happens to them is in the catalog after `sync`,
// and soon without it.
#include <catch2/catch.hpp>

#include "support/daemon_process.h"
#include "support/machine.h"

using namespace skillcat;
using skillcat::test::DaemonProcess;
using skillcat::test::Machine;

namespace {

using Words = std::vector<std::string>;
using States = std::map<std::string, std::string>;

constexpr const char* kRef = "plugin:m/p/job";
constexpr const char* kSettings = "home/.claude/settings.json";

/// A home with three versions of the plugin p in the cache, the second one installed, and q.
struct Kept : Machine {
  Kept()
      : daemon(files.path("data/catalog.db"), [this] {
          auto planned = plan();
          return index::DaemonPlan{std::move(planned.roots), {}, std::move(planned.watch_files)};
        }) {
    for (const char* version : {"1.0.0", "1.1.0", "2.0.0"}) cache("p", version, version);
    cache("q", "1", "q");
    install({{"p", "1.1.0"}, {"q", "1"}});
    daemon.start();
    daemon.sync();
  }

  std::string state_after_sync() {
    daemon.sync();
    const auto all = states();
    const auto found = all.find(kRef);
    return found == all.end() ? "none" : found->second;
  }
  bool comes_by_itself(const std::string& instructions) const {
    return DaemonProcess::eventually([&] {
      const auto found = catalog().find("p:job");
      return found && found->skill.instructions == instructions;
    });
  }
  void require_sound() {
    REQUIRE(daemon.ask({.verify = true}).findings == Words{});
    REQUIRE(states().at("plugin:m/q/job") == "active");
  }

  DaemonProcess daemon;
};

}  // namespace

TEST_CASE("under a running daemon an upgrade of a plugin is there after sync") {
  Kept machine;
  REQUIRE(machine.states() == States{{kRef, "active"}, {"plugin:m/q/job", "active"}});
  REQUIRE(machine.codes() == Words{"inactive_version", "inactive_version"});
  const auto before = machine.get("p:job");
  REQUIRE(before.instructions == "1.1.0\n");
  machine.install({{"p", "2.0.0"}, {"q", "1"}});
  REQUIRE(machine.state_after_sync() == "active");
  REQUIRE(machine.get("p:job").skill_id == before.skill_id);
  REQUIRE(machine.get("p:job").instructions == "2.0.0\n");
  // The new version's folder is watched, and the old one's is not the plugin's any more.
  machine.cache("p", "1.1.0", "edited where nobody looks");
  machine.cache("p", "2.0.0", "edited");
  machine.daemon.sync();
  REQUIRE(machine.get("p:job").instructions == "edited\n");
  machine.require_sound();
}

TEST_CASE("under a running daemon a list that names what is not there yet makes skills stale") {
  Kept machine;
  machine.install({{"p", "3.0.0"}, {"q", "1"}});
  REQUIRE(machine.state_after_sync() == "stale");
  REQUIRE(machine.get("p:job").problems.at(0).code == "plugin_missing");
  REQUIRE(machine.get("p:job").instructions == "1.1.0\n");
  machine.cache("p", "3.0.0", "3.0.0");
  REQUIRE(machine.state_after_sync() == "active");
  REQUIRE(machine.get("p:job").instructions == "3.0.0\n");
  machine.files.rename("home/.claude/plugins/cache/m/p", "away");
  REQUIRE(machine.state_after_sync() == "stale");
  machine.files.rename("away", "home/.claude/plugins/cache/m/p");
  REQUIRE(machine.state_after_sync() == "active");
  machine.require_sound();
}

TEST_CASE("under a running daemon a plugin that is disabled, enabled and removed follows at once") {
  Kept machine;
  machine.files.write(kSettings, R"({"enabledPlugins": {"p@m": false}})");
  REQUIRE(machine.state_after_sync() == "none");
  machine.files.write(kSettings, R"({"enabledPlugins": {"p@m": true}})");
  REQUIRE(machine.state_after_sync() == "active");
  machine.install({{"q", "1"}});
  REQUIRE(machine.state_after_sync() == "none");
  machine.files.remove("home/.claude/plugins/cache/m/p");
  REQUIRE(machine.state_after_sync() == "none");
  REQUIRE(machine.codes().empty());
  machine.require_sound();
}

TEST_CASE("a running daemon takes upgrades, disabling and removal up by itself") {
  Kept machine;
  machine.install({{"p", "2.0.0"}, {"q", "1"}});
  REQUIRE(machine.comes_by_itself("2.0.0\n"));
  const auto is_gone = [&] { return !machine.states().contains(kRef); };
  machine.files.write(kSettings, R"({"enabledPlugins": {"p@m": false}})");
  REQUIRE(DaemonProcess::eventually(is_gone));
  machine.files.remove(kSettings);
  REQUIRE(machine.comes_by_itself("2.0.0\n"));
  machine.install({{"q", "1"}});
  REQUIRE(DaemonProcess::eventually(is_gone));
  machine.require_sound();
}
