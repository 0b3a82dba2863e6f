#include <skillcat/error.h>

#include "base/clock.h"
#include "base/fs.h"
#include "cli/indexing.h"
#include "cli/print.h"
#include "index/damage.h"
#include "index/lock.h"

namespace skillcat::cli {
namespace {

/// Moves a damaged catalog out of the way: damage cannot be mended in place.
void set_damaged_aside(const Invocation& call, const Locations& locations) {
  struct stat st {};
  if (::stat(locations.catalog.c_str(), &st) != 0) return;  // there is nothing yet
  const index::IndexLock lock(locations.catalog, call.command->name, kLockPatience);
  const auto damage = index::find_damage(locations.catalog, locations.catalog_by_option
                                                                ? index::Ownership::by_header
                                                                : index::Ownership::certain);
  if (!damage) return;
  const std::string folder = index::quarantine(locations.catalog, unix_ms(SystemClock()));
  say(call, "the catalog was damaged (" + *damage + ") and is now in " + folder);
}

int run(const Invocation& call) {
  const Locations locations = locate(call);
  set_damaged_aside(call, locations);
  index::PassOptions options;
  options.rebuild = true;
  return run_pass(call, locations, options);
}

}  // namespace

const Command kRebuildCommand{.name = "rebuild",
                              .summary = "read everything again, in one transaction",
                              .arguments = "",
                              .arity = Arity::none,
                              .options = {},
                              .manual = R"(Examples:
  skillcat rebuild

Readers see the old catalog until the new one is whole. Last good versions of broken files are kept.
A damaged catalog is moved to catalog.db.damaged-TIME beside it (the newest three are kept), and a
new one is made.
)",
                              .run = run};

}  // namespace skillcat::cli
