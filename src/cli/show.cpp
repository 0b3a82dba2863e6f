#include <skillcat/catalog.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/print.h"
#include "cli/reading.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

std::string joined(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + item;
  return out;
}

std::string state_of(const Skill& skill) {
  std::string state(to_text(skill.state));
  if (skill.repaired) state += ", repaired";
  return state;
}

void print_skill(const SkillAnswer& answer, const Terminal& terminal) {
  const Skill& skill = answer.skill;
  const auto field = [&](std::string_view name, const std::string& value) {
    if (value.empty()) return;
    print(paint(terminal, Paint::dim, padded(std::string(name), 15)) + printable(value) + "\n");
  };
  field("name", skill.name);
  field("description", skill.description);
  field("ref", skill.ref);
  field("version", skill.version);
  field("author", skill.author);
  field("license", skill.license);
  field("works with", skill.compatibility);
  field("file", skill.file_path);
  field("agents", joined(skill.agents));
  field("state", state_of(skill));
  field("triggers", joined(skill.triggers));
  field("patterns", joined(skill.patterns));
  field("tools", joined(skill.tools));
  field("hooks", joined(skill.hooks));
  field("commands", joined(skill.commands));
  field("allowed tools", joined(skill.allowed_tools));
  for (const Place& place : answer.places) {
    const std::string agents = place.agents.empty() ? "" : " (" + joined(place.agents) + ")";
    if (place.ref != skill.ref) field("same as", place.ref + agents);
  }
  for (const std::string& copy : answer.copies) {
    const bool same = std::ranges::find(answer.places, copy, &Place::ref) != answer.places.end();
    if (!same) field("wins over", copy);
  }
  for (const Problem& problem : skill.problems) print(problem_lines(problem, terminal));
  std::string text = printable_text(skill.instructions);
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  print("\n" + text);
}

std::string suggestions(Catalog& catalog, const std::string& name) {
  Query query;
  query.text = name;
  query.limit = 3;
  std::vector<std::string> names;
  for (const Hit& hit : catalog.search(query).hits) {
    if (std::ranges::find(names, hit.name) == names.end()) names.push_back(hit.name);
  }
  return names.empty() ? "'skillcat list' shows all" : "did you mean " + joined(names) + "?";
}

int run(const Invocation& call) {
  const Locations locations = locate(call);
  Catalog catalog = open_catalog(call, locations);
  const std::string& name = call.arguments.front();
  const auto answer = catalog.find(name, locations.cwd);
  if (!answer) {
    throw Error(ErrorCode::not_found, "no skill is called '" + name + "'",
                suggestions(catalog, name));
  }
  if (call.json()) {
    print_json(serve::to_json(*answer));
  } else {
    print_skill(*answer, terminal_of(call));
  }
  return 0;
}

}  // namespace

const Command kShowCommand{.name = "show",
                           .summary = "one skill, whole",
                           .arguments = "NAME",
                           .arity = Arity::one,
                           .options = {},
                           .manual = R"(Examples:
  skillcat show git-helper                        by name, in any spelling
  skillcat show local:user-claude/pdf             by ref: this copy and no other
  skillcat --cwd ~/code/app show deploy           as an agent in that project would mean it
  skillcat show git-helper --json                 every field, for programs

Of several skills with that name the winner is of a project that holds the working folder, else of
the user, then plugins, bundled ones, MCP servers, other projects.
)",
                           .run = run};

}  // namespace skillcat::cli
