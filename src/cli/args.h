// The command line's words, parsed: the only place that knows CLI11.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/command.h"

namespace skillcat::cli {

/// The options that every command takes, for parser and help.
std::span<const Option> global_options();

/// Parses the words after the program's name. Everything behind the first "--" is text. Throws
/// Error(usage).
Invocation parse_arguments(const std::vector<std::string>& words);

/// Whether errors are wanted as JSON too, though the words may be wrong.
bool asks_for_json(const std::vector<std::string>& words);

}  // namespace skillcat::cli
