#include "cli/args.h"

#include <skillcat/error.h>

#include <catch2/catch.hpp>

using namespace skillcat;
using namespace skillcat::cli;

namespace {

using Words = std::vector<std::string>;

std::string refused(const Words& words) {
  try {
    parse_arguments(words);
  } catch (const Error& e) {
    CHECK(e.code() == ErrorCode::usage);
    CHECK(e.hint().starts_with("see 'skillcat "));
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a command's name is text behind another command") {
  for (const Command* command : commands()) {
    const auto call = parse_arguments({"search", std::string(command->name), "x"});
    CHECK(call.command->name == "search");
    CHECK(call.arguments == Words{std::string(command->name), "x"});
  }
}

TEST_CASE("global options are understood anywhere") {
  for (const Words& words : {Words{"--json", "--catalog", "c", "search", "x"},
                             Words{"search", "--json", "x", "--catalog=c"},
                             Words{"search", "x", "--catalog", "c", "--json"}}) {
    const auto call = parse_arguments(words);
    CHECK(call.json());
    CHECK(call.globals.catalog == "c");
    CHECK(call.arguments == Words{"x"});
  }
}

TEST_CASE("words arrive as they were written") {
  const Words texts{"[a, b]", "[]",    "{}",  "%x", "%%", "a=b", "",  "-", "++", "/x",
                    "a,b",    "\"q\"", "'q'", "\n", "=",  "#c",  ";", "*", "é",  "\xff"};
  for (const std::string& text : texts) {
    CAPTURE(text);
    CHECK(parse_arguments({"search", text}).arguments == Words{text});
    CHECK(parse_arguments({"search", "a", text, "b"}).arguments == Words{"a", text, "b"});
    CHECK(parse_arguments({"search", "--tool", text, "x"}).value("--tool") == text);
  }
}

TEST_CASE("everything behind -- is text") {
  const auto call = parse_arguments({"search", "foo", "--", "--bar", "-n", "--", "--json"});
  CHECK(call.arguments == Words{"foo", "--bar", "-n", "--", "--json"});
  CHECK_FALSE(call.json());
  CHECK_FALSE(asks_for_json({"search", "--", "--json"}));
  CHECK(asks_for_json({"search", "--json", "--", "x"}));
}

TEST_CASE("the last of a repeated option counts") {
  CHECK(parse_arguments({"search", "-n", "3", "-n", "4", "x"}).count("-n", 10) == 4);
  CHECK(parse_arguments({"search", "--json", "--json", "x"}).json());
}

TEST_CASE("wrong usage says what is wrong") {
  CHECK(refused({"frob"}) == "no command is called 'frob'");
  CHECK(refused({"frob", "search", "x"}) == "no command is called 'frob'");
  CHECK(refused({"search", "x", "--frob"}) == "no option is called '--frob'");
  CHECK(refused({"-z"}) == "no option is called '-z'");
  CHECK(refused({"search", "-n"}) == "-n needs a value");
  CHECK(refused({"show"}) == "show needs NAME");
  CHECK(refused({"show", "a", "b"}) == "show takes one argument, and got 'b'");
  CHECK(refused({"status", "a"}) == "status takes no arguments, and got 'a'");
  CHECK(refused({"--color", "x", "status"}) == "--color takes auto, always or never, not 'x'");
  CHECK(refused({"search", "--json=maybe", "x"}) == "--json takes no value");
}

TEST_CASE("help is given though the rest is wrong") {
  for (const Words& words : {Words{"show", "--help"}, Words{"show", "--help", "--frob"},
                             Words{"show", "-h"}, Words{"show", "--catalog", "--help", "-h"}}) {
    const auto call = parse_arguments(words);
    CHECK(call.help);
    CHECK(call.command->name == "show");
  }
  CHECK(parse_arguments({"--help"}).command == nullptr);
}
