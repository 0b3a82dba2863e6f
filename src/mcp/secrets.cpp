#include "mcp/secrets.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "mcp/secret_names.h"

namespace skillcat::mcp {
namespace {

constexpr std::string_view kReplacement = "***";
constexpr std::size_t kMaxQuotedBytes = 200;

/// A value such as LOG=string or AUTH=none must not turn every schema into stars.
constexpr std::string_view kProtocolWords[] = {"additionalProperties",
                                               "allOf",
                                               "annotations",
                                               "anyOf",
                                               "arguments",
                                               "array",
                                               "basic",
                                               "bearer",
                                               "boolean",
                                               "capabilities",
                                               "const",
                                               "default",
                                               "description",
                                               "enum",
                                               "false",
                                               "format",
                                               "initialize",
                                               "inputSchema",
                                               "instructions",
                                               "integer",
                                               "items",
                                               "name",
                                               "none",
                                               "null",
                                               "number",
                                               "oauth",
                                               "object",
                                               "oneOf",
                                               "outputSchema",
                                               "prompts",
                                               "properties",
                                               "protocolVersion",
                                               "required",
                                               "resources",
                                               "serverInfo",
                                               "string",
                                               "text",
                                               "title",
                                               "token",
                                               "tools",
                                               "true",
                                               "type",
                                               "version"};

/// As it stands between the quotes of a JSON string.
std::string json_escaped(std::string_view text) {
  const std::string quoted = dump(Json(mend_utf8(text).text));
  return quoted.substr(1, quoted.size() - 2);
}

bool is_word_char(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Where `value` stands in `text` from `begin` on: a short one only as a word of its own.
std::size_t find_value(std::string_view text, std::string_view value, std::size_t begin,
                       bool as_word) {
  const auto meets = [&](std::size_t left) {  // two characters of one word
    return left + 1 < text.size() && is_word_char(text[left]) && is_word_char(text[left + 1]);
  };
  std::size_t at = text.find(value, begin);
  while (at != std::string_view::npos && as_word &&
         ((at > 0 && meets(at - 1)) || meets(at + value.size() - 1))) {
    at = text.find(value, at + 1);
  }
  return at;
}

bool is_of_protocol(std::string_view value, bool short_one) {
  // Of a longer one, a part of a word would be replaced as well: "require" in "required".
  return std::ranges::any_of(kProtocolWords, [&](std::string_view word) {
    return short_one ? word == value : word.find(value) != std::string_view::npos;
  });
}

}  // namespace

Secrets::Secrets(const ServerSettings& server) {
  for (const auto& [name, value] : server.env) add(value, named(name));
  for (const auto& [name, value] : server.headers) {
    add(value, named(name));
    if (const auto blank = value.find(' '); blank != std::string::npos) {
      add(std::string_view(value).substr(blank + 1), named(name));
    }
  }
  for (const std::string& value : secrets_of_command(server.command)) add(value, Named::secret);
  for (const auto& [name, value] : server.filled) {
    // ${HOME} and the like are where things are.
    const bool is_path = value.starts_with('/');
    if (!is_path || looks_secret(name)) add(value, named(name));
  }
  const UrlParts url = parts_of_url(server.url);
  add(url.user, Named::otherwise);
  add(url.password, Named::secret);
  for (std::size_t i = 0; i < url.query_names.size(); ++i) {
    add(url.query_values[i], named(url.query_names[i]));
  }
  std::ranges::sort(values_, std::ranges::greater{}, [](const Value& v) { return v.text.size(); });
}

Secrets::Named Secrets::named(std::string_view name) {
  return looks_secret(name) ? Named::secret : Named::otherwise;
}

void Secrets::add(std::string_view value, Named named) {
  const bool as_word = value.size() < kShortestSecret;
  const std::size_t shortest = named == Named::secret ? kShortestNamedSecret : kShortestSecret;
  if (value.size() < shortest || is_of_protocol(value, as_word)) return;
  values_.push_back({std::string(value), as_word});
  if (std::string escaped = json_escaped(value); escaped != value) {
    values_.push_back({std::move(escaped), as_word});
  }
}

std::string Secrets::redacted(std::string text) const {
  for (const auto& [value, as_word] : values_) {
    std::size_t at = find_value(text, value, 0, as_word);
    if (at == std::string::npos) continue;
    std::string clean;
    std::size_t begin = 0;
    for (; at != std::string::npos; at = find_value(text, value, begin, as_word)) {
      clean.append(text, begin, at - begin).append(kReplacement);
      begin = at + value.size();
    }
    text = clean.append(text, begin);
  }
  return text;
}

void Secrets::redact(Json& value) const {
  if (values_.empty()) return;
  if (value.is_object()) {
    Json::object_t clean;
    for (auto& [key, item] : value.get_ref<Json::object_t&>()) {
      redact(item);
      clean.emplace(redacted(key), std::move(item));
    }
    value = std::move(clean);
  } else if (value.is_array()) {
    for (Json& item : value) redact(item);
  } else if (value.is_string()) {
    auto& text = value.get_ref<std::string&>();
    text = redacted(std::move(text));
  } else if (value.is_number()) {
    const std::string text = dump(value);
    if (std::string clean = redacted(text); clean != text) value = std::move(clean);
  }
}

std::string Secrets::quoted(std::string_view text) const {
  const std::string safe = redacted(std::string(text)).substr(0, kMaxQuotedBytes * 4);
  std::string clean = printable_line(mend_utf8(safe).text);
  if (clean.size() <= kMaxQuotedBytes) return clean;
  std::size_t end = kMaxQuotedBytes;
  while ((static_cast<unsigned char>(clean[end]) & 0xC0) == 0x80) --end;
  return clean.substr(0, end) + "…";
}

}  // namespace skillcat::mcp
