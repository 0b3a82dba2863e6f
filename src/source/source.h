// Sources: what each kind of root holds, listed and read.
//
// A source lists candidates with stamps and reads their bytes; it knows no catalog and parses
// nothing. One file a kind, one row in sources.cpp.
#pragma once

#include <skillcat/skill.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fs.h"
#include "base/result.h"

namespace skillcat::source {

/// A plugin that a root holds.
struct Plugin {
  std::string name;
  std::string entry;   ///< what its marketplace says of it, a JSON object; empty: nothing
  bool strict = true;  ///< false: `entry` describes it, whatever its own manifest says

  bool operator==(const Plugin&) const = default;
};

/// One place that skills come from, as the configuration or discovery names it.
struct Root {
  std::string label;
  SourceKind kind = SourceKind::local;
  Scope scope = Scope::user;
  std::string path;          ///< absolute; empty where no folder holds it
  std::string project_path;  ///< the project's folder, for Scope::project
  std::int64_t precedence = 0;
  bool installed = false;  ///< by an agent, which says so: its absence is `plugin_missing`
  bool required = false;   ///< named by a person: its absence is a problem, not an empty place
  std::vector<Problem> problems;  ///< found out while the roots were planned

  // Of an MCP server. Its `path` is the file that records what it last offered.
  std::string server;    ///< our name for it
  std::string grouping;  ///< see parse/grouping.h

  /// Of kind plugin: usually one. Several share a folder, and then their names are part of refs;
  /// none: the place only lists plugins, which are roots of their own.
  std::vector<Plugin> plugins;
  std::vector<std::string> skip;  ///< folders below `path` whose skills belong to other roots
  /// Which plugins lie below `path` cannot be told now, and why: those known stay as they were.
  std::string doubt;
  std::string named_by;  ///< path of the root that a person named and that stands for this one

  bool operator==(const Root&) const = default;
};

/// What configuration keeps out: folder names, or globs over the path below the root.
struct Rules {
  std::vector<std::string> exclude;

  bool operator==(const Rules&) const = default;
};

enum class CandidateKind : std::uint8_t { skill_file, definitions, command, discovery };

/// A file that belongs to a skill beside its SKILL.md.
struct OtherFile {
  std::string path;  ///< below the skill's folder
  std::int64_t size_bytes = 0;
};

/// A file that should hold one skill or several.
struct Candidate {
  std::string path;  ///< below the root
  CandidateKind kind = CandidateKind::skill_file;
  Stamp stamp;
  int place = 1;                 ///< among the skill files of its folder; only the first is served
  std::vector<OtherFile> files;  ///< sorted; at most kMaxFilesOfSkill
  Stamp agent_file;              ///< of its kAgentFile; a default one when there is none
  std::vector<Problem> notes;    ///< what the listing found out; a `broken` one rejects it unread
  bool outdated = false;         ///< it holds what was good once: its copies are stale
  std::string ref_path;          ///< what its ref has behind the label; empty: its folder's path
  std::vector<std::string> patterns;  ///< that its place gives it: a command's slash commands
  std::vector<std::string> hooks;     ///< events that the hooks of its plugin wait for
  /// Fingerprint of all the above but the stamp: a change of any is a change of the candidate.
  std::int64_t surroundings = 0;
};

inline constexpr std::size_t kMaxFilesOfSkill = 1000;
/// Below the folder of a skill file; it says more of the skill (parse/agent_file.h).
inline constexpr std::string_view kAgentFile = "agents/openai.yaml";
inline constexpr int kMaxDepth = 32;
inline constexpr std::size_t kMaxFolders = 200'000;

enum class RootState : std::uint8_t {
  ok,
  partial,     ///< some folder could not be read: what is below it is unknown
  gone,        ///< there is no such folder now
  unreadable,  ///< it cannot be opened
};

std::string_view to_text(RootState state);
/// The code of the problem that a root is gone.
std::string_view code_of_absence(const Root& root);

/// A symbolic link that a listing met, and where it led.
struct SeenLink {
  std::string path;    ///< below the root
  std::string target;  ///< its real path; of one that leads nowhere, what stands in it, absolute
  bool dangling = false;
};

struct Listing {
  RootState state = RootState::ok;
  std::int64_t dev = 0;                         ///< device of the root's folder
  std::vector<Candidate> candidates;            ///< sorted by path
  std::vector<Problem> problems;                ///< of the root
  std::vector<std::string> unreadable_folders;  ///< below the root: their content is unknown
  std::vector<std::string> dangling_links;      ///< below the root: what was behind them too
  std::vector<std::string> skipped_folders;     ///< excluded by rules; below the root
  std::int64_t folders = 0;                     ///< that were read
  std::vector<SeenLink> links;                  ///< of a whole root that is observed
  bool doubtful = false;  ///< of a part: only a listing of the whole root can tell what is there
};

/// Is told of each folder before its entries are read: what changes afterwards can be noticed.
class FolderObserver {
 public:
  virtual ~FolderObserver() = default;
  /// `path`: below the root. False when the folder is known under another path of the root.
  virtual bool enter(const std::string& path) = 0;
};

/// A part of a root: one folder and all that is below it, as if nothing above held a skill.
struct Part {
  std::string folder;  ///< below the root; empty = the whole root
  FolderObserver* observer = nullptr;
};

/// One kind of root.
struct Source {
  SourceKind kind;
  Listing (*list)(const Root& root, const Rules& rules);
  /// Reads a listed candidate, at most `cap` + 1 bytes. Problems: `unreadable`, `not_a_file`,
  /// `changed_while_reading`.
  Result<FileBytes> (*read)(const Root& root, const Candidate& candidate, std::size_t cap);
  /// Reads a file that a candidate names, below the candidate's folder and never outside it.
  Result<FileBytes> (*read_beside)(const Root& root, const Candidate& candidate,
                                   const std::string& path, std::size_t cap);
  /// The stamp of that file now; a default one when it is not there.
  Stamp (*stamp_beside)(const Root& root, const Candidate& candidate, const std::string& path);
  /// Lists a part; one that is not there is empty. Absent for kinds that are only listed whole.
  Listing (*list_part)(const Root& root, const Rules& rules, const Part& part) = nullptr;
};

extern const Source kFolderSource;   // folder.cpp
extern const Source kBundledSource;  // bundled.cpp
extern const Source kMcpSource;      // mcp.cpp
extern const Source kPluginSource;   // plugin.cpp

/// The row of `kind`. Throws Error(internal) for a kind without a source.
const Source& source_of(SourceKind kind);

/// The ref of a skill file: "local:<label>/<folder>", "~2" appended for a second one.
/// Characters of names outside [A-Za-z0-9._/:-] are percent-encoded, byte by byte.
std::string ref_of_folder(const Root& root, std::string_view folder);
/// The ref of an entry in a definitions file: "local:<label>/<file>#<name>", "bundled:<name>".
std::string ref_of_entry(const Root& root, std::string_view path, std::string_view name);
/// The ref of a skill that an MCP server's tools make: "mcp:<server>_<prefix>".
std::string ref_of_mcp_skill(std::string_view name);
/// The ref of the `place`th copy that would be called `ref`: "~2" from the second on.
std::string ref_with_place(std::string ref, int place);

}  // namespace skillcat::source
