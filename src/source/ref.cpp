#include "source/source.h"

namespace skillcat::source {
namespace {

/// '~' marks the place of a repeated ref and '#' an entry: inside names both are encoded, so that
/// no two skills of a root can want the same ref.
bool stays(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("._/:-").find(c) != std::string_view::npos;
}

void append_encoded(std::string& out, std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  for (const char c : text) {
    if (stays(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
}

}  // namespace

std::string ref_of_folder(const Root& root, std::string_view folder) {
  std::string ref(to_text(root.kind));
  ref += ':';
  append_encoded(ref, root.label);
  if (!folder.empty()) {
    ref += '/';
    append_encoded(ref, folder);
  }
  return ref;
}

std::string ref_of_entry(const Root& root, std::string_view path, std::string_view name) {
  std::string ref(to_text(root.kind));
  ref += ':';
  if (root.kind != SourceKind::bundled) {
    append_encoded(ref, root.label);
    ref += '/';
    append_encoded(ref, path);
    ref += '#';
  }
  append_encoded(ref, name);
  return ref;
}

std::string ref_of_mcp_skill(std::string_view name) {
  std::string ref(to_text(SourceKind::mcp));
  ref += ':';
  append_encoded(ref, name);
  return ref;
}

std::string ref_with_place(std::string ref, int place) {
  if (place > 1) ref.append("~").append(std::to_string(place));
  return ref;
}

}  // namespace skillcat::source
