// One list of a server, page by page: which page to ask for, and what of it is of use.
//
// Paging: `nextCursor` is followed until it is absent or null ("" is a cursor). A cursor that comes
// again ends the list, and the page that brought it is dropped, as it repeats an earlier one. At
// most kMaxPages pages and kMaxItems items.
// Threads: pure. Problems: `mcp_paging`, `mcp_bad_tool`, both without an end for the list.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "mcp/message.h"

namespace skillcat::mcp {

inline constexpr std::size_t kMaxPages = 1'000;
inline constexpr std::size_t kMaxItems = 5'000;

/// A kind of list.
struct ListKind {
  const char* name;    ///< the capability, and the member of the answer: "tools"
  const char* method;  ///< "tools/list"
  const char* key;     ///< the member of an item that names it
};
inline constexpr ListKind kTools = {"tools", "tools/list", "name"};
inline constexpr ListKind kPrompts = {"prompts", "prompts/list", "name"};
inline constexpr ListKind kResources = {"resources", "resources/list", "uri"};

class Listing {
 public:
  explicit Listing(const ListKind& kind) : kind_(kind) {}

  bool is_done() const { return done_; }
  /// Parameters of the next request.
  Json params() const;
  /// Takes its answer; `mcp_protocol` when that is no list.
  std::optional<Problem> take(Json answer);

  Json items = Json::array();     ///< in the server's order
  std::vector<Problem> problems;  ///< texts are the server's: redact them

 private:
  bool take_items(Json page);
  void end_paging(const std::string& why);
  std::string why_bad(const Json& item) const;

  ListKind kind_;
  std::optional<std::string> cursor_;
  std::set<std::string> seen_;
  std::size_t pages_ = 0;
  std::size_t bad_ = 0;
  bool done_ = false;
};

}  // namespace skillcat::mcp
