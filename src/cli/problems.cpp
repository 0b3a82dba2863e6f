#include <skillcat/catalog.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "base/problem.h"
#include "cli/print.h"
#include "cli/reading.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

/// Only where nothing has the code: the catalog may be of a newer skillcat, which knows more.
void refuse_if_unknown(const std::string& code) {
  const auto kinds = problem_kinds();
  const bool known = std::ranges::find(kinds, code, &ProblemKind::code) != kinds.end();
  if (code.empty() || known) return;
  throw Error(ErrorCode::usage,
              "--code takes the code of a problem, and none is called '" + code + "'",
              "'skillcat problems' shows those of this catalog, README.md lists all");
}

/// A finding, and how many skills have it.
struct Finding {
  Problem problem;
  std::int64_t skills = 0;
  std::int64_t rows = 0;
};

/// Each once, in the order of the list: that a root is gone is a problem of the root and of each
/// skill of it, and a broken file of settings one of each root that it names.
std::vector<Finding> findings_of(const ProblemList& list) {
  std::vector<Finding> findings;
  std::map<std::tuple<std::string, std::string, std::string, int, int>, std::size_t> places;
  for (const StoredProblem& problem : list.problems) {
    Problem shown = problem;
    // Of skills that no file holds, and of roots that no folder holds.
    if (shown.path.empty()) shown.path = problem.ref.empty() ? problem.root : problem.ref;
    const auto [at, is_new] = places.try_emplace(
        {shown.path, shown.code, shown.message, shown.line, shown.column}, findings.size());
    if (is_new) findings.push_back({std::move(shown)});
    Finding& finding = findings[at->second];
    ++finding.rows;
    if (!problem.ref.empty()) ++finding.skills;
  }
  return findings;
}

int run(const Invocation& call) {
  const std::string code = call.value("--code");
  const ProblemList list = open_catalog(call, locate(call)).problems(code);
  if (list.problems.empty()) refuse_if_unknown(code);
  if (call.json()) {
    print_json(serve::to_json(list));
    return 0;
  }
  const Terminal terminal = terminal_of(call);
  for (Finding& finding : findings_of(list)) {
    if (finding.rows > 1 && finding.skills > 0) {
      finding.problem.message += " (so for " + plural(finding.skills, "skill") + ")";
    }
    print(problem_lines(finding.problem, terminal));
  }
  return 0;
}

}  // namespace

const Command kProblemsCommand{.name = "problems",
                               .summary = "what was found wrong, and what to do about it",
                               .arguments = "",
                               .arity = Arity::none,
                               .options = {{"--code", "CODE", "only problems of that code"}},
                               .manual = R"(Examples:
  skillcat problems                             all, errors first
  skillcat problems --code description_missing  of one kind
  skillcat problems --json | jq -r '.problems[].path' | sort -u
)",
                               .run = run};

}  // namespace skillcat::cli
