#include "query/evidence.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace skillcat::query {
namespace {

constexpr std::size_t kSnippetBytes = 240;

// highlight() wraps each term that met in these; analysis leaves no control character in the text.
constexpr char kOpen = '\x01';
constexpr char kClose = '\x02';

/// The distinct terms between the marks of highlight().
std::vector<std::string> marked_terms(std::string_view highlighted) {
  std::vector<std::string> terms;
  std::size_t open = highlighted.find(kOpen);
  while (open != std::string_view::npos) {
    const std::size_t close = highlighted.find(kClose, open);
    if (close == std::string_view::npos) break;
    // Neighbouring terms share one pair of marks.
    for (const Token& token : analyse(highlighted.substr(open + 1, close - open - 1))) {
      if (std::ranges::find(terms, token.text) == terms.end()) terms.push_back(token.text);
    }
    open = highlighted.find(kOpen, close);
  }
  return terms;
}

bool holds_any(const std::string& text, const std::vector<std::string>& terms) {
  return std::ranges::any_of(analyse(text), [&](const Token& token) {
    return std::ranges::find(terms, token.text) != terms.end();
  });
}

void add_triggers(const Hit& hit, const std::vector<std::string>& terms,
                  std::vector<Evidence>& evidence) {
  for (const auto* list : {&hit.triggers, &hit.patterns}) {
    for (const std::string& trigger : *list) {
      if (!holds_any(trigger, terms)) continue;
      const auto kind = list == &hit.triggers ? EvidenceKind::keyword : EvidenceKind::pattern;
      evidence.push_back({kind, "triggers", trigger, terms});
    }
  }
}

/// `offset` moved back to the start of a UTF-8 character.
std::size_t character_start(std::string_view text, std::size_t offset) {
  while (offset > 0 && offset < text.size() &&
         (static_cast<unsigned char>(text[offset]) & 0xC0) == 0x80) {
    --offset;
  }
  return std::min(offset, text.size());
}

/// `offset` moved forward past the end of the word it cuts, if that is near.
std::size_t word_start(std::string_view text, std::size_t offset) {
  const std::size_t blank = text.find(' ', offset);
  return blank != std::string_view::npos && blank < offset + 24 ? blank + 1
                                                                : character_start(text, offset);
}

std::size_t word_end(std::string_view text, std::size_t offset) {
  const std::size_t blank = text.rfind(' ', offset);
  return blank != std::string_view::npos && blank + 24 > offset ? blank
                                                                : character_start(text, offset);
}

}  // namespace

std::string snippet_of(const std::string& text, const std::vector<std::string>& terms,
                       std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  std::vector<std::uint32_t> hits;  // where terms begin, ascending
  for (const Token& token : analyse(text)) {
    if (std::ranges::find(terms, token.text) != terms.end()) hits.push_back(token.begin);
  }
  // The window of max_bytes that begins at a hit and holds the most of them.
  std::size_t best = 0;
  std::size_t best_count = 0;
  std::size_t end = 0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    while (end < hits.size() && hits[end] < hits[i] + max_bytes) ++end;
    if (end - i > best_count) {
      best_count = end - i;
      best = hits[i];
    }
  }
  const std::size_t lead = max_bytes / 6;
  std::size_t begin = best <= lead || best_count == 0 ? 0 : word_start(text, best - lead);
  begin = std::min(begin, best);
  const bool reaches_end = begin + max_bytes >= text.size();
  const std::size_t stop = reaches_end ? text.size() : word_end(text, begin + max_bytes);
  std::string snippet = begin > 0 ? "…" : "";
  snippet += text.substr(begin, stop - begin);
  if (!reaches_end) snippet += "…";
  return snippet;
}

void add_evidence(Reader& reader, const std::string& expression, Hit& hit) {
  std::vector<std::string> in_name;
  std::vector<std::string> in_triggers;
  std::vector<std::string> in_description;
  if (!expression.empty()) {
    Rows row = reader.rows(
        "SELECT highlight(skill_fts, 0, x'01', x'02'), highlight(skill_fts, 1, x'01', x'02'),"
        " highlight(skill_fts, 2, x'01', x'02') FROM skill_fts"
        " WHERE skill_fts MATCH ? AND rowid = ?");
    if (row.bind(expression, hit.skill_id).next()) {
      in_name = marked_terms(row.text(0));
      in_triggers = marked_terms(row.text(1));
      in_description = marked_terms(row.text(2));
    }
  }
  if (!in_name.empty()) hit.evidence.push_back({EvidenceKind::name, "name", hit.name, in_name});
  if (!in_triggers.empty()) add_triggers(hit, in_triggers, hit.evidence);
  hit.snippet = snippet_of(hit.description, in_description, kSnippetBytes);
  if (!in_description.empty()) {
    hit.evidence.push_back({EvidenceKind::text, "description", hit.snippet, in_description});
  }
}

}  // namespace skillcat::query
