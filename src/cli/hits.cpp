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

/// The snippet on one line, cut to `width`, with what matched in bold.
std::string marked_snippet(const Hit& hit, std::size_t width, const Terminal& terminal) {
  std::string line;
  for (const SnippetPart& part : hit.snippet_parts) {
    const std::string text = printable(part.text);
    const std::string shown = cut(text, width);
    line += part.match ? paint(terminal, Paint::bold, shown) : shown;
    if (shown.size() != text.size()) break;
    width -= display_width(shown);
    if (width == 0) break;
  }
  return line;
}

std::string explanation(const Hit& hit, const Terminal& terminal) {
  char number[32];
  std::string out;
  for (const Evidence& evidence : hit.evidence) {
    const std::size_t width = terminal.width > 60 ? terminal.width - 30 : 30;
    out += "    " + std::string(to_text(evidence.kind)) + " in " + evidence.field + ": " +
           (evidence.field == "description" ? marked_snippet(hit, width, terminal)
                                            : cut(printable(text_of(evidence)), width)) +
           "\n";
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
