// A catalog of made-up skills of one size, and what is measured on it.
#pragma once

#include <skillcat/skill.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "corpus.h"
#include "results.h"
#include "table.h"

namespace skillcat::bench {

inline constexpr std::size_t kTop = 10;

class CatalogUnderTest {
 public:
  /// In `folder`. `keep`: one that is there is used as it is.
  CatalogUnderTest(std::string folder, bool keep, const Results& results, const Corpus& corpus,
                   std::uint64_t skills);

  const std::string& path() const { return path_; }

  void build();
  /// The exact top ten, the same with a filter, and whole answers: a line of the table each.
  void measure_queries(const std::vector<AskedQuery>& queries);
  /// Messages of about 500 characters.
  void measure_match();
  /// Prints what `updates` commits of each kind take.
  void measure_updates(std::uint64_t updates);
  /// Random additions, edits and removals in commits of random size, then every proof there is.
  void prove_history(const std::vector<AskedQuery>& queries, std::uint64_t updates);
  /// Open and first answer of new processes, wall time: each is this program with --answer.
  void measure_first_answers(const std::vector<AskedQuery>& queries);

  const std::vector<Docs>& answers() const { return answers_; }
  void show(const Row& row) const;

  /// Documents by their numbers in the catalog, for peers.
  void each_document(const std::function<void(std::uint32_t, const Declaration&)>& visit);

 private:
  void measure_filter(const std::vector<AskedQuery>& queries);
  void measure_answers(const std::vector<AskedQuery>& queries);
  double size_of_postings() const;

  const Results& results_;
  const Corpus& corpus_;
  std::uint64_t skills_;
  bool keep_;
  std::string path_;
  double postings_s_ = 0;
  std::vector<Docs> answers_;
};

/// What --answer does: opens the catalog at `path`, asks it and prints the wall time in ms.
int answer_once(const char* path, const char* text);

}  // namespace skillcat::bench
