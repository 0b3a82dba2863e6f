#include "base/index_terms.h"

#include "base/text.h"
#include "base/utf8.h"

namespace skillcat {
namespace {

TermKind kind_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::word:
      return TermKind::word;
    case TokenKind::identifier:
      return TermKind::identifier;
    case TokenKind::cjk_bigram:
      return TermKind::cjk_bigram;
    case TokenKind::cjk_single:
      return TermKind::cjk_single;
  }
  return TermKind::word;
}

}  // namespace

std::vector<IndexTerm> index_terms(std::string_view text) {
  std::vector<Token> tokens = analyse(text);
  std::vector<IndexTerm> terms;
  terms.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Token& token = tokens[i];
    if (token.kind != TokenKind::cjk_bigram) {
      terms.push_back({std::move(token.text), kind_of(token.kind), token.begin, token.end});
      continue;
    }
    const std::size_t first = decode_utf8(token.text, 0).length;
    terms.push_back({token.text.substr(0, first), TermKind::cjk_character, token.begin, token.end});
    // Bigrams of one run overlap; the last one also brings the run's last character.
    const bool run_goes_on = i + 1 < tokens.size() && tokens[i + 1].kind == TokenKind::cjk_bigram &&
                             tokens[i + 1].begin < token.end;
    if (!run_goes_on) {
      terms.push_back({token.text.substr(first), TermKind::cjk_character, token.begin, token.end});
    }
    terms.push_back({std::move(token.text), TermKind::cjk_bigram, token.begin, token.end});
  }
  return terms;
}

std::string_view term_of(std::string_view text, TermKind kind, Stemmer& stemmer) {
  const bool english = kind == TermKind::word || kind == TermKind::identifier;
  return english ? stemmer.stem(text) : text;
}

std::string_view first_characters(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  std::size_t end = 0;
  for (std::size_t n = 0; n < limit && end < text.size(); ++n) end += decode_utf8(text, end).length;
  return text.substr(0, end);
}

}  // namespace skillcat
