#include "query/lexicon.h"

#include <catch2/catch.hpp>

#include "base/embedded.h"
#include "base/text.h"

namespace skillcat {
namespace {

using query::Lexicon;
using query::Translation;

using Texts = std::vector<std::string>;

TEST_CASE("every line of the lexicon is a Chinese word and one to four English glosses, sorted") {
  const std::string_view bytes = embedded_lexicon().at(0).bytes;
  std::string last;
  std::size_t entries = 0;
  REQUIRE(bytes.ends_with('\n'));
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = bytes.find('\n', begin);
    const std::string line(bytes.substr(begin, end - begin));
    begin = end + 1;
    if (line.starts_with('#')) continue;
    INFO(line);
    ++entries;
    const std::size_t tab = line.find('\t');
    REQUIRE(tab != std::string::npos);
    const std::string word = line.substr(0, tab);
    REQUIRE(last < word);
    last = word;
    const auto characters = words(word);
    REQUIRE_FALSE(characters.empty());
    REQUIRE(characters.front().kind == TokenKind::cjk_single);
    REQUIRE(fold(word) == word);
    std::size_t glosses = 0;
    for (std::size_t at = tab + 1; at <= line.size();) {
      const std::size_t stop = std::min(line.find("; ", at), line.size());
      const std::string gloss = line.substr(at, stop - at);
      at = stop + 2;
      ++glosses;
      REQUIRE_FALSE(gloss.empty());
      REQUIRE(gloss.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789 -") ==
              std::string::npos);
      REQUIRE(gloss.front() != ' ');
      REQUIRE(gloss.back() != ' ');
      REQUIRE(gloss.find("  ") == std::string::npos);
      REQUIRE(std::ranges::count(gloss, ' ') <= 2);
    }
    REQUIRE(glosses <= 4);
  }
  REQUIRE(entries >= 1200);
  REQUIRE(entries == Lexicon::built_in().size());
}

const Lexicon& small() {
  static const Lexicon lexicon(
      "# a comment\n数据\tdata\n数据库\tdatabase\n版本控制\tversion control\n部署\tdeploy; "
      "release\n发布\t"
      "publish; release\n");
  return lexicon;
}

Texts into(const Translation& translation) {
  return {translation.into.begin(), translation.into.end()};
}

TEST_CASE("Chinese words are found longest first and say where they stand") {
  const std::string text = "请把数据库部署到 x 数据";
  const auto found = small().into_english(text);
  REQUIRE(found.size() == 3);
  REQUIRE(found[0].from == "数据库");
  REQUIRE(into(found[0]) == Texts{"database"});
  REQUIRE(text.substr(found[1].begin, found[1].end - found[1].begin) == "部署");
  REQUIRE(into(found[1]) == Texts{"deploy", "release"});
  REQUIRE(found[2].from == "数据");
}

TEST_CASE("English words find their Chinese by the stem, phrases before words") {
  Stemmer stemmer;
  const auto found = small().into_chinese("Releasing a database under version controls", stemmer);
  REQUIRE(found.size() == 3);
  REQUIRE(into(found[0]) == Texts{"发布", "部署"});
  REQUIRE(into(found[1]) == Texts{"数据库"});
  REQUIRE(into(found[2]) == Texts{"版本控制"});
  REQUIRE(small().into_chinese("date deployments data", stemmer).size() == 2);
}

TEST_CASE("damaged text finds what is whole and nothing else") {
  Stemmer stemmer;
  REQUIRE(small().into_english("\xE6\x95").empty());
  REQUIRE(small().into_english("\xFF数据\xE6").size() == 1);
  REQUIRE(small().into_chinese("", stemmer).empty());
}

}  // namespace
}  // namespace skillcat
