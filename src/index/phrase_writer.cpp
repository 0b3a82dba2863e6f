#include "index/phrase_writer.h"

#include "base/phrase.h"
#include "index/pattern.h"

namespace skillcat::index {

PhraseWriter::PhraseWriter(SQLite::Database& database)
    : delete_phrases_(database, "DELETE FROM phrase WHERE skill_id = ?"),
      insert_phrase_(database,
                     "INSERT OR IGNORE INTO phrase (phrase, skill_id, kind, place)"
                     " VALUES (?, ?, ?, ?)"),
      delete_atoms_(database, "DELETE FROM pattern_atom WHERE skill_id = ?"),
      insert_atom_(database,
                   "INSERT OR IGNORE INTO pattern_atom (atom, skill_id, place)"
                   " VALUES (?, ?, ?)") {}

void PhraseWriter::put(std::int64_t skill_id, const Declaration& declaration) {
  delete_phrases_.run(skill_id);
  delete_atoms_.run(skill_id);
  put_phrase(declaration.name, skill_id, "name", 0);
  int place = 0;
  for (const std::string& keyword : declaration.triggers) {
    put_phrase(keyword, skill_id, "keyword", place++);
  }
  place = 0;
  for (const std::string& pattern : declaration.patterns) {
    if (static_cast<std::size_t>(place) < kMaxPatternsOfSkill) {
      put_pattern(pattern, skill_id, place);
    }
    ++place;
  }
}

void PhraseWriter::put_phrase(const std::string& text, std::int64_t skill_id, const char* kind,
                              int place) {
  const std::string key = phrase_key(units_of(text, stemmer_));
  if (!key.empty()) insert_phrase_.run(key, skill_id, kind, place);
}

void PhraseWriter::put_pattern(const std::string& pattern, std::int64_t skill_id, int place) {
  const Pattern kind = classify(pattern);
  if (const auto* slash = std::get_if<SlashCommand>(&kind)) {
    insert_phrase_.run(slash->command, skill_id, "slash", place);
  } else if (std::holds_alternative<Literal>(kind)) {
    put_phrase(pattern, skill_id, "pattern", place);
  } else if (const auto* expression = std::get_if<RegularExpression>(&kind)) {
    for (const std::string& atom : expression->atoms) insert_atom_.run(atom, skill_id, place);
  }
}

}  // namespace skillcat::index
