#include <skillcat/error.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/fs.h"
#include "base/problem.h"
#include "cli/config.h"
#include "cli/print.h"
#include "index/load.h"
#include "serve/json.h"
#include "source/source.h"

namespace skillcat::cli {
namespace {

using source::Candidate;
using source::Root;

/// What check found; paths are written as the person wrote them.
struct Findings {
  std::int64_t files = 0;
  bool complete = true;  ///< every folder could be read
  std::vector<Problem> problems;

  void add(std::vector<Problem> found, const std::string& path) {
    for (Problem& problem : found) {
      problem.path = path;
      problems.push_back(std::move(problem));
    }
  }
};

/// Exactly what the index would store about the file.
void check_candidate(const Root& root, const Candidate& candidate, const std::string& path,
                     Findings& findings) {
  ++findings.files;
  auto loaded = index::load(root, candidate, std::nullopt, SystemClock{});
  for (auto& skill : loaded.skills) {
    // A note that rejects the file is the skill's problem too.
    std::erase_if(skill.problems, [&](const Problem& problem) {
      return std::ranges::find(candidate.notes, problem.code, &Problem::code) !=
             candidate.notes.end();
    });
    findings.add(std::move(skill.problems), path);
  }
  findings.add(candidate.notes, path);
  findings.add(std::move(loaded.problems), path);
}

void check_file(const std::string& full, const std::string& shown, Findings& findings) {
  Root root;
  root.path = parent_path(full);
  root.label = "check";
  Candidate candidate;
  candidate.path = file_name(full);
  if (candidate.path.ends_with(".json")) candidate.kind = source::CandidateKind::definitions;
  check_candidate(root, candidate, shown, findings);
}

void check_folder(const std::string& full, const std::string& shown, Findings& findings) {
  Root root;
  root.path = full;
  root.label = "check";
  root.required = true;
  const std::string prefix = shown == "." ? "" : shown;
  auto listing = source::source_of(SourceKind::local).list(root, {});
  if (listing.state != source::RootState::ok) findings.complete = false;
  for (Problem& problem : listing.problems) {
    if (problem.path.starts_with(full + "/")) {
      problem.path = join_path(prefix, problem.path.substr(full.size() + 1));
    }
    findings.problems.push_back(std::move(problem));
  }
  for (const Candidate& candidate : listing.candidates) {
    check_candidate(root, candidate, join_path(prefix, candidate.path), findings);
  }
}

Findings check_paths(const std::vector<std::string>& paths, const std::string& cwd) {
  Findings findings;
  for (const std::string& path : paths) {
    const std::string full = absolute_path(path, cwd);
    struct stat st {};
    if (::stat(full.c_str(), &st) != 0) {
      throw Error(ErrorCode::usage, errno_text("check", path, errno),
                  "name a SKILL.md or a folder that exists");
    }
    S_ISDIR(st.st_mode) ? check_folder(full, path, findings) : check_file(full, path, findings);
  }
  std::ranges::stable_sort(findings.problems, {},
                           [](const Problem& p) { return std::tie(p.path, p.line, p.column); });
  return findings;
}

serve::Json findings_json(const Findings& findings) {
  serve::Json json = {{"revision", nullptr},  // of no catalog
                      {"as_of", nullptr},
                      {"complete", findings.complete},
                      {"files", findings.files},
                      {"problems", serve::Json::array()}};
  for (const Problem& problem : findings.problems) {
    json["problems"].push_back(serve::to_json(problem));
  }
  return json;
}

int run(const Invocation& call) {
  const std::vector<std::string> here{"."};
  const Findings findings =
      check_paths(call.arguments.empty() ? here : call.arguments, locate(call).cwd);
  if (call.json()) {
    print_json(findings_json(findings));
  } else {
    const Terminal terminal = terminal_of(call);
    for (const Problem& problem : findings.problems) print(problem_lines(problem, terminal));
    say(call, plural(findings.files, "file") + " checked, " +
                  plural(static_cast<std::int64_t>(findings.problems.size()), "problem"));
  }
  const bool bad = std::ranges::any_of(
      findings.problems, [](const Problem& p) { return p.severity != Severity::note; });
  constexpr int kFoundProblems = 3;
  return bad && call.has("--strict") ? kFoundProblems : 0;
}

}  // namespace

const Command kCheckCommand{.name = "check",
                            .summary = "what is wrong with SKILL.md files; needs no catalog",
                            .arguments = "[PATH...]",
                            .arity = Arity::any,
                            .options = {{"--strict", "", "exit with 3 for a warning or an error"}},
                            .manual = R"(Examples:
  skillcat check                          every skill below the working folder
  skillcat check skills/deploy/SKILL.md   one file
  skillcat check --strict skills          for a pipeline
)",
                            .run = run};

}  // namespace skillcat::cli
