#include "query/evidence.h"

#include <algorithm>

#include "base/text.h"

namespace skillcat::query {
namespace {

constexpr std::size_t kSnippetBytes = 240;

// highlight() wraps each term that met in these; analysis leaves no control character in the text.
constexpr char kOpen = '\x01';
constexpr char kClose = '\x02';

/// What of a query one field holds.
struct Met {
  std::vector<std::string> words;     ///< as they were asked for
  std::vector<std::uint32_t> places;  ///< in the field's text, ascending
  bool any() const { return !words.empty(); }
};

/// What highlight() marked: the words are the field's own.
Met marked(std::string_view highlighted) {
  Met met;
  std::size_t open = highlighted.find(kOpen);
  while (open != std::string_view::npos) {
    const std::size_t close = highlighted.find(kClose, open);
    if (close == std::string_view::npos) break;
    // Neighbouring terms share one pair of marks.
    for (const Token& token : analyse(highlighted.substr(open + 1, close - open - 1))) {
      if (std::ranges::find(met.words, token.text) == met.words.end()) {
        met.words.push_back(token.text);
      }
    }
    open = highlighted.find(kOpen, close);
  }
  return met;
}

/// Where `words` stand in `text`.
std::vector<std::uint32_t> places_of(const std::string& text,
                                     const std::vector<std::string>& words) {
  std::vector<std::uint32_t> places;
  for (const Token& token : analyse(text)) {
    if (std::ranges::find(words, token.text) != words.end()) places.push_back(token.begin);
  }
  return places;
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

std::string snippet_of(const std::string& text, const std::vector<std::uint32_t>& hits,
                       std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
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
  hit.snippet = snippet_of(hit.description, {}, kSnippetBytes);
  if (expression.empty()) return;
  Rows row = reader.rows(
      "SELECT highlight(skill_fts, 0, x'01', x'02'), highlight(skill_fts, 1, x'01', x'02'),"
      " highlight(skill_fts, 2, x'01', x'02') FROM skill_fts"
      " WHERE skill_fts MATCH ? AND rowid = ?");
  if (!row.bind(expression, hit.skill_id).next()) return;
  const Met name = marked(row.text(0));
  const Met triggers = marked(row.text(1));
  Met description = marked(row.text(2));
  if (name.any()) hit.evidence.push_back({EvidenceKind::name, "name", hit.name, name.words});
  for (const auto* list : {&hit.triggers, &hit.patterns}) {
    const auto kind = list == &hit.triggers ? EvidenceKind::keyword : EvidenceKind::pattern;
    for (const std::string& trigger : *list) {
      if (places_of(trigger, triggers.words).empty()) continue;
      hit.evidence.push_back({kind, "triggers", trigger, triggers.words});
    }
  }
  if (!description.any()) return;
  description.places = places_of(hit.description, description.words);
  hit.snippet = snippet_of(hit.description, description.places, kSnippetBytes);
  hit.evidence.push_back({EvidenceKind::text, "description", hit.snippet, description.words});
}

EvidenceFinder::EvidenceFinder(std::span<const WeightedTerm> terms) : terms_(terms) {
  for (const WeightedTerm& term : terms) {
    if (!term.text.empty()) first_bytes_.set(static_cast<unsigned char>(term.text.front()));
  }
}

/// Counts each term in `text`; says where they stand.
std::vector<std::uint32_t> EvidenceFinder::count(std::string_view text,
                                                 std::vector<std::uint32_t>& counts) {
  std::vector<std::uint32_t> places;
  counts.assign(terms_.size(), 0);
  for (const IndexTerm& word : index_terms(text)) {
    // A stem begins as its word does, so that few words have to be stemmed.
    if (!first_bytes_.test(static_cast<unsigned char>(word.text.front()))) continue;
    const std::string_view stem = term_of(word.text, word.kind, stemmer_);
    const auto term = std::ranges::find(terms_, stem, &WeightedTerm::text);
    if (term == terms_.end()) continue;
    ++counts[static_cast<std::size_t>(term - terms_.begin())];
    places.push_back(word.begin);
  }
  return places;
}

/// The terms with a count. Characters of a CJK run only where nothing better met.
std::vector<std::string> EvidenceFinder::words_of(const std::vector<std::uint32_t>& counts) const {
  std::vector<std::string> words;
  for (const bool characters : {false, true}) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const bool is_character = terms_[i].kind == TermKind::cjk_character;
      if (counts[i] > 0 && is_character == characters) words.push_back(terms_[i].word);
    }
    if (!words.empty()) break;
  }
  return words;
}

void EvidenceFinder::add(std::span<const std::uint8_t> tf2, Hit& hit) {
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> outside_body(terms_.size(), 0);  // tf2 of what the fields explain
  const auto explain = [&](std::uint32_t doubled_weight) {
    for (std::size_t i = 0; i < counts.size(); ++i) outside_body[i] += doubled_weight * counts[i];
  };
  const auto met = [&](EvidenceKind kind, const char* field, const std::string& text) {
    if (auto words = words_of(counts); !words.empty()) {
      hit.evidence.push_back({kind, field, text, std::move(words)});
    }
  };
  count(hit.name, counts);
  explain(kDoubledNameWeight);
  met(EvidenceKind::name, "name", hit.name);
  for (const auto* list : {&hit.triggers, &hit.patterns}) {
    const auto kind = list == &hit.triggers ? EvidenceKind::keyword : EvidenceKind::pattern;
    for (const std::string& trigger : *list) {
      count(trigger, counts);
      explain(kDoubledTriggerWeight);
      met(kind, "triggers", trigger);
    }
  }
  const auto places = count(hit.description, counts);
  explain(kDoubledDescriptionWeight);
  hit.snippet = snippet_of(hit.description, places, kSnippetBytes);
  met(EvidenceKind::text, "description", hit.snippet);
  // What the postings count beyond the other fields stands in the body: it is not read for this.
  counts.assign(terms_.size(), 0);
  for (std::size_t i = 0; i < tf2.size(); ++i) counts[i] = tf2[i] > outside_body[i] ? 1 : 0;
  met(EvidenceKind::text, "instructions", {});
}

}  // namespace skillcat::query
