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
  std::vector<std::string> words;  ///< as they were asked for
  std::vector<ByteRange> places;   ///< in the field's text, ascending
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
std::vector<ByteRange> places_of(const std::string& text, const std::vector<std::string>& words) {
  std::vector<ByteRange> places;
  for (const Token& token : analyse(text)) {
    if (std::ranges::find(words, token.text) != words.end()) {
      places.push_back({token.begin, token.end});
    }
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

/// Where the window of `size` bytes begins that begins at a place and holds the most of them.
std::size_t densest(const std::vector<ByteRange>& places, std::size_t size) {
  std::size_t best = 0;
  std::size_t best_count = 0;
  std::size_t end = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    while (end < places.size() && places[end].begin < places[i].begin + size) ++end;
    if (end - i > best_count) {
      best_count = end - i;
      best = places[i].begin;
    }
  }
  return best;
}

void set_snippet(Hit& hit, const std::vector<ByteRange>& places) {
  hit.snippet_parts = snippet_of(hit.description, places, kSnippetBytes);
  hit.snippet.clear();
  for (const SnippetPart& part : hit.snippet_parts) hit.snippet += part.text;
}

}  // namespace

std::vector<SnippetPart> snippet_of(const std::string& text, const std::vector<ByteRange>& places,
                                    std::size_t max_bytes) {
  std::size_t begin = 0;
  std::size_t end = text.size();
  if (text.size() > max_bytes) {
    const std::size_t best = densest(places, max_bytes);
    const std::size_t lead = max_bytes / 6;
    begin = best <= lead ? 0 : std::min(word_start(text, best - lead), best);
    if (begin + max_bytes < text.size()) end = word_end(text, begin + max_bytes);
  }
  std::vector<SnippetPart> parts;
  const auto add = [&](std::string_view piece, bool match) {
    if (piece.empty()) return;
    if (parts.empty() || parts.back().match != match) parts.push_back({{}, match});
    parts.back().text += piece;
  };
  if (begin > 0) add("…", false);
  std::size_t told = begin;
  for (const ByteRange& place : places) {
    const std::size_t from = std::max<std::size_t>(place.begin, told);
    const std::size_t to = std::min<std::size_t>(place.end, end);
    if (from >= to) continue;
    add(std::string_view(text).substr(told, from - told), false);
    add(std::string_view(text).substr(from, to - from), true);
    told = to;
  }
  add(std::string_view(text).substr(told, end - told), false);
  if (end < text.size()) add("…", false);
  return parts;
}

void add_evidence(Reader& reader, const std::string& expression, Hit& hit) {
  set_snippet(hit, {});
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
  set_snippet(hit, description.places);
  hit.evidence.push_back({EvidenceKind::text, "description", hit.snippet, description.words});
}

EvidenceFinder::EvidenceFinder(std::span<const WeightedTerm> terms)
    : terms_(terms), finder_(terms) {}

/// Counts each term in `text`; says where they stand.
std::vector<ByteRange> EvidenceFinder::count(std::string_view text,
                                             std::vector<std::uint32_t>& counts) {
  std::vector<ByteRange> places;
  counts.assign(terms_.size(), 0);
  for (const TermPlace& place : finder_.find(text).places) {
    ++counts[place.term];
    places.push_back({place.begin, place.end});
  }
  std::ranges::sort(places, {}, &ByteRange::begin);  // an identifier begins before its last part
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
  set_snippet(hit, places);
  met(EvidenceKind::text, "description", hit.snippet);
  // What the postings count beyond the other fields stands in the body: it is not read for this.
  counts.assign(terms_.size(), 0);
  for (std::size_t i = 0; i < tf2.size(); ++i) counts[i] = tf2[i] > outside_body[i] ? 1 : 0;
  met(EvidenceKind::text, "instructions", {});
}

}  // namespace skillcat::query
