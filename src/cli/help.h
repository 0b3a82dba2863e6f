// Manuals: examples first, then usage and options.
#pragma once

#include <string>

#include "cli/command.h"

namespace skillcat::cli {

std::string help_text();
std::string help_text(const Command& command);

}  // namespace skillcat::cli
