#include "cli/indexing.h"

namespace skillcat::cli {
namespace {

int run(const Invocation& call) {
  index::PassOptions options;
  options.by_digest = call.has("--full");
  return print_pass(call, run_pass(call, locate(call), options));
}

}  // namespace

const Command kSyncCommand{.name = "sync",
                           .summary = "return once every change made before is searchable",
                           .arguments = "",
                           .arity = Arity::none,
                           .options = {{"--full", "", "compare digests of all files, not stamps"}},
                           .manual = R"(Examples:
  skillcat sync && skillcat search "deploy"   search what is on disk now
  skillcat sync --full                        when stamps may lie (restored backups, odd disks)
)",
                           .run = run};

}  // namespace skillcat::cli
