// skillcat's main: parses, runs, and turns what was thrown into a message and an exit status.
#include <skillcat/error.h>

#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/log.h"
#include "cli/args.h"
#include "cli/help.h"
#include "cli/print.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

int dispatch(const Invocation& call) {
  set_log_level(call.quiet()                                   ? LogLevel::quiet
                : call.globals.verbosity == Verbosity::verbose ? LogLevel::info
                                                               : LogLevel::warning);
  if (call.version) {
    print("skillcat " SKILLCAT_VERSION "\n");
    return 0;
  }
  if (call.help) {
    print(call.command == nullptr ? help_text() : help_text(*call.command));
    return 0;
  }
  if (call.command == nullptr) {
    std::fputs(help_text().c_str(), stderr);
    return error_kind(ErrorCode::usage).exit_status;
  }
  return call.command->run(call);
}

int report(const Error& error, bool json) {
  std::string line = error.what();
  if (!error.hint().empty()) line += " (hint: " + error.hint() + ")";
  complain(line);
  if (json) print_json(serve::to_json(error));
  return error.kind().exit_status;
}

int run(const std::vector<std::string>& words) {
  try {
    const int status = dispatch(parse_arguments(words));
    flush_answer();
    return status;
  } catch (const Error& error) {
    return report(error, asks_for_json(words));
  } catch (const std::exception& error) {
    return report({ErrorCode::internal, error.what(), "this is a bug in skillcat"},
                  asks_for_json(words));
  }
}

}  // namespace
}  // namespace skillcat::cli

int main(int argc, char** argv) {
  return skillcat::cli::run({argv + (argc > 0 ? 1 : 0), argv + argc});
}
