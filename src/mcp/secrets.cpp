#include "mcp/secrets.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"

namespace skillcat::mcp {
namespace {

constexpr std::string_view kReplacement = "***";
constexpr std::size_t kMaxQuotedBytes = 200;

/// A value such as LOG=string must not turn every schema into stars.
constexpr std::string_view kProtocolWords[] = {"additionalProperties",
                                               "annotations",
                                               "arguments",
                                               "array",
                                               "boolean",
                                               "capabilities",
                                               "default",
                                               "description",
                                               "initialize",
                                               "inputSchema",
                                               "instructions",
                                               "integer",
                                               "number",
                                               "object",
                                               "outputSchema",
                                               "prompts",
                                               "properties",
                                               "protocolVersion",
                                               "required",
                                               "resources",
                                               "serverInfo",
                                               "string",
                                               "version"};

/// As it stands between the quotes of a JSON string.
std::string json_escaped(std::string_view text) {
  const std::string quoted = dump(Json(mend_utf8(text).text));
  return quoted.substr(1, quoted.size() - 2);
}

/// The user, password and query values of an address.
std::vector<std::string_view> parts_of_url(std::string_view url) {
  std::vector<std::string_view> parts;
  if (const auto scheme = url.find("://"); scheme != std::string_view::npos) {
    const std::string_view rest = url.substr(scheme + 3);
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
    if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
      const std::string_view user = authority.substr(0, at);
      const auto colon = user.find(':');
      parts.push_back(user.substr(0, colon));
      if (colon != std::string_view::npos) parts.push_back(user.substr(colon + 1));
    }
  }
  if (const auto query = url.find('?'); query != std::string_view::npos) {
    std::string_view rest = url.substr(query + 1);
    while (!rest.empty()) {
      const auto end = rest.find_first_of("&#");
      const std::string_view pair = rest.substr(0, end);
      if (const auto equals = pair.find('='); equals != std::string_view::npos) {
        parts.push_back(pair.substr(equals + 1));
      }
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 1);
    }
  }
  return parts;
}

}  // namespace

Secrets::Secrets(const ServerSettings& server) {
  for (const auto& [name, value] : server.env) add(value);
  for (const auto& [name, value] : server.headers) {
    add(value);
    if (const auto blank = value.find(' '); blank != std::string::npos) {
      add(std::string_view(value).substr(blank + 1));
    }
  }
  for (const std::string_view part : parts_of_url(server.url)) add(part);
  std::ranges::sort(values_, std::ranges::greater{}, &std::string::size);
}

void Secrets::add(std::string_view value) {
  if (value.size() < kShortestSecret ||
      std::ranges::find(kProtocolWords, value) != std::end(kProtocolWords)) {
    return;
  }
  values_.emplace_back(value);
  if (std::string escaped = json_escaped(value); escaped != value) {
    values_.push_back(std::move(escaped));
  }
}

std::string Secrets::redacted(std::string text) const {
  for (const std::string& value : values_) {
    std::size_t at = text.find(value);
    if (at == std::string::npos) continue;
    std::string clean;
    std::size_t begin = 0;
    for (; at != std::string::npos; at = text.find(value, begin)) {
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
