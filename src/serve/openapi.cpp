// /api/openapi.json: THE TABLE in OpenAPI's words, and the shapes of the answers.
#include <map>
#include <utility>

#include "serve/handlers.h"
#include "serve/url.h"

namespace skillcat::serve {
namespace {

/// A shape: its name, and its fields as "name:type" in order. A type is one of JSON's, "object" for
/// one with any fields, the name of a shape, "[]" behind it for a list, "?" for a null as well.
/// "+Shape" stands for all fields of another one.
struct Shape {
  std::string_view name;
  std::string_view fields;
};

constexpr Shape kShapes[] = {
    {"Freshness", "revision:integer as_of:string? complete:boolean"},
    {"Problem",
     "code:string severity:string message:string path:string? line:integer? column:integer? "
     "fix:string?"},
    {"StoredProblem", "+Problem ref:string? root:string?"},
    {"Skill",
     "ref:string name:string description:string version:string author:string? source:string "
     "root:string scope:string file_path:string? directory:string? agents:string[] state:string "
     "repaired:boolean shadowed_by:string? triggers:string[] patterns:string[] tools:string[] "
     "hooks:string[] "
     "commands:string[] config_schema:object license:string? compatibility:string? "
     "allowed_tools:string[] metadata:object digest:string size_bytes:integer tokens:integer "
     "indexed_at:string? changed_revision:integer problems:Problem[]"},
    {"Evidence", "kind:string field:string text:string terms:string[]"},
    {"SnippetPart", "text:string match:boolean"},
    {"Hit",
     "+Skill score:number evidence:Evidence[] snippet:string snippet_parts:SnippetPart[] "
     "copies:string[] explain:object?"},
    {"SkillList", "+Freshness total:integer skills:Skill[]"},
    {"SearchAnswer", "+Freshness query:string corrected:string? total:integer skills:Hit[]"},
    {"Place", "ref:string root:string file_path:string? agents:string[]"},
    {"SkillAnswer", "+Freshness +Skill instructions:string copies:string[] places:Place[]"},
    {"ContextSkill",
     "ref:string name:string included:string reason:string tokens:integer mark:string? "
     "evidence:Evidence[]"},
    {"ContextAnswer", "+Freshness text:string mark:string? tokens:integer skills:ContextSkill[]"},
    {"File", "path:string size_bytes:integer"},
    {"FileList", "+Freshness ref:string directory:string? files:File[]"},
    {"FileContent",
     "+Freshness ref:string path:string media_type:string size_bytes:integer content:string?"},
    {"CapabilityUser", "ref:string name:string source:string"},
    {"Provider", "server:string tool:string ref:string reachable:boolean"},
    {"Capability", "name:string skills:CapabilityUser[] provided:boolean providers:Provider[]"},
    {"ToolList", "+Freshness tools:Capability[]"},
    {"HookList", "+Freshness hooks:Capability[]"},
    {"Root",
     "label:string source:string scope:string path:string? state:string mode:string "
     "last_pass_at:string?"},
    {"RootList", "+Freshness roots:Root[]"},
    {"ProblemList", "+Freshness total:integer problems:StoredProblem[]"},
    {"Change", "revision:integer ref:string change:string at:string?"},
    {"ChangeList", "+Freshness changes:Change[]"},
    {"Server",
     "label:string state:string path:string tools:integer skills:integer problem:object?"},
    {"Daemon",
     "pid:integer http:string? started_at:string? watches:integer watches_allowed:integer "
     "overflows:integer last_full_pass_at:string? log_held_since:string? trouble:string?"},
    {"Status",
     "+Freshness schema:integer catalog:string size_bytes:integer skills:object roots:Root[] "
     "servers:Server[] daemon:Daemon? wal_bytes:integer problems:object quarantined:string[]"},
    {"ErrorDetail", "code:string message:string hint:string?"},
    {"Error", "error:ErrorDetail"},
};

Json reference_to(std::string_view shape) {
  return {{"$ref", "#/components/schemas/" + std::string(shape)}};
}

Json schema_of_type(std::string_view type) {
  if (type.ends_with("[]")) {
    type.remove_suffix(2);
    return {{"type", "array"}, {"items", schema_of_type(type)}};
  }
  if (type.ends_with('?')) {
    type.remove_suffix(1);
    return {{"type", {type, "null"}}};
  }
  const bool is_shape = type.front() >= 'A' && type.front() <= 'Z';
  return is_shape ? reference_to(type) : Json{{"type", type}};
}

std::string_view fields_of(std::string_view shape) {
  for (const Shape& row : kShapes) {
    if (row.name == shape) return row.fields;
  }
  return {};
}

void add_fields(std::string_view fields, Json& properties) {
  while (!fields.empty()) {
    const auto end = std::min(fields.find(' '), fields.size());
    const std::string_view field = fields.substr(0, end);
    fields.remove_prefix(std::min(end + 1, fields.size()));
    if (field.starts_with('+')) {
      add_fields(fields_of(field.substr(1)), properties);
      continue;
    }
    const auto colon = field.find(':');
    properties[std::string(field.substr(0, colon))] = schema_of_type(field.substr(colon + 1));
  }
}

/// Every field is always there.
Json schema_of(const Shape& shape) {
  Json properties = Json::object();
  add_fields(shape.fields, properties);
  Json required = Json::array();
  for (const auto& [name, schema] : properties.items()) required.push_back(name);
  return {{"type", "object"}, {"properties", properties}, {"required", required}};
}

Json schema_of(Type type) {
  switch (type) {
    case Type::text:
      return {{"type", "string"}};
    case Type::count:
      return {{"type", "integer"}, {"minimum", 1}};
    case Type::revision:
      return {{"type", "integer"}, {"minimum", 0}};
    case Type::source:
      return {{"type", "string"}, {"enum", {"local", "plugin", "bundled", "mcp"}}};
    case Type::texts:
      return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case Type::text_map:
      return {{"type", "object"}, {"additionalProperties", {{"type", "string"}}}};
  }
  return Json::object();
}

Json parameters_of(const Route& route) {
  Json list = Json::array();
  for (const Parameter& parameter : route.parameters) {
    if (parameter.in == In::body) continue;
    list.push_back({{"name", parameter.name},
                    {"in", parameter.in == In::query ? "query" : "path"},
                    {"required", parameter.need == Need::required},
                    {"description", parameter.meaning},
                    {"schema", schema_of(parameter.type)}});
  }
  return list;
}

Json body_of(const Route& route) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const Parameter& parameter : route.parameters) {
    if (parameter.in != In::body) continue;
    Json schema = schema_of(parameter.type);
    schema["description"] = parameter.meaning;
    properties[std::string(parameter.name)] = std::move(schema);
    if (parameter.need == Need::required) required.push_back(parameter.name);
  }
  const Json schema = {{"type", "object"},
                       {"properties", properties},
                       {"required", required},
                       {"additionalProperties", false}};
  return {{"required", true}, {"content", {{"application/json", {{"schema", schema}}}}}};
}

Json responses_of(const Route& route) {
  Json content = Json::object();
  if (!route.answer.empty()) {
    content["application/json"] = {{"schema", reference_to(route.answer)}};
  }
  if (!route.other_type.empty()) content[std::string(route.other_type)] = Json::object();
  const Json error = {{"description", "what was wrong, and what to do about it"},
                      {"content", {{"application/json", {{"schema", reference_to("Error")}}}}}};
  Json responses = {{"200", {{"description", route.summary}, {"content", content}}}};
  if (route.method == "GET") {
    responses["304"] = {{"description", "If-None-Match names the ETag of now"}};
  }
  responses["default"] = error;
  return responses;
}

Json operation_of(const Route& route) {
  Json operation = {{"summary", route.summary}, {"parameters", parameters_of(route)}};
  if (route.method == "POST") operation["requestBody"] = body_of(route);
  operation["responses"] = responses_of(route);
  return operation;
}

std::string lower(std::string_view text) {
  std::string out;
  for (const char c : text) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
}

}  // namespace

Json openapi() {
  Json paths = Json::object();
  for (const Route& route : routes()) {
    paths[std::string(route.pattern)][lower(route.method)] = operation_of(route);
  }
  Json schemas = Json::object();
  for (const Shape& shape : kShapes) schemas[std::string(shape.name)] = schema_of(shape);
  return {{"openapi", "3.1.0"},
          {"info",
           {{"title", "skillcat"},
            {"version", "1"},
            {"description",
             "One searchable catalog of every skill that the agents on a machine can use. Every "
             "answer carries its revision; every GET an ETag of it."}}},
          {"paths", paths},
          {"components", {{"schemas", schemas}}}};
}

}  // namespace skillcat::serve
