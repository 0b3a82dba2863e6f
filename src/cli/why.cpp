#include <skillcat/catalog.h>
#include <sys/stat.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/print.h"
#include "cli/reading.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

void print_copy(const WhyCopy& copy, const Terminal& terminal) {
  const std::string& place = copy.ref.empty() ? copy.file_path : copy.ref;
  print(paint(terminal, Paint::bold, printable(place)) + "\n");
  print("  " + printable(copy.reason) + "\n");
  if (!copy.ref.empty() && !copy.file_path.empty()) {
    print("  file: " + printable(copy.file_path) + "\n");
  }
  for (const std::string& ref : copy.wins_over) print("  wins over: " + printable(ref) + "\n");
  for (const Problem& problem : copy.problems) {
    print("  " + std::string(to_text(problem.severity)) + " " + printable(problem.code) + ": " +
          printable(problem.message) + "\n");
  }
}

/// A copy, or a file that some rule keeps out; not a path that leads nowhere.
bool is_there(const WhyCopy& copy) {
  struct stat st {};
  return !copy.ref.empty() || ::lstat(copy.file_path.c_str(), &st) == 0;
}

int run(const Invocation& call) {
  const Locations locations = locate(call);
  const std::string& name = call.arguments.front();
  const WhyAnswer answer = open_catalog(call, locations).why(name, locations.cwd);
  if (call.json()) {
    print_json(serve::to_json(answer));
  } else {
    const Terminal terminal = terminal_of(call);
    for (const WhyCopy& copy : answer.copies) print_copy(copy, terminal);
  }
  if (answer.copies.empty()) {
    say(call, "nothing is called '" + name + "' (hint: name its folder or its SKILL.md)");
  }
  return std::ranges::any_of(answer.copies, is_there) ? 0 : nothing_found();
}

}  // namespace

const Command kWhyCommand{.name = "why",
                          .summary = "what became of a skill or a file, and who wins its name",
                          .arguments = "NAME|PATH",
                          .arity = Arity::one,
                          .options = {},
                          .manual = R"(Examples:
  skillcat why pdf                          every skill of that name, the one that is meant first
  skillcat why ~/.claude/skills/pdf         what the catalog knows of a folder
  skillcat why ./drafts/SKILL.md            why a file is missing
  skillcat why local:user-claude/pdf        one copy: its state, and who wins over it

Exits with 1 when nothing has that name and there is no such path.
)",
                          .run = run};

}  // namespace skillcat::cli
