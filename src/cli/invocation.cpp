#include <skillcat/error.h>

#include <charconv>

#include "cli/command.h"

namespace skillcat::cli {

std::string Invocation::value(const std::string& name, const std::string& otherwise) const {
  const auto found = options.find(name);
  return found == options.end() ? otherwise : found->second.back();
}

std::size_t Invocation::count(const std::string& name, std::size_t otherwise) const {
  const auto found = options.find(name);
  if (found == options.end()) return otherwise;
  const std::string& text = found->second.back();
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0) {
    throw Error(ErrorCode::usage, name + " takes a number above 0, not '" + text + "'",
                "see 'skillcat " + std::string(command->name) + " --help'");
  }
  return number;
}

std::optional<SourceKind> Invocation::source() const {
  if (!has("--source")) return std::nullopt;
  const std::string text = value("--source");
  if (const auto kind = parse_source_kind(text)) return kind;
  throw Error(ErrorCode::usage, "--source takes local, plugin, bundled or mcp, not '" + text + "'",
              "see 'skillcat " + std::string(command->name) + " --help'");
}

}  // namespace skillcat::cli
