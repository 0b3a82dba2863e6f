// Quality of search and match beside plain FTS5, in one run over labelled sets.
//   quality FOLDER [--parts] [--none FILE] [--sets A,B…]
// FOLDER holds the sets (labelled.h). --parts also prints what each part of the ranking adds, by
// leaving it out. --none: messages that call for no skill, one a line, for the false alarms of
// match. Deterministic.
#include <skillcat/catalog.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "fts_peer.h"
#include "labelled.h"
#include "measure.h"
#include "query/search.h"

namespace skillcat::bench {
namespace {

using Answers = std::vector<std::vector<std::string>>;
using query::RankingOptions;

const std::vector<std::string> kEnglish = {"metatool",        "metatool_multi",  "sealtools",
                                           "toollens",        "toolret_apibank", "toolret_apigen",
                                           "toolret_gorilla", "toolret_toolink", "ultratool_en"};
const std::vector<std::string> kOthers = {"skills_md", "ultratool_zh", "fastskills_zh",
                                          "skills_md_zh", "livemcp"};

std::string id_of(const Hit& hit) {
  return nlohmann::json::parse(hit.metadata).at("id");
}

Quality operator+(const Quality& a, const Quality& b) {
  return {a.ndcg10 + b.ndcg10, a.recall5 + b.recall5, a.recall10 + b.recall10, a.mrr + b.mrr};
}
Quality operator/(const Quality& a, double n) {
  return {a.ndcg10 / n, a.recall5 / n, a.recall10 / n, a.mrr / n};
}

/// A set with its catalogs, each made when it is first asked.
class Bench {
 public:
  explicit Bench(LabelledSet set) : set_(std::move(set)) {}

  const LabelledSet& set() const { return set_; }

  Quality search(const RankingOptions& options, bool with_bodies = true, Samples* times = nullptr) {
    query::Reader reader(catalog(with_bodies).path());
    Answers answers;
    for (const Question& question : set_.questions) {
      const Timer timer;
      const auto answer = query::search(reader, {question.text, false, 10, {}}, options);
      if (times != nullptr) times->add(timer.ms());
      auto& ids = answers.emplace_back();
      for (const Hit& hit : answer.hits) ids.push_back(id_of(hit));
    }
    return quality_of(set_.questions, answers);
  }

  Quality fts(const std::string& tokenizer, const std::string& weights) const {
    FtsPeer peer(set_, tokenizer, weights);
    Answers answers;
    for (const Question& question : set_.questions) answers.push_back(peer.search(question.text));
    return quality_of(set_.questions, answers);
  }

  Catalog open() { return Catalog::open(catalog(true).path()); }

 private:
  SetCatalog& catalog(bool with_bodies) {
    auto& catalog = with_bodies ? catalog_ : without_bodies_;
    if (!catalog) {
      LabelledSet set = set_;
      if (!with_bodies) {
        for (Document& document : set.documents) document.body.clear();
      }
      catalog = std::make_unique<SetCatalog>(set);
    }
    return *catalog;
  }

  LabelledSet set_;
  std::unique_ptr<SetCatalog> catalog_;
  std::unique_ptr<SetCatalog> without_bodies_;
};

using Benches = std::vector<std::unique_ptr<Bench>>;

bool is_english(const Bench& bench) {
  return std::ranges::find(kEnglish, bench.set().name) != kEnglish.end();
}

std::string four(const Quality& q) {
  char text[64];
  std::snprintf(text, sizeof text, "%.1f %.1f %.1f %.1f", 100 * q.ndcg10, 100 * q.recall5,
                100 * q.recall10, 100 * q.mrr);
  return text;
}

void print_row(const std::string& name, std::size_t questions, const std::vector<Quality>& systems,
               const std::string& times) {
  std::printf("| %s | %zu |", name.c_str(), questions);
  for (const Quality& quality : systems) std::printf(" %s |", four(quality).c_str());
  std::printf(" %s |\n", times.c_str());
  std::fflush(stdout);
}

void compare(Benches& benches) {
  std::printf(
      "nDCG@10, R@5, R@10, MRR in percent\n\n"
      "| set | questions | **skillcat** | FTS5 unicode61 | FTS5 porter, 4, 4, 1 "
      "| FTS5 porter with bodies, 4, 4, 2, 1 | skillcat, cpu ms p50/p99 |\n"
      "|---|---|---|---|---|---|---|\n");
  std::vector<Quality> macro(4);
  double english = 0;
  for (const auto& bench : benches) {
    Samples times;
    const std::vector<Quality> systems = {
        bench->search({}, true, &times), bench->fts("unicode61", "1, 1, 1, 0"),
        bench->fts("porter unicode61", "4, 4, 1, 0"), bench->fts("porter unicode61", "4, 4, 2, 1")};
    print_row(bench->set().name, bench->set().questions.size(), systems, times.text());
    if (!is_english(*bench)) continue;
    ++english;
    for (std::size_t i = 0; i < macro.size(); ++i) macro[i] = macro[i] + systems[i];
  }
  if (english == 0) return;
  for (Quality& quality : macro) quality = quality / english;
  print_row("**mean of the English sets**", static_cast<std::size_t>(english), macro, "");
}

struct Part {
  std::string name;
  std::function<void(RankingOptions&)> leave_out;  ///< none: its texts are left out
};

std::vector<Part> parts() {
  return {
      {"everything", [](RankingOptions&) {}},
      {"without bodies", {}},
      {"without weights of terms",
       [](RankingOptions& o) { o.weights = query::TermWeights::plain(); }},
      {"without stop words in short queries", [](RankingOptions& o) { o.weights.short_query = 0; }},
      {"without coverage of the name", [](RankingOptions& o) { o.name = 0; }},
      {"without the best trigger", [](RankingOptions& o) { o.trigger = 0; }},
      {"without words inside names", [](RankingOptions& o) { o.in_name = 0; }},
      {"without the second stage", [](RankingOptions& o) { o.depth = 0; }},
      {"without spelling", [](RankingOptions& o) { o.spelling = false; }},
      {"without the lexicon", [](RankingOptions& o) { o.lexicon = false; }},
  };
}

void print_parts(Benches& benches) {
  std::printf("\nnDCG@10 in percent\n\n| | mean of the English sets |");
  for (const auto& bench : benches) {
    if (!is_english(*bench)) std::printf(" %s |", bench->set().name.c_str());
  }
  std::printf("\n|---|---|");
  for (const auto& bench : benches) {
    if (!is_english(*bench)) std::printf("---|");
  }
  std::printf("\n");
  for (const Part& part : parts()) {
    RankingOptions options;
    if (part.leave_out) part.leave_out(options);
    double english = 0;
    double sum = 0;
    std::string others;
    for (const auto& bench : benches) {
      const double ndcg = 100 * bench->search(options, static_cast<bool>(part.leave_out)).ndcg10;
      if (is_english(*bench)) {
        ++english;
        sum += ndcg;
        continue;
      }
      char cell[32];
      std::snprintf(cell, sizeof cell, " %.1f |", ndcg);
      others += cell;
    }
    std::printf("| %s | %.2f |%s\n", part.name.c_str(), english > 0 ? sum / english : 0.0,
                others.c_str());
    std::fflush(stdout);
  }
}

void print_match(Benches& benches, const std::vector<std::string>& none) {
  std::printf(
      "\nmatch, questions as messages: share answered; of these, share whose first skill is right; "
      "recall of all right skills; false alarms on messages that call for none\n\n"
      "| set | answered | first is right | recall | false alarms of %zu |\n|---|---|---|---|---|\n",
      none.size());
  for (const auto& bench : benches) {
    Catalog catalog = bench->open();
    double answered = 0;
    double first = 0;
    double recall = 0;
    for (const Question& question : bench->set().questions) {
      const auto hits = catalog.match({question.text, 10, {}, {}}).hits;
      if (hits.empty()) continue;
      ++answered;
      double met = 0;
      for (std::size_t i = 0; i < hits.size(); ++i) {
        const bool right = std::ranges::count(question.relevant, id_of(hits[i])) > 0;
        if (right) ++met;
        if (right && i == 0) ++first;
      }
      recall += met / static_cast<double>(question.relevant.size());
    }
    std::size_t alarms = 0;
    for (const std::string& message : none) {
      const auto hits = catalog.match({message, 10, {}, {}}).hits;
      if (!hits.empty()) ++alarms;
    }
    const auto n = static_cast<double>(bench->set().questions.size());
    std::printf("| %s | %.1f | %.1f | %.1f | %zu |\n", bench->set().name.c_str(),
                100 * answered / n, answered > 0 ? 100 * first / answered : 0.0, 100 * recall / n,
                alarms);
    std::fflush(stdout);
  }
}

Benches read_benches(const std::string& folder, const std::vector<std::string>& only) {
  Benches benches;
  const auto wanted = [&](const std::string& name) {
    return only.empty() || std::ranges::find(only, name) != only.end();
  };
  const auto add = [&](LabelledSet set) {
    benches.push_back(std::make_unique<Bench>(std::move(set)));
  };
  for (const auto* names : {&kEnglish, &kOthers}) {
    for (const std::string& name : *names) {
      if (wanted(name)) add(read_set(folder, name));
    }
  }
  if (wanted("typo")) add(with_typos(read_set(folder, "skills_md")));
  if (wanted("crossed")) {
    const LabelledSet english = read_set(folder, "ultratool_en");
    const LabelledSet chinese = read_set(folder, "ultratool_zh");
    add(crossed(english, chinese));
    add(crossed(chinese, english));
  }
  return benches;
}

std::vector<std::string> pieces_of(const std::string& text, char separator) {
  std::istringstream in(text);
  std::vector<std::string> pieces;
  for (std::string piece; std::getline(in, piece, separator);) {
    if (!piece.empty() && piece[0] != '#') pieces.push_back(piece);
  }
  return pieces;
}

int run(const std::vector<std::string>& arguments) {
  std::vector<std::string> only;
  std::vector<std::string> none;
  bool with_parts = false;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const bool has_value = i + 1 < arguments.size();
    if (arguments[i] == "--parts") with_parts = true;
    if (arguments[i] == "--sets" && has_value) only = pieces_of(arguments[i + 1], ',');
    if (arguments[i] == "--none" && has_value) {
      std::ifstream in(arguments[i + 1]);
      none = pieces_of({std::istreambuf_iterator<char>(in), {}}, '\n');
    }
  }
  Timer::use_cpu_time();
  Benches benches = read_benches(arguments[0], only);
  compare(benches);
  print_match(benches, none);
  if (with_parts) print_parts(benches);
  return 0;
}

}  // namespace
}  // namespace skillcat::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "quality FOLDER [--parts] [--none FILE] [--sets A,B...]\n");
    return 2;
  }
  try {
    return skillcat::bench::run({argv + 1, argv + argc});
  } catch (const std::exception& e) {
    std::fprintf(stderr, "quality: %s\n", e.what());
    return 1;
  }
}
