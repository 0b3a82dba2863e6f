#include "labelled.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/clock.h"
#include "index/pass.h"

namespace skillcat::bench {
namespace {

using nlohmann::json;

template <class Take>
void each_line(const std::string& path, Take&& take) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) take(json::parse(line));
  }
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string with_typo(std::string text) {
  std::size_t best = 0;
  std::size_t length = 0;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end - i > length) {
      best = i;
      length = end - i;
    }
    i = std::max(end, i + 1);
  }
  if (length < 5) return text;
  // From the middle on, the first pair whose letters differ.
  for (std::size_t step = 0; step + 1 < length; ++step) {
    const std::size_t at = best + (length / 2 + step) % (length - 1);
    if (text[at] == text[at + 1]) continue;
    std::swap(text[at], text[at + 1]);
    break;
  }
  return text;
}

}  // namespace

LabelledSet read_set(const std::string& folder, const std::string& name) {
  LabelledSet set;
  set.name = name;
  each_line(folder + "/" + name + "/docs.jsonl", [&](const json& line) {
    set.documents.push_back({line.at("id"), line.at("name"), line.at("description"),
                             line.value("triggers", std::vector<std::string>{}),
                             line.value("body", std::string{})});
  });
  each_line(folder + "/" + name + "/queries.jsonl", [&](const json& line) {
    set.questions.push_back({line.at("q"), line.at("relevant")});
  });
  return set;
}

LabelledSet crossed(const LabelledSet& documents, const LabelledSet& questions) {
  return {questions.name + " on " + documents.name, documents.documents, questions.questions};
}

LabelledSet with_typos(LabelledSet set) {
  set.name += ", one typo";
  for (Question& question : set.questions) question.text = with_typo(std::move(question.text));
  return set;
}

SetCatalog::SetCatalog(const LabelledSet& set) {
  json entries = json::array();
  for (const Document& document : set.documents) {
    entries.push_back({{"id", document.id},
                       {"name", document.name},
                       {"description", document.description},
                       {"triggers", document.triggers},
                       {"instructions", document.body}});
  }
  folder_.write("root/set.skills.json", entries.dump());
  source::Root root;
  root.label = "set";
  root.path = folder_.path("root");
  const SystemClock clock;
  index::Indexer indexer(path(), "quality", std::chrono::milliseconds(0), clock);
  const auto report = indexer.run({root}, {}, {});
  if (report.active != static_cast<std::int64_t>(set.documents.size())) {
    throw std::runtime_error("of " + std::to_string(set.documents.size()) + " documents of " +
                             set.name + " " + std::to_string(report.active) + " are served");
  }
}

Quality quality_of(const std::vector<Question>& questions,
                   const std::vector<std::vector<std::string>>& answers) {
  Quality sum;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto& relevant = questions[i].relevant;
    const auto is_relevant = [&](const std::string& id) {
      return std::ranges::find(relevant, id) != relevant.end();
    };
    double gain = 0;
    double ideal = 0;
    double met5 = 0;
    double met10 = 0;
    double first = 0;
    for (std::size_t place = 0; place < 10; ++place) {
      const double discount = 1 / std::log2(static_cast<double>(place) + 2);
      if (place < relevant.size()) ideal += discount;
      if (place >= answers[i].size() || !is_relevant(answers[i][place])) continue;
      gain += discount;
      ++met10;
      if (place < 5) ++met5;
      if (first == 0) first = 1 / (static_cast<double>(place) + 1);
    }
    const auto all = static_cast<double>(relevant.size());
    sum.ndcg10 += gain / ideal;
    sum.recall5 += met5 / all;
    sum.recall10 += met10 / all;
    sum.mrr += first;
  }
  const double n = std::max<double>(1, static_cast<double>(questions.size()));
  return {sum.ndcg10 / n, sum.recall5 / n, sum.recall10 / n, sum.mrr / n};
}

}  // namespace skillcat::bench
