#include <skillcat/catalog.h>

#include <nlohmann/json.hpp>

#include "cli/print.h"
#include "cli/reading.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

ContextOptions options_of(const Invocation& call, const Locations& locations) {
  ContextOptions options;
  options.budget = static_cast<std::int64_t>(call.count("--budget", 0));
  options.cwd = locations.cwd;
  const auto given = call.options.find("--arg");
  if (given == call.options.end()) return options;
  for (const std::string& text : given->second) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw Error(ErrorCode::usage, "--arg takes NAME=VALUE, not '" + text + "'",
                  "for example --arg 1=main --arg ARGUMENTS='all of it'");
    }
    options.arguments.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return options;
}

ContextAnswer answer_of(const Invocation& call) {
  const Locations locations = locate(call);
  const ContextOptions options = options_of(call, locations);
  if (call.has("--message") == !call.arguments.empty()) {
    throw Error(ErrorCode::usage, "context needs either NAMEs or --message TEXT",
                "see 'skillcat context --help'");
  }
  Catalog catalog = open_catalog(call, locations);
  if (!call.has("--message")) return catalog.context(call.arguments, options);
  Message message;
  message.text = call.value("--message");
  message.limit = call.count("-n", message.limit);
  message.cwd = locations.cwd;
  return catalog.context(message, options);
}

int run(const Invocation& call) {
  const ContextAnswer answer = answer_of(call);
  if (call.json()) {
    print_json(serve::to_json(answer));
  } else {
    print(printable_text(answer.text));
    for (const ContextSkill& skill : answer.skills) {
      if (skill.included == Included::whole) continue;
      say(call, skill.ref + " is " + std::string(to_text(skill.included)) + ": " + skill.reason);
    }
  }
  if (!answer.skills.empty()) return 0;
  say(call, "the message calls for no skill");
  return nothing_found();
}

}  // namespace

const Command kContextCommand{
    .name = "context",
    .summary = "the text of skills, to put into a prompt",
    .arguments = "NAME...",
    .arity = Arity::any,
    .options = {{"--message", "TEXT", "the skills that this chat message calls for, not NAMEs"},
                {"-n", "N", "at most N skills of a message (10)"},
                {"--budget", "TOKENS", "at most that many tokens, by estimate (no bound)"},
                {"--arg", "NAME=VALUE", "fills $NAME; 1, 2, ... and ARGUMENTS are usual"}},
    .manual = R"(Examples:
  skillcat context git-helper                         one skill
  skillcat context pdf xlsx --budget 4000             two, the better one first
  skillcat context --message "review my last commit"  whatever that calls for
  skillcat context release --arg 1=v2.0               with $1 filled in
  skillcat context pdf --json | jq -r .text

Each text stands between two lines that hold a mark of 32 hex digits, which no author of a skill can
know. Whole skills come first; the first that does not fit is cut at a paragraph and ends the text.
Hidden characters are removed; no command in a skill is run.
Exits with 1 when there is no such skill, or the message calls for none.
)",
    .run = run};

}  // namespace skillcat::cli
