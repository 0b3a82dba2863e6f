// The terms of the postings: what `analyse` returns, words as English stems, and the single
// characters of CJK runs beside their bigrams.
//
// The postings, queries and evidence all use it, so that they agree on what a text holds. An
// identifier is stemmed like a word: "git-helper" in a skill and "githelper" in a query are one
// term. A word in a script without English stems is its own term.
// Threads: pure. Errors: none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/stem.h"

namespace skillcat {

/// Stored in the catalog beside kTextVersion. Any change of the terms of a skill or of their counts
/// raises it, which makes the next pass build the postings anew.
inline constexpr int kTermsVersion = 1;

enum class TermKind : std::uint8_t {
  word,
  identifier,  ///< the whole of an identifier with several parts
  cjk_bigram,
  cjk_single,     ///< a CJK character that stands alone
  cjk_character,  ///< a character of a bigram: weak evidence, for queries that cut words elsewhere
};

struct IndexTerm {
  std::string text;  ///< folded; `term_of` makes it a term
  TermKind kind = TermKind::word;
  std::uint32_t begin = 0;  ///< bytes of the input, see Token
  std::uint32_t end = 0;
};

/// What `text` holds, in order. A bigram is followed by the character it adds to its run.
std::vector<IndexTerm> index_terms(std::string_view text);

/// True for kinds that count towards a text's length: characters of bigrams do not.
constexpr bool counts_as_length(TermKind kind) {
  return kind != TermKind::cjk_character;
}

/// The term that `text` of `kind` is stored as. Valid until the next use of `stemmer`, and as long
/// as `text`.
std::string_view term_of(std::string_view text, TermKind kind, Stemmer& stemmer);

/// Twice the weight of a term in each field; the body's is one half.
inline constexpr std::uint32_t kDoubledNameWeight = 4;
inline constexpr std::uint32_t kDoubledTriggerWeight = 4;
inline constexpr std::uint32_t kDoubledDescriptionWeight = 2;
inline constexpr std::uint32_t kDoubledBodyWeight = 1;

/// At most this many characters of the instructions are in the postings: more adds words, not
/// relevance, and a long text must not own every term.
inline constexpr std::size_t kBodyCharacters = 6000;

/// The first `limit` characters of `text`.
std::string_view first_characters(std::string_view text, std::size_t limit);

}  // namespace skillcat
