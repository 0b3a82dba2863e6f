#include "query/phrases.h"

#include <algorithm>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/regex.h"
#include "base/sorted.h"
#include "base/text.h"
#include "base/utf8.h"
#include "query/terms.h"

namespace skillcat::query {
namespace {

/// A phrase row that a sequence of the message met.
struct Row {
  std::int64_t skill_id;
  std::string kind;
  std::int64_t place;
};

/// What the phrases of a key are, and whether longer ones begin with it.
struct Found {
  std::vector<Row> rows;
  bool goes_on = false;
};

Found look_up(Reader& reader, const std::string& key) {
  Rows row = reader.rows(
      "SELECT phrase, skill_id, kind, place FROM phrase WHERE phrase >= ? ORDER BY phrase");
  row.bind(key);
  Found found;
  while (row.next()) {
    const std::string phrase = row.text(0);
    if (phrase != key) {
      // No unit holds a blank or less: what goes on with one comes next.
      found.goes_on = phrase.starts_with(key) && phrase[key.size()] == ' ';
      break;
    }
    found.rows.push_back({row.integer(1), row.text(2), row.integer(3)});
  }
  return found;
}

/// What the author wrote for a phrase row.
std::string text_of(Reader& reader, const Row& row) {
  if (row.kind == "name") {
    Rows name = reader.rows("SELECT name FROM skill WHERE skill_id = ?");
    return name.bind(row.skill_id).next() ? name.text(0) : std::string();
  }
  Rows text =
      reader.rows("SELECT text FROM trigger_phrase WHERE skill_id = ? AND kind = ? AND place = ?");
  text.bind(row.skill_id, row.kind == "keyword" ? "keyword" : "pattern", row.place);
  return text.next() ? text.text(0) : std::string();
}

PhraseKind kind_of(const std::string& kind) {
  return kind == "slash"     ? PhraseKind::slash
         : kind == "pattern" ? PhraseKind::pattern
         : kind == "keyword" ? PhraseKind::keyword
                             : PhraseKind::name;
}

/// Letters and digits do not tell "c++" from "c": other signs must stand in the message as well.
bool has_telling_signs(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return std::string_view("+#@$%&*=<>~^|\\").find(c) != std::string_view::npos;
  });
}

class PhraseFinder {
 public:
  PhraseFinder(Reader& reader, const MessageText& message, Stemmer& stemmer)
      : reader_(reader), message_(message), stemmer_(stemmer), folded_(fold(message.text)) {}

  std::vector<PhraseMatch> run() {
    for (const std::string& command : message_.commands) {
      for (const Row& row : look_up(reader_, command).rows) add(row, 1);
    }
    for (std::size_t i = 0; i < message_.units.size(); ++i) look_up_from(i);
    try_expressions();
    return std::move(matches_);
  }

 private:
  void look_up_from(std::size_t first) {
    std::string key;
    bool only_stop_words = true;
    for (std::size_t n = 1; n <= kMaxPhraseUnits && first + n <= message_.units.size(); ++n) {
      const std::size_t last = first + n - 1;
      if (n > 1 && !message_.joined[last]) break;
      if (n > 1) key += ' ';
      key += message_.units[last].text;
      only_stop_words = only_stop_words && is_stop_word(message_.units[last].text);
      if (only_stop_words) continue;
      const auto [known, is_new] = found_.try_emplace(key);
      if (is_new) known->second = look_up(reader_, key);
      for (const Row& row : known->second.rows) {
        if (row.kind != "slash") check_and_add(row, first, n);
      }
      if (!known->second.goes_on) break;
    }
  }

  /// The key is the start of the phrase, without its signs: what is left is compared here.
  void check_and_add(const Row& row, std::size_t first, std::size_t n) {
    if (seen_.contains(id_of(row))) return;
    const std::string text = text_of(reader_, row);
    std::size_t units = n;
    if (n == kMaxPhraseUnits) {
      const auto phrase = units_of(text, stemmer_);
      units = phrase.size();
      if (first + units > message_.units.size()) return;
      for (std::size_t i = n; i < units; ++i) {
        const std::size_t at = first + i;
        if (!message_.joined[at] || message_.units[at].text != phrase[i].text) return;
      }
    }
    if (has_telling_signs(text) && folded_.find(fold(text)) == std::string::npos) return;
    add_text(row, text, units);
  }

  void add(const Row& row, std::size_t units) { add_text(row, text_of(reader_, row), units); }

  using PhraseId = std::pair<std::int64_t, std::string>;
  static PhraseId id_of(const Row& row) {
    return {row.skill_id, row.kind + std::to_string(row.place)};
  }

  void add_text(const Row& row, const std::string& text, std::size_t units) {
    if (!seen_.insert(id_of(row)).second) return;
    matches_.push_back({row.skill_id, kind_of(row.kind), text, units});
  }

  void try_expressions() {
    if (!reader_.rows("SELECT 1 FROM pattern_atom LIMIT 1").next()) return;
    std::set<std::pair<std::int64_t, std::int64_t>> candidates;
    for (const std::string& atom : atoms_of_message()) {
      Rows row = reader_.rows("SELECT skill_id, place FROM pattern_atom WHERE atom = ?");
      row.bind(atom);
      while (row.next()) candidates.emplace(row.integer(0), row.integer(1));
    }
    for (const auto& [skill_id, place] : candidates) {
      const Row row{skill_id, "pattern", place};
      const std::string text = text_of(reader_, row);
      const RE2 expression(std::string(regex_body(text)), regex_options());
      if (expression.ok() && RE2::PartialMatch(message_.text, expression)) add_text(row, text, 1);
    }
  }

  /// The distinct sequences of two and three characters, and of one that is not ASCII: an atom has
  /// at least two bytes.
  std::vector<std::string> atoms_of_message() const {
    std::vector<std::string> atoms;
    for (std::size_t i = 0; i < folded_.size(); i += decode_utf8(folded_, i).length) {
      std::size_t end = i;
      bool ascii = true;
      for (int n = 1; n <= 3 && end < folded_.size(); ++n) {
        const auto c = decode_utf8(folded_, end);
        ascii = ascii && c.length == 1;
        end += c.length;
        if (n >= 2 || !ascii) atoms.push_back(folded_.substr(i, end - i));
      }
    }
    sort_unique(atoms);
    return atoms;
  }

  Reader& reader_;
  const MessageText& message_;
  Stemmer& stemmer_;
  const std::string folded_;
  std::unordered_map<std::string, Found> found_;  ///< a message repeats its words
  std::set<PhraseId> seen_;
  std::vector<PhraseMatch> matches_;
};

}  // namespace

std::vector<PhraseMatch> find_phrases(Reader& reader, const MessageText& message,
                                      Stemmer& stemmer) {
  return PhraseFinder(reader, message, stemmer).run();
}

}  // namespace skillcat::query
