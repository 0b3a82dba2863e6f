#include "query/match.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include "base/text.h"
#include "query/candidates.h"
#include "query/evidence.h"
#include "query/message.h"
#include "query/phrases.h"
#include "query/terms.h"

namespace skillcat::query {
namespace {

// Scores of evidence. Text relevance stays below every phrase.
constexpr double kSlash = 1.0;
constexpr double kPattern = 0.95;
constexpr double kKeyword = 0.85;
constexpr double kKeywordUnit = 0.02;  ///< more for each further word of a keyword, up to four
constexpr double kName = 0.8;
constexpr double kSupportedName = 0.7;  ///< a name of one word, with another word of the skill
constexpr double kText = 0.6;           ///< at full coverage of the message
constexpr double kTextOrder = 0.05;     ///< of it by BM25, so that equal coverage has an order

/// Text relevance calls for a skill when this share of the message's information (sum of idf) and
/// of its terms, and at least this many of them, stand in name, triggers and description: two rare
/// words of a longer message ("Hacker News") are no call.
constexpr double kMinCoverage = 0.5;
constexpr std::size_t kMinTerms = 2;
constexpr std::size_t kTextCandidates = 10;

/// A short keyword that this many skills hold, and this share of them, is an everyday word
/// ("search", "文件"): like a name of one word it needs another word of the skill beside it.
constexpr double kEverydaySkills = 20;
constexpr double kEverydayShare = 0.02;

struct Called {
  Hit hit;
  std::int64_t precedence = 0;
};

std::int64_t document_frequency(Reader& reader, const std::string& term) {
  const auto list = reader.postings().find(term);
  return list ? list->documents : 0;
}

bool is_cjk_text(std::string_view text) {
  const auto tokens = words(text);
  return std::ranges::all_of(tokens,
                             [](const Token& t) { return t.kind == TokenKind::cjk_single; });
}

/// How much each term of the message tells: idf over the catalog, by its weight.
class Information {
 public:
  Information(Reader& reader, std::span<const WeightedTerm> terms) {
    const auto total = static_cast<double>(reader.postings().meta().documents);
    for (const WeightedTerm& term : terms) {
      const auto n = static_cast<double>(document_frequency(reader, term.text));
      const double told = std::log1p((total - n + 0.5) / (n + 0.5)) * double{term.weight};
      told_[term.word] = told;
      total_ += told;
    }
  }

  /// The share of the message's information that `hit` has, and by how many of its words.
  std::pair<double, std::size_t> coverage(const Hit& hit) const {
    std::set<std::string> met;
    double sum = 0;
    for (const Evidence& evidence : hit.evidence) {
      for (const std::string& word : evidence.terms) {
        const auto told = told_.find(word);
        if (told != told_.end() && met.insert(word).second) sum += told->second;
      }
    }
    return {total_ > 0 ? sum / total_ : 0, met.size()};
  }

 private:
  std::map<std::string, double> told_;  ///< by word of the message
  double total_ = 0;
};

double score_of(const PhraseMatch& phrase) {
  switch (phrase.kind) {
    case PhraseKind::slash:
      return kSlash;
    case PhraseKind::pattern:
      return kPattern;
    case PhraseKind::keyword:
      return kKeyword + kKeywordUnit * static_cast<double>(std::min<std::size_t>(phrase.units, 4));
    case PhraseKind::name:
      return phrase.units > 1 ? kName : kSupportedName;
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
        terms_(weighted_terms_of(text_.text)),
        evidence_(terms_) {}

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
    const auto holders = static_cast<double>(document_frequency(reader_, terms.front().text));
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
    if (terms_.empty()) return;
    std::optional<Information> information;
    for (const Candidate& candidate :
         find_candidates(reader_, terms_, message_.filter, kTextCandidates)) {
      if (seen_.contains(candidate.skill_id)) continue;
      if (!information) information.emplace(reader_, terms_);
      Called called = load(candidate.skill_id);
      const auto [share, met] = information->coverage(called.hit);
      const double share_of_terms = static_cast<double>(met) / static_cast<double>(terms_.size());
      if (std::min(share, share_of_terms) < kMinCoverage) continue;
      if (met < std::min(kMinTerms, terms_.size())) continue;
      if (terms_.size() < kMinTerms) continue;  // one word is a search, not a call
      const double order = candidate.bm25 / (candidate.bm25 + 10);  // 0…1, rising
      called.hit.score = kText * ((1 - kTextOrder) * share + kTextOrder * order);
      called.hit.explain = {{"coverage", share}, {"bm25", candidate.bm25}};
      called_.push_back(std::move(called));
    }
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
  const std::vector<WeightedTerm> terms_;
  EvidenceFinder evidence_;
  std::set<std::int64_t> seen_;
  std::vector<Called> called_;
};

}  // namespace

SearchAnswer match(Reader& reader, const Message& message) {
  return Matcher(reader, message).run();
}

}  // namespace skillcat::query
