#include "query/match.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/text.h"
#include "query/candidates.h"
#include "query/coverage.h"
#include "query/evidence.h"
#include "query/message.h"
#include "query/phrases.h"
#include "query/plan.h"

namespace skillcat::query {
namespace {

// Scores of evidence. Text relevance stays below every phrase.
constexpr double kSlash = 1.0;
constexpr double kPattern = 0.95;
constexpr double kKeyword = 0.85;
constexpr double kKeywordUnit = 0.02;  ///< more for each further word of a keyword, up to four
constexpr double kName = 0.8;          ///< of several words; one of one word is ranked as text
constexpr double kText = 0.65;         ///< text relevance: this at most, by rank of search

/// Text relevance calls for a skill when this share of what the message tells (sum of idf) and of
/// its pieces, and more than this many of them, stand in name, triggers and description; just so
/// many, when the name holds one. Two rare words of a longer message ("Hacker News") are no call.
constexpr double kMinCoverage = 0.5;
constexpr std::size_t kMinPieces = 2;
constexpr std::size_t kTextCandidates = 20;

/// As search, but a message is no query: its stop words say nothing, and a word that no skill holds
/// is more often a name than a typo.
const RankingOptions kOptions = [] {
  RankingOptions options;
  options.spelling = false;
  options.weights.short_query = 0;
  return options;
}();

/// A short keyword that this many skills hold, and this share of them, is an everyday word
/// ("search", "文件"): like a name of one word it needs another word of the skill beside it.
constexpr double kEverydaySkills = 20;
constexpr double kEverydayShare = 0.02;

struct Called {
  Hit hit;
  std::int64_t precedence = 0;
};

bool is_cjk_text(std::string_view text) {
  const auto tokens = words(text);
  return std::ranges::all_of(tokens,
                             [](const Token& t) { return t.kind == TokenKind::cjk_single; });
}

double score_of(const PhraseMatch& phrase) {
  switch (phrase.kind) {
    case PhraseKind::slash:
      return kSlash;
    case PhraseKind::pattern:
      return kPattern;
    case PhraseKind::keyword:
      return kKeyword + kKeywordUnit * static_cast<double>(std::min<std::size_t>(phrase.units, 4));
    case PhraseKind::name:
      return kName;
  }
  return 0;
}

Evidence evidence_of(const PhraseMatch& phrase) {
  Evidence evidence;
  evidence.kind = phrase.kind == PhraseKind::keyword ? EvidenceKind::keyword
                  : phrase.kind == PhraseKind::name  ? EvidenceKind::name
                                                     : EvidenceKind::pattern;
  evidence.field = phrase.kind == PhraseKind::name ? "name" : "triggers";
  evidence.text = phrase.text;
  return evidence;
}

class Matcher {
 public:
  Matcher(Reader& reader, const Message& message)
      : reader_(reader),
        message_(message),
        text_(read_message(message.text, stemmer_)),
        plan_(plan_of(reader.postings(), text_.text, kOptions)),
        finder_(plan_.terms),
        evidence_(plan_.terms) {}

  SearchAnswer run() {
    SearchAnswer answer;
    static_cast<Freshness&>(answer) = reader_.freshness();
    answer.query = message_.text;
    answer.terms = terms_of(text_.text);
    call_by_phrase();
    call_by_text();
    std::ranges::sort(called_, [](const Called& a, const Called& b) {
      return std::tie(b.hit.score, a.precedence, a.hit.ref) <
             std::tie(a.hit.score, b.precedence, b.hit.ref);
    });
    collapse(answer);
    return answer;
  }

 private:
  void call_by_phrase() {
    std::map<std::int64_t, std::vector<PhraseMatch>> by_skill;
    for (PhraseMatch& phrase : find_phrases(reader_, text_, stemmer_)) {
      if (passes_filter(phrase.skill_id)) by_skill[phrase.skill_id].push_back(std::move(phrase));
    }
    for (auto& [skill_id, phrases] : by_skill) {
      std::ranges::stable_sort(phrases, std::greater<>{}, score_of);
      const PhraseMatch& best = phrases.front();
      Called called = load(skill_id);
      called.hit.score = score_of(best);
      if (needs_support(best) && !is_supported(called.hit, best)) continue;
      if (best.kind == PhraseKind::name && best.units == 1) {
        named_.insert(skill_id);
        continue;
      }
      called.hit.explain = {{"phrase", score_of(best)}};
      called.hit.evidence.clear();
      for (const PhraseMatch& phrase : phrases) called.hit.evidence.push_back(evidence_of(phrase));
      seen_.insert(skill_id);
      called_.push_back(std::move(called));
    }
  }

  /// A name like "test" or a keyword like "search" stands in many messages.
  bool needs_support(const PhraseMatch& phrase) {
    if (phrase.kind == PhraseKind::name) return phrase.units == 1;
    if (phrase.kind != PhraseKind::keyword) return false;
    const auto terms = weighted_terms_of(phrase.text);
    const bool is_short = phrase.units == 1 || (phrase.units == 2 && is_cjk_text(phrase.text));
    if (!is_short || terms.empty()) return false;
    const auto holders = static_cast<double>(reader_.postings().documents_with(terms.front().text));
    const auto all = static_cast<double>(reader_.postings().meta().documents);
    return holders >= kEverydaySkills && holders >= kEverydayShare * all;
  }

  /// Another word of the message meets the skill as well.
  bool is_supported(const Hit& hit, const PhraseMatch& name) {
    std::set<std::string> name_terms;
    for (const Token& token : analyse(name.text)) {
      name_terms.emplace(stemmer_.stem(token.text));
    }
    return std::ranges::any_of(hit.evidence, [&](const Evidence& evidence) {
      return std::ranges::any_of(evidence.terms, [&](const std::string& term) {
        return !name_terms.contains(std::string(stemmer_.stem(term)));
      });
    });
  }

  void call_by_text() {
    if (plan_.terms.empty()) return;
    const auto found = find_candidates(reader_, plan_.terms, message_.filter, kTextCandidates);
    if (found.empty()) return;
    const Coverage coverage(reader_.postings(), text_.text, plan_);
    if (coverage.pieces() < kMinPieces) return;  // one word is a search, not a call
    for (const Candidate& candidate : found) {
      if (seen_.contains(candidate.skill_id)) continue;
      Called called = load(candidate.skill_id);
      const Covered covered = coverage.of(terms_in(called.hit));
      const bool named = named_.contains(candidate.skill_id);
      if (covered.count < kMinPieces) continue;
      const bool in_name = coverage.of(terms_in_name(called.hit)).count > 0;
      if (covered.count == kMinPieces && !in_name) continue;
      if (!named && std::min(covered.share, covered.count_share) < kMinCoverage) continue;
      double points = candidate.bm25;
      called.hit.explain = {{"coverage", covered.share}, {"bm25", candidate.bm25}};
      for (const auto& part :
           bonuses(plan_.shape, text_of(finder_, candidate), candidate.bm25, kOptions)) {
        called.hit.explain.push_back(part);
        points += part.second;
      }
      called.hit.score = kText * points / (points + kHalfScoreBm25);
      called_.push_back(std::move(called));
    }
  }

  std::vector<bool> terms_in_name(const Hit& hit) {
    std::vector<bool> met(plan_.terms.size());
    for (const TermPlace& place : finder_.find(hit.name).places) met[place.term] = true;
    return met;
  }

  /// Which terms stand in name, triggers or description.
  std::vector<bool> terms_in(const Hit& hit) {
    std::vector<bool> met(plan_.terms.size());
    const auto look = [&](const std::string& text) {
      for (const TermPlace& place : finder_.find(text).places) met[place.term] = true;
    };
    look(hit.name);
    for (const std::string& trigger : hit.triggers) look(trigger);
    look(hit.description);
    return met;
  }

  bool passes_filter(std::int64_t skill_id) {
    const Condition condition = condition_of(message_.filter, "skill_id");
    if (condition.parameters.empty()) return true;
    Rows row = reader_.rows("SELECT 1 FROM skill WHERE " + condition.sql +
                            " AND skill_id = CAST(? AS INTEGER)");
    auto parameters = condition.parameters;
    parameters.push_back(std::to_string(skill_id));
    return row.bind_each(parameters).next();
  }

  Called load(std::int64_t skill_id) {
    Called called;
    reader_.load(skill_id, called.hit);
    evidence_.add({}, called.hit);  // without the body: it holds words of every message
    Rows row = reader_.rows("SELECT precedence, project_path FROM root WHERE label = ?");
    if (row.bind(called.hit.root).next()) called.precedence = precedence_at(row);
    return called;
  }

  /// As in names.cpp: a project around the working folder comes first.
  std::int64_t precedence_at(Rows& root) {
    const std::string project = root.text(1);
    const bool inside =
        !project.empty() && (message_.cwd == project || message_.cwd.starts_with(project + "/"));
    return inside ? -static_cast<std::int64_t>(project.size()) : root.integer(0);
  }

  /// One hit a name and a content, the winner; equal content is listed with it.
  void collapse(SearchAnswer& answer) {
    std::map<std::string, std::size_t> by_digest;
    std::set<std::string> names;
    for (Called& called : called_) {
      if (const auto known = by_digest.find(called.hit.digest); known != by_digest.end()) {
        answer.hits[known->second].copies.push_back(called.hit.ref);
        continue;
      }
      if (!names.insert(fold(called.hit.name)).second) continue;
      by_digest.emplace(called.hit.digest, answer.hits.size());
      answer.hits.push_back(std::move(called.hit));
    }
    answer.total = static_cast<std::int64_t>(answer.hits.size());
    if (answer.hits.size() > message_.limit) answer.hits.resize(message_.limit);
  }

  Reader& reader_;
  const Message& message_;
  Stemmer stemmer_;
  const MessageText text_;
  const Plan plan_;
  TermFinder finder_;
  EvidenceFinder evidence_;
  std::set<std::int64_t> seen_;
  std::set<std::int64_t> named_;  ///< by one word, with another word of the skill beside it
  std::vector<Called> called_;
};

}  // namespace

SearchAnswer match(Reader& reader, const Message& message) {
  return Matcher(reader, message).run();
}

}  // namespace skillcat::query
