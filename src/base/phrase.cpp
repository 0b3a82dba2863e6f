#include "base/phrase.h"

#include <algorithm>

#include "base/text.h"

namespace skillcat {
namespace {

bool is_command_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 128 ||
         std::string_view("_-:.").find(c) != std::string_view::npos;
}

}  // namespace

std::vector<Unit> units_of(std::string_view text, Stemmer& stemmer) {
  std::vector<Unit> units;
  for (const Token& word : words(text)) {
    units.push_back({std::string(stemmer.stem(word.text)), word.begin, word.end});
  }
  return units;
}

std::string phrase_key(const std::vector<Unit>& units) {
  std::string key;
  for (std::size_t i = 0; i < std::min(units.size(), kMaxPhraseUnits); ++i) {
    if (i > 0) key += ' ';
    key += units[i].text;
  }
  return key;
}

std::string slash_command(std::string_view text) {
  if (!text.starts_with('/')) return {};
  std::size_t end = 1;
  while (end < text.size() && is_command_char(text[end])) ++end;
  const bool whole_word = end == text.size() || text[end] == ' ' || text[end] == '\t' ||
                          text[end] == '\n' || text[end] == '\r';
  while (end > 1 && (text[end - 1] == '.' || text[end - 1] == ':')) --end;  // punctuation after it
  if (end == 1 || !whole_word) return {};
  return fold(text.substr(0, end));
}

}  // namespace skillcat
