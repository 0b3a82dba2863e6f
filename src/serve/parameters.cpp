#include "serve/parameters.h"

#include <algorithm>
#include <charconv>

namespace skillcat::serve {
namespace {

/// Deeper values overflow the stack when they are taken apart.
constexpr int kMaxDepth = 64;

[[noreturn]] void refuse(std::string_view name, const std::string& what, std::string hint) {
  throw Error(ErrorCode::usage, "the parameter '" + std::string(name) + "' " + what,
              std::move(hint));
}

std::string names_of(const Route& route, In in) {
  std::string names;
  for (const Parameter& parameter : route.parameters) {
    if (parameter.in != in) continue;
    names += (names.empty() ? "" : ", ") + std::string(parameter.name);
  }
  return names.empty() ? "it takes none" : "it takes " + names;
}

const Parameter& row_of(const Route& route, In in, const std::string& name) {
  for (const Parameter& parameter : route.parameters) {
    if (parameter.in == in && parameter.name == name) return parameter;
  }
  refuse(name, "is unknown to " + std::string(route.pattern), names_of(route, in));
}

std::string_view expected(Type type) {
  switch (type) {
    case Type::text:
      return "must be a text";
    case Type::count:
      return "must be a number above 0";
    case Type::revision:
      return "must be a revision: a number, 0 or above";
    case Type::source:
      return "must be local, plugin, bundled or mcp";
    case Type::texts:
      return "must be a list of texts";
    case Type::text_map:
      return "must be an object whose values are texts";
  }
  return "is wrong";
}

bool is_text(const Json& value) {
  return value.is_string();
}

bool fits(Type type, const Json& value) {
  constexpr std::int64_t kMost = std::int64_t{1} << 53;  // what every JSON reader holds exactly
  switch (type) {
    case Type::text:
      return value.is_string();
    case Type::count:
    case Type::revision: {
      if (!value.is_number_integer()) return false;
      const auto number = value.get<std::int64_t>();
      return number >= (type == Type::count ? 1 : 0) && number <= kMost;
    }
    case Type::source:
      return value.is_string() && parse_source_kind(value.get<std::string>());
    case Type::texts:
      return value.is_array() && std::ranges::all_of(value, is_text);
    case Type::text_map:
      return value.is_object() && std::ranges::all_of(value, is_text);
  }
  return false;
}

/// A value of a path or query. What is no number stays a text, and so does not fit.
Json value_of(const Parameter& parameter, std::string_view encoded) {
  const auto text =
      percent_decode(encoded, parameter.in == In::query ? Plus::blank : Plus::literal);
  if (!text) {
    refuse(parameter.name, "is not percent-encoded UTF-8",
           "write each byte that is not a letter or digit as %XX");
  }
  if (parameter.type != Type::count && parameter.type != Type::revision) return *text;
  std::int64_t number = 0;
  const char* end = text->data() + text->size();
  const auto [parsed, error] = std::from_chars(text->data(), end, number);
  return error == std::errc() && parsed == end ? Json(number) : Json(*text);
}

void put(Json& values, const Parameter& parameter, Json value) {
  if (!fits(parameter.type, value)) {
    refuse(parameter.name, std::string(expected(parameter.type)), std::string(parameter.meaning));
  }
  values[std::string(parameter.name)] = std::move(value);
}

void read_query(const Route& route, const Target& target, Json& values) {
  for (const auto& [encoded, value] : target.query) {
    const auto name = percent_decode(encoded, Plus::blank);
    if (!name) refuse(encoded, "is not percent-encoded UTF-8", names_of(route, In::query));
    const Parameter& parameter = row_of(route, In::query, *name);
    if (values.contains(*name)) refuse(*name, "is there twice", "give it once");
    put(values, parameter, value_of(parameter, value));
  }
}

Json parse_body(const std::string& body) {
  bool too_deep = false;
  const auto within_depth = [&](int depth, Json::parse_event_t, Json&) {
    too_deep = too_deep || depth > kMaxDepth;
    return depth <= kMaxDepth;
  };
  Json parsed = Json::parse(body, within_depth, false);
  if (parsed.is_object() && !too_deep) return parsed;
  throw Error(ErrorCode::usage, "the body is not a JSON object in UTF-8",
              R"(for example {"message": "review my last commit"})");
}

void read_body(const Route& route, const Request& request, Json& values) {
  const Json body = parse_body(request.body);
  for (const auto& [name, value] : body.items()) {
    const Parameter& parameter = row_of(route, In::body, name);
    if (!value.is_null()) put(values, parameter, value);
  }
}

}  // namespace

std::optional<std::vector<std::string_view>> fit(const Route& route,
                                                 const std::vector<std::string_view>& segments) {
  const auto pattern = split_target(route.pattern).segments;
  const bool takes_rest =
      std::ranges::find(route.parameters, In::rest, &Parameter::in) != route.parameters.end();
  if (segments.size() != pattern.size() && !(takes_rest && segments.size() > pattern.size())) {
    return std::nullopt;
  }
  std::vector<std::string_view> places;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (!pattern[i].starts_with('{')) {
      if (segments[i] != pattern[i]) return std::nullopt;
    } else if (segments[i].empty()) {
      return std::nullopt;
    } else if (takes_rest && i + 1 == pattern.size()) {
      const char* end = segments.back().data() + segments.back().size();
      places.emplace_back(segments[i].data(), static_cast<std::size_t>(end - segments[i].data()));
    } else {
      places.push_back(segments[i]);
    }
  }
  return places;
}

Json read_parameters(const Route& route, const Request& request, const Target& target,
                     const std::vector<std::string_view>& places) {
  Json values = Json::object();
  std::size_t place = 0;
  for (const Parameter& parameter : route.parameters) {
    if (parameter.in != In::path && parameter.in != In::rest) continue;
    put(values, parameter, value_of(parameter, places.at(place)));
    ++place;
  }
  read_query(route, target, values);
  if (route.method == "POST") read_body(route, request, values);
  for (const Parameter& parameter : route.parameters) {
    if (parameter.need == Need::required && !values.contains(std::string(parameter.name))) {
      refuse(parameter.name, "is missing", std::string(parameter.meaning));
    }
  }
  return values;
}

}  // namespace skillcat::serve
