// Text analysis: the one function that turns text into search terms.
//
// The FTS5 table, postings and queries all use it, so that what is indexed and what is asked for
// always meet. Shape of the output, in order of appearance:
//   - words: maximal runs of letters and digits, NFKC, case folded, split at punctuation, at case
//     changes and between letters and digits (getHTTPServer2 -> get http server 2). A plural of an
//     acronym stays whole (APIs -> apis);
//   - the whole identifier, when it had more than one part: parts joined by nothing, across single
//     '_' and '-' (getUserNames -> get user names getusernames; git-helper -> git helper
//     githelper);
//   - CJK runs (Han, kana, Hangul) as overlapping bigrams; a lone character as itself
//     (代码分析 -> 代码 码分 分析).
// Zero-width, control and other default-ignorable characters vanish before splitting.
//
// Cost: linear in the input: 8 ns a byte of English, 12 ns a byte of Chinese (12 MB of real skills
// each, AMD EPYC). Threads: pure. Errors: none; invalid UTF-8 separates words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skillcat {

/// Stored in the catalog. Any change of what `analyse` returns raises it, which makes the next
/// pass rewrite every skill's search text.
inline constexpr int kTextVersion = 1;

enum class TokenKind : std::uint8_t {
  word,        ///< a part of an identifier, or a plain word
  identifier,  ///< the whole of an identifier with several parts
  cjk_bigram,
  cjk_single,
};

struct Token {
  std::string text;
  TokenKind kind = TokenKind::word;
  /// Bytes of the input the token came from: exact unless normalisation changed the number of
  /// characters of its run, then the whole run.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// The terms of `text`, in order. An identifier follows its last part. Words longer than 256 bytes
/// are cut there.
std::vector<Token> analyse(std::string_view text);

/// Plain words for phrases: maximal runs of letters and digits, NFKC, case folded, not split
/// inside; each CJK character alone. In order, with their places in `text`.
std::vector<Token> words(std::string_view text);

/// The terms joined by single blanks: what is stored in the FTS5 table.
std::string segment(std::string_view text);

/// NFKC, case folded, blanks collapsed, hidden characters removed: how names are looked up.
std::string fold(std::string_view text);

bool is_cjk(char32_t code_point);

/// Estimated model tokens of `text`: UTF-8 bytes / 4, one a character for CJK.
std::int64_t estimate_tokens(std::string_view text);

}  // namespace skillcat
