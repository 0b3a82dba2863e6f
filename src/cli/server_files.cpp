#include "cli/server_files.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/fs.h"

namespace skillcat::cli {
namespace {

enum class Below { home, project };

struct ServerFile {
  Below below;
  const char* path;
  const char* key;  ///< the member that holds the servers
  Dialect dialect = Dialect::common;
};

/// THE TABLE. Of one place, the first file that names a server wins.
constexpr ServerFile kServerFiles[] = {
    {Below::project, ".mcp.json", "mcpServers"},
    {Below::project, ".vscode/mcp.json", "servers"},
    {Below::project, ".cursor/mcp.json", "mcpServers"},
    {Below::project, ".gemini/settings.json", "mcpServers", Dialect::gemini},
    {Below::project, ".codex/config.toml", "mcp_servers", Dialect::codex},
    {Below::home, ".claude.json", "mcpServers"},
    {Below::home, ".config/Claude/claude_desktop_config.json", "mcpServers"},
    {Below::home, ".cursor/mcp.json", "mcpServers"},
    {Below::home, ".gemini/settings.json", "mcpServers", Dialect::gemini},
    {Below::home, ".codex/config.toml", "mcp_servers", Dialect::codex},
};
constexpr const char* kClaudeFile = ".claude.json";

class Importer {
 public:
  explicit Importer(const std::string& home) : home_(home) {}

  ImportedServers run(const std::vector<std::string>& projects) {
    const std::string claude_file = join_path(home_, kClaudeFile);
    const Json& claude = read(claude_file);
    for (const std::string& project : projects) {
      add_claude_project(claude, claude_file, project);
      for (const ServerFile& file : kServerFiles) {
        if (file.below == Below::project) add(file, project, project);
      }
    }
    for (const ServerFile& file : kServerFiles) {
      if (file.below == Below::home) add(file, home_, {});
    }
    return std::move(out_);
  }

 private:
  /// Each file is read once: ~/.claude.json may have megabytes.
  const Json& read(const std::string& path) {
    const auto known = files_.find(path);
    if (known != files_.end()) return known->second;
    out_.files.push_back(path);
    auto json = path.ends_with(".toml") ? read_toml_object(path) : read_object(path);
    if (!json) out_.problems.push_back(json.error());
    return files_.emplace(path, json ? *std::move(json) : Json::object()).first->second;
  }

  void add(const ServerFile& file, const std::string& folder, const std::string& project) {
    const std::string path = join_path(folder, file.path);
    if (!added_.insert(path).second) return;  // the home folder may be a project
    add_servers(read(path), file.key, {path, project, home_, file.dialect});
  }

  /// Claude Code keeps what a person adds for one project in the home folder.
  void add_claude_project(const Json& claude, const std::string& file, const std::string& project) {
    const auto all = claude.find("projects");
    if (all == claude.end() || !all->is_object()) return;
    const auto found = all->find(project);
    if (found != all->end() && found->is_object()) {
      add_servers(*found, "mcpServers", {file, project, home_, Dialect::common});
    }
  }

  void add_servers(const Json& json, const char* key, const ServerPlace& place) {
    const auto map = json.find(key);
    if (map == json.end()) return;
    for (ServerEntry& entry : read_servers(*map, place)) out_.entries.push_back(std::move(entry));
  }

  const std::string& home_;
  std::map<std::string, Json> files_;
  std::set<std::string> added_;
  ImportedServers out_;
};

}  // namespace

ImportedServers import_servers(const std::string& home, const std::vector<std::string>& projects) {
  return Importer(home).run(projects);
}

}  // namespace skillcat::cli
