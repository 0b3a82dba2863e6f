// Any text as a skill and as a query: analysis, postings and search take it, and what was put in is
// found by its own words.
#include <skillcat/catalog.h>

#include <cstdint>
#include <cstdlib>

#include "base/index_terms.h"
#include "base/utf8.h"
#include "index/posting_digest.h"
#include "query/terms.h"
#include "support/skill_writer.h"
#include "support/temp_folder.h"

using namespace skillcat;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const test::TempFolder folder;
  static test::SkillWriter writer(folder.path("catalog.db"));
  static Catalog catalog = Catalog::open(folder.path("catalog.db"));
  static std::uint64_t number = 0;
  const std::string raw(reinterpret_cast<const char*>(data), size);

  for (const IndexTerm& term : index_terms(raw)) {
    if (term.text.empty() || term.begin > term.end || term.end > raw.size()) std::abort();
  }
  catalog.search({raw, false, 10, {}});

  // The catalog holds valid UTF-8 only: parsing mends it.
  const std::string text = mend_utf8(raw).text;
  Declaration skill;
  skill.name = text.substr(0, text.size() / 4);
  skill.description = text.substr(text.size() / 4, text.size() / 4);
  skill.instructions = text.substr(text.size() / 2);
  skill.triggers = {skill.name, text.substr(text.size() / 3)};
  writer.begin();
  writer.put(number % 40, skill);
  if (number % 7 == 0) writer.remove((number / 7) % 40);
  writer.commit();
  const auto answer = catalog.search({text.substr(0, 200), false, 10, {}});
  if (answer.total < static_cast<std::int64_t>(answer.hits.size())) std::abort();
  if (++number % 500 == 0 && !index::verify_postings(writer.database()).empty()) std::abort();
  return 0;
}
