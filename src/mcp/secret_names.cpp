#include "mcp/secret_names.h"

#include <algorithm>

namespace skillcat::mcp {
namespace {

/// A word that ends so ("apikey") makes a name one of a secret.
constexpr std::string_view kSecretEndings[] = {"auth",       "authorization", "bearer", "cookie",
                                               "credential", "credentials",   "key",    "passwd",
                                               "passphrase", "password",      "secret", "token"};
constexpr std::string_view kSecretWords[] = {"jwt", "pass", "pat", "pin"};
/// Names that end so say where a secret is, or of what kind.
constexpr std::string_view kPlaces[] = {"dir",  "file", "folder", "host", "name",
                                        "path", "port", "type",   "uri",  "url"};
constexpr std::string_view kNegations[] = {"disable", "no", "skip", "without"};

template <class Words>
bool has(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != std::end(words);
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_letter_or_digit(char c) {
  return is_upper(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// "--apiKey_ID" -> api, key, id.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  char before = ' ';
  for (const char c : name) {
    const bool begins = !is_letter_or_digit(before) || (is_upper(c) && !is_upper(before));
    if (is_letter_or_digit(c)) {
      if (begins) words.emplace_back();
      words.back() += static_cast<char>(is_upper(c) ? c - 'A' + 'a' : c);
    }
    before = c;
  }
  return words;
}

bool is_secret_word(const std::string& word) {
  return has(kSecretWords, word) || std::ranges::any_of(kSecretEndings, [&](const auto& ending) {
           return word.ends_with(ending);
         });
}

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_letter_or_digit(c) || c == '_' || c == '-' || c == '.';
  });
}

/// `value` and, of "Bearer TOKEN", the second word.
void add_value(std::string_view value, std::vector<std::string>& out) {
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  out.emplace_back(value);
  if (const auto blank = value.find(' '); blank != std::string_view::npos) {
    out.emplace_back(value.substr(blank + 1));
  }
}

/// Of `NAME=VALUE` and `NAME: VALUE`.
void add_pair(std::string_view word, std::vector<std::string>& out) {
  const auto cut = word.find_first_of("=:");
  if (cut == std::string_view::npos || word.substr(cut).starts_with("://")) return;
  const std::string_view name = word.substr(0, cut);
  if (is_name(name) && looks_secret(name)) add_value(word.substr(cut + 1), out);
  // `--header=Authorization: X`, `--env=API_KEY=X`.
  if (word.starts_with('-') && word[cut] == '=') add_pair(word.substr(cut + 1), out);
}

/// Without what an address shows of itself, as the user in "postgres://reader:word@host".
void add_address(std::string_view word, std::vector<std::string>& out) {
  const UrlParts parts = parts_of_url(word);
  out.emplace_back(parts.password.empty() ? parts.user : parts.password);
  for (std::size_t i = 0; i < parts.query_names.size(); ++i) {
    if (looks_secret(parts.query_names[i])) out.emplace_back(parts.query_values[i]);
  }
}

}  // namespace

bool looks_secret(std::string_view name) {
  const auto words = words_of(name);
  if (words.empty() || has(kPlaces, words.back()) || has(kNegations, words.front())) return false;
  if (words.size() > 1 && has(words, "pwd")) return true;  // PWD alone is the working folder
  return std::ranges::any_of(words, is_secret_word);
}

std::vector<std::string> secrets_of_command(const std::vector<std::string>& command) {
  std::vector<std::string> out;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string& word = command[i];
    const std::string& before = command[i - 1];
    const bool is_value = before.starts_with('-') && is_name(before) && looks_secret(before);
    if (is_value && !word.starts_with('-')) add_value(word, out);
    add_pair(word, out);
    add_address(word, out);
  }
  std::erase(out, "");
  return out;
}

UrlParts parts_of_url(std::string_view url) {
  UrlParts parts;
  const auto scheme = url.find("://");
  if (scheme == std::string_view::npos) return parts;
  const std::string_view rest = url.substr(scheme + 3);
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
    const std::string_view user = authority.substr(0, at);
    const auto colon = user.find(':');
    parts.user = user.substr(0, colon);
    if (colon != std::string_view::npos) parts.password = user.substr(colon + 1);
  }
  const auto mark = rest.find('?');
  std::string_view query = mark == std::string_view::npos ? "" : rest.substr(mark + 1);
  while (!query.empty()) {
    const auto end = query.find_first_of("&#");
    const std::string_view pair = query.substr(0, end);
    if (const auto equals = pair.find('='); equals != std::string_view::npos) {
      parts.query_names.push_back(pair.substr(0, equals));
      parts.query_values.push_back(pair.substr(equals + 1));
    }
    if (end == std::string_view::npos) break;
    query.remove_prefix(end + 1);
  }
  return parts;
}

}  // namespace skillcat::mcp
