// Writes the phrase dictionary of a copy: keywords, literal patterns, slash commands, its name, and
// the atoms of its regular expressions.
#pragma once

#include <skillcat/skill.h>

#include <cstdint>
#include <string>

#include "base/stem.h"
#include "index/statement.h"

namespace skillcat::index {

class PhraseWriter {
 public:
  explicit PhraseWriter(SQLite::Database& database);

  /// Replaces the phrases of a copy; its patterns are numbered as in trigger_phrase. A removed
  /// copy's phrases go with it.
  void put(std::int64_t skill_id, const Declaration& declaration);

 private:
  void put_phrase(const std::string& text, std::int64_t skill_id, const char* kind, int place);
  void put_pattern(const std::string& pattern, std::int64_t skill_id, int place);

  Stemmer stemmer_;
  Prepared delete_phrases_, insert_phrase_, delete_atoms_, insert_atom_;
};

}  // namespace skillcat::index
