#include "cli/args.h"

#include <skillcat/error.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace skillcat::cli {
namespace {

constexpr Option kGlobalOptions[] = {
    {"--catalog", "PATH", "the catalog file"},
    {"--config", "PATH", "the configuration file"},
    {"--cwd", "DIR", "as if started there"},
    {"--json", "", "the answer as JSON"},
    {"--color", "WHEN", "auto, always or never"},
    {"-v", "", "say more on stderr", "--verbose"},
    {"-q", "", "say only errors on stderr", "--quiet"},
    {"--version", "", "print the version"},
    {"--help", "", "print this; of a command, its manual", "-h"},
};

/// CLI11 takes the word "++" for the end of a command.
constexpr std::string_view kPlusPlus = "++";
constexpr std::string_view kHiddenPlusPlus = "\x1f++";

std::string hide(const std::string& word) {
  return word == kPlusPlus ? std::string(kHiddenPlusPlus) : word;
}
std::string unhide(const std::string& word) {
  return word == kHiddenPlusPlus ? std::string(kPlusPlus) : word;
}

void add_options(CLI::App& app, std::span<const Option> options) {
  for (const Option& option : options) {
    std::string name(option.name);
    if (!option.alias.empty()) name += "," + std::string(option.alias);
    if (option.value.empty()) {
      app.add_flag(name)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    } else {
      app.add_option(name)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
  }
}

std::string help_of(const Command* command) {
  return command == nullptr ? "see 'skillcat --help'"
                            : "see 'skillcat " + std::string(command->name) + " --help'";
}

[[noreturn]] void refuse(const Command* command, const std::string& what) {
  throw Error(ErrorCode::usage, what, help_of(command));
}

/// The raw results: CLI11's conversions read "{}" and "[a, b]" as lists.
void take_options(const CLI::App& app, std::span<const Option> options, Invocation& call) {
  for (const Option& option : options) {
    const std::string name(option.name);
    const CLI::Option* parsed = app.get_option(name);
    if (parsed->count() == 0) continue;
    auto& values = call.options[name];
    for (const std::string& value : parsed->results()) {
      // A flag's is "true", unless it was written "--flag=value".
      if (option.value.empty() && value != "true") refuse(call.command, name + " takes no value");
      values.push_back(unhide(value));
    }
  }
}

/// CLI11 says "-n: 1 required TEXT missing".
std::string what_is_wrong(const CLI::ParseError& error) {
  const std::string text = error.what();
  const bool missing = dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr;
  return missing ? text.substr(0, text.find(':')) + " needs a value" : text;
}

Color color_of(const Invocation& call) {
  const std::string text = call.value("--color", "auto");
  if (text == "auto") return Color::automatic;
  if (text == "always") return Color::always;
  if (text == "never") return Color::never;
  refuse(call.command, "--color takes auto, always or never, not '" + text + "'");
}

void take_globals(Invocation& call) {
  call.help = call.has("--help");
  call.version = call.has("--version");
  Globals& globals = call.globals;
  globals.catalog = call.value("--catalog");
  globals.config = call.value("--config");
  globals.cwd = call.value("--cwd");
  for (const char* name : {"--catalog", "--config", "--cwd"}) {
    if (call.has(name) && call.value(name).empty()) {
      refuse(call.command, std::string(name) + " needs a path, not an empty text");
    }
  }
  if (call.has("--json")) globals.format = Format::json;
  globals.color = color_of(call);
  if (call.has("-v")) globals.verbosity = Verbosity::verbose;
  if (call.has("-q")) globals.verbosity = Verbosity::quiet;
}

/// What no option took is an argument, or a mistake.
void take_arguments(const std::vector<std::string>& rest, std::size_t before_command,
                    Invocation& call) {
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const std::string word = unhide(rest[i]);
    const bool is_option = word.size() > 1 && word.starts_with('-');
    if (is_option) refuse(call.command, "no option is called '" + word + "'");
    if (call.command == nullptr || i < before_command) {
      refuse(nullptr, "no command is called '" + word + "'");
    }
    call.arguments.push_back(word);
  }
}

void check_arity(const Invocation& call) {
  const Command& command = *call.command;
  const std::string name(command.name);
  const std::size_t given = call.arguments.size();
  const bool needed = command.arity == Arity::one || command.arity == Arity::some;
  if (needed && given == 0) refuse(&command, name + " needs " + std::string(command.arguments));
  const bool single = command.arity == Arity::one || command.arity == Arity::optional;
  const std::size_t most = command.arity == Arity::none ? 0 : single ? 1 : given;
  if (given > most) {
    refuse(&command, name + (most == 0 ? " takes no arguments" : " takes one argument") +
                         ", and got '" + call.arguments[most] + "'");
  }
}

}  // namespace

std::span<const Option> global_options() {
  return kGlobalOptions;
}

bool asks_for_json(const std::vector<std::string>& words) {
  const auto end = std::ranges::find(words, "--");
  return std::find(words.begin(), end, "--json") != end;
}

Invocation parse_arguments(const std::vector<std::string>& words) {
  // CLI11 refuses words behind "--" that no positional takes, so it does not see them.
  const auto end = std::ranges::find(words, "--");
  std::vector<std::string> reversed;  // as CLI11 wants them
  for (auto word = end; word != words.begin();) reversed.push_back(hide(*--word));

  CLI::App app;
  app.set_help_flag();           // the manual is ours, and is wanted though the rest is wrong
  app.require_subcommand(0, 1);  // with more, a QUERY called "status" would be a command
  app.fallthrough();
  // Arguments are what is left: a positional of CLI11's would split "[a, b]".
  app.allow_extras();
  add_options(app, kGlobalOptions);
  Invocation call;
  std::size_t before_command = 0;
  for (const Command* command : commands()) {
    CLI::App* sub = app.add_subcommand(std::string(command->name));
    sub->set_help_flag();
    sub->fallthrough();
    add_options(*sub, command->options);
    sub->preparse_callback([&, command](std::size_t) {
      call.command = command;
      before_command = app.remaining().size();
    });
  }
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& e) {
    call.help = std::find(words.begin(), end, "--help") != end;
    if (call.help) return call;
    refuse(call.command, what_is_wrong(e));
  }
  take_options(app, kGlobalOptions, call);
  if (call.command != nullptr) {
    take_options(*app.get_subcommand(std::string(call.command->name)), call.command->options, call);
  }
  take_globals(call);
  if (call.help || call.version) return call;
  take_arguments(app.remaining(), before_command, call);
  if (end != words.end()) call.arguments.insert(call.arguments.end(), end + 1, words.end());
  if (call.command != nullptr) check_arity(call);
  return call;
}

}  // namespace skillcat::cli
