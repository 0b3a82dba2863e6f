#include "cli/reading.h"

#include <algorithm>

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

bool has_root(Catalog& catalog, const std::string& label) {
  const Status status = catalog.status();
  return std::ranges::find(status.roots, label, &RootStatus::label) != status.roots.end();
}

}  // namespace

Catalog open_catalog(const Invocation& call, const Locations& locations) {
  Catalog catalog = Catalog::open(locations.catalog);
  say_if_old(call, locations, catalog.freshness());
  return catalog;
}

bool say_if_filter_is_unknown(const Invocation& call, Catalog& catalog) {
  const std::string root = call.value("--root");
  if (!root.empty() && !has_root(catalog, root)) {
    say(call, "no root is called '" + root + "' (hint: 'skillcat root list' shows them)");
    return true;
  }
  const std::string tool = call.value("--tool");
  if (!tool.empty() && catalog.tools(tool).capabilities.empty()) {
    say(call, "no skill names the tool '" + tool + "' (hint: 'skillcat tools' shows them)");
    return true;
  }
  return false;
}

int nothing_found() {
  return error_kind(ErrorCode::not_found).exit_status;
}

}  // namespace skillcat::cli
