#include "query/ranking.h"

#include <skillcat/catalog.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "query/plan.h"
#include "query/reader.h"
#include "query/search.h"
#include "support/skill_writer.h"
#include "support/temp_folder.h"

namespace skillcat::query {
namespace {

using Names = std::vector<std::string>;

/// A query of terms that tell one each, and what ranking adds for a made-up candidate.
double added(const std::string& query, const std::string& name, const Names& keywords,
             const std::string& part) {
  const auto terms = weighted_terms_of(query);
  TermFinder finder(terms);
  std::vector<QueryTerm> shape;
  for (const WeightedTerm& term : terms) {
    shape.push_back({term.text, term.kind, double{term.weight}, term.weight,
                     term.kind == TermKind::word && is_stop_word(term.word)});
  }
  Candidate candidate;
  candidate.name = name;
  candidate.keywords = keywords;
  for (const auto& [key, value] : bonuses(shape, text_of(finder, candidate), 10, {})) {
    REQUIRE(value > 0);
    if (key == part) return value;
  }
  return 0;
}

TEST_CASE("a name counts by the share of its words that the question holds") {
  REQUIRE(added("release notes please", "release-notes", {}, "name") == Approx(5));
  REQUIRE(added("release it", "release-notes", {}, "name") == Approx(2.5));
  REQUIRE(added("something else", "release-notes", {}, "name") == 0);
  // Stop words of a name say nothing, identifiers count by their parts.
  REQUIRE(added("weather", "get-weather", {}, "name") == Approx(5));
  REQUIRE(added("the whole ReleaseNotes", "release_notes", {}, "name") == Approx(5));
}

TEST_CASE("a word inside a word of the name counts, a word of the name and a short one do not") {
  REQUIRE(added("reddit posts", "subreddit", {}, "in_name") == Approx(0.3));
  REQUIRE(added("reddit posts", "reddit", {}, "in_name") == 0);
  REQUIRE(added("red posts", "subreddit", {}, "in_name") == 0);
}

TEST_CASE("the best trigger counts by how much of it is met, however many there are") {
  REQUIRE(added("what changed lately", "x", {"changed lately"}, "trigger") == Approx(1.2));
  REQUIRE(added("changed", "x", {"changed lately"}, "trigger") == Approx(0.3));
  Names many(200, "changed elsewhere");
  const double of_many = added("changed lately", "x", many, "trigger");
  REQUIRE(of_many == added("changed lately", "x", {"changed elsewhere"}, "trigger"));
  REQUIRE(of_many < added("changed lately", "x", {"changed lately"}, "trigger"));
}

TEST_CASE("Chinese names and triggers count by pairs, never by single characters") {
  REQUIRE(added("代码分析", "代码分析", {}, "name") == Approx(5));
  REQUIRE(added("析构分布", "代码分析", {}, "name") == 0);
}

TEST_CASE("exact names come first in the order of precedence, then points, then ref") {
  Candidate first{1, 0, 5, "local:a/x", "1"};
  Candidate second{2, 0, 7, "local:b/x", "2"};
  Candidate third{3, 4, 9, "local:d/y", "3"};
  Candidate fourth{4, 4, 9, "local:c/y", "4"};
  Candidate fifth{5, 3, 1, "local:e/z", "5"};
  const auto ranked =
      rank({first, second}, {{third, {}}, {fourth, {}}, {fifth, {{"name", 2}}}, {second, {}}});
  std::vector<std::int64_t> ids;
  for (const Ranked& hit : ranked) ids.push_back(hit.candidate.skill_id);
  REQUIRE(ids == std::vector<std::int64_t>{1, 2, 5, 4, 3});
  REQUIRE(ranked[2].score == Approx(5.0 / 13));
  REQUIRE(ranked[2].explain == ScoreParts{{"bm25", 3}, {"name", 2}});
}

class Searched {
 public:
  Searched() : writer(folder.path("catalog.db")) {}
  void put(const std::string& name, const std::string& description, const Names& triggers = {}) {
    Declaration skill;
    skill.name = name;
    skill.description = description;
    skill.triggers = triggers;
    writer.begin();
    writer.put(++number, skill);
    writer.commit();
  }
  SearchAnswer search(const std::string& text, const RankingOptions& options = {}) const {
    Reader reader(folder.path("catalog.db"));
    return query::search(reader, {text, false, 10, {}}, options);
  }
  Names names(const std::string& text) const {
    Names names;
    for (const Hit& hit : search(text).hits) names.push_back(hit.name);
    return names;
  }

  test::TempFolder folder;
  test::SkillWriter writer;
  std::uint64_t number = 0;
};

TEST_CASE("an unknown word is read as the most frequent known one that is one edit away") {
  Searched catalog;
  catalog.put("a", "Convert a document.");
  catalog.put("b", "Sign each document, and the documents of others.");
  catalog.put("c", "Print a monument.");
  for (const char* typo :
       {"dcoument", "docment", "docuument", "docuxent", "documnets", "Dcoument"}) {
    INFO(typo);
    const SearchAnswer answer = catalog.search(std::string("sign the ") + typo + " now");
    REQUIRE(answer.corrected.value_or("").starts_with("sign the document"));
    REQUIRE(answer.corrected->ends_with(" now"));
    REQUIRE(answer.hits.at(0).name == "b");
    REQUIRE(answer.hits.size() == 2);
  }
  for (const char* other : {"document", "docxxent", "ment", "sign", "qocument", "文档"}) {
    INFO(other);
    REQUIRE_FALSE(catalog.search(other).corrected.has_value());
  }
  RankingOptions off;
  off.spelling = false;
  REQUIRE(catalog.search("dcoument", off).hits.empty());
}

TEST_CASE("a Chinese question finds an English skill, and an English one a Chinese skill") {
  Searched catalog;
  catalog.put("a", "Deploy to a server.");
  catalog.put("b", "部署到服务器");
  catalog.put("c", "Paint a picture. 画画");
  REQUIRE(catalog.names("部署") == Names{"b", "a"});
  REQUIRE(catalog.names("deployment") == Names{"a", "b"});
  RankingOptions off;
  off.lexicon = false;
  REQUIRE(catalog.search("部署", off).hits.size() == 1);
}

TEST_CASE("what the lexicon brought is told apart, and the parts sum to the score") {
  Searched catalog;
  catalog.put("a", "Deploy to a server.");
  catalog.put("b", "部署到服务器");
  for (const Hit& hit : catalog.search("部署 server").hits) {
    double points = 0;
    double lexicon = 0;
    for (const auto& [part, value] : hit.explain) {
      points += value;
      if (part == "lexicon") lexicon = value;
    }
    INFO(hit.name);
    REQUIRE(lexicon > 0);
    REQUIRE(hit.score == Approx(points / (points + kHalfScoreBm25)));
  }
}

TEST_CASE("translations together tell less than the word that they stand for") {
  Searched catalog;
  catalog.put("exact", "发布");
  // Each gloss alone is as rare as the word.
  catalog.put("glosses", "publish release ship launch deploy");
  for (int i = 0; i < 20; ++i) catalog.put("other", "nothing of it " + std::to_string(i));
  Reader reader(catalog.folder.path("catalog.db"));
  const Snapshot snapshot(reader.database());
  const Plan plan = plan_of(reader.postings(), "发布", {});
  double own = 0;
  double translated = 0;
  for (std::size_t i = 0; i < plan.terms.size(); ++i) {
    if (plan.terms[i].kind == TermKind::cjk_character) continue;
    (plan.terms[i].translated ? translated : own) += plan.shape[i].told;
  }
  REQUIRE(translated > 0);
  REQUIRE(translated <= kMaxTranslated * own + 1e-4);
  REQUIRE(catalog.names("发布").at(0) == "exact");
}

TEST_CASE("stop words count a little in short queries and not in long ones") {
  Searched catalog;
  catalog.put("a", "tables");
  catalog.put("b", "how to tables");
  const auto asked = [](const std::string& query) {
    Names words;
    for (const WeightedTerm& term : weighted_terms_of(query)) words.push_back(term.word);
    return words;
  };
  REQUIRE(asked("how to draw") == Names{"draw", "how", "to"});
  REQUIRE(asked("how to draw one two three four five") ==
          Names{"draw", "one", "two", "three", "four", "five"});
  REQUIRE(asked("how to") == Names{"how", "to"});
}

TEST_CASE("numbers and single letters weigh less, what is repeated more, up to twice") {
  const auto weight = [](const std::string& query, const std::string& word) {
    for (const WeightedTerm& term : weighted_terms_of(query)) {
      if (term.word == word) return term.weight;
    }
    return 0.0F;
  };
  REQUIRE(weight("population of 500 bacteria", "500") == 0.5F);
  REQUIRE(weight("vitamin c", "c") == Approx(0.3F));
  REQUIRE(weight("matrix of a matrix", "matrix") == Approx(1.3F));
  REQUIRE(weight("x1 log log log log log log log log", "log") == 2.0F);
}

TEST_CASE("a snippet is of the original text, in pieces that say what matched") {
  Searched catalog;
  catalog.put("a", "Review CODE-changes, 代码审查 of Pull-Requests.");
  const Hit hit = catalog.search("code review 代码审查 request").hits.at(0);
  std::string joined;
  std::string marked;
  for (const SnippetPart& part : hit.snippet_parts) {
    REQUIRE_FALSE(part.text.empty());
    joined += part.text;
    marked += part.match ? "[" + part.text + "]" : part.text;
  }
  REQUIRE(joined == hit.snippet);
  REQUIRE(marked == "[Review] [CODE]-changes, [代码审查] of Pull-[Requests].");
}

TEST_CASE("a long description is cut to the part that holds most of the query, between words") {
  Searched catalog;
  std::string text;
  for (int i = 0; i < 60; ++i) text += "filler" + std::to_string(i) + " ";
  text += "the needle and the thread ";
  for (int i = 0; i < 60; ++i) text += "more" + std::to_string(i) + " ";
  catalog.put("a", text);
  const Hit hit = catalog.search("needle thread").hits.at(0);
  REQUIRE(hit.snippet.size() <= 260);
  REQUIRE(hit.snippet.starts_with("…filler"));
  REQUIRE(hit.snippet.ends_with("…"));
  std::string marked;
  for (const SnippetPart& part : hit.snippet_parts) marked += part.match ? part.text + ";" : "";
  REQUIRE(marked == "needle;thread;");
}

}  // namespace
}  // namespace skillcat::query
