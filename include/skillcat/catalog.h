// The query library: read the catalog of skills from any number of processes.
//
// A Catalog is read-only and needs no daemon. Every answer is of one revision and says which.
//
// Threads: one at a time uses a Catalog; open one a thread (opening costs well under a
// millisecond). Errors: Error(catalog) when the file is missing, damaged or of another schema;
// Error(not_found) from `get`; Error(usage) for a bad FTS expression. Everything else is a value.
#pragma once

#include <skillcat/error.h>
#include <skillcat/skill.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skillcat {

/// Which skills an answer may hold. Empty fields keep all.
struct Filter {
  std::optional<SourceKind> source;
  std::string root;  ///< label
  std::string tool;  ///< skills that name this tool
  std::optional<State> state = std::nullopt;

  bool operator==(const Filter&) const = default;
};

struct ListOptions {
  Filter filter;
  std::size_t limit = 0;  ///< 0 = all
  std::string after;      ///< refs above this one, for paging
};

/// Skills in the order of their refs, without instructions.
struct SkillList : Freshness {
  std::int64_t total = 0;  ///< that match the filter, on all pages
  std::vector<Skill> skills;
};

struct Query {
  std::string text;
  bool fts = false;  ///< `text` is an expression of SQLite's FTS5, not words
  std::size_t limit = 10;
  Filter filter;
};

enum class EvidenceKind : std::uint8_t { name, keyword, pattern, text };
std::string_view to_text(EvidenceKind kind);

/// Why a skill is in the answer.
struct Evidence {
  EvidenceKind kind = EvidenceKind::text;
  std::string field;               ///< "name", "triggers", "description" or "instructions"
  std::string text;                ///< what matched, as the author wrote it; empty for instructions
  std::vector<std::string> terms;  ///< the search terms that met there
};

/// A piece of a snippet; all of them joined are the snippet.
struct SnippetPart {
  std::string text;
  bool match = false;  ///< it met the query
};

struct Hit : Skill {
  double score = 0;  ///< 0…1, comparable within one answer
  std::vector<Evidence> evidence;
  std::string snippet;  ///< the part of the description that fits best
  std::vector<SnippetPart> snippet_parts;
  std::vector<std::string> copies;  ///< refs of identical content, collapsed into this hit
  std::vector<std::pair<std::string, double>> explain;  ///< parts of the score, by name
};

struct SearchAnswer : Freshness {
  std::string query;
  std::vector<std::string> terms;        ///< what was looked for after analysis
  std::optional<std::string> corrected;  ///< the query that was answered instead
  /// Copies that match, before collapsing and the limit: exact up to some ten thousand, else that
  /// many at least.
  std::int64_t total = 0;
  std::vector<Hit> hits;  ///< best first; ties by precedence, then ref
};

/// Where a skill is.
struct Place {
  std::string ref;
  std::string root;  ///< label
  std::string file_path;
  std::vector<std::string> agents;  ///< that read it there
};

/// A skill and every copy that shares its bare name.
struct SkillAnswer : Freshness {
  Skill skill;                      ///< with instructions
  std::vector<std::string> copies;  ///< refs of that name, the winner first
  /// The copies of identical content, this one first: a skill that is linked into four agents is
  /// one skill with four places.
  std::vector<Place> places;
};

struct StoredProblem : Problem {
  std::string ref;   ///< of the copy; empty when it is about a file or a root
  std::string root;  ///< label
};

struct ProblemList : Freshness {
  std::vector<StoredProblem> problems;  ///< by severity (errors first), then path, then line
};

struct RootStatus {
  std::string label;
  SourceKind source = SourceKind::local;
  Scope scope = Scope::user;
  std::string path;   ///< empty where no folder holds it
  std::string state;  ///< "ok", "partial", "gone", "unreadable"
  std::int64_t last_pass_at = 0;
  /// How changes are noticed: "events", "polling" (it is looked at now and then), "manual" (no
  /// daemon runs).
  std::string mode = "manual";
};

/// The daemon that keeps the catalog current.
struct DaemonStatus {
  std::int64_t pid = 0;
  std::string http;  ///< URL of its API; empty without
  std::int64_t started_at = 0;
  std::int64_t watches = 0;          ///< folders that it watches
  std::int64_t watches_allowed = 0;  ///< for all programs of its user; 0 = unknown
  std::int64_t overflows = 0;        ///< times that events were lost; a full pass followed
  std::int64_t last_full_pass_at = 0;
  /// Since when a reader has kept the log from being emptied; 0 = none does.
  std::int64_t log_held_since = 0;
  std::string trouble;  ///< what keeps the catalog from being current; empty = nothing
};

/// An MCP server, as of the last pass.
struct ServerStatus {
  std::string label;
  std::string path;  ///< of the file that records what it offers
  /// "ok", "failed" (its last refresh; what it offered before is served as stale), "never_asked",
  /// "untrusted", "misconfigured" or "unreadable" (its record).
  std::string state;
  std::int64_t tools = 0;
  std::int64_t skills = 0;
  std::optional<Problem> problem;  ///< the worst of the server; none when all is well
};

struct Status : Freshness {
  int schema = 0;
  std::string catalog;  ///< path of the file
  std::int64_t size_bytes = 0;
  std::int64_t wal_bytes = 0;
  std::map<std::string, std::int64_t> skills_by_source;
  std::map<std::string, std::int64_t> skills_by_state;
  std::vector<RootStatus> roots;      ///< by precedence
  std::vector<ServerStatus> servers;  ///< by precedence
  std::optional<DaemonStatus> daemon;
  std::vector<std::string> quarantined;          ///< folders with damaged catalogs, oldest first
  std::map<std::string, std::int64_t> problems;  ///< by code
};

struct Message {
  std::string text;  ///< at most 64 KiB are looked at
  std::size_t limit = 10;
  Filter filter;
  std::string cwd;  ///< as for Catalog::find
};

struct ContextOptions {
  std::int64_t budget = 0;  ///< in estimated tokens; 0 = no bound
  /// Values of placeholders: "1", "2", … for $1, $2, "ARGUMENTS" for $ARGUMENTS (else the numbered
  /// ones joined), other names for $name. A placeholder without a value stays as it is.
  std::vector<std::pair<std::string, std::string>> arguments;
  std::string cwd;
};

enum class Included : std::uint8_t { whole, cut, omitted };
std::string_view to_text(Included included);

struct ContextSkill {
  std::string ref;
  std::string name;
  std::string mark;  ///< 32 hex digits around its text; empty when omitted
  Included included = Included::whole;
  std::string reason;                ///< why it was cut or omitted, else why it is here
  std::int64_t tokens = 0;           ///< of its text as included
  std::vector<Evidence> evidence{};  ///< of a message; empty for a skill that was named
};

/// Text to inject into an agent's prompt. For each skill
///   "\n\n=== Skill: NAME [REF MARK] ===\n" text "\n=== End: NAME [MARK] ===\n"
/// where MARK is an HMAC of ref and digest under a secret of this catalog: an author cannot forge
/// it, and equal skills give equal text.
struct ContextAnswer : Freshness {
  std::string text;
  std::string mark;  ///< of the first skill that is included
  std::int64_t tokens = 0;
  std::vector<ContextSkill> skills;
};

struct SkillFile {
  std::string path;  ///< below the skill's folder
  std::int64_t size_bytes = 0;
};

struct FileList : Freshness {
  std::string ref;
  std::string directory;
  std::vector<SkillFile> files;  ///< by path
};

struct FileContent : Freshness {
  std::string ref;
  std::string path;
  std::string media_type;  ///< told from the content: "text/plain", "image/png", …
  bool text = false;       ///< valid UTF-8 without NUL
  std::int64_t size_bytes = 0;
  std::string content;
};

/// A copy or a file, and what became of it.
struct WhyCopy {
  std::string ref;  ///< empty for a path that is not in the catalog
  std::string name;
  std::optional<SourceKind> source;
  std::string root;  ///< label
  std::string file_path;
  std::optional<State> state = std::nullopt;
  std::string reason;                  ///< one sentence
  std::vector<std::string> wins_over;  ///< refs that this copy shadows
  std::vector<Problem> problems;
};

struct WhyAnswer : Freshness {
  std::vector<WhyCopy> copies;  ///< the winner first
};

enum class ChangeKind : std::uint8_t { added, changed, removed };
std::string_view to_text(ChangeKind kind);

struct Change {
  std::int64_t revision = 0;
  std::string ref;
  ChangeKind change = ChangeKind::changed;
  std::int64_t at = 0;  ///< unix ms
};

struct ChangeList : Freshness {
  std::vector<Change> changes;  ///< by revision, then ref; the last change of each ref
};

/// A tool or hook and the skills that name it.
struct Capability {
  struct User {
    std::string ref;
    std::string name;
    SourceKind source = SourceKind::local;
  };
  /// An MCP server that has such a tool.
  struct Provider {
    std::string server;      ///< our name for it
    std::string tool;        ///< what the server calls it
    std::string ref;         ///< of the skill that holds it
    bool reachable = false;  ///< its last refresh worked
  };
  std::string name;
  /// By precedence, then ref. The skill of a server holds its tools under both names: its own for
  /// them, and that which agents use.
  std::vector<User> skills;
  /// By server. A skill may call a tool as agents do, `mcp__<server>__<tool>`. Empty: nothing that
  /// the catalog knows of provides it; hooks have none.
  std::vector<Provider> providers;
};

struct CapabilityList : Freshness {
  std::vector<Capability> capabilities;  ///< by name
};

class Catalog {
 public:
  /// Opens the catalog file. Never writes to it.
  static Catalog open(const std::string& path);

  Catalog(Catalog&&) noexcept;
  Catalog& operator=(Catalog&&) noexcept;
  ~Catalog();

  Freshness freshness();

  SkillList list(const ListOptions& options);

  /// The skill that `name` means: a ref, a name, a folded name, a folder's name or
  /// `plugin:skill`. Of several copies the winner is, in order: a project root that contains `cwd`
  /// (absolute; empty = none), user roots, plugins, bundled, MCP, other projects; then root order,
  /// then ref.
  std::optional<SkillAnswer> find(std::string_view name, const std::string& cwd = {});
  /// As find; throws Error(not_found).
  SkillAnswer get(std::string_view name, const std::string& cwd = {});

  /// Ranked search. Text never raises a syntax error; an empty query has an empty answer.
  SearchAnswer search(const Query& query);

  /// The skills that a chat message calls for, each with evidence: a pattern, a keyword, a name, or
  /// strong text relevance. None when nothing fits. Text in code fences and URLs does not count.
  SearchAnswer match(const Message& message);

  /// The instructions of the named skills, best first, within the budget. Placeholders are filled,
  /// hidden characters removed, no command is run. Throws Error(not_found).
  ContextAnswer context(const std::vector<std::string>& names, const ContextOptions& options);
  /// The same for what `match` finds. An answer without skills is empty.
  ContextAnswer context(const Message& message, const ContextOptions& options);

  /// A skill's other files, and the content of one (at most 16 MiB), read from below the skill's
  /// folder only, and only what `files` lists. Throws Error(not_found), also for a link that leaves
  /// the folder, and Error(usage) for a larger file.
  FileList files(std::string_view name, const std::string& cwd = {});
  FileContent file(std::string_view name, const std::string& path, const std::string& cwd = {});

  /// Every copy of a name, or what became of a path (absolute, or relative to `cwd`): the copies in
  /// it, or the rule that keeps it out. Empty for a name that nothing has.
  WhyAnswer why(std::string_view name_or_path, const std::string& cwd = {});

  /// What changed after `revision`. What was added after it is "added", though it has changed
  /// since; what was removed is told even when it came after it.
  ChangeList changes_since(std::int64_t revision);

  /// Waits until the revision is above `revision` or `timeout` is over, and returns the revision.
  /// Wakes within 50 ms of a commit, also of another process, and when the file was replaced. A
  /// revision below `revision` means another file: read everything anew.
  std::int64_t wait_for_change(std::int64_t revision, std::chrono::milliseconds timeout);

  /// Tools (hooks) that skills name, of one name or (empty) all.
  CapabilityList tools(const std::string& tool = {});
  CapabilityList hooks(const std::string& hook = {});

  /// Stored problems, of one code or (empty) of all.
  ProblemList problems(const std::string& code = {});

  Status status();

 private:
  struct Impl;
  explicit Catalog(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace skillcat
