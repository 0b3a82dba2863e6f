// What openapi.json and the README promise of the HTTP API, beside what it answers.
#include <catch2/catch.hpp>
#include <fstream>

#include "serve/handlers.h"
#include "serve/url.h"
#include "support/api.h"

using namespace skillcat;
using namespace skillcat::serve;
using test::Api;
using test::body;
using test::header;
using test::message;

namespace {

/// What `value` has that the schema does not allow, or the other way round; empty when it fits.
std::string misfit(const Json& value, const Json& schema, const Json& schemas,
                   const std::string& place = "answer") {
  if (schema.contains("$ref")) {
    const std::string reference = schema["$ref"];
    return misfit(value, schemas[reference.substr(reference.rfind('/') + 1)], schemas, place);
  }
  const Json types = schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]});
  const std::string type = value.is_null()             ? "null"
                           : value.is_number_integer() ? "integer"
                           : value.is_number()         ? "number"
                                                       : std::string(value.type_name());
  if (std::ranges::find(types, Json(type)) == types.end()) {
    return place + " is " + type + ", not " + types.dump();
  }
  if (type == "array" && schema.contains("items")) {
    for (const Json& item : value) {
      if (auto found = misfit(item, schema["items"], schemas, place + "[]"); !found.empty()) {
        return found;
      }
    }
  }
  if (type != "object" || !schema.contains("properties")) return {};
  for (const auto& [name, field] : schema["properties"].items()) {
    if (!value.contains(name)) return place + " lacks " + name;
    auto found = misfit(value[name], field, schemas, place + "." + name);
    if (!found.empty()) return found;
  }
  for (const auto& [name, field] : value.items()) {
    if (!schema["properties"].contains(name)) return place + " has " + name + " too";
  }
  return {};
}

/// A call of every route that answers in JSON, by its pattern.
const std::map<std::string, std::string> kCalls = {
    {"/api/skills", "/api/skills"},
    {"/api/skills/search", "/api/skills/search?q=pdf+forms"},
    {"/api/skills/{name}", "/api/skills/pdf"},
    {"/api/skills/{name}/context", "/api/skills/pdf/context?budget=500"},
    {"/api/skills/{name}/files", "/api/skills/pdf/files"},
    {"/api/skills/{name}/files/{path}", "/api/skills/pdf/files/forms/a%20b.md"},
    {"/api/match", R"({"message": "fill these pdf forms", "limit": 3})"},
    {"/api/context", R"({"message": "fill these pdf forms", "budget": 500})"},
    {"/api/tools", "/api/tools"},
    {"/api/tools/{tool}", "/api/tools/grep"},
    {"/api/hooks", "/api/hooks"},
    {"/api/hooks/{hook}", "/api/hooks/on_commit"},
    {"/api/roots", "/api/roots"},
    {"/api/problems", "/api/problems"},
    {"/api/changes", "/api/changes?since=0"},
    {"/api/status", "/api/status"},
};

}  // namespace

TEST_CASE("every route answers what openapi.json promises, no field more or less") {
  Api api;
  const Json document = openapi();
  const Json& schemas = document["components"]["schemas"];
  std::size_t checked = 0;
  for (const Route& route : routes()) {
    if (route.answer.empty()) continue;
    const std::string pattern(route.pattern);
    INFO(pattern);
    REQUIRE(kCalls.contains(pattern));
    const std::string& call = kCalls.at(pattern);
    const Response response = route.method == "POST"
                                  ? api.post(pattern, call)
                                  : api.get(call, {{"accept", "application/json"}});
    INFO(response.body);
    CHECK(response.status == 200);
    CHECK(response.content_type == kJsonType);
    CHECK(header(response, "X-Skillcat-Revision") == "1");
    CHECK(!header(response, "ETag").empty());
    const Json& schema = document["paths"][pattern][route.method == "POST" ? "post" : "get"]
                                 ["responses"]["200"]["content"]["application/json"]["schema"];
    CHECK(misfit(body(response), schema, schemas) == "");
    ++checked;
  }
  CHECK(checked == kCalls.size());
}

TEST_CASE("openapi.json refers only to shapes that it has") {
  const Json document = openapi();
  const std::string text = document.dump();
  constexpr std::string_view kStart = "\"#/components/schemas/";
  std::size_t found = 0;
  for (auto at = text.find(kStart); at != std::string::npos; at = text.find(kStart, at + 1)) {
    const auto begin = at + kStart.size();
    CHECK(document["components"]["schemas"].contains(
        text.substr(begin, text.find('"', begin) - begin)));
    ++found;
  }
  CHECK(found > 20);
}

TEST_CASE("the README lists every route as the table has it") {
  std::ifstream file(SKILLCAT_SOURCE_DIR "/README.md");
  const std::string readme(std::istreambuf_iterator<char>(file), {});
  const std::string expected =
      "<!-- HTTP routes: from src/serve/routes.cpp -->\n\n" + routes_as_markdown();
  INFO("the README must hold these lines:\n" << expected);
  CHECK(readme.find(expected) != std::string::npos);
}
