#include "cli/variables.h"

#include <cstdlib>

namespace skillcat::cli {

std::optional<std::string> fill_variables(std::string_view text, const Lookup& lookup,
                                          std::string& missing) {
  constexpr std::string_view kOpen = "${";
  constexpr std::string_view kPrefix = "env:";
  constexpr std::string_view kOtherwise = ":-";
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find(kOpen);
    const std::size_t close = text.find('}', open == std::string_view::npos ? open : open + 2);
    if (close == std::string_view::npos) break;
    out += text.substr(0, open);
    std::string_view name = text.substr(open + 2, close - open - 2);
    text.remove_prefix(close + 1);
    if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
    const std::size_t cut = name.find(kOtherwise);
    const bool has_otherwise = cut != std::string_view::npos;
    const auto value = lookup(std::string(name.substr(0, cut)));
    if (!value && !has_otherwise) {
      missing = name;
      return std::nullopt;
    }
    const bool unset = !value || (value->empty() && has_otherwise);
    out += unset ? name.substr(cut + kOtherwise.size()) : std::string_view(*value);
  }
  return out.append(text);
}

std::optional<std::string> environment_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

}  // namespace skillcat::cli
