// Plain FTS5 as one would use it without skillcat: words of the question joined by OR, bm25().
#pragma once

#include <SQLiteCpp/Database.h>

#include <string>
#include <vector>

#include "labelled.h"

namespace skillcat::bench {

class FtsPeer {
 public:
  /// `tokenizer`: FTS5's; `weights`: of name, triggers, description, body.
  FtsPeer(const LabelledSet& set, const std::string& tokenizer, const std::string& weights);

  /// The best ten ids.
  std::vector<std::string> search(const std::string& question);

 private:
  SQLite::Database database_;
  std::string weights_;
  std::vector<std::string> ids_;
};

}  // namespace skillcat::bench
