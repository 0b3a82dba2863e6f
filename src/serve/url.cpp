#include "serve/url.h"

#include <charconv>

#include "base/utf8.h"

namespace skillcat::serve {
namespace {

template <class Take>
void each_part(std::string_view text, char separator, Take take) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    take(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

bool is_unreserved(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

}  // namespace

std::optional<std::string> percent_decode(std::string_view text, Plus plus) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus == Plus::blank) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      unsigned char byte = 0;
      const auto digits = text.substr(i + 1, 2);
      const char* end = digits.data() + digits.size();
      const auto [parsed, error] = std::from_chars(digits.data(), end, byte, 16);
      if (digits.size() != 2 || error != std::errc() || parsed != end) return std::nullopt;
      out += static_cast<char>(byte);
      i += 2;
    }
  }
  if (!is_valid_utf8(out) || out.find('\0') != std::string::npos) return std::nullopt;
  return out;
}

std::string percent_encode(std::string_view text) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_unreserved(byte)) {
      out += c;
    } else {
      out += {'%', kDigits[byte >> 4U], kDigits[byte & 0xFU]};
    }
  }
  return out;
}

Target split_target(std::string_view target) {
  Target out;
  const auto mark = target.find('?');
  std::string_view path = target.substr(0, mark);
  if (path.starts_with('/')) path.remove_prefix(1);
  each_part(path, '/', [&](std::string_view segment) { out.segments.push_back(segment); });
  if (mark == std::string_view::npos) return out;
  each_part(target.substr(mark + 1), '&', [&](std::string_view pair) {
    if (pair.empty()) return;
    const auto equals = pair.find('=');
    const bool has_value = equals != std::string_view::npos;
    out.query.emplace_back(pair.substr(0, equals),
                           has_value ? pair.substr(equals + 1) : std::string_view{});
  });
  return out;
}

}  // namespace skillcat::serve
