#include <skillcat/error.h>

#include "base/clock.h"
#include "base/fs.h"
#include "cli/indexing.h"
#include "cli/print.h"
#include "db/daemon_state.h"
#include "index/damage.h"
#include "index/lock.h"
#include "index/verify.h"

namespace skillcat::cli {
namespace {

/// Needs the lock, and nothing that has the catalog open.
void set_aside(const Invocation& call, const Locations& locations, const std::string& why) {
  const std::string folder = index::quarantine(locations.catalog, unix_ms(SystemClock()));
  say(call, "the catalog was damaged (" + why + ") and is now in " + folder);
}

/// Damage of SQLite's own structures cannot be mended in place.
void set_damaged_aside(const Invocation& call, const Locations& locations) {
  struct stat st {};
  if (::stat(locations.catalog.c_str(), &st) != 0) return;  // there is nothing yet
  const index::IndexLock lock(locations.catalog, call.command->name, kLockPatience);
  const auto damage = index::find_damage(locations.catalog, locations.catalog_by_option
                                                                ? index::Ownership::by_header
                                                                : index::Ownership::certain);
  if (damage) set_aside(call, locations, *damage);
}

/// What a rebuild in place could not mend either.
std::vector<std::string> findings_in(const Invocation& call, const Locations& locations) {
  const SystemClock clock;
  index::Indexer indexer(locations.catalog, call.command->name, kLockPatience, clock);
  return index::verify(indexer.database());
}

int run(const Invocation& call) {
  const Locations locations = locate(call);
  index::PassOptions options;
  options.rebuild = true;
  // A daemon sets a damaged catalog aside by itself.
  if (db::read_daemon_state(locations.catalog)) {
    return print_pass(call, run_pass(call, locations, options));
  }
  set_damaged_aside(call, locations);
  FinishedPass pass = run_pass(call, locations, options);
  if (const auto findings = findings_in(call, locations); !findings.empty()) {
    {
      const index::IndexLock lock(locations.catalog, call.command->name, kLockPatience);
      set_aside(call, locations, findings.front());
    }
    pass = run_pass(call, locations, options);
  }
  return print_pass(call, pass);
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
A catalog that this cannot mend is moved to catalog.db.damaged-TIME beside it (the newest three are
kept), and a new one is made.
)",
                              .run = run};

}  // namespace skillcat::cli
