#include "index/export.h"

#include <nlohmann/json.hpp>

#include "base/fs.h"
#include "cli/print.h"
#include "cli/reading.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

int run(const Invocation& call) {
  const Locations locations = locate(call);
  const std::string target = absolute_path(call.arguments.front(), locations.cwd);
  const auto existing = call.has("--force") ? index::Existing::replace : index::Existing::refuse;
  const std::int64_t size_bytes = index::export_snapshot(locations.catalog, target, existing);
  if (call.json()) {
    serve::Json json = serve::to_json(Catalog::open(target).freshness());
    json["path"] = target;
    json["size_bytes"] = size_bytes;
    print_json(json);
  } else if (!call.quiet()) {
    print(printable(target) + "  " + size_text(size_bytes) + "\n");
  }
  return 0;
}

}  // namespace

const Command kExportCommand{.name = "export",
                             .summary = "write the catalog as it is now to one compact file",
                             .arguments = "FILE",
                             .arity = Arity::one,
                             .options = {{"--force", "", "replace a FILE that exists"}},
                             .manual = R"(Examples:
  skillcat export skills.db                        a snapshot, for another machine or a backup
  skillcat --catalog skills.db search deploy       is a catalog like any other
  sqlite3 'file:skills.db?immutable=1' 'SELECT name FROM v1_skill'

The file has no WAL. The secret of this machine's context marks is not in it.
)",
                             .run = run};

}  // namespace skillcat::cli
