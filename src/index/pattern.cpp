#include "index/pattern.h"

#include <re2/filtered_re2.h>

#include "base/phrase.h"
#include "base/regex.h"
#include "base/sorted.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillcat::index {
namespace {

/// "PR" and "UI" are everyday patterns; one letter would be tried on every message.
constexpr int kMinAtomBytes = 2;

bool is_plain(std::string_view pattern) {
  return pattern.find_first_of("\\^$.|?*+()[]{}") == std::string_view::npos;
}

std::string first_characters(const std::string& atom) {
  std::size_t end = 0;
  for (int i = 0; i < 3 && end < atom.size(); ++i) end += decode_utf8(atom, end).length;
  return atom.substr(0, end);
}

Pattern classify_regex(std::string_view pattern) {
  const std::string body(regex_body(pattern));
  const RE2 compiled(body, regex_options());
  if (!compiled.ok()) return Refused{"it is no valid expression: " + compiled.error()};
  if (compiled.Match("", 0, 0, RE2::UNANCHORED, nullptr, 0)) {
    return Refused{"it matches every message"};
  }
  re2::FilteredRE2 filter(kMinAtomBytes);
  int id = 0;
  if (filter.Add(body, regex_options(), &id) != RE2::NoError) {
    return Refused{"it is too large"};
  }
  std::vector<std::string> atoms;
  filter.Compile(&atoms);
  RegularExpression expression;
  for (const std::string& atom : atoms) expression.atoms.push_back(first_characters(fold(atom)));
  sort_unique(expression.atoms);
  if (expression.atoms.empty()) {
    return Refused{"what it matches has no letters in common that it could be found by"};
  }
  return expression;
}

}  // namespace

Pattern classify(std::string_view pattern) {
  if (pattern.size() > kMaxPatternBytes) return Refused{"it is longer than 1 KiB"};
  if (regex_body(pattern) == pattern) {
    if (std::string command = slash_command(pattern); !command.empty()) {
      return SlashCommand{std::move(command)};
    }
    if (is_plain(pattern)) {
      if (words(pattern).empty()) return Refused{"it holds no word"};
      return Literal{};
    }
  }
  return classify_regex(pattern);
}

}  // namespace skillcat::index
