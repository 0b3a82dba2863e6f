#include "index/load.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "base/problem.h"
#include "index/pattern.h"
#include "index/record.h"
#include "parse/agent_file.h"
#include "parse/definitions.h"
#include "parse/mcp_tools.h"
#include "parse/skill_file.h"

namespace skillcat::index {
namespace {

using source::Candidate;
using source::CandidateKind;
using source::Root;

std::string folder_name_of(const Root& root, const Candidate& candidate) {
  if (candidate.kind == CandidateKind::command) {
    const auto name = file_name(candidate.path);
    return stored_text(std::string(name.substr(0, name.rfind('.'))));
  }
  const auto folder = parent_path(candidate.path);
  return stored_text(std::string(file_name(folder.empty() ? std::string_view(root.path) : folder)));
}

std::string ref_of_skill_file(const Root& root, const Candidate& candidate) {
  const std::string_view path =
      candidate.ref_path.empty() ? parent_path(candidate.path) : candidate.ref_path;
  return source::ref_with_place(source::ref_of_folder(root, path), candidate.place);
}

/// The ref of what a candidate should hold when that cannot be told.
std::string ref_of_broken(const Root& root, const Candidate& candidate) {
  switch (candidate.kind) {
    case CandidateKind::skill_file:
    case CandidateKind::command:
      return ref_of_skill_file(root, candidate);
    case CandidateKind::definitions:
      return source::ref_of_folder(root, candidate.path);
    case CandidateKind::discovery:
      return source::ref_of_mcp_skill(root.server);
  }
  return {};
}

std::size_t cap_of(CandidateKind kind) {
  switch (kind) {
    case CandidateKind::skill_file:
    case CandidateKind::command:
      return parse::kMaxFileBytes;
    case CandidateKind::definitions:
      return parse::kMaxDefinitionsBytes;
    case CandidateKind::discovery:
      return parse::kMaxDiscoveryBytes;
  }
  return 0;
}

/// A file changed this shortly before it is looked at may change again within one tick of the
/// clock, with an equal stamp.
constexpr std::int64_t kRacyWindowNs = 2'000'000'000;

/// `read_at_ns`: a time before the read.
bool is_racy(const Stamp& stamp, std::int64_t read_at_ns) {
  // ctime alone: the kernel sets it, nobody can date it back. Either side, for clocks that jump.
  const std::int64_t age = read_at_ns - stamp.ctime_ns;
  return age < kRacyWindowNs && age > -kRacyWindowNs;
}

/// Loads one candidate; holds what its parts share.
class Loader {
 public:
  Loader(const Root& root, const Candidate& candidate, const Clock& clock)
      : root_(root), candidate_(candidate), clock_(clock) {}

  LoadedFile load(const std::optional<Digest>& known);

 private:
  Result<FileBytes> read_dependency(const std::string& path);
  void load_skill_file(const FileBytes& file);
  void take_agent_file(LoadedSkill& skill);
  void load_definitions(const FileBytes& file);
  void load_discovery(const FileBytes& file);
  void take_file_problems(std::vector<Problem> problems, bool nothing_found);
  void take_instructions(LoadedSkill& skill, const std::string& path);
  void load_broken(const Problem& reason);

  const Root& root_;
  const Candidate& candidate_;
  const Clock& clock_;
  LoadedFile loaded_;
};

/// Reads a file that the candidate names, and remembers that it was read.
Result<FileBytes> Loader::read_dependency(const std::string& path) {
  const auto& source = source::source_of(root_.kind);
  const std::int64_t read_at_ns = clock_.now_ns();
  auto file = source.read_beside(root_, candidate_, path, parse::kMaxFileBytes);
  ++loaded_.files_read;
  const Stamp stamp = file ? file->stamp : source.stamp_beside(root_, candidate_, path);
  loaded_.dependencies.push_back(
      {path, is_racy(stamp, read_at_ns) ? kRacyDependency : fingerprint_of(stamp)});
  return file;
}

void Loader::load_skill_file(const FileBytes& file) {
  const std::string folder = folder_name_of(root_, candidate_);
  const bool toml = candidate_.kind == CandidateKind::command && candidate_.path.ends_with(".toml");
  auto parsed = toml ? parse::parse_toml_command(file.bytes, folder)
                     : parse::parse_skill_file(file.bytes, file_name(candidate_.path), folder);
  // A command is called like its file.
  if (candidate_.kind == CandidateKind::command) {
    std::erase_if(parsed.problems, [](const Problem& p) { return p.code == "name_missing"; });
  }
  LoadedSkill skill;
  skill.ref = ref_of_skill_file(root_, candidate_);
  skill.fallback_name = folder;
  skill.declaration = std::move(parsed.declaration);
  skill.had_frontmatter = parsed.had_frontmatter;
  skill.digest = *loaded_.digest;
  skill.size_bytes = static_cast<std::int64_t>(file.bytes.size());
  skill.problems = std::move(parsed.problems);
  if (skill.declaration && candidate_.agent_file != Stamp{}) take_agent_file(skill);
  loaded_.skills.push_back(std::move(skill));
}

/// Not a dependency, because the listing has its stamp anyway: it is one of the surroundings.
void Loader::take_agent_file(LoadedSkill& skill) {
  const std::int64_t read_at_ns = clock_.now_ns();
  const std::string name(source::kAgentFile);
  auto file =
      source::source_of(root_.kind).read_beside(root_, candidate_, name, parse::kMaxAgentFileBytes);
  ++loaded_.files_read;
  loaded_.racy_beside =
      is_racy(candidate_.agent_file, read_at_ns) || (file && file->stamp != candidate_.agent_file);
  parse::AgentFile parsed;
  if (file) {
    parsed = parse::parse_agent_file(file->bytes);
  } else {
    parsed.problems.push_back(make_problem("agent_file_invalid", file.error().message));
  }
  const std::string path = join_path(join_path(root_.path, parent_path(candidate_.path)), name);
  for (Problem& problem : parsed.problems) {
    if (file) problem.message = path + ": " + problem.message;
    problem.path = path;
    skill.problems.push_back(std::move(problem));
  }
  parse::add_agent_file(*skill.declaration, parsed);
}

void Loader::take_instructions(LoadedSkill& skill, const std::string& path) {
  auto file = read_dependency(path);
  if (!file) {
    skill.problems.push_back(make_problem("instructions_file_missing", file.error().message));
    return;
  }
  const bool is_skill_file = file_name(path) == "SKILL.md";
  auto parsed = parse::parse_skill_file(file->bytes, "SKILL.md", skill.declaration->name);
  if (!parsed.declaration) {
    for (Problem& problem : parsed.problems) {
      skill.problems.push_back(
          make_problem("instructions_file_missing", path + ": " + problem.message));
    }
    return;
  }
  skill.declaration->instructions =
      is_skill_file ? std::move(parsed.declaration->instructions) : mend_utf8(file->bytes).text;
}

void Loader::load_definitions(const FileBytes& file) {
  auto parsed = parse::parse_definitions(file.bytes);
  take_file_problems(std::move(parsed.problems), parsed.entries.empty());
  std::map<std::string, int> seen;
  int number = 0;
  for (auto& entry : parsed.entries) {
    LoadedSkill skill;
    skill.entry = ++number;
    const std::string ref = source::ref_of_entry(root_, candidate_.path, entry.name);
    skill.ref = source::ref_with_place(ref, ++seen[ref]);
    skill.fallback_name = entry.name;
    skill.declaration = std::move(entry.declaration);
    skill.digest = sha256(entry.source_text);
    skill.size_bytes = static_cast<std::int64_t>(entry.source_text.size());
    skill.problems = std::move(entry.problems);
    if (skill.declaration && !entry.instructions_file.empty()) {
      take_instructions(skill, entry.instructions_file);
      // Identical content means identical instructions, wherever they stand.
      skill.digest = sha256(entry.source_text + '\0' + skill.declaration->instructions);
    }
    loaded_.skills.push_back(std::move(skill));
  }
}

void Loader::load_discovery(const FileBytes& file) {
  auto parsed = parse::parse_discovery(
      file.bytes, root_.server, parse::Grouping::parse(root_.grouping).value_or(parse::Grouping()));
  take_file_problems(std::move(parsed.problems), parsed.skills.empty());
  int number = 0;
  for (auto& found : parsed.skills) {
    LoadedSkill skill;
    skill.entry = ++number;
    skill.ref = source::ref_of_mcp_skill(found.declaration.name);
    skill.fallback_name = found.declaration.name;
    skill.declaration = std::move(found.declaration);
    skill.digest = sha256(found.source_text);
    skill.size_bytes = static_cast<std::int64_t>(found.source_text.size());
    skill.problems = std::move(found.problems);
    loaded_.skills.push_back(std::move(skill));
  }
}

/// Keeps the problems of a file of many skills. An error that leaves nothing makes it broken.
void Loader::take_file_problems(std::vector<Problem> problems, bool nothing_found) {
  const auto error = std::ranges::find(problems, Severity::error, &Problem::severity);
  if (nothing_found && error != problems.end()) {
    load_broken(*error);  // the row of the file carries it
  } else {
    loaded_.problems = std::move(problems);
  }
}

/// What the place of a candidate says of it, behind what the author says.
void add_surroundings(Declaration& declaration, const Candidate& candidate) {
  const auto add = [](std::vector<std::string>& to, const std::vector<std::string>& from) {
    for (const std::string& item : from) {
      if (std::ranges::find(to, item) == to.end()) to.push_back(item);
    }
  };
  add(declaration.patterns, candidate.patterns);
  add(declaration.hooks, candidate.hooks);
}

/// Patterns that match will never try are told to their author.
void check_patterns(LoadedSkill& skill) {
  if (!skill.declaration) return;
  const auto& patterns = skill.declaration->patterns;
  for (const std::string& pattern : patterns) {
    const Pattern kind = classify(pattern);
    if (const auto* refused = std::get_if<Refused>(&kind)) {
      skill.problems.push_back(make_problem(
          "pattern_refused", "the pattern '" + pattern + "' is not used: " + refused->reason));
    }
  }
  if (patterns.size() > kMaxPatternsOfSkill) {
    skill.problems.push_back(make_problem(
        "pattern_refused",
        "only the first " + std::to_string(kMaxPatternsOfSkill) + " patterns are used"));
  }
}

/// The row of a candidate that cannot be read at all.
void Loader::load_broken(const Problem& reason) {
  LoadedSkill skill;
  skill.ref = ref_of_broken(root_, candidate_);
  skill.fallback_name = candidate_.kind == CandidateKind::discovery
                            ? root_.server
                            : folder_name_of(root_, candidate_);
  skill.problems.push_back(reason);
  const bool one_skill =
      candidate_.kind == CandidateKind::skill_file || candidate_.kind == CandidateKind::command;
  if (!one_skill) loaded_.broken = reason;
  loaded_.skills.push_back(std::move(skill));
}

LoadedFile Loader::load(const std::optional<Digest>& known) {
  loaded_.stamp = candidate_.stamp;
  if (const auto reason = broken_note(candidate_)) {
    load_broken(*reason);
    return std::move(loaded_);
  }
  const std::int64_t read_at_ns = clock_.now_ns();
  auto file = source::source_of(root_.kind).read(root_, candidate_, cap_of(candidate_.kind));
  loaded_.files_read = 1;
  if (!file) {
    load_broken(file.error());
    return std::move(loaded_);
  }
  loaded_.stamp = file->stamp;
  loaded_.racy = is_racy(file->stamp, read_at_ns);
  loaded_.digest = sha256(file->bytes);
  loaded_.same_content = known && *known == *loaded_.digest;
  if (loaded_.same_content) return std::move(loaded_);
  switch (candidate_.kind) {
    case CandidateKind::skill_file:
    case CandidateKind::command:
      load_skill_file(*file);
      break;
    case CandidateKind::definitions:
      load_definitions(*file);
      break;
    case CandidateKind::discovery:
      load_discovery(*file);
      break;
  }
  for (LoadedSkill& skill : loaded_.skills) {
    if (skill.declaration) add_surroundings(*skill.declaration, candidate_);
    check_patterns(skill);
  }
  return std::move(loaded_);
}

}  // namespace

std::int64_t fingerprint_of(const Stamp& stamp) {
  if (stamp == Stamp{}) return 0;
  static_assert(sizeof(Stamp) == 5 * sizeof(std::int64_t), "no padding may enter the digest");
  return fingerprint(sha256({reinterpret_cast<const char*>(&stamp), sizeof stamp}));
}

std::optional<Problem> broken_note(const Candidate& candidate) {
  if (candidate.outdated) return std::nullopt;  // what it was can be read
  for (const Problem& note : candidate.notes) {
    if (note.code == "duplicate_file" || problem_kind(note.code).broken) return note;
  }
  return std::nullopt;
}

LoadedFile load(const Root& root, const Candidate& candidate, const std::optional<Digest>& known,
                const Clock& clock) {
  return Loader(root, candidate, clock).load(known);
}

}  // namespace skillcat::index
