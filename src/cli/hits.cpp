#include "cli/hits.h"

#include <cstdio>

#include "cli/print.h"

namespace skillcat::cli {
namespace {

/// What matched; of a body the terms, since the place of each would say little.
std::string text_of(const Evidence& evidence) {
  if (!evidence.text.empty()) return evidence.text;
  std::string terms;
  for (const std::string& term : evidence.terms) terms += (terms.empty() ? "" : ", ") + term;
  return terms;
}

std::string explanation(const Hit& hit, const Terminal& terminal) {
  char number[32];
  std::string out;
  for (const Evidence& evidence : hit.evidence) {
    out += "    " + std::string(to_text(evidence.kind)) + " in " + evidence.field + ": " +
           cut(printable(text_of(evidence)), terminal.width - 30) + "\n";
  }
  std::snprintf(number, sizeof number, "%.3f", hit.score);
  out += "    score " + std::string(number);
  for (const auto& [part, value] : hit.explain) {
    std::snprintf(number, sizeof number, " %.3f", value);
    out += ", " + part + number;
  }
  out += "\n";
  for (const std::string& copy : hit.copies) out += "    copy " + printable(copy) + "\n";
  return out;
}

}  // namespace

void print_hits(const Invocation& call, const SearchAnswer& answer) {
  const Terminal terminal = terminal_of(call);
  std::vector<SkillRow> rows;
  for (const Hit& hit : answer.hits) rows.push_back({hit.name, hit.description, hit.ref});
  const auto lines = skill_lines(rows, terminal);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    print(lines[i] + "\n");
    if (call.has("--explain")) print(explanation(answer.hits[i], terminal));
  }
}

}  // namespace skillcat::cli
