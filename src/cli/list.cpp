#include <skillcat/catalog.h>

#include <nlohmann/json.hpp>

#include "cli/print.h"
#include "cli/reading.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

int run(const Invocation& call) {
  ListOptions options;
  options.filter = {call.source(), call.value("--root"), {}};
  options.limit = call.count("-n", 0);
  options.after = call.value("--after");
  Catalog catalog = open_catalog(call, locate(call));
  const SkillList list = catalog.list(options);
  if (list.skills.empty()) say_if_filter_is_unknown(call, catalog);
  if (call.json()) {
    print_json(serve::to_json(list));
    return 0;
  }
  std::vector<SkillRow> rows;
  for (const Skill& skill : list.skills) rows.push_back({skill.name, skill.description, skill.ref});
  for (const std::string& line : skill_lines(rows, terminal_of(call))) print(line + "\n");
  return 0;
}

}  // namespace

const Command kListCommand{
    .name = "list",
    .summary = "all skills, in the order of their refs",
    .arguments = "",
    .arity = Arity::none,
    .options = {{"--source", "KIND", "only local, plugin, bundled or mcp"},
                {"--root", "LABEL", "only of that root"},
                {"-n", "N", "at most N skills (all)"},
                {"--after", "REF", "only refs above this one: the next page"}},
    .manual = R"(Examples:
  skillcat list                              every copy of every skill
  skillcat list --source bundled             those that come with skillcat
  skillcat list -n 100 --after local:user-claude/pdf
  skillcat list --json | jq -r '.skills[].name'
)",
    .run = run};

}  // namespace skillcat::cli
