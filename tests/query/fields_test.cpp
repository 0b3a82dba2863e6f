#include "query/fields.h"

#include <catch2/catch.hpp>

#include "base/embedded.h"
#include "base/index_terms.h"
#include "base/text.h"

using namespace skillcat;
using namespace skillcat::query;

namespace {

WeightedTerm term_for(const std::string& word) {
  Stemmer stemmer;
  return {std::string(term_of(word, TermKind::word, stemmer)), 1, word, TermKind::word};
}

}  // namespace

TEST_CASE("a term is found in every word of its stem") {
  std::vector<std::string> words = {"dying", "lying", "tying", "skies", "ugly", "cry", "by", "a"};
  for (const Token& token : analyse(embedded_lexicon().front().bytes)) {
    if (token.kind == TokenKind::word) words.push_back(token.text);
  }
  REQUIRE(words.size() > 1000);
  for (const std::string& word : words) {
    CAPTURE(word);
    const std::vector<WeightedTerm> terms = {term_for(word)};
    REQUIRE(TermFinder(terms).find("x " + word).places.size() >= 1);
  }
}

TEST_CASE("words, stop words and places of a text are counted") {
  const std::vector<WeightedTerm> terms = {term_for("helper"), term_for("reviewing")};
  std::string joined;
  const FieldPlaces found = TermFinder(terms).find("the git-helper of Reviews", &joined);
  CHECK(found.words == 5);
  CHECK(found.stop_words == 2);
  CHECK(joined == "thegithelperofreviews");
  REQUIRE(found.places.size() == 2);
  CHECK(found.places[0].term == 0);
  CHECK(found.places[0].position == 2);
  CHECK(found.places[1].term == 1);
  CHECK(found.places[1].begin == 18);
}
