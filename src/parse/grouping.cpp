#include "parse/grouping.h"

#include <fnmatch.h>

#include <nlohmann/json.hpp>

#include "parse/lines.h"

namespace skillcat::parse {

std::optional<Grouping> Grouping::parse(std::string_view text) {
  constexpr std::string_view kSeparator = "separator:";
  Grouping grouping;
  if (text.empty() || text == "prefix") return grouping;
  if (text == "server" || text == "tool") {
    grouping.rule_ = text == "server" ? Rule::server : Rule::tool;
    return grouping;
  }
  if (text.starts_with(kSeparator) && text.size() > kSeparator.size()) {
    grouping.separator_ = text.substr(kSeparator.size());
    return grouping;
  }
  if (!text.starts_with('{')) return std::nullopt;
  // Ordered, because the first that fits counts.
  const auto names = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!names.is_object()) return std::nullopt;
  for (const auto& [glob, name] : names.items()) {
    if (!name.is_string() || is_blank(name.get_ref<const std::string&>())) return std::nullopt;
    grouping.names_.emplace_back(glob, name.get<std::string>());
  }
  return grouping;
}

ToolGroup Grouping::group_of(std::string_view tool) const {
  const std::string name(tool);
  for (const auto& [glob, group] : names_) {
    if (::fnmatch(glob.c_str(), name.c_str(), 0) == 0) return {group, GroupKind::group};
  }
  if (rule_ == Rule::server) return {"", GroupKind::server};
  const std::size_t end = rule_ == Rule::tool ? std::string::npos : name.find(separator_);
  if (end == std::string::npos || end == 0) return {name, GroupKind::single};
  return {name.substr(0, end), GroupKind::group};
}

}  // namespace skillcat::parse
