#include <skillcat/catalog.h>

#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cli/hits.h"
#include "cli/print.h"
#include "cli/reading.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

Message message_of(const Invocation& call, const Locations& locations) {
  Message message;
  for (const std::string& word : call.arguments) {
    message.text += (message.text.empty() || word.empty() ? "" : " ") + word;
  }
  if (message.text == "-") {
    message.text.assign(std::istreambuf_iterator<char>(std::cin), {});
  }
  message.limit = call.count("-n", message.limit);
  message.filter = {call.source(), call.value("--root"), call.value("--tool")};
  message.cwd = locations.cwd;
  return message;
}

int run(const Invocation& call) {
  const Locations locations = locate(call);
  const Message message = message_of(call, locations);
  const SearchAnswer answer = open_catalog(call, locations).match(message);
  if (call.json()) {
    print_json(
        serve::to_json(answer, call.has("--explain") ? serve::Explain::yes : serve::Explain::no));
  } else {
    print_hits(call, answer);
  }
  if (!answer.hits.empty()) return 0;
  say(call, "the message calls for no skill");
  return nothing_found();
}

}  // namespace

const Command kMatchCommand{.name = "match",
                            .summary = "the skills that a chat message calls for, if any",
                            .arguments = "MESSAGE...",
                            .arity = Arity::some,
                            .options = {{"-n", "N", "at most N skills (10)"},
                                        {"--source", "KIND", "only local, plugin, bundled or mcp"},
                                        {"--root", "LABEL", "only of that root"},
                                        {"--tool", "TOOL", "only skills that name that tool"},
                                        {"--explain", "", "the evidence for each"}},
                            .manual = R"(Examples:
  skillcat match "please review my last commit"  skills that this calls for, strongest first
  skillcat match --explain /code-analysis src    with the evidence
  skillcat match --json - < message.txt          the message from standard input

Evidence, strongest first: a slash command or another pattern, a keyword, the skill's name, else
strong text relevance. Code fences, URLs and quoted lines of the message do not count. Unlike search
it answers none when nothing fits, and then exits with 1.
)",
                            .run = run};

}  // namespace skillcat::cli
