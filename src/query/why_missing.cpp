// The rules that keep a path out of the catalog, in the order in which a pass meets them.
#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "base/fs.h"
#include "query/why.h"

namespace skillcat::query {
namespace {

/// As source/source.h has it: the walk enters no folder below this.
constexpr int kMaxDepth = 32;

struct RootRow {
  std::string label;
  SourceKind source = SourceKind::local;
  std::string path;
  std::string state;
};

bool is_below(std::string_view path, std::string_view folder) {
  return !folder.empty() && path.starts_with(folder) &&
         (path.size() == folder.size() || folder == "/" || path[folder.size()] == '/');
}

std::vector<RootRow> read_roots(Reader& reader) {
  std::vector<RootRow> roots;
  Rows row = reader.rows("SELECT label, source, path, state FROM root WHERE path <> ''");
  while (row.next()) {
    roots.push_back({row.text(0), source_kind(row.text(1)), row.text(2), row.text(3)});
  }
  return roots;
}

/// With links resolved as far as the path exists.
std::string real_path(const std::string& path) {
  std::error_code error;
  const auto real = std::filesystem::weakly_canonical(path, error);
  return error ? path : real.string();
}

/// The part of `path` below `root`.
std::string below(const std::string& path, const std::string& root) {
  return path.size() > root.size() ? path.substr(root == "/" ? 1 : root.size() + 1) : "";
}

bool is_skill_file_name(std::string_view name) {
  constexpr std::string_view kName = "skill.md";
  return std::ranges::equal(name, kName, {},
                            [](char c) { return c >= 'A' && c <= 'Z' ? c | 0x20 : c; });
}

bool is_definitions_name(std::string_view name) {
  return name == "bundled.json" || name.ends_with(".skills.json");
}

std::vector<std::string> configured_excludes(Reader& reader) {
  Rows row = reader.rows("SELECT value FROM meta WHERE key = 'exclude'");
  if (!row.next()) return {};
  const auto json = nlohmann::json::parse(row.text(0), nullptr, false);
  std::vector<std::string> rules;
  for (const auto& rule : json) {
    if (rule.is_string()) rules.push_back(rule.get<std::string>());
  }
  return rules;
}

/// The finding that a pass stored about `path` or a folder around it.
std::optional<Problem> stored_problem(Reader& reader, const std::string& path) {
  Rows row = reader.rows(
      "SELECT code, severity, message, path, line, column FROM problem"
      " WHERE skill_id IS NULL AND path <> '' AND (path = ?1"
      " OR (file_id IS NULL AND substr(?1, 1, length(path) + 1) = path || '/'))"
      " ORDER BY length(path) DESC, problem_id LIMIT 1");
  if (!row.bind(path).next()) return std::nullopt;
  return Problem{row.text(0),
                 severity(row.text(1)),
                 row.text(2),
                 row.text(3),
                 static_cast<int>(row.integer(4)),
                 static_cast<int>(row.integer(5))};
}

/// The skill among whose files `path` is; empty when there is none.
std::string owner_of(Reader& reader, const std::string& path) {
  Rows row = reader.rows(
      "SELECT s.ref FROM skill AS s JOIN skill_file AS f USING (skill_id)"
      " WHERE s.directory || '/' || f.path = ?");
  return row.bind(path).next() ? row.text(0) : std::string();
}

/// Why there is nothing to index at `path`, whatever roots there are.
std::optional<std::string> nothing_there(const std::string& path) {
  struct stat st {};
  if (::stat(path.c_str(), &st) == 0) return std::nullopt;
  const int error = errno;
  if (::lstat(path.c_str(), &st) == 0 && error == ENOENT) return "it is a link that leads nowhere";
  if (error == ENOENT || error == ENOTDIR) return "there is no such file or folder";
  return errno_text("look at", path, error);
}

bool holds_copies(Reader& reader, const std::string& folder) {
  Rows row = reader.rows(
      "SELECT 1 FROM skill WHERE substr(file_path, 1, length(?1) + 1) = ?1 || '/' LIMIT 1");
  return row.bind(folder).next();
}

std::string excluded_by(const std::string& rule, const std::string& folder) {
  return "the configuration excludes '" + rule + "', which matches " + folder;
}

/// Why a pass does not enter a folder on the way from the root to `path`.
std::optional<std::string> not_entered(Reader& reader, const RootRow& root, const std::string& path,
                                       bool is_folder) {
  const std::string inside = below(path, root.path);
  const auto excludes = configured_excludes(reader);
  int depth = 0;
  for (std::size_t begin = 0; begin < inside.size();) {
    const std::size_t end = std::min(inside.find('/', begin), inside.size());
    if (end == inside.size() && !is_folder) break;
    const std::string name = inside.substr(begin, end - begin);
    const std::string folder = inside.substr(0, end);
    if (name == ".git" || name == "node_modules") {
      return "it is inside a folder called " + name + ", which is never entered";
    }
    const auto rule = std::ranges::find_if(excludes, [&](const std::string& text) {
      return text == name || ::fnmatch(text.c_str(), folder.c_str(), 0) == 0;
    });
    if (rule != excludes.end()) return excluded_by(*rule, folder);
    const std::string whole = join_path(root.path, folder);
    struct stat st {};
    const bool is_link = ::lstat(whole.c_str(), &st) == 0 && S_ISLNK(st.st_mode);
    if (is_link && !holds_copies(reader, whole)) {
      return whole + " is a link, which the last pass did not follow";
    }
    if (++depth > kMaxDepth) {
      return "it is deeper than " + std::to_string(kMaxDepth) + " folders below the root";
    }
    begin = end + 1;
  }
  return std::nullopt;
}

bool holds_skill_file(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (is_skill_file_name(name) || is_definitions_name(name)) return true;
  }
  return false;
}

/// Why what is at `path` is no skill.
std::string no_skill(Reader& reader, const std::string& path, bool is_folder) {
  if (is_folder && !holds_skill_file(path)) {
    return "the folder holds no SKILL.md, and the last pass found none below it";
  }
  const auto name = file_name(path);
  if (!is_folder && !is_skill_file_name(name) && !is_definitions_name(name)) {
    const std::string owner = owner_of(reader, path);
    return "it is not called SKILL.md" +
           (owner.empty() ? std::string() : "; it is a file of the skill " + owner);
  }
  return "the last pass did not see it, so it is newer: run 'skillcat sync'";
}

std::string reason_below(Reader& reader, const RootRow& root, const std::string& path) {
  struct stat st {};
  const bool is_folder = ::stat(path.c_str(), &st) == 0 && S_ISDIR(st.st_mode);
  if (auto reason = not_entered(reader, root, path, is_folder)) return *reason;
  if (root.state == "gone" || root.state == "unreadable") {
    return "the last pass could not read its root " + root.label;
  }
  return no_skill(reader, path, is_folder);
}

}  // namespace

std::vector<std::string> spellings_of(Reader& reader, const std::string& path) {
  std::vector<std::string> spellings{path};
  const auto add = [&](std::string spelling) {
    if (std::ranges::find(spellings, spelling) == spellings.end()) {
      spellings.push_back(std::move(spelling));
    }
  };
  const std::string real = real_path(path);
  add(real);
  for (const RootRow& root : read_roots(reader)) {
    const std::string real_root = real_path(root.path);
    if (real_root != root.path && is_below(real, real_root)) {
      add(join_path(root.path, below(real, real_root)));
    }
  }
  return spellings;
}

WhyCopy why_missing(Reader& reader, const std::string& path) {
  WhyCopy copy;
  copy.name = file_name(path);
  copy.file_path = path;
  std::optional<RootRow> nearest;
  std::string place = path;
  for (const std::string& spelling : spellings_of(reader, path)) {
    for (const RootRow& root : read_roots(reader)) {
      const bool nearer = !nearest || root.path.size() > nearest->path.size();
      if (!is_below(spelling, root.path) || !nearer) continue;
      nearest = root;
      place = spelling;
    }
    if (nearest) break;
  }
  if (nearest) {
    copy.source = nearest->source;
    copy.root = nearest->label;
  }
  if (auto problem = stored_problem(reader, place)) {
    copy.reason = problem->message;
    copy.problems.push_back(*std::move(problem));
  } else if (auto nothing = nothing_there(path)) {
    copy.reason = *nothing;
  } else if (nearest) {
    copy.reason = reason_below(reader, *nearest, place);
  } else {
    copy.reason =
        "it is not below any root: 'skillcat root list' shows them, 'skillcat root add' "
        "adds one";
  }
  return copy;
}

}  // namespace skillcat::query
