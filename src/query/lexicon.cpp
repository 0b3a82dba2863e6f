#include "query/lexicon.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <unordered_map>

#include "base/embedded.h"
#include "base/phrase.h"
#include "base/text.h"
#include "base/utf8.h"
#include "query/terms.h"

namespace skillcat::query {
namespace {

/// Calls visit(piece) for each piece of `text` between `separator`s.
template <class Visit>
void each_piece(std::string_view text, std::string_view separator, Visit&& visit) {
  while (true) {
    const std::size_t end = text.find(separator);
    visit(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + separator.size());
  }
}

/// A stem differs from its word in the last letters at most: words with the stem begin with this.
std::string_view common_start(std::string_view stem) {
  return stem.size() > 3 ? stem.substr(0, stem.size() - 1) : stem;
}

/// How many words `gloss` has, when `units` begin with it; else none.
std::size_t words_met(std::string_view gloss, std::span<const Unit> units, Stemmer& stemmer) {
  std::size_t words = 0;
  bool met = true;
  each_piece(gloss, " ", [&](std::string_view word) {
    met = met && words < units.size() && stemmer.stem(word) == units[words].text;
    ++words;
  });
  return met ? words : 0;
}

}  // namespace

const Lexicon& Lexicon::built_in() {
  static const Lexicon lexicon(embedded_lexicon().front().bytes);
  return lexicon;
}

Lexicon::Lexicon(std::string_view tsv) {
  each_piece(tsv, "\n", [&](std::string_view line) {
    const std::size_t tab = line.find('\t');
    if (line.starts_with('#') || tab == std::string_view::npos) return;
    Entry& entry = entries_.emplace_back();
    entry.word = line.substr(0, tab);
    longest_ = std::max(longest_, tab);
    each_piece(line.substr(tab + 1), "; ",
               [&](std::string_view gloss) { entry.glosses.push_back(gloss); });
  });
  std::ranges::sort(entries_, {}, &Entry::word);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    for (const std::string_view gloss : entries_[i].glosses) {
      glosses_.push_back({gloss, static_cast<std::uint32_t>(i)});
    }
  }
  std::ranges::sort(glosses_, {}, [](const Gloss& g) { return std::tie(g.text, g.entry); });
}

const Lexicon::Entry* Lexicon::find(std::string_view word) const {
  const auto entry = std::ranges::lower_bound(entries_, word, {}, &Entry::word);
  return entry != entries_.end() && entry->word == word ? &*entry : nullptr;
}

std::vector<Translation> Lexicon::into_english(std::string_view text) const {
  std::vector<Translation> found;
  for (std::size_t at = 0; at < text.size();) {
    const DecodedChar c = decode_utf8(text, at);
    if (!is_cjk(c.code_point)) {
      at += c.length;
      continue;
    }
    // Entries are made of Chinese and of letters and digits ("k8s集群" would be found too).
    const Entry* entry = nullptr;
    for (std::size_t size = std::min(longest_, text.size() - at); size > 0 && entry == nullptr;
         --size) {
      const bool at_boundary =
          at + size == text.size() || (static_cast<unsigned char>(text[at + size]) & 0xC0) != 0x80;
      if (at_boundary) entry = find(text.substr(at, size));
    }
    const std::size_t size = entry == nullptr ? c.length : entry->word.size();
    if (entry != nullptr) {
      found.push_back({entry->word, static_cast<std::uint32_t>(at),
                       static_cast<std::uint32_t>(at + size), entry->glosses});
    }
    at += size;
  }
  return found;
}

std::vector<const Lexicon::Gloss*> Lexicon::glosses_begun_by(std::string_view stem,
                                                             Stemmer& stemmer) const {
  std::vector<const Gloss*> begun;
  const std::string_view start = common_start(stem);
  auto gloss = std::ranges::lower_bound(glosses_, start, {}, &Gloss::text);
  for (; gloss != glosses_.end() && gloss->text.starts_with(start); ++gloss) {
    const std::string_view first = gloss->text.substr(0, gloss->text.find(' '));
    if (stemmer.stem(first) == stem) begun.push_back(&*gloss);
  }
  return begun;
}

std::vector<Translation> Lexicon::into_chinese(std::string_view text, Stemmer& stemmer) const {
  std::vector<Translation> found;
  const std::vector<Unit> units = units_of(text, stemmer);
  // A text may say one word a thousand times, and a short one begins many glosses.
  std::unordered_map<std::string_view, std::vector<const Gloss*>> begun;
  for (std::size_t at = 0; at < units.size();) {
    if (is_stop_word(text.substr(units[at].begin, units[at].end - units[at].begin))) {
      ++at;
      continue;
    }
    Translation best{{}, units[at].begin, 0, {}};
    std::size_t best_words = 0;
    const auto [known, is_new] = begun.try_emplace(units[at].text);
    if (is_new) known->second = glosses_begun_by(units[at].text, stemmer);
    for (const Gloss* gloss : known->second) {
      const std::size_t words = words_met(gloss->text, std::span(units).subspan(at), stemmer);
      // Of the glosses that begin here, those with the most words.
      if (words == 0 || words < best_words) continue;
      if (words > best_words) best.into.clear();
      best_words = words;
      best.from = gloss->text;
      best.into.push_back(entries_[gloss->entry].word);
    }
    if (best_words > 0) {
      best.end = units[at + best_words - 1].end;
      found.push_back(std::move(best));
    }
    at += std::max<std::size_t>(best_words, 1);
  }
  return found;
}

}  // namespace skillcat::query
