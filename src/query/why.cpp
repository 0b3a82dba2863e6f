#include "query/why.h"

#include <sys/stat.h>

#include <algorithm>
#include <map>

#include "base/fs.h"
#include "base/text.h"
#include "query/names.h"

namespace skillcat::query {
namespace {

/// What decides who wins a name.
struct Standing {
  std::string ref;
  bool served = false;
  std::string root;
  std::string project;  ///< the project's folder, when it holds the working folder
  std::int64_t precedence = 0;
  int rank = 0;  ///< place of its class in the order of the contract
};

constexpr std::string_view kClasses[] = {"user roots", "plugins", "bundled skills", "MCP servers",
                                         "other projects"};

int rank_of(SourceKind source, Scope scope) {
  if (scope == Scope::project) return 4;
  switch (source) {
    case SourceKind::local:
      return 0;
    case SourceKind::plugin:
      return 1;
    case SourceKind::bundled:
      return 2;
    case SourceKind::mcp:
      return 3;
  }
  return 0;
}

bool holds(const std::string& folder, const std::string& path) {
  return !folder.empty() &&
         (path == folder || (path.starts_with(folder) && path[folder.size()] == '/'));
}

std::string rule_of(const Standing& winner, const Standing& loser) {
  if (winner.project.size() > loser.project.size()) {
    return loser.project.empty() ? "the working folder's project root comes first"
                                 : "the nearer project root comes first";
  }
  if (winner.rank < loser.rank) {
    return std::string(kClasses[winner.rank]) + " come before " + std::string(kClasses[loser.rank]);
  }
  if (winner.root != loser.root) return "its root " + winner.root + " comes first";
  return "both are in one root, and its ref is the first";
}

std::string worst_message(const std::vector<Problem>& problems) {
  const auto worst = std::ranges::max_element(problems, {}, &Problem::severity);
  return worst == problems.end() ? "its newest version cannot be served" : worst->message;
}

/// Explains copies; remembers who wins which name.
class Explainer {
 public:
  Explainer(Reader& reader, const std::string& cwd) : reader_(reader), cwd_(cwd) {}

  WhyCopy explain(std::int64_t skill_id) {
    Skill skill;
    reader_.load(skill_id, skill);
    WhyCopy copy{skill.ref,   skill.name, skill.source, skill.root,    skill.file_path,
                 skill.state, {},         {},           skill.problems};
    const auto& rivals = rivals_of({skill_id, skill.ref}, skill.name);
    const bool wins = rivals.front().ref == skill.ref;
    if (wins && skill.state != State::rejected) {
      for (const Standing& rival : rivals) {
        if (rival.served && rival.ref != skill.ref) copy.wins_over.push_back(rival.ref);
      }
    }
    copy.reason = reason_of(skill, rivals);
    return copy;
  }

 private:
  static std::string reason_of(const Skill& skill, const std::vector<Standing>& rivals) {
    if (skill.state == State::rejected) return "rejected: " + worst_message(skill.problems);
    std::string reason = "active";
    if (skill.state == State::stale) {
      reason = "stale, its last good version is served: " + worst_message(skill.problems);
    }
    const Standing& winner = rivals.front();
    if (winner.ref != skill.ref) {
      const auto self = std::ranges::find(rivals, skill.ref, &Standing::ref);
      return reason + "; its name means " + winner.ref + ": " + rule_of(winner, *self);
    }
    const auto served = std::ranges::count_if(rivals, &Standing::served);
    if (served == 1) return reason + "; the only one of its name that is served";
    return reason + "; wins its name over " + std::to_string(served - 1) + ": " +
           rule_of(winner, rivals[1]);
  }

  /// All copies of a name, the winner first, the rejected ones last. `self` is among them, even
  /// when its name folds to nothing.
  const std::vector<Standing>& rivals_of(const NamedCopy& self, const std::string& name) {
    auto& rivals = rivals_[fold(name)];
    if (rivals.empty()) {
      for (const auto& copy : copies_called(reader_, CalledBy::name, name, cwd_)) {
        rivals.push_back(standing_of(copy));
      }
    }
    if (std::ranges::find(rivals, self.ref, &Standing::ref) == rivals.end()) {
      rivals.push_back(standing_of(self));
    }
    return rivals;
  }

  Standing standing_of(const NamedCopy& copy) {
    Rows row = reader_.rows(
        "SELECT s.state, r.label, r.project_path, r.precedence, r.source, r.scope"
        " FROM skill AS s JOIN root AS r USING (root_id) WHERE s.skill_id = ?");
    row.bind(copy.skill_id).next();
    Standing standing;
    standing.ref = copy.ref;
    standing.served = state(row.text(0)) != State::rejected;
    standing.root = row.text(1);
    if (holds(row.text(2), cwd_)) standing.project = row.text(2);
    standing.precedence = row.integer(3);
    standing.rank = rank_of(source_kind(row.text(4)), scope(row.text(5)));
    return standing;
  }

  Reader& reader_;
  const std::string& cwd_;
  std::map<std::string, std::vector<Standing>> rivals_;
};

/// Copies of that name, then those whose folder alone is called so: a person who misses a skill
/// often knows only the folder.
void explain_name(Reader& reader, Explainer& explainer, std::string_view name,
                  const std::string& cwd, WhyAnswer& answer) {
  for (const auto& copy : resolve(reader, name, cwd)) {
    answer.copies.push_back(explainer.explain(copy.skill_id));
  }
  for (const auto& copy : copies_called(reader, CalledBy::folder, name, cwd)) {
    const auto known = std::ranges::find(answer.copies, copy.ref, &WhyCopy::ref);
    if (known == answer.copies.end()) {
      answer.copies.push_back(explainer.explain(copy.skill_id));
    }
  }
}

/// Copies in the file or folder `path`.
void explain_copies_at(Reader& reader, Explainer& explainer, const std::string& path,
                       WhyAnswer& answer) {
  std::vector<std::int64_t> ids;
  Rows row = reader.rows(
      "SELECT skill_id FROM skill WHERE file_path = ?1"
      " OR substr(file_path, 1, length(?1) + 1) = ?1 || '/' ORDER BY file_path, entry");
  row.bind(path);
  while (row.next()) ids.push_back(row.integer(0));
  for (const std::int64_t id : ids) answer.copies.push_back(explainer.explain(id));
}

/// Copies that are kept under another path than `path`.
void explain_second_path(Reader& reader, Explainer& explainer, const std::string& path,
                         WhyAnswer& answer) {
  std::vector<std::int64_t> ids;
  Rows row = reader.rows(
      "SELECT skill_id FROM problem WHERE code = 'second_path' AND path = ?"
      " AND skill_id IS NOT NULL");
  row.bind(path);
  while (row.next()) ids.push_back(row.integer(0));
  for (const std::int64_t id : ids) answer.copies.push_back(explainer.explain(id));
}

/// What a folder that holds skills also holds, and what kept it out.
void explain_excluded_below(Reader& reader, const std::string& path, WhyAnswer& answer) {
  Rows row = reader.rows(
      "SELECT p.code, p.severity, p.message, p.path, r.label, r.source"
      " FROM problem AS p JOIN root AS r USING (root_id) WHERE p.file_id IS NULL"
      " AND substr(p.path, 1, length(?1) + 1) = ?1 || '/' ORDER BY p.path, p.problem_id");
  row.bind(path);
  while (row.next()) {
    WhyCopy copy;
    copy.source = source_kind(row.text(5));
    copy.root = row.text(4);
    copy.file_path = row.text(3);
    copy.reason = row.text(2);
    copy.problems.push_back({row.text(0), severity(row.text(1)), row.text(2), row.text(3)});
    answer.copies.push_back(std::move(copy));
  }
}

void explain_path(Reader& reader, Explainer& explainer, const std::string& path,
                  WhyAnswer& answer) {
  const auto spellings = spellings_of(reader, path);
  for (const std::string& spelling : spellings) {
    explain_copies_at(reader, explainer, spelling, answer);
    if (answer.copies.empty()) explain_second_path(reader, explainer, spelling, answer);
    if (answer.copies.empty()) continue;
    return explain_excluded_below(reader, spelling, answer);
  }
  answer.copies.push_back(why_missing(reader, path));
}

bool is_written_as_path(std::string_view text) {
  return text.starts_with('/') || text.starts_with("./") || text.starts_with("../") ||
         text == "." || text == "..";
}

bool may_be_path(std::string_view text, const std::string& path) {
  struct stat st {};
  if (::lstat(path.c_str(), &st) == 0) return true;
  const auto colon = text.find(':');
  const bool is_ref =
      colon != std::string_view::npos && parse_source_kind(text.substr(0, colon)).has_value();
  return !is_ref && text.find('/') != std::string_view::npos;
}

}  // namespace

WhyAnswer why(Reader& reader, std::string_view name_or_path, const std::string& cwd) {
  WhyAnswer answer;
  const Snapshot snapshot(reader.database());
  static_cast<Freshness&>(answer) = reader.freshness();
  Explainer explainer(reader, cwd);
  const bool has_path = name_or_path.starts_with('/') || !cwd.empty();
  const std::string path = has_path ? absolute_path(name_or_path, cwd) : std::string();
  if (!is_written_as_path(name_or_path)) {
    explain_name(reader, explainer, name_or_path, cwd, answer);
    if (!answer.copies.empty() || !has_path || !may_be_path(name_or_path, path)) return answer;
  }
  if (has_path) explain_path(reader, explainer, path, answer);
  return answer;
}

}  // namespace skillcat::query
