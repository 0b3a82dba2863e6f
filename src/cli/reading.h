// What the commands that only read share.
#pragma once

#include <skillcat/catalog.h>

#include <string>

#include "cli/command.h"
#include "cli/config.h"

namespace skillcat::cli {

/// Opens the catalog; says so on stderr when its last pass is over an hour old.
Catalog open_catalog(const Invocation& call, const Locations& locations);

/// Of an empty answer: says which filter of the call names nothing that the catalog knows. True
/// when one does, so that a typo does not look like "there is none".
bool say_if_filter_is_unknown(const Invocation& call, Catalog& catalog);

/// The exit status of "nothing found".
int nothing_found();

}  // namespace skillcat::cli
