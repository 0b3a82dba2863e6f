// A home folder, its configuration and a catalog; passes over what is planned from them.
#pragma once

#include <skillcat/catalog.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/roots.h"
#include "index/pass.h"
#include "support/fake_clock.h"
#include "support/temp_folder.h"

namespace skillcat::test {

inline std::string skill(const std::string& name, const std::string& body = "Do it.") {
  return "---\nname: " + name + "\ndescription: Does it.\n---\n" + body + "\n";
}

class Machine {
 public:
  Machine() { config.bundled = false; }

  cli::RootPlan plan() const {
    return cli::plan_roots({files.path("home"), files.path("home")}, config, managed);
  }

  index::PassReport pass() {
    if (!indexer_) {
      indexer_.emplace(files.path("data/catalog.db"), "test", std::chrono::milliseconds(0), clock_);
    }
    return indexer_->run(plan().roots, {}, {.threads = 2});
  }
  Catalog catalog() const { return Catalog::open(files.path("data/catalog.db")); }

  /// States by ref.
  std::map<std::string, std::string> states() const {
    std::map<std::string, std::string> out;
    for (const Skill& s : catalog().list({}).skills) out[s.ref] = to_text(s.state);
    return out;
  }
  std::vector<std::string> codes() const {
    std::vector<std::string> out;
    for (const auto& p : catalog().problems().problems) {
      if (p.ref.empty()) out.push_back(p.code);
    }
    return out;
  }
  Skill get(const std::string& name) const { return catalog().get(name).skill; }

  // Installed plugins of Claude Code.
  std::string version_folder(const std::string& plugin, const std::string& version) const {
    return files.path("home/.claude/plugins/cache/m/" + plugin + "/" + version);
  }
  void cache(const std::string& plugin, const std::string& version, const std::string& body) const {
    const std::string at = "home/.claude/plugins/cache/m/" + plugin + "/" + version;
    files.write(at + "/.claude-plugin/plugin.json", R"({"name": ")" + plugin + R"("})");
    files.write(at + "/skills/job/SKILL.md", skill("job", body));
  }
  void install(const std::map<std::string, std::string>& versions) const {
    std::string rows;
    for (const auto& [plugin, version] : versions) {
      rows += (rows.empty() ? "" : ",") +
              ("\"" + plugin + "@m\": [{\"scope\": \"user\", \"version\": \"" + version +
               "\", \"installPath\": \"" + version_folder(plugin, version) + "\"}]");
    }
    files.write("home/.claude/plugins/installed_plugins.json",
                R"({"version": 2, "plugins": {)" + rows + "}}");
  }

  TempFolder files;
  cli::Config config;
  cli::Managed managed;

 private:
  FakeClock clock_;
  std::optional<index::Indexer> indexer_;
};

}  // namespace skillcat::test
