#include "base/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/normal_form.h"
#include "base/utf8.h"

namespace skillcat {
namespace {

constexpr std::size_t kMaxWordBytes = 256;
constexpr std::size_t kBytesOfToken = 6;  // of English text, with the gap behind it

enum class CharClass : std::uint8_t { separator, joiner, lower, upper, digit, mark, cjk };

/// A character after normalisation, with the bytes of the input it stands for.
struct Char {
  char32_t code_point = 0;
  CharClass cls = CharClass::separator;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct Range {
  char32_t first;
  char32_t last;
};
// Han, kana, Hangul and Bopomofo letters, without their punctuation. Sorted.
constexpr Range kCjkRanges[] = {
    {0x1100, 0x11FF}, {0x2E80, 0x2FDF}, {0x3005, 0x3007},   {0x3021, 0x3029},   {0x3031, 0x3035},
    {0x3038, 0x303C}, {0x3041, 0x3096}, {0x309D, 0x309F},   {0x30A1, 0x30FA},   {0x30FC, 0x30FF},
    {0x3105, 0x312F}, {0x3131, 0x318E}, {0x31A0, 0x31BF},   {0x31F0, 0x31FF},   {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF}, {0xA960, 0xA97C}, {0xAC00, 0xD7A3},   {0xD7B0, 0xD7FB},   {0xF900, 0xFAFF},
    {0xFF66, 0xFF9D}, {0xFFA0, 0xFFDC}, {0x1AFF0, 0x1B16F}, {0x20000, 0x3FFFD},
};

constexpr std::array<CharClass, 128> kAsciiClass = [] {
  std::array<CharClass, 128> table{};
  for (unsigned c = 0; c < 128; ++c) {
    table[c] = (c >= 'a' && c <= 'z')   ? CharClass::lower
               : (c >= 'A' && c <= 'Z') ? CharClass::upper
               : (c >= '0' && c <= '9') ? CharClass::digit
               : (c == '_' || c == '-') ? CharClass::joiner
                                        : CharClass::separator;
  }
  return table;
}();

CharClass classify(char32_t c) {
  if (c < 128) return kAsciiClass[c];
  if (is_cjk(c)) return CharClass::cjk;
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LT:
      return CharClass::upper;
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return CharClass::lower;  // scripts without case never change case either
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return CharClass::digit;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return CharClass::mark;
    default:
      return CharClass::separator;
  }
}

enum class Splitting : std::uint8_t {
  terms,  ///< identifiers into parts, CJK into bigrams
  words,  ///< neither
};

/// Cuts one run of word characters into tokens. Holds its buffers, so that a text allocates once.
class RunSplitter {
 public:
  RunSplitter(std::vector<Token>& out, Splitting splitting) : out_(out), splitting_(splitting) {}

  /// `text[begin, end)` is all ASCII word characters and joiners.
  void split_ascii(std::string_view text, std::size_t begin, std::size_t end) {
    if (is_plain_word(text.substr(begin, end - begin))) return emit_plain(text, begin, end);
    chars_.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      chars_.push_back(
          {c, kAsciiClass[c], static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i + 1)});
    }
    split();
  }

  void split_unicode(std::string_view text, std::size_t begin, std::size_t end) {
    normalise(text, begin, end);
    split();
  }

 private:
  /// Most runs of English: one case, or a capital at the start. They have no parts.
  static bool is_plain_word(std::string_view run) {
    const CharClass first = class_of(run.front());
    if (first == CharClass::joiner) return false;
    const CharClass rest = first == CharClass::upper && run.size() > 1 ? class_of(run[1]) : first;
    const bool may_follow = rest == first || rest == CharClass::lower;
    return may_follow &&
           std::ranges::all_of(run.substr(1), [&](char c) { return class_of(c) == rest; });
  }

  static CharClass class_of(char c) { return kAsciiClass[static_cast<unsigned char>(c)]; }

  void emit_plain(std::string_view text, std::size_t begin, std::size_t end) {
    Token& token = out_.emplace_back();
    token.text = text.substr(begin, std::min(end - begin, kMaxWordBytes));
    for (char& c : token.text) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    }
    token.begin = static_cast<std::uint32_t>(begin);
    token.end = static_cast<std::uint32_t>(end);
  }

  void normalise(std::string_view text, std::size_t begin, std::size_t end) {
    chars_.clear();
    code_points_.clear();
    bool inert = true;
    for (std::size_t i = begin; i < end;) {
      const DecodedChar c = decode_utf8(text, i);
      const auto next = i + c.length;
      if (const char32_t form = inert_form(c.code_point); form != 0) {
        chars_.push_back({form, CharClass::separator, static_cast<std::uint32_t>(i),
                          static_cast<std::uint32_t>(next)});
        code_points_.push_back(static_cast<std::int32_t>(form));
        i = next;
        continue;
      }
      inert = false;
      if (!c.valid || !is_ignorable(c.code_point)) {
        // An invalid byte becomes U+FFFD, which is a separator.
        chars_.push_back({c.code_point, CharClass::separator, static_cast<std::uint32_t>(i),
                          static_cast<std::uint32_t>(next)});
        decompose(c.code_point, Case::kept, code_points_);
      }
      i = next;
    }
    if (!inert) compose(code_points_);
    const bool one_to_one = code_points_.size() == chars_.size();
    if (!one_to_one) {
      chars_.assign(code_points_.size(),
                    {0, CharClass::separator, static_cast<std::uint32_t>(begin),
                     static_cast<std::uint32_t>(end)});
    }
    for (std::size_t i = 0; i < chars_.size(); ++i) {
      chars_[i].code_point = static_cast<char32_t>(code_points_[i]);
      chars_[i].cls = classify(chars_[i].code_point);
    }
  }

  void split() {
    std::size_t i = 0;
    while (i < chars_.size()) {
      if (chars_[i].cls == CharClass::cjk) {
        i = split_cjk(i);
      } else if (is_word(i)) {
        i = split_identifier(i);
      } else {
        ++i;
      }
    }
  }

  bool is_word(std::size_t i) const {
    const CharClass cls = chars_[i].cls;
    return cls == CharClass::lower || cls == CharClass::upper || cls == CharClass::digit ||
           cls == CharClass::mark;
  }

  std::size_t split_cjk(std::size_t first) {
    std::size_t end = first;
    while (end < chars_.size() && chars_[end].cls == CharClass::cjk) ++end;
    if (end - first == 1 || splitting_ == Splitting::words) {
      for (std::size_t i = first; i < end; ++i) emit(i, i + 1, TokenKind::cjk_single);
      return end;
    }
    for (std::size_t i = first; i + 1 < end; ++i) emit(i, i + 2, TokenKind::cjk_bigram);
    return end;
  }

  /// An identifier is words joined by nothing or by one joiner.
  std::size_t split_identifier(std::size_t first) {
    if (splitting_ == Splitting::words) {
      std::size_t word_end = first;
      while (word_end < chars_.size() && is_word(word_end)) ++word_end;
      emit(first, word_end, TokenKind::word);
      return word_end;
    }
    std::size_t parts = 0;
    std::size_t i = first;
    identifier_.clear();
    std::size_t end = first;
    while (i < chars_.size() && is_word(i)) {
      const std::size_t part_end = end_of_part(i);
      emit(i, part_end, TokenKind::word);
      ++parts;
      if (identifier_.size() <= kMaxWordBytes) identifier_ += out_.back().text;
      i = end = part_end;
      const bool joined =
          i + 1 < chars_.size() && chars_[i].cls == CharClass::joiner && is_word(i + 1);
      if (joined) ++i;
    }
    if (parts > 1 && identifier_.size() <= kMaxWordBytes) {
      out_.push_back(
          {identifier_, TokenKind::identifier, chars_[first].begin, chars_[end - 1].end});
    }
    return end;
  }

  std::size_t skip(std::size_t i, CharClass cls) const {
    while (i < chars_.size() && (chars_[i].cls == cls || chars_[i].cls == CharClass::mark)) ++i;
    return i;
  }

  std::size_t end_of_part(std::size_t first) const {
    if (chars_[first].cls == CharClass::digit) return skip(first, CharClass::digit);
    if (chars_[first].cls != CharClass::upper) return skip(first, CharClass::lower);
    const std::size_t uppers_end = skip(first, CharClass::upper);
    const std::size_t lowers_end = skip(uppers_end, CharClass::lower);
    if (lowers_end == uppers_end) return uppers_end;  // HTTP
    if (uppers_end - first == 1) return lowers_end;   // Server
    const bool plural = lowers_end - uppers_end == 1 && chars_[uppers_end].code_point == 's';
    return plural ? lowers_end : uppers_end - 1;  // APIs, HTTP|Server
  }

  void emit(std::size_t first, std::size_t end, TokenKind kind) {
    Token token{{}, kind, chars_[first].begin, chars_[end - 1].end};
    const auto part = std::span(chars_).subspan(first, end - first);
    if (kind == TokenKind::word) {
      append_folded(token.text, part);
    } else {
      for (const Char& c : part) append_utf8(token.text, c.code_point);  // CJK has no case
    }
    out_.push_back(std::move(token));
  }

  void append_folded(std::string& text, std::span<const Char> part) {
    const bool ascii = std::ranges::all_of(part, [](const Char& c) { return c.code_point < 128; });
    if (ascii) {
      for (const Char& c : part.first(std::min(part.size(), kMaxWordBytes))) {
        text += static_cast<char>(c.cls == CharClass::upper ? c.code_point + 32 : c.code_point);
      }
      return;
    }
    folded_.clear();
    for (const Char& c : part.first(std::min(part.size(), kMaxWordBytes))) {
      decompose(c.code_point, Case::folded, folded_);
    }
    compose(folded_);
    for (const auto c : folded_) {
      if (text.size() + 4 > kMaxWordBytes) break;
      append_utf8(text, static_cast<char32_t>(c));
    }
  }

  std::vector<Token>& out_;
  const Splitting splitting_;
  std::vector<Char> chars_;
  std::vector<std::int32_t> code_points_;
  std::vector<std::int32_t> folded_;
  std::string identifier_;
};

bool continues_run(unsigned char c) {
  return c >= 128 || kAsciiClass[c] != CharClass::separator || is_control(c);
}

std::vector<Token> split(std::string_view text, Splitting splitting) {
  std::vector<Token> tokens;
  tokens.reserve(text.size() / kBytesOfToken + 1);
  RunSplitter splitter(tokens, splitting);
  for (std::size_t i = 0; i < text.size();) {
    if (!continues_run(static_cast<unsigned char>(text[i]))) {
      ++i;
      continue;
    }
    // A run ends at an ASCII separator: NFKC never changes anything across one that matters here.
    bool ascii = true;
    const std::size_t begin = i;
    for (; i < text.size() && continues_run(static_cast<unsigned char>(text[i])); ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      ascii = ascii && c < 128 && !is_control(c);
    }
    if (ascii) {
      splitter.split_ascii(text, begin, i);
    } else {
      splitter.split_unicode(text, begin, i);
    }
  }
  return tokens;
}

}  // namespace

bool is_cjk(char32_t code_point) {
  if (is_common_han(code_point)) return true;
  const auto* range = std::ranges::lower_bound(kCjkRanges, code_point, {}, &Range::last);
  return range != std::end(kCjkRanges) && code_point >= range->first;
}

std::vector<Token> analyse(std::string_view text) {
  return split(text, Splitting::terms);
}

std::vector<Token> words(std::string_view text) {
  return split(text, Splitting::words);
}

std::string segment(std::string_view text) {
  std::string joined;
  joined.reserve(text.size() + text.size() / 4);
  for (const Token& token : analyse(text)) {
    if (!joined.empty()) joined += ' ';
    joined += token.text;
  }
  return joined;
}

std::string fold(std::string_view text) {
  std::vector<std::int32_t> folded;
  folded.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const DecodedChar c = decode_utf8(text, i);
    i += c.length;
    if (is_ignorable(c.code_point)) continue;
    decompose(c.code_point, Case::folded, folded);
  }
  compose(folded);
  std::string out;
  bool blank = false;
  for (const auto c : folded) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      blank = !out.empty();
      continue;
    }
    if (blank) out += ' ';
    blank = false;
    append_utf8(out, static_cast<char32_t>(c));
  }
  return out;
}

std::int64_t estimate_tokens(std::string_view text) {
  std::int64_t cjk = 0;
  std::int64_t other_bytes = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (static_cast<unsigned char>(text[i]) < 128) {
      ++other_bytes;
      ++i;
      continue;
    }
    const DecodedChar c = decode_utf8(text, i);
    if (is_cjk(c.code_point)) {
      ++cjk;
    } else {
      other_bytes += c.length;
    }
    i += c.length;
  }
  return cjk + (other_bytes + 3) / 4;
}

}  // namespace skillcat
