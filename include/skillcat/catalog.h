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
  std::string field;               ///< "name", "triggers" or "description"
  std::string text;                ///< what matched, as the author wrote it
  std::vector<std::string> terms;  ///< the search terms that met there
};

struct Hit : Skill {
  double score = 0;  ///< 0…1, comparable within one answer
  std::vector<Evidence> evidence;
  std::string snippet;              ///< the part of the description that fits best
  std::vector<std::string> copies;  ///< refs of identical content, collapsed into this hit
  std::vector<std::pair<std::string, double>> explain;  ///< parts of the score, by name
};

struct SearchAnswer : Freshness {
  std::string query;
  std::vector<std::string> terms;        ///< what was looked for after analysis
  std::optional<std::string> corrected;  ///< the query that was answered instead
  std::int64_t total = 0;                ///< copies that match, before collapsing and the limit
  std::vector<Hit> hits;                 ///< best first; ties by precedence, then ref
};

/// A skill and every copy that shares its bare name.
struct SkillAnswer : Freshness {
  Skill skill;                      ///< with instructions
  std::vector<std::string> copies;  ///< refs of that name, the winner first
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
};

struct Status : Freshness {
  int schema = 0;
  std::string catalog;  ///< path of the file
  std::int64_t size_bytes = 0;
  std::int64_t wal_bytes = 0;
  std::map<std::string, std::int64_t> skills_by_source;
  std::map<std::string, std::int64_t> skills_by_state;
  std::vector<RootStatus> roots;                 ///< by precedence
  std::map<std::string, std::int64_t> problems;  ///< by code
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

  /// Stored problems, of one code or (empty) of all.
  ProblemList problems(const std::string& code = {});

  Status status();

 private:
  struct Impl;
  explicit Catalog(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace skillcat
