// Placeholders of skills: those that Claude Code and OpenClaw fill.
#include <algorithm>
#include <cctype>
#include <optional>

#include "query/context.h"

namespace skillcat::query {
namespace {

using Arguments = std::vector<std::pair<std::string, std::string>>;

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The numbered arguments in order of their numbers, joined by blanks.
std::optional<std::string> joined(const Arguments& arguments) {
  std::vector<std::pair<std::size_t, std::string>> numbered;
  for (const auto& [name, value] : arguments) {
    if (is_number(name) && name.size() < 6) numbered.emplace_back(std::stoul(name), value);
  }
  if (numbered.empty()) return std::nullopt;
  std::ranges::stable_sort(numbered, {}, &std::pair<std::size_t, std::string>::first);
  std::string text;
  for (const auto& [number, value] : numbered) {
    if (!text.empty()) text += ' ';
    text += value;
  }
  return text;
}

std::optional<std::string> value_of(const Arguments& arguments, std::string_view name) {
  for (const auto& [key, value] : arguments) {
    if (key == name) return value;
  }
  if (name == "ARGUMENTS") return joined(arguments);
  return std::nullopt;
}

}  // namespace

std::string fill_placeholders(std::string_view text, const Arguments& arguments,
                              std::string_view folder, std::string_view plugin_root) {
  struct Folder {
    std::string_view placeholder;
    std::string_view value;
  };
  const Folder folders[] = {{"${CLAUDE_SKILL_DIR}", folder},
                            {"${CLAUDE_PLUGIN_ROOT}", plugin_root},
                            {"{baseDir}", folder}};
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    const auto* known = std::ranges::find_if(folders, [&](const Folder& f) {
      return !f.value.empty() && rest.starts_with(f.placeholder);
    });
    if (known != std::end(folders)) {
      out += known->value;
      i += known->placeholder.size();
      continue;
    }
    if (rest[0] == '$') {
      const auto name = rest.substr(
          1, static_cast<std::size_t>(std::ranges::find_if_not(rest.substr(1), is_name_char) -
                                      rest.substr(1).begin()));
      if (const auto value = value_of(arguments, name); value && !name.empty()) {
        out += *value;
        i += 1 + name.size();
        continue;
      }
    }
    out += text[i++];
  }
  return out;
}

}  // namespace skillcat::query
