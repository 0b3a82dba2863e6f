#include "query/top_k.h"

#include <catch2/catch.hpp>

#include "query/reader.h"
#include "query/terms.h"
#include "support/exhaustive.h"
#include "support/made_up_skills.h"
#include "support/skill_writer.h"
#include "support/temp_folder.h"

namespace skillcat::query {
namespace {

using test::MadeUpSkills;
using test::SkillWriter;

/// Compares both ways of ranking on `queries` queries of one to thirty words.
void require_exact(const std::string& catalog, std::uint64_t seed, int queries) {
  Reader reader(catalog);
  const Snapshot snapshot(reader.database());
  Postings& postings = reader.postings();
  MadeUpSkills words(seed);
  DocSet filter;
  for (int i = 0; i < 200; ++i) filter.push_back(words.below(~0ULL) & words.below(~0ULL));
  for (int i = 0; i < queries; ++i) {
    auto terms = weighted_terms_of(words.text(1 + words.below(i % 3 == 0 ? 30 : 5)));
    if (i % 5 == 0) {
      for (WeightedTerm& term : terms) term.weight = static_cast<float>(words.below(17)) / 4;
    }
    const std::size_t k = std::vector<std::size_t>{1, 10, 10, 100}[words.below(4)];
    const DocSet* kept = i % 4 == 0 ? &filter : nullptr;
    INFO("query " << i);
    REQUIRE(top_k(postings, terms, k, kept) == exhaustive_top_k(postings, terms, k, kept));
  }
}

TEST_CASE("the best k are those of exhaustive scoring, fresh and after updates") {
  const test::TempFolder folder;
  const std::string path = folder.path("catalog.db");
  SkillWriter catalog(path);
  MadeUpSkills skills(11);
  catalog.begin();
  for (std::uint64_t i = 0; i < 3000; ++i) catalog.put(i, skills.skill());
  catalog.commit();
  require_exact(path, 1, 400);
  for (int round = 0; round < 5; ++round) {
    catalog.begin();
    for (int i = 0; i < 100; ++i) {
      const std::uint64_t which = skills.below(3300);
      if (i % 5 == 0) {
        catalog.remove(which);
      } else {
        catalog.put(which, skills.skill());
      }
    }
    catalog.commit();
    require_exact(path, 2, 80);
  }
}

TEST_CASE("a reader sees the lengths of another generation") {
  const test::TempFolder folder;
  const std::string path = folder.path("catalog.db");
  SkillWriter catalog(path);
  Declaration skill;
  skill.name = "needle";
  catalog.begin();
  catalog.put(1, skill);
  skill.description = "something else that makes it longer";
  catalog.put(2, skill);
  catalog.commit();
  Reader reader(path);
  const auto terms = weighted_terms_of("needle");
  const auto best = [&] {
    const Snapshot snapshot(reader.database());
    return top_k(reader.postings(), terms, 1, nullptr).at(0).doc;
  };
  REQUIRE(best() == 1);
  catalog.begin();
  skill.description += " and longer, and longer, and longer than the other one";
  catalog.put(1, skill);
  catalog.commit();
  REQUIRE(best() == 2);
}

TEST_CASE("a frequent word beside a rare one costs few postings") {
  const test::TempFolder folder;
  SkillWriter catalog(folder.path("catalog.db"));
  Declaration skill;
  catalog.begin();
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    skill.name = i % 400 == 0 ? "common needle" : "common";
    catalog.put(i, skill);
  }
  catalog.commit();
  Reader reader(folder.path("catalog.db"));
  const Snapshot snapshot(reader.database());
  Postings& postings = reader.postings();
  REQUIRE(top_k(postings, weighted_terms_of("common needle"), 5, nullptr).size() == 5);
  REQUIRE(postings.counters.postings < 20'000 / 2);
}

TEST_CASE("matches are counted exactly within the budget and from below beyond it") {
  const test::TempFolder folder;
  SkillWriter catalog(folder.path("catalog.db"));
  Declaration skill;
  catalog.begin();
  for (std::uint64_t i = 0; i < 3000; ++i) {
    skill.name = i % 2 == 0 ? "even" : i % 3 == 0 ? "odd third" : "odd";
    catalog.put(i, skill);
  }
  catalog.commit();
  Reader reader(folder.path("catalog.db"));
  const Snapshot snapshot(reader.database());
  Postings& postings = reader.postings();
  const auto count = [&](const char* query, std::int64_t budget) {
    return count_matches(postings, weighted_terms_of(query), nullptr, budget);
  };
  REQUIRE(count("even odd third", 5000) == 3000);
  REQUIRE(count("third odd", 5000) == 1500);
  REQUIRE(count("third even", 5000) == 2000);
  REQUIRE(count("third even", 600) == 1500);
  REQUIRE(count("third even", 0) == 1500);
  REQUIRE(count("nothing", 5000) == 0);
  const DocSet filter(1, ~0ULL);
  REQUIRE(count_matches(postings, weighted_terms_of("even"), &filter, 5000) == 32);
}

}  // namespace
}  // namespace skillcat::query
