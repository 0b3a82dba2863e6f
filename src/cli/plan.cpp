#include "cli/plan.h"

#include <utility>

namespace skillcat::cli {

Plan make_plan(const Locations& locations, const Config& config, const Managed& managed,
               std::vector<std::string> projects) {
  Plan plan;
  Places places{locations.home, locations.cwd, std::move(projects), {}};
  places.servers = [&](const std::vector<source::Root>& others) {
    plan.servers = find_servers(locations, config, managed, others);
    return roots_of(plan.servers);
  };
  plan.roots = plan_roots(places, config, managed);
  plan.files = {locations.config, locations.managed, locations.trust};
  for (const auto* files : {&plan.roots.watch_files, &plan.servers.files}) {
    plan.files.insert(plan.files.end(), files->begin(), files->end());
  }
  return plan;
}

}  // namespace skillcat::cli
