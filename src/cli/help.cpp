#include "cli/help.h"

#include <skillcat/error.h>

#include <algorithm>

#include "cli/args.h"
#include "cli/print.h"

namespace skillcat::cli {
namespace {

constexpr std::string_view kExamples =
    R"(Examples:
  skillcat index                          find and index the skills of this machine
  skillcat search "review code changes"   the skills that fit, best first
  skillcat show git-helper                one of them, whole
  skillcat check path/to/skill            what is wrong with a SKILL.md
)";

std::string option_lines(std::span<const Option> options) {
  std::string out;
  for (const Option& option : options) {
    std::string left(option.name);
    if (!option.alias.empty()) left += ", " + std::string(option.alias);
    if (!option.value.empty()) left += " " + std::string(option.value);
    out += "  " + padded(left, 16) + "  " + std::string(option.help) + "\n";
  }
  return out;
}

int run(const Invocation& call) {
  if (call.arguments.empty()) {
    print(help_text());
    return 0;
  }
  const Command* command = find_command(call.arguments.front());
  if (command == nullptr) {
    throw Error(ErrorCode::usage, "no command is called '" + call.arguments.front() + "'",
                "see 'skillcat --help'");
  }
  print(help_text(*command));
  return 0;
}

}  // namespace

const Command kHelpCommand{.name = "help",
                           .summary = "print the manual of a command",
                           .arguments = "[COMMAND]",
                           .arity = Arity::optional,
                           .options = {},
                           .manual = "Examples:\n  skillcat help search\n",
                           .run = run};

std::string help_text() {
  std::string out(kExamples);
  out += "\nUsage: skillcat COMMAND [ARGUMENTS] [OPTIONS]\n\nCommands:\n";
  for (const Command* command : commands()) {
    out +=
        "  " + padded(std::string(command->name), 10) + "  " + std::string(command->summary) + "\n";
  }
  out += "\nOptions of every command:\n" + option_lines(global_options());
  out += "\n`--` ends options; everything after it is text.\n";
  return out;
}

std::string help_text(const Command& command) {
  const std::string_view manual = command.manual;
  const auto examples_end = std::min(manual.find("\n\n"), manual.size() - 1) + 1;
  std::string out(manual.substr(0, examples_end));
  out += "\nUsage: skillcat " + std::string(command.name);
  if (!command.arguments.empty()) out += " " + std::string(command.arguments);
  out += " [OPTIONS]\n" + std::string(manual.substr(examples_end));
  if (!command.options.empty()) out += "\nOptions:\n" + option_lines(command.options);
  out += "\nOptions of every command:\n" + option_lines(global_options());
  return out;
}

}  // namespace skillcat::cli
