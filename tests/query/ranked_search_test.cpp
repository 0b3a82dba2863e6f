#include <skillcat/catalog.h>

#include <catch2/catch.hpp>

#include "support/made_up_skills.h"
#include "support/skill_writer.h"
#include "support/temp_folder.h"

namespace skillcat {
namespace {

using test::SkillWriter;

class Searched {
 public:
  Searched() : writer(folder.path("catalog.db")) {}
  void put(std::uint64_t number, const std::string& name, const std::string& description,
           const std::string& instructions = {}, std::vector<std::string> triggers = {}) {
    Declaration skill;
    skill.name = name;
    skill.description = description;
    skill.instructions = instructions;
    skill.triggers = std::move(triggers);
    writer.begin();
    writer.put(number, skill);
    writer.commit();
  }
  SearchAnswer search(const std::string& text, Filter filter = {}) const {
    Query query;
    query.text = text;
    query.filter = std::move(filter);
    return Catalog::open(folder.path("catalog.db")).search(query);
  }
  std::vector<std::string> names(const std::string& text) const {
    std::vector<std::string> names;
    for (const Hit& hit : search(text).hits) names.push_back(hit.name);
    return names;
  }

  test::TempFolder folder;
  SkillWriter writer;
};

using Names = std::vector<std::string>;

TEST_CASE("search finds words of the body and says which stood there") {
  Searched catalog;
  catalog.put(1, "alpha", "Does one thing.", "Calls the kubernetes API, twice.");
  catalog.put(2, "beta", "Does another.");
  const SearchAnswer answer = catalog.search("deploy to Kubernetes");
  REQUIRE(answer.hits.size() == 1);
  REQUIRE(answer.total == 1);
  REQUIRE(answer.hits[0].name == "alpha");
  REQUIRE(answer.hits[0].evidence.size() == 1);
  REQUIRE(answer.hits[0].evidence[0].field == "instructions");
  REQUIRE(answer.hits[0].evidence[0].terms == Names{"kubernetes"});
}

TEST_CASE("evidence names each field that met and the body only for what the others lack") {
  Searched catalog;
  catalog.put(1, "pdf-filler", "Fills forms.", "Open the PDF. Fill each field.", {"fill a form"});
  const SearchAnswer answer = catalog.search("filling PDF fields");
  REQUIRE(answer.hits.size() == 1);
  std::vector<std::pair<std::string, Names>> met;
  for (const Evidence& evidence : answer.hits[0].evidence) {
    met.emplace_back(evidence.field, evidence.terms);
  }
  REQUIRE(met == std::vector<std::pair<std::string, Names>>{
                     {"name", {"pdf"}},
                     {"triggers", {"filling"}},
                     {"description", {"filling"}},
                     {"instructions", {"filling", "pdf", "fields"}}});
}

TEST_CASE("a whole identifier, its parts and its stem meet in skill and query") {
  Searched catalog;
  catalog.put(1, "git-helper", "Commits.");
  for (const char* text : {"githelper", "git helpers", "GitHelper", "git_helper", "GITHELPERS"}) {
    INFO(text);
    REQUIRE(catalog.names(text) == Names{"git-helper"});
  }
}

TEST_CASE("digits and letters of an identifier that no skill holds find nothing") {
  Searched catalog;
  catalog.put(1, "noise", "Do step 2, 3, 8 or 264 of k, s, x and h.");
  catalog.put(2, "cluster", "Rolls out to k8s.");
  catalog.put(3, "chain", "Signs for web3.");
  catalog.put(4, "bucket", "Keeps files in S3.");
  catalog.put(5, "video", "Writes H.264.");
  catalog.put(6, "standard", "Explains RFC 2119.");
  for (const char* text : {"xyzzy2", "xyzzy-264", "x2h", "h265", "getXyzzy2 h2s8"}) {
    INFO(text);
    CHECK(catalog.names(text).empty());
  }
  for (const auto& [text, first] : {std::pair{"k8s", "cluster"},
                                    {"web3", "chain"},
                                    {"s3 upload", "bucket"},
                                    {"h264", "video"},
                                    {"rfc2119", "standard"}}) {
    INFO(text);
    const Names names = catalog.names(text);
    REQUIRE_FALSE(names.empty());
    CHECK(names.front() == first);
  }
  // What is asked for by itself is looked for.
  CHECK(catalog.names("2") == Names{"noise"});
  CHECK(catalog.names("xyzzy2 2") == Names{"noise"});
  CHECK(catalog.names("step x2h") == Names{"noise"});
}

TEST_CASE("Chinese meets on pairs first and on single characters where nothing else does") {
  Searched catalog;
  catalog.put(1, "pairs", "代码分析");
  catalog.put(2, "characters", "析构的分步");
  REQUIRE(catalog.names("分析") == Names{"pairs", "characters"});
  REQUIRE(catalog.search("分析").hits[0].evidence[0].terms == Names{"分析"});
  REQUIRE(catalog.search("构件").hits[0].evidence[0].terms == Names{"构"});
}

TEST_CASE("filters hold before the best are chosen") {
  Searched catalog;
  for (std::uint64_t i = 0; i < 60; ++i) {
    catalog.put(i, "needle", "needle needle " + std::to_string(i));
  }
  catalog.put(60, "other", "one long description in which a needle stands among many words");
  REQUIRE(catalog.search("needle", {SourceKind::plugin, "", "", {}}).hits.empty());
  REQUIRE(catalog.search("needle", {{}, "elsewhere", "", {}}).total == 0);
  REQUIRE(catalog.search("needle", {SourceKind::local, "made-up", "", State::active}).total == 61);
  catalog.writer.database().exec(
      "INSERT INTO capability SELECT skill_id, 'tool', 0, 'grep' FROM skill WHERE name = 'other';"
      "UPDATE meta SET value = value + 1 WHERE key = 'revision'");
  const SearchAnswer answer = catalog.search("needle", {{}, "", "grep", {}});
  REQUIRE(answer.hits.size() == 1);
  REQUIRE(answer.hits[0].name == "other");
  REQUIRE(answer.total == 1);
}

TEST_CASE("equal scores are ordered by ref") {
  Searched catalog;
  for (const std::uint64_t number : {5U, 3U, 9U, 1U}) {
    catalog.put(number, "same " + std::to_string(number), "needle");
  }
  std::vector<std::string> refs;
  for (const Hit& hit : catalog.search("needle").hits) refs.push_back(hit.ref);
  REQUIRE(refs ==
          Names{"local:made-up/s1", "local:made-up/s3", "local:made-up/s5", "local:made-up/s9"});
}

TEST_CASE("no text makes search fail") {
  Searched catalog;
  test::MadeUpSkills made_up(4);
  for (std::uint64_t i = 0; i < 30; ++i) catalog.put(i, made_up.word(), made_up.text(20));
  const Catalog opened = Catalog::open(catalog.folder.path("catalog.db"));
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (std::uint64_t i = made_up.below(40); i > 0; --i) {
      text += static_cast<char>(made_up.below(round % 2 == 0 ? 256 : 128));
    }
    REQUIRE_NOTHROW(const_cast<Catalog&>(opened).search({text, false, 10, {}}));
  }
  for (const char* text :
       {"", " ", "\"", "a AND", "NEAR(", "c++", "-x", "*", "name:x", "的", "?"}) {
    REQUIRE_NOTHROW(catalog.search(text));
  }
  REQUIRE_NOTHROW(catalog.search(std::string(100'000, 'x')));
  REQUIRE_NOTHROW(catalog.search(made_up.text(5'000)));
}

TEST_CASE("an expression of FTS5 still searches the public index alone") {
  Searched catalog;
  catalog.put(1, "alpha", "Does one thing.", "needle");
  catalog.put(2, "beta", "A needle.");
  const SearchAnswer answer =
      Catalog::open(catalog.folder.path("catalog.db")).search({"needle NOT alpha", true, 10, {}});
  REQUIRE(answer.hits.size() == 1);
  REQUIRE(answer.hits[0].name == "beta");
  REQUIRE(answer.hits[0].evidence[0].field == "description");
}

}  // namespace
}  // namespace skillcat
