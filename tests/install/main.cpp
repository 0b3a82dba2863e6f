// What a backend does with the catalog: find skills, take their text, notice what is new.
#include <skillcat/catalog.h>

#include <chrono>
#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: consumer CATALOG MESSAGE\n";
    return 2;
  }
  try {
    // Cheap to open and read-only. One a thread; any number of processes.
    auto catalog = skillcat::Catalog::open(argv[1]);

    skillcat::Query query;
    query.text = argv[2];
    query.limit = 3;
    const auto found = catalog.search(query);
    std::vector<std::string> refs;
    for (const auto& hit : found.hits) {
      std::cout << "found " << hit.name << " " << hit.ref << "\n";
      refs.push_back(hit.ref);
    }

    skillcat::ContextOptions options;
    options.budget = 2000;
    std::cout << catalog.context(refs, options).text << std::flush;

    // In a thread of its own, to keep caches fresh: wait, then ask what changed.
    const auto revision = catalog.wait_for_change(found.revision, std::chrono::seconds(30));
    for (const auto& change : catalog.changes_since(found.revision).changes) {
      std::cout << to_text(change.change) << " " << change.ref << "\n";
    }
    return revision > found.revision ? 0 : 1;
  } catch (const skillcat::Error& error) {
    std::cerr << error.what() << " (hint: " << error.hint() << ")\n";
    return error.kind().exit_status;
  }
}
