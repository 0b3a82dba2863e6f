#include "index/verify.h"

#include <skillcat/catalog.h>

#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "cli/indexing.h"
#include "cli/print.h"
#include "cli/reading.h"
#include "index/control.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

/// By the daemon, where one holds the catalog.
std::vector<std::string> findings_in(const Invocation& call, const Locations& locations) {
  if (auto reply = index::ask_daemon(locations.catalog, {.verify = true})) return reply->findings;
  const SystemClock clock;
  index::Indexer indexer(locations.catalog, call.command->name, kLockPatience, clock);
  return index::verify(indexer.database());
}

int run(const Invocation& call) {
  const Locations locations = locate(call);
  // Opened for reading first: verifying never makes a catalog where none is.
  const Freshness freshness = open_catalog(call, locations).freshness();
  const std::vector<std::string> findings = findings_in(call, locations);
  if (call.json()) {
    serve::Json json = serve::to_json(freshness);
    json["findings"] = serve::Json::array();
    for (const std::string& finding : findings) json["findings"].push_back({{"message", finding}});
    print_json(json);
  } else {
    for (const std::string& finding : findings) print(printable(finding) + "\n");
    if (findings.empty()) print("the catalog is sound\n");
  }
  if (findings.empty()) return 0;
  say(call, plural(static_cast<std::int64_t>(findings.size()), "finding") +
                " (hint: 'skillcat rebuild' makes the catalog anew)");
  return error_kind(ErrorCode::catalog).exit_status;
}

}  // namespace

const Command kVerifyCommand{.name = "verify",
                             .summary = "whether the catalog is sound",
                             .arguments = "",
                             .arity = Arity::none,
                             .options = {},
                             .manual = R"(Examples:
  skillcat verify || skillcat rebuild

Checks SQLite's pages, the full-text index and the catalog's own rules. Exits with 4 when it finds
something.
)",
                             .run = run};

}  // namespace skillcat::cli
