#include "query/agents.h"

namespace skillcat::query {
namespace {

struct Place {
  std::string_view folder;  ///< as part of a path
  std::vector<std::string> agents;
};

const std::vector<Place>& skill_places() {
  static const std::vector<Place> places = {
      {"/.agents/skills/", {"codex", "copilot", "cursor", "gemini", "openclaw", "opencode"}},
      {"/.claude/skills/", {"claude", "copilot", "cursor", "opencode"}},
      {"/.codex/skills/", {"codex", "cursor"}},
      {"/.cursor/skills/", {"cursor"}},
      {"/.gemini/skills/", {"gemini"}},
      {"/.github/skills/", {"copilot"}},
      {"/.openclaw/skills/", {"openclaw"}},
      {"/.opencode/skills/", {"opencode"}},
  };
  return places;
}

const std::vector<Place>& plugin_places() {
  static const std::vector<Place> places = {
      {"/.claude/plugins/", {"claude"}},
  };
  return places;
}

}  // namespace

std::vector<std::string> agents_of(SourceKind source, std::string_view directory) {
  const bool plugin = source == SourceKind::plugin;
  if (!plugin && source != SourceKind::local) return {};
  const std::string path = std::string(directory) + "/";
  const Place* innermost = nullptr;
  std::size_t at = 0;
  for (const Place& place : plugin ? plugin_places() : skill_places()) {
    const auto found = path.rfind(place.folder);
    if (found == std::string::npos || (innermost != nullptr && found < at)) continue;
    innermost = &place;
    at = found;
  }
  return innermost == nullptr ? std::vector<std::string>{} : innermost->agents;
}

}  // namespace skillcat::query
