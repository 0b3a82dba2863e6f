#include <skillcat/catalog.h>

#include <nlohmann/json.hpp>

#include "cli/hits.h"
#include "cli/print.h"
#include "cli/reading.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

Query query_of(const Invocation& call) {
  Query query;
  query.fts = call.has("--fts");
  query.text = call.value("--fts");
  if (query.fts == !call.arguments.empty()) {
    throw Error(ErrorCode::usage, "search needs either a QUERY or --fts EXPR",
                "see 'skillcat search --help'");
  }
  for (const std::string& word : call.arguments) {
    query.text += (query.text.empty() || word.empty() ? "" : " ") + word;
  }
  query.limit = call.count("-n", query.limit);
  query.filter = {call.source(), call.value("--root"), call.value("--tool")};
  return query;
}

int run(const Invocation& call) {
  const Query query = query_of(call);
  Catalog catalog = open_catalog(call, locate(call));
  const SearchAnswer answer = catalog.search(query);
  if (call.json()) {
    print_json(
        serve::to_json(answer, call.has("--explain") ? serve::Explain::yes : serve::Explain::no));
  } else {
    if (answer.corrected) say(call, "showing skills for '" + *answer.corrected + "'");
    print_hits(call, answer);
  }
  if (!answer.hits.empty()) return 0;
  if (!say_if_filter_is_unknown(call, catalog)) say(call, "no skill fits '" + query.text + "'");
  return nothing_found();
}

}  // namespace

const Command kSearchCommand{
    .name = "search",
    .summary = "the skills that fit a query, best first",
    .arguments = "QUERY...",
    .arity = Arity::any,
    .options = {{"-n", "N", "at most N skills (10)"},
                {"--source", "KIND", "only local, plugin, bundled or mcp"},
                {"--root", "LABEL", "only of that root"},
                {"--tool", "TOOL", "only skills that name that tool"},
                {"--explain", "", "why each is in the answer"},
                {"--fts", "EXPR", "an FTS5 expression instead of a QUERY"}},
    .manual = R"(Examples:
  skillcat search review code changes       words, in any order and language
  skillcat search --explain "git commit"    with what matched, and the parts of the score
  skillcat search --tool grep code          only skills that name the tool grep
  skillcat search --json -n 3 deploy        for programs
  skillcat search -- -n is an option        everything behind -- is text
  skillcat search 部署到服务器              also finds skills in English, and back
  skillcat search --fts 'name:git NOT hub'  the syntax of SQLite's FTS5

A word that no skill holds is read as the most frequent one that is one letter away, which is said
on stderr. Exits with 1 when nothing was found.
)",
    .run = run};

}  // namespace skillcat::cli
