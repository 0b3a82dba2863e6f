// Labelled sets: documents, and queries with the documents that answer them.
//
// Shape: a folder a set, in it docs.jsonl ({"id", "name", "description", "triggers"?, "body"?} a
// line) and queries.jsonl ({"q", "relevant": [id…]} a line).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/temp_folder.h"

namespace skillcat::bench {

struct Document {
  std::string id;
  std::string name;
  std::string description;
  std::vector<std::string> triggers;
  std::string body;
};

struct Question {
  std::string text;
  std::vector<std::string> relevant;  ///< ids; never empty
};

struct LabelledSet {
  std::string name;
  std::vector<Document> documents;
  std::vector<Question> questions;
};

/// Throws std::runtime_error for a folder without such files.
LabelledSet read_set(const std::string& folder, const std::string& name);

/// The questions of one set over the documents of another that has the same ids.
LabelledSet crossed(const LabelledSet& documents, const LabelledSet& questions);

/// Two neighbouring letters of the longest word change places in each question, the same at each
/// run. Questions without a word of five ASCII letters stay.
LabelledSet with_typos(LabelledSet set);

/// A catalog of a set's documents, made by the indexer from a definitions file, gone at the end.
class SetCatalog {
 public:
  explicit SetCatalog(const LabelledSet& set);
  std::string path() const { return folder_.path("data/catalog.db"); }

 private:
  test::TempFolder folder_;
};

/// How good the answers to some questions are; each in 0…1, means over the questions.
struct Quality {
  double ndcg10 = 0;
  double recall5 = 0;
  double recall10 = 0;
  double mrr = 0;  ///< within the first ten
};

/// `answers`: at most ten ids a question, best first.
Quality quality_of(const std::vector<Question>& questions,
                   const std::vector<std::vector<std::string>>& answers);

}  // namespace skillcat::bench
