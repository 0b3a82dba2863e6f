// The search index sees exactly our terms: what segment() gives is what the stock tokenizer takes.
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <catch2/catch.hpp>
#include <set>

#include "base/text.h"

using skillcat::analyse;
using skillcat::segment;

namespace {

std::set<std::string> terms_of_fts5(const std::string& text) {
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE);
  database.exec(
      "CREATE VIRTUAL TABLE t USING fts5 (x, tokenize = 'unicode61');"
      "CREATE VIRTUAL TABLE v USING fts5vocab (t, row)");
  SQLite::Statement insert(database, "INSERT INTO t VALUES (?)");
  insert.bind(1, segment(text));
  insert.exec();
  std::set<std::string> terms;
  SQLite::Statement row(database, "SELECT term FROM v");
  while (row.executeStep()) terms.insert(row.getColumn(0).getString());
  return terms;
}

std::set<std::string> terms_of_analyse(const std::string& text) {
  std::set<std::string> terms;
  for (const auto& token : analyse(text)) terms.insert(token.text);
  return terms;
}

}  // namespace

TEST_CASE("FTS5 sees the terms that analyse gives") {
  const auto* text = GENERATE(
      "getUserNames HTTPServer2 git-helper snake_case --help APIs C++ 3.14 a/b.c",
      "代码分析技能 - 分析代码结构、复杂度、依赖关系", "Git 操作助手 版本控制 v2",
      "カタカナとひらがな、漢字。ﾊﾟﾋﾟﾌﾟ", "한국어 검색 기능", "ｆｕｌｌｗｉｄｔｈ １２３ ﬁle",
      "𠀀𠀁 rare Han", "各 ー 々〆", "Привет МИР", "مرحبا بالعالم", "emoji 🎉 party");
  INFO(text);
  REQUIRE(terms_of_fts5(text) == terms_of_analyse(text));
}
