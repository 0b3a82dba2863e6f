#include "cli/indexing.h"

namespace skillcat::cli {
namespace {

int run(const Invocation& call) {
  return print_pass(call, run_pass(call, locate(call), {}, call.arguments));
}

}  // namespace

const Command kIndexCommand{.name = "index",
                            .summary = "find and index all skills; PATHs are added as roots",
                            .arguments = "[PATH...]",
                            .arity = Arity::any,
                            .options = {},
                            .manual = R"(Examples:
  skillcat index                    look where agents keep skills, read what changed
  skillcat index ~/code/skills      index that folder too, from now on
  skillcat --cwd ~/code/app index   find the skills of that project

Looks in .claude, .agents, .codex, .gemini, .github, .opencode, .cursor and .openclaw of the home
folder, of the working folder and of each folder above it up to the repository; in skills/ of the
working folder; and in the roots of config.json. A project found once is remembered.
Exits with 5 when a root that you named could not be read; the others are indexed all the same.
)",
                            .run = run};

}  // namespace skillcat::cli
