// What index, sync and rebuild share: the configured roots, one pass over them, its report.
#pragma once

#include <skillcat/error.h>

#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/config.h"
#include "index/pass.h"

namespace skillcat::cli {

/// How long a command waits for another one that writes to the catalog.
inline constexpr std::chrono::seconds kLockPatience{30};

struct FinishedPass {
  index::PassReport report;
  std::vector<source::Root> roots;
  /// Why a daemon made it with what was configured before; then `roots` are unknown.
  std::optional<Error> broken_configuration = std::nullopt;
};

/// One pass over all roots, `added` among them from now on. Where a daemon runs, it makes the pass,
/// also while the configuration is broken, unless roots are added.
/// Otherwise progress on stderr when it takes long.
FinishedPass run_pass(const Invocation& call, const Locations& locations,
                      index::PassOptions options, const std::vector<std::string>& added = {});

/// Prints what a pass did; returns the exit status.
int print_pass(const Invocation& call, const FinishedPass& pass);

}  // namespace skillcat::cli
