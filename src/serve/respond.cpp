// What every route shares: finding the row, errors, HEAD and OPTIONS, validators.
#include <algorithm>

#include "base/digest.h"
#include "base/log.h"
#include "serve/parameters.h"
#include "serve/routes.h"

namespace skillcat::serve {
namespace {

/// Half of a sha256: no two answers share it by chance.
constexpr std::size_t kTagDigits = 32;

std::string digest_tag(std::string_view text) {
  return to_hex(bytes_of(sha256(text))).substr(0, kTagDigits);
}

/// Of a revision and the query. The end of the last pass is part of each answer as well.
std::string revision_tag(const Freshness& freshness, const Request& request) {
  std::string text = request.target;
  for (const std::string_view part : {request.header("accept"), std::string_view(request.body)}) {
    text += '\n';
    text += part;
  }
  text += '\n' + std::to_string(freshness.as_of) + (freshness.complete ? "+" : "-");
  return '"' + std::to_string(freshness.revision) + "-" + digest_tag(text) + '"';
}

/// Whether a list of tags holds `tag`. A weak one is as good: bodies are the same to the byte.
bool names_tag(std::string_view list, std::string_view tag) {
  while (!list.empty()) {
    const auto comma = std::min(list.find(','), list.size());
    std::string_view entry = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    while (entry.starts_with(' ')) entry.remove_prefix(1);
    while (entry.ends_with(' ')) entry.remove_suffix(1);
    if (entry.starts_with("W/")) entry.remove_prefix(2);
    if (entry == tag) return true;
  }
  return false;
}

Response not_modified(const std::string& tag, const Freshness& freshness) {
  Response response;
  response.status = 304;
  response.content_type.clear();
  response.freshness = freshness;
  response.headers.push_back({"ETag", tag});
  return response;
}

Response answer_call(const Route& route, const Call& call, Catalog& catalog) {
  const Request& request = call.request();
  const auto wanted = request.header("if-none-match");
  const bool conditional = route.method == "GET" && !wanted.empty();
  if (conditional && route.validator == Validator::revision) {
    const Freshness freshness = catalog.freshness();
    const std::string tag = revision_tag(freshness, request);
    if (names_tag(wanted, tag)) return not_modified(tag, freshness);
  }
  Response response = route.handler(call, catalog);
  if (response.follow) return response;
  if (!response.freshness) response.freshness = catalog.freshness();
  const std::string tag = route.validator == Validator::revision
                              ? revision_tag(*response.freshness, request)
                              : '"' + digest_tag(response.content_type + response.body) + '"';
  if (conditional && (wanted == "*" || names_tag(wanted, tag)))
    return not_modified(tag, *response.freshness);
  response.headers.push_back({"ETag", tag});
  return response;
}

bool is_json(std::string_view content_type) {
  constexpr std::string_view kPlainJson = "application/json";
  const auto type = content_type.substr(0, content_type.find_first_of("; \t"));
  return std::ranges::equal(
      type, kPlainJson, [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

Response run_route(const Route& route, const Request& request, const Target& target,
                   const std::vector<std::string_view>& places, Catalog& catalog) {
  if (route.method == "POST" && !is_json(request.header("content-type"))) {
    return error_response(415, "unsupported_media_type",
                          "the body must be JSON, and its Content-Type say so",
                          "send the header Content-Type: application/json");
  }
  return answer_call(route, Call(request, read_parameters(route, request, target, places)),
                     catalog);
}

/// "GET, HEAD, OPTIONS" for the rows that fit a path; empty when none does.
std::string allowed_methods(const Target& target) {
  std::string methods;
  for (const Route& route : routes()) {
    if (!fit(route, target.segments)) continue;
    if (methods.find(route.method) != std::string::npos) continue;
    methods += route.method == "GET" ? "GET, HEAD, " : std::string(route.method) + ", ";
  }
  return methods.empty() ? methods : methods + "OPTIONS";
}

Response find_and_run(const Request& request, Catalog& catalog) {
  const Target target = split_target(request.target);
  // Not one ?: of both types: that would be a view of a temporary string.
  std::string_view method = request.method;
  if (method == "HEAD") method = "GET";
  for (const Route& route : routes()) {
    if (route.method != method) continue;
    if (const auto places = fit(route, target.segments)) {
      return run_route(route, request, target, *places, catalog);
    }
  }
  const std::string allowed =
      request.target == "*" ? "GET, HEAD, POST, OPTIONS" : allowed_methods(target);
  if (allowed.empty()) {
    return error_response(404, "not_found", "there is no such route",
                          "GET /api/openapi.json lists all; a ref in a path is one segment, with "
                          "%2F for each slash");
  }
  Response response;
  if (request.method == "OPTIONS") {
    response.status = 204;
    response.content_type.clear();
  } else {
    response =
        error_response(405, "method_not_allowed", request.method + " is not a method of this route",
                       "it has " + allowed);
  }
  response.headers.push_back({"Allow", allowed});
  return response;
}

}  // namespace

std::string Call::text(std::string_view name) const {
  return has(name) ? value(name).get<std::string>() : std::string();
}

std::int64_t Call::number(std::string_view name, std::int64_t otherwise) const {
  return has(name) ? value(name).get<std::int64_t>() : otherwise;
}

std::vector<std::string> Call::texts(std::string_view name) const {
  return has(name) ? value(name).get<std::vector<std::string>>() : std::vector<std::string>();
}

Filter Call::filter() const {
  return {parse_source_kind(text("source")), text("root"), text("tool")};
}

Response error_response(int status, std::string_view code, std::string_view message,
                        std::string_view hint) {
  Response response;
  response.status = status;
  const Json error = {{"code", code}, {"message", message}, {"hint", text_or_null(hint)}};
  response.body = dump({{"error", error}}, Layout::compact);
  return response;
}

Response error_response(const Error& error) {
  return error_response(error.kind().http_status, error.kind().name, error.what(), error.hint());
}

Response respond(const Request& request, Catalog& catalog) {
  Response response;
  try {
    response = find_and_run(request, catalog);
    if (!response.freshness) response.freshness = catalog.freshness();
  } catch (const Error& error) {
    response = error_response(error);
  } catch (const std::exception& error) {
    log_error("a bug in skillcat, at " + request.method + " " + request.target + ": " +
              error.what());
    response =
        error_response(Error(ErrorCode::internal, error.what(), "this is a bug in skillcat"));
  }
  try {
    if (!response.freshness) response.freshness = catalog.freshness();
    response.headers.push_back(
        {"X-Skillcat-Revision", std::to_string(response.freshness->revision)});
  } catch (const Error&) {  // the answer says already that the catalog cannot be used
    response.freshness.reset();
  }
  response.headers.push_back({"Cache-Control", "no-cache"});
  if (request.method == "HEAD") response.follow.reset();
  return response;
}

}  // namespace skillcat::serve
