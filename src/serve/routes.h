// THE TABLE of HTTP routes: routing, the checks of parameters, /api/openapi.json and the README's
// list all come from it.
//
// A new route is a handler, its declaration in handlers.h and its row in routes.cpp.
#pragma once

#include <skillcat/catalog.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/json.h"
#include "serve/message.h"

namespace skillcat::serve {

/// Where a parameter stands. `rest`: the end of a path, slashes included.
enum class In : std::uint8_t { path, rest, query, body };

enum class Type : std::uint8_t {
  text,
  count,     ///< a number above 0
  revision,  ///< a number, 0 or above
  source,    ///< "local", "plugin", "bundled" or "mcp"
  texts,     ///< a list of texts
  text_map,  ///< an object whose values are texts
};

enum class Need : std::uint8_t { optional, required };

struct Parameter {
  std::string_view name;
  In in;
  Type type;
  Need need;
  std::string_view meaning;
};

/// One call of a route: what the table's parameters were given, decoded and of the right type.
class Call {
 public:
  Call(const Request& request, Json values) : request_(request), values_(std::move(values)) {}

  const Request& request() const { return request_; }
  bool has(std::string_view name) const { return values_.contains(name); }
  const Json& value(std::string_view name) const { return values_.at(std::string(name)); }
  std::string text(std::string_view name) const;  ///< empty when it was not given
  std::int64_t number(std::string_view name, std::int64_t otherwise) const;
  std::vector<std::string> texts(std::string_view name) const;
  /// Of the parameters source, root and tool.
  Filter filter() const;

 private:
  const Request& request_;
  Json values_;
};

/// What an ETag is made of.
enum class Validator : std::uint8_t {
  revision,  ///< the catalog's revision and the request: known before the answer is made
  content,   ///< the answer itself, where it tells what the revision does not
};

using Handler = Response (*)(const Call& call, Catalog& catalog);

struct Route {
  std::string_view method;
  std::string_view pattern;  ///< "/api/skills/{name}"
  std::string_view summary;
  std::string_view answer;      ///< a schema of openapi.cpp
  std::string_view other_type;  ///< a media type that Accept may ask for, or the answer's only one
  Validator validator;
  Handler handler;
  std::vector<Parameter> parameters;
};

/// All rows; of two that fit a path the first one wins.
std::span<const Route> routes();

/// The README's table of them.
std::string routes_as_markdown();

/// Answers a request: finds its row, checks its parameters, runs its handler, makes errors, HEAD,
/// OPTIONS, 304, ETag and the revision's header. Throws nothing.
/// Cost: 20 to 60 us above the handler's, most of it writing JSON.
Response respond(const Request& request, Catalog& catalog);

}  // namespace skillcat::serve
