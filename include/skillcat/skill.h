// What the catalog holds: skills (one record a copy), problems, and how fresh they are.
//
// Plain values with standard types only; every string is valid UTF-8. JSON fields keep their text
// (`config_schema`, `metadata`), so that no JSON library is part of the interface.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skillcat {

/// The kind of a root. On disk by name (`to_text`), so values may be reordered.
enum class SourceKind : std::uint8_t { local, plugin, bundled, mcp };

/// Whom a root serves.
enum class Scope : std::uint8_t { user, project, system };

/// How a copy is served.
enum class State : std::uint8_t {
  active,    ///< its newest version
  stale,     ///< the newest version is broken or unreachable, the last good one is served
  rejected,  ///< nothing can be served; `problems` says why
};

enum class Severity : std::uint8_t { note, warning, error };

std::string_view to_text(SourceKind kind);
std::string_view to_text(Scope scope);
std::string_view to_text(State state);
std::string_view to_text(Severity severity);

/// The inverses of `to_text`; absent for any other text.
std::optional<SourceKind> parse_source_kind(std::string_view text);
std::optional<Scope> parse_scope(std::string_view text);
std::optional<State> parse_state(std::string_view text);
std::optional<Severity> parse_severity(std::string_view text);

/// A stored finding about a file, a root or a server. `code` is a row of the problem table.
struct Problem {
  std::string code;
  Severity severity = Severity::warning;
  std::string message;
  std::string path;  ///< absolute where known; empty while parsing (the parser sees only bytes)
  int line = 0;      ///< 1-based; 0 = the whole file
  int column = 0;    ///< 1-based, in bytes; 0 = the whole line

  bool operator==(const Problem&) const = default;
};

/// What an author declares: the record every dialect is parsed into.
struct Declaration {
  std::string name;
  std::string description;
  std::string version = "1.0.0";
  std::string author;
  std::string license;
  std::string compatibility;
  std::vector<std::string> triggers;  ///< keywords and phrases, as written
  std::vector<std::string> patterns;  ///< slash commands, literals, regular expressions
  std::vector<std::string> tools;
  std::vector<std::string> hooks;
  std::vector<std::string> commands;
  std::vector<std::string> allowed_tools;
  std::string config_schema = "{}";  ///< a JSON object
  std::string metadata = "{}";       ///< a JSON object: every other frontmatter key
  std::string instructions;          ///< Markdown, without frontmatter and metadata sections

  bool operator==(const Declaration&) const = default;
};

/// One copy of a skill in the catalog.
struct Skill : Declaration {
  std::int64_t skill_id = 0;  ///< of this catalog file; `ref` is the stable id
  std::string ref;
  SourceKind source = SourceKind::local;
  std::string root;  ///< the label of its root
  Scope scope = Scope::user;
  std::string file_path;            ///< empty for skills that no file holds
  std::string directory;            ///< the skill's folder; empty as above
  std::vector<std::string> agents;  ///< that read this place: "claude", "codex", …
  State state = State::active;
  bool repaired = false;    ///< the file had to be mended to be read
  std::string shadowed_by;  ///< ref that wins its bare name without a working folder, or empty
  std::string digest;       ///< "sha256:…" of the file (of the entry, for definitions)
  std::int64_t size_bytes = 0;
  std::int64_t tokens = 0;      ///< estimate for the instructions, see estimate_tokens
  std::int64_t indexed_at = 0;  ///< unix ms
  std::int64_t changed_revision = 0;
  std::vector<Problem> problems;
};

/// How fresh and how whole an answer is. Part of every answer.
struct Freshness {
  std::int64_t revision = 0;  ///< grows by one with each committed change
  std::int64_t as_of = 0;     ///< unix ms at the end of the last full pass; 0 = never
  bool complete = false;      ///< false when some root could not be read whole
};

}  // namespace skillcat
