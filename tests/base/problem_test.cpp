#include "base/problem.h"

#include <skillcat/error.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <set>

using namespace skillcat;

TEST_CASE("the problem table is sorted by code, without repeats, and every row is complete") {
  const auto kinds = problem_kinds();
  CHECK(std::ranges::is_sorted(kinds, std::ranges::less_equal{}, &ProblemKind::code));
  for (const ProblemKind& kind : kinds) {
    INFO(kind.code);
    CHECK_FALSE(kind.meaning.empty());
    CHECK_FALSE(kind.fix.empty());
    CHECK(kind.meaning.back() == '.');
    CHECK(&problem_kind(kind.code) == &kind);
    CHECK((!kind.broken || kind.severity == Severity::error));
    CHECK_FALSE((kind.broken && kind.repair));
  }
}

TEST_CASE("exactly six codes mean that a version cannot be served") {
  std::set<std::string_view> broken;
  for (const ProblemKind& kind : problem_kinds()) {
    if (kind.broken) broken.insert(kind.code);
  }
  CHECK(broken == std::set<std::string_view>{"unreadable", "not_a_file", "too_large",
                                             "changed_while_reading", "empty", "frontmatter_lost"});
}

TEST_CASE("a problem takes its severity from the table") {
  const Problem problem = make_problem("nested", "inside another", 3, 4);
  CHECK(problem.severity == Severity::note);
  CHECK(problem.line == 3);
  CHECK(problem.column == 4);
}

TEST_CASE("a code without a row is a bug") {
  CHECK_THROWS_AS(problem_kind("no_such_code"), Error);
}

TEST_CASE("the README lists every problem code as the table has it") {
  std::string expected;
  for (const ProblemKind& kind : problem_kinds()) {
    expected += "| `" + std::string(kind.code) + "` | " + std::string(to_text(kind.severity)) +
                " | " + std::string(kind.meaning) + " | " + std::string(kind.fix) + " |\n";
  }
  std::ifstream file(SKILLCAT_SOURCE_DIR "/README.md");
  const std::string readme(std::istreambuf_iterator<char>(file), {});
  INFO("the README must hold these lines:\n" << expected);
  CHECK(readme.find(expected) != std::string::npos);
}
