#include "mcp/listing.h"

#include <utility>

#include "base/problem.h"

namespace skillcat::mcp {
namespace {

/// Each bad item is told up to here; the rest is not.
constexpr std::size_t kMaxToldBad = 20;

}  // namespace

Json Listing::params() const {
  Json params = Json::object();
  if (cursor_) params["cursor"] = *cursor_;
  return params;
}

std::optional<Problem> Listing::take(Json answer) {
  const auto page = answer.is_object() ? answer.find(kind_.name) : answer.end();
  if (page == answer.end() || !page->is_array()) {
    return make_problem("mcp_protocol", std::string("the answer to '") + kind_.method +
                                            "' has no array '" + kind_.name + "'");
  }
  ++pages_;
  const Json next = answer.value("nextCursor", Json());
  if (next.is_string() && !seen_.insert(next.get<std::string>()).second) {
    end_paging("page " + std::to_string(pages_) + " leads back to an earlier one, and is dropped");
  } else if (!take_items(std::move(*page))) {
    end_paging("it has more than 5,000 items");
  } else if (next.is_null()) {
    done_ = true;
  } else if (!next.is_string()) {
    end_paging("a cursor is not text");
  } else if (pages_ == kMaxPages) {
    end_paging("it has more than 1,000 pages");
  } else {
    cursor_ = next.get<std::string>();
  }
  return std::nullopt;
}

/// False when there is no room for all.
bool Listing::take_items(Json page) {
  for (Json& item : page) {
    if (std::string why = why_bad(item); !why.empty()) {
      if (++bad_ <= kMaxToldBad) problems.push_back(make_problem("mcp_bad_tool", std::move(why)));
      continue;
    }
    if (items.size() == kMaxItems) return false;
    items.push_back(std::move(item));
  }
  return true;
}

void Listing::end_paging(const std::string& why) {
  done_ = true;
  problems.push_back(
      make_problem("mcp_paging", std::string("the list of ") + kind_.name + " is cut: " + why));
}

/// Empty when the item can be used.
std::string Listing::why_bad(const Json& item) const {
  const std::string what = std::string("an item of ") + kind_.name;
  if (!item.is_object()) return what + " is no object";
  const std::string name = text_of(item, kind_.key);
  if (name.empty()) return what + " has no " + kind_.key;
  for (const char* key : {"description", "title"}) {
    if (const auto found = item.find(key);
        found != item.end() && !found->is_string() && !found->is_null()) {
      return "'" + name + "' has a " + key + " that is not text";
    }
  }
  for (const char* key : {"inputSchema", "outputSchema"}) {
    if (const auto found = item.find(key);
        found != item.end() && !found->is_object() && !found->is_null()) {
      return "'" + name + "' has an " + key + " that is no object";
    }
  }
  return {};
}

}  // namespace skillcat::mcp
