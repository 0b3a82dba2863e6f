#include "query/ranking.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace skillcat::query {
namespace {

double score_of(double points) {
  const double positive = std::max(points, 0.0);
  return positive / (positive + kHalfScoreBm25);
}

/// Words shorter than this stand inside too many others.
constexpr std::size_t kLeastInside = 4;

/// True for terms that stand for a word of their own in a text.
bool is_counted(const QueryTerm& term) {
  return term.kind != TermKind::cjk_character && term.kind != TermKind::identifier;
}

/// For each word of a text, the weight of the term that stands there; the sum of them.
double met_words(std::span<const QueryTerm> terms, const FieldPlaces& field, bool stop_words) {
  double met = 0;
  std::uint32_t next = 0;  // position that is not counted yet
  for (const TermPlace& place : field.places) {
    const QueryTerm& term = terms[place.term];
    if (term.kind == TermKind::cjk_character || place.position < next) continue;
    if (term.stop_word && !stop_words) continue;
    met += std::min(1.0F, term.weight);
    next = place.position + 1;
  }
  return met;
}

/// The share of the name's words that the question holds. Its stop words do not count.
double name_coverage(std::span<const QueryTerm> terms, const CandidateText& text) {
  if (text.name.words <= text.name.stop_words) return 0;
  const double words = text.name.words - text.name.stop_words;
  return std::min(1.0, met_words(terms, text.name, false) / words);
}

/// What the words of the best trigger tell, by the share of the trigger that the question holds.
/// Not the sum over triggers: two hundred of them must not win by number.
double best_trigger(std::span<const QueryTerm> terms, const CandidateText& text) {
  double best = 0;
  for (const FieldPlaces& trigger : text.triggers) {
    if (trigger.places.empty()) continue;
    double told = 0;
    for (auto place = trigger.places.begin(); place != trigger.places.end(); ++place) {
      const bool first = std::find_if(trigger.places.begin(), place, [&](const TermPlace& before) {
                           return before.term == place->term;
                         }) == place;
      const QueryTerm& term = terms[place->term];
      if (first && is_counted(term)) told += term.told;
    }
    const double share = met_words(terms, trigger, true) / trigger.words;
    best = std::max(best, told * std::min(1.0, share));
  }
  return best;
}

/// What the words tell that stand inside the name but are no word of it ("sub" in "subreddit").
double told_inside_name(std::span<const QueryTerm> terms, const CandidateText& text) {
  double told = 0;
  for (std::uint32_t i = 0; i < terms.size(); ++i) {
    const QueryTerm& term = terms[i];
    const bool tried = term.kind == TermKind::word && term.text.size() >= kLeastInside;
    if (!tried || text.joined_name.find(term.text) == std::string::npos) continue;
    const bool is_word =
        std::ranges::find(text.name.places, i, &TermPlace::term) != text.name.places.end();
    if (!is_word) told += term.told;
  }
  return told;
}

}  // namespace

CandidateText text_of(TermFinder& finder, const Candidate& candidate) {
  CandidateText text;
  text.name = finder.find(candidate.name, &text.joined_name);
  for (const std::string& keyword : candidate.keywords) {
    text.triggers.push_back(finder.find(keyword));
  }
  return text;
}

ScoreParts bonuses(std::span<const QueryTerm> terms, const CandidateText& text, double bm25,
                   const RankingOptions& options) {
  ScoreParts parts;
  double points = bm25;
  const auto add = [&](const char* part, double value) {
    if (value <= 0) return;
    parts.emplace_back(part, value);
    points += value;
  };
  add("trigger", options.trigger * best_trigger(terms, text));
  add("in_name", options.in_name * told_inside_name(terms, text));
  add("name", options.name * name_coverage(terms, text) * points);
  return parts;
}

std::vector<Ranked> rank(const std::vector<Candidate>& by_name,
                         const std::vector<TextCandidate>& by_text) {
  std::vector<Ranked> ranked;
  std::set<std::int64_t> named;
  for (const Candidate& candidate : by_name) {
    if (!named.insert(candidate.skill_id).second) continue;
    ranked.push_back({candidate, 1.0, {{"exact_name", 1.0}}});
  }
  const auto end_of_named = static_cast<std::ptrdiff_t>(ranked.size());
  for (const auto& [candidate, parts] : by_text) {
    if (named.contains(candidate.skill_id)) continue;
    Ranked& hit = ranked.emplace_back();
    hit.candidate = candidate;
    hit.explain.emplace_back("bm25", candidate.bm25);
    double points = candidate.bm25;
    for (const auto& part : parts) {
      hit.explain.push_back(part);
      points += part.second;
    }
    hit.score = score_of(points);
  }
  // Exact names keep the order of precedence they came in.
  std::stable_sort(ranked.begin() + end_of_named, ranked.end(),
                   [](const Ranked& a, const Ranked& b) {
                     return std::tie(b.score, a.candidate.precedence, a.candidate.ref) <
                            std::tie(a.score, b.candidate.precedence, b.candidate.ref);
                   });
  return ranked;
}

}  // namespace skillcat::query
