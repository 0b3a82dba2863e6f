#include "cli/reading.h"

#include "base/clock.h"
#include "cli/print.h"
#include "db/daemon_state.h"

namespace skillcat::cli {
namespace {

constexpr std::int64_t kOldMs = std::int64_t{60} * 60 * 1000;

void say_if_old(const Invocation& call, const Locations& locations, const Freshness& freshness) {
  if (freshness.as_of == 0) {
    return say(call, "the catalog was never filled (hint: run 'skillcat index')");
  }
  const std::int64_t age = unix_ms(SystemClock()) - freshness.as_of;
  if (age <= kOldMs || db::read_daemon_state(locations.catalog)) return;
  say(call,
      "the last pass ended " + duration_text(age * 1000) + " ago (hint: run 'skillcat index')");
}

}  // namespace

Catalog open_catalog(const Invocation& call, const Locations& locations) {
  Catalog catalog = Catalog::open(locations.catalog);
  say_if_old(call, locations, catalog.freshness());
  return catalog;
}

int nothing_found() {
  return error_kind(ErrorCode::not_found).exit_status;
}

}  // namespace skillcat::cli
