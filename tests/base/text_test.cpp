#include "base/text.h"

#include <catch2/catch.hpp>
#include <random>

#include "base/utf8.h"

using skillcat::analyse;
using skillcat::estimate_tokens;
using skillcat::fold;
using skillcat::segment;
using skillcat::Token;
using skillcat::TokenKind;

namespace {

std::string repeated(std::string_view text, std::size_t bytes) {
  std::string all;
  while (all.size() < bytes) all += text;
  return all;
}

}  // namespace

TEST_CASE("identifiers give their parts and themselves") {
  const auto [text, terms] = GENERATE(table<std::string, std::string>({
      {"getUserNames", "get user names getusernames"},
      {"getHTTPServer2", "get http server 2 gethttpserver2"},
      {"HTTPServer2", "http server 2 httpserver2"},
      {"APIs and URLs", "apis and urls"},
      {"snake_case", "snake case snakecase"},
      {"git-helper", "git helper githelper"},
      {"--help", "help"},
      {"a--b", "a b"},
      {"_x_", "x"},
      {"plain words, here.", "plain words here"},
      {"UPPER", "upper"},
      {"v1.2", "v 1 v1 2"},
      {"C++", "c"},
      {"", ""},
      {" \t\n.,;", ""},
  }));
  REQUIRE(segment(text) == terms);
}

TEST_CASE("CJK runs give overlapping pairs, a lone character itself") {
  const auto [text, terms] = GENERATE(table<std::string, std::string>({
      {"代码分析", "代码 码分 分析"},
      {"码", "码"},
      {"代码、分析", "代码 分析"},
      {"Git操作v2", "git 操作 v 2 v2"},
      {"漢字とかな", "漢字 字と とか かな"},
      {"한국어", "한국 국어"},
      {"ﾊﾟﾋﾟ", "パピ"},
      {"ｶﾞｷﾞｸﾞ", "ガギ ギグ"},
      {"𠀀𠀁", "𠀀𠀁"},
  }));
  REQUIRE(segment(text) == terms);
}

TEST_CASE("spellings that mean the same give the same terms") {
  const auto [one, other] = GENERATE(table<std::string, std::string>({
      {"ｆｕｌｌＷｉｄｔｈ", "fullWidth"},
      {"ﬁle", "file"},
      {"caf\u00E9", "cafe\u0301"},
      {"Straße", "STRASSE"},
      {"각", "\u1100\u1161\u11A8"},
      {"zero\u200Bwidth", "zerowidth"},
      {"soft\u00ADhyphen", "softhyphen"},
      {"\u202Ebidi\u202C", "bidi"},
      {"bell\aword", "bellword"},
      {"①", "1"},
  }));
  REQUIRE(segment(one) == segment(other));
}

TEST_CASE("a dotted capital I folds to what FTS5 and queries also get") {
  REQUIRE(segment("İstanbul") == segment(fold("İstanbul")));
}

TEST_CASE("scripts with marks stay in whole words") {
  for (const auto* word : {"مَرْحَبًا", "สวัสดี", "नमस्ते", "Việt"}) {
    INFO(word);
    REQUIRE(analyse(word).size() == 1);
  }
}

TEST_CASE("symbols and invalid bytes separate words") {
  REQUIRE(segment("a🎉b") == "a b");
  REQUIRE(segment("a\xFF"
                  "b") == "a b");
  REQUIRE(segment("a\xE4\xBB") == "a");
  REQUIRE(segment("\xC0\xAF\xED\xA0\x80") == "");
}

TEST_CASE("offsets point at the bytes a term came from") {
  const std::string text = "see getUserNames 代码分析 caf\u00E9!";
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"see", "see"},
      {"get", "get"},
      {"user", "User"},
      {"names", "Names"},
      {"getusernames", "getUserNames"},
      {"代码", "代码"},
      {"码分", "码分"},
      {"分析", "分析"},
      {"caf\u00E9", "caf\u00E9"}};
  const auto tokens = analyse(text);
  REQUIRE(tokens.size() == expected.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto& [term, source] = expected[i];
    REQUIRE(text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin) == source);
    if (i < 8) REQUIRE(tokens[i].text == term);
  }
}

TEST_CASE("offsets cover the whole run where normalisation changed its length") {
  const std::string text = "x ﬁle y";
  const auto tokens = analyse(text);
  REQUIRE(tokens.size() == 3);
  REQUIRE(text.substr(tokens[1].begin, tokens[1].end - tokens[1].begin) == "ﬁle");
}

TEST_CASE("kinds tell parts, identifiers and CJK apart") {
  const auto tokens = analyse("aB 代码 字");
  std::vector<TokenKind> kinds;
  for (const Token& t : tokens) kinds.push_back(t.kind);
  REQUIRE(kinds == std::vector{TokenKind::word, TokenKind::word, TokenKind::identifier,
                               TokenKind::cjk_bigram, TokenKind::cjk_single});
}

TEST_CASE("words are cut at 256 bytes and no identifier is longer") {
  for (const auto* unit : {"x", "ж", "\uFDFA", "e\u0301", "aB", "a_"}) {
    INFO(unit);
    for (const Token& token : analyse(repeated(unit, 100'000))) {
      REQUIRE(token.text.size() <= 256);
    }
  }
}

TEST_CASE("a mebibyte of one character gives terms in proportion to it") {
  const std::size_t size = 1 << 20;
  REQUIRE(analyse(repeated("x", size)).size() == 1);
  REQUIRE(analyse(repeated("字", size)).size() == size / 3);
  REQUIRE(analyse(repeated("\u0301", size)).size() <= 1);
  REQUIRE(analyse(repeated("\u0301\u0323", size)).size() <= 1);
  REQUIRE(analyse(repeated("\uFDFA", size)).size() <= 2 * size);
  REQUIRE(analyse(repeated("\u200B", size)).empty());
  REQUIRE(analyse(repeated("a1", size)).size() <= size + 1);
}

TEST_CASE("any bytes give terms of valid UTF-8 without separators, inside the text") {
  std::mt19937 random(1);
  // Bytes that matter: leads, continuations, CJK, marks, letters of both cases, joiners.
  const std::vector<std::string> pieces = {
      "a",      "B", "1", "_",      "-",      " ",    "é",      "\u0301",
      "代",     "ｶ", "ﾞ", "\uFDFA", "\xE4",   "\xBB", "\xFF",   "\u200B",
      "\u202E", "🎉", "ß", "İ",      "\u0345", "한",   "\u1160", std::string(1, '\0')};
  for (int round = 0; round < 3'000; ++round) {
    std::string text;
    for (auto i = random() % 40; i > 0; --i) {
      text += random() % 8 == 0 ? std::string(1, static_cast<char>(random()))
                                : pieces[random() % pieces.size()];
    }
    std::string joined;
    for (const Token& token : analyse(text)) {
      REQUIRE(!token.text.empty());
      REQUIRE(skillcat::is_valid_utf8(token.text));
      REQUIRE(token.text.find(' ') == std::string::npos);
      REQUIRE(token.begin < token.end);
      REQUIRE(token.end <= text.size());
      joined += (joined.empty() ? "" : " ") + token.text;
    }
    REQUIRE(segment(text) == joined);
    REQUIRE(skillcat::is_valid_utf8(fold(text)));
    REQUIRE(estimate_tokens(text) >= 0);
  }
}

TEST_CASE("texts that need no normalisation give the terms of those that do") {
  // A hidden character changes no term, and lets a run be normalised in full.
  constexpr const char* kPieces[] = {
      "a", "word", "Word", "WORD", "HTTPServer", "aB", "Ab1", "42", "-",  "_",       "--",      " ",
      ".", "代",   "码分", "，",   "。",         "、", "Ａ",  "１", "（", "e\u0301", "カ\u3099"};
  std::mt19937 random(5);
  for (int i = 0; i < 2000; ++i) {
    std::string plain, marked;
    for (std::size_t n = 1 + random() % 12; n > 0; --n) {
      const std::string piece = kPieces[random() % std::size(kPieces)];
      plain += piece;
      marked += piece + "\u200B";
    }
    CAPTURE(plain);
    // A separator ends a run: the mark behind it begins none.
    REQUIRE(segment(plain) == segment(marked));
  }
}

TEST_CASE("segmented words give themselves again") {
  for (const auto* text : {"plain words here", "代码分析", "한국어", "Straße café", "APIs"}) {
    const std::string once = segment(text);
    REQUIRE(segment(once) == once);
  }
}

TEST_CASE("folding makes names comparable") {
  REQUIRE(fold("  Git \t Helper\n") == "git helper");
  REQUIRE(fold("ＧＩＴ－ｈｅｌｐｅｒ") == "git-helper");
  REQUIRE(fold("STRASSE") == fold("straße"));
  REQUIRE(fold("cafe\u0301") == fold("CAF\u00C9"));
  REQUIRE(fold("a\u200Bb") == "ab");
  REQUIRE(fold("Plugin:Skill/代码 ") == "plugin:skill/代码");
  REQUIRE(fold("") == "");
}

TEST_CASE("folding twice changes nothing") {
  for (const auto* name : {"İstanbul", "ﬁle", "Ǆ", "ΑΣ", "\u0345\u0301", "ẞ", "ﾊﾟ"}) {
    INFO(name);
    REQUIRE(fold(fold(name)) == fold(name));
  }
}

TEST_CASE("a token is four bytes or one CJK character") {
  REQUIRE(estimate_tokens("") == 0);
  REQUIRE(estimate_tokens("abcd") == 1);
  REQUIRE(estimate_tokens("abcde") == 2);
  REQUIRE(estimate_tokens("代码分析") == 4);
  REQUIRE(estimate_tokens("代码 ab") == 3);
}
