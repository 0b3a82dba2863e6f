// Hits as lines for people: what search and match print.
#pragma once

#include <skillcat/catalog.h>

#include "cli/command.h"

namespace skillcat::cli {

/// One line a hit; with --explain also its evidence, the parts of its score and its copies.
void print_hits(const Invocation& call, const SearchAnswer& answer);

}  // namespace skillcat::cli
