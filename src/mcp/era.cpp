#include "mcp/era.h"

#include <algorithm>
#include <utility>

#include "base/problem.h"

namespace skillcat::mcp {
namespace {

constexpr const char* kNewestVersion = "2025-11-25";
constexpr std::size_t kMaxVersionBytes = 32;

/// It becomes the value of a header.
bool is_version(const std::string& text) {
  return !text.empty() && text.size() <= kMaxVersionBytes &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace

Json opening_params() {
  return {{"protocolVersion", kNewestVersion},
          {"capabilities", Json::object()},
          {"clientInfo", {{"name", "skillcat"}, {"version", SKILLCAT_VERSION}}}};
}

bool Opening::announces_changes(const char* what) const {
  const auto found = capabilities.find(what);
  return found != capabilities.end() && found->is_object() &&
         found->value("listChanged", Json()) == true;
}

Result<Opening> read_opening(Json answer) {
  Opening opening;
  opening.version = text_of(answer, "protocolVersion");
  if (!is_version(opening.version)) {
    return tl::unexpected(
        make_problem("mcp_protocol", "the answer to 'initialize' has no protocolVersion"));
  }
  if (const auto found = answer.find("capabilities"); found != answer.end() && found->is_object()) {
    opening.capabilities = *found;
  }
  opening.answer = std::move(answer);
  return opening;
}

}  // namespace skillcat::mcp
