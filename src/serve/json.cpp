#include "serve/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/problem.h"

namespace skillcat::serve {
namespace {

/// Deeper values overflow the stack when they are dumped.
constexpr int kMaxDepth = 64;

/// A stored JSON object; an empty one when the text is none, so that the field keeps its type.
Json object_of(const std::string& text) {
  bool too_deep = false;
  const auto within_depth = [&](int depth, Json::parse_event_t, Json&) {
    too_deep = too_deep || depth > kMaxDepth;
    return depth <= kMaxDepth;
  };
  Json parsed = Json::parse(text, within_depth, false);
  return parsed.is_object() && !too_deep ? parsed : Json::object();
}

Json number_or_null(int number) {
  return number == 0 ? Json() : Json(number);
}

/// The most fields that an answer has: those of a skill, of a hit and of the freshness.
constexpr std::size_t kMostFields = 48;

/// An object of `fields` with room for more: each time its list grows, nlohmann's ordered object
/// copies all of its values (a search of ten hits with its JSON: 600 us so, else 800).
Json object_with(std::initializer_list<std::pair<const char*, Json>> fields) {
  Json object = Json::object();
  auto& list = object.get_ref<Json::object_t&>();
  list.reserve(kMostFields);
  for (const auto& [name, value] : fields) list.emplace_back(name, value);
  return object;
}

template <class T>
Json array_of(const std::vector<T>& items, Json (*shape)(const T&)) {
  Json array = Json::array();
  for (const T& item : items) array.push_back(shape(item));
  return array;
}

Json array_of(const std::vector<std::string>& items) {
  Json array = Json::array();
  for (const std::string& item : items) array.push_back(item);
  return array;
}

Json object_of(const std::map<std::string, std::int64_t>& counts) {
  Json object = Json::object();
  for (const auto& [name, count] : counts) object[name] = count;
  return object;
}

std::int64_t count_of(const std::map<std::string, std::int64_t>& counts, std::string_view name) {
  const auto found = counts.find(std::string(name));
  return found == counts.end() ? 0 : found->second;
}

Json stored_problem_json(const StoredProblem& problem) {
  const Problem& found = problem;
  Json json = to_json(found);
  const Json fix = json["fix"];
  json.erase("fix");
  json["ref"] = text_or_null(problem.ref);
  json["root"] = text_or_null(problem.root);
  json["fix"] = fix;
  return json;
}

Json place_json(const Place& place) {
  return {{"ref", place.ref},
          {"root", place.root},
          {"file_path", text_or_null(place.file_path)},
          {"agents", array_of(place.agents)}};
}

Json root_json(const RootStatus& root) {
  return {{"label", root.label},
          {"source", to_text(root.source)},
          {"scope", to_text(root.scope)},
          {"path", text_or_null(root.path)},
          {"state", root.state},
          {"mode", root.mode},
          {"last_pass_at", time_or_null(root.last_pass_at)}};
}

Json server_json(const ServerStatus& server) {
  return {
      {"label", server.label},   {"state", server.state},
      {"path", server.path},     {"tools", server.tools},
      {"skills", server.skills}, {"problem", server.problem ? to_json(*server.problem) : Json()}};
}

Json daemon_json(const std::optional<DaemonStatus>& daemon) {
  if (!daemon) return nullptr;
  return {{"pid", daemon->pid},
          {"http", text_or_null(daemon->http)},
          {"started_at", time_or_null(daemon->started_at)},
          {"watches", daemon->watches},
          {"watches_allowed", daemon->watches_allowed},
          {"overflows", daemon->overflows},
          {"last_full_pass_at", time_or_null(daemon->last_full_pass_at)},
          {"log_held_since", time_or_null(daemon->log_held_since)},
          {"trouble", text_or_null(daemon->trouble)}};
}

Json skills_json(const Status& status) {
  Json by_source = Json::object();
  for (const auto kind :
       {SourceKind::local, SourceKind::plugin, SourceKind::bundled, SourceKind::mcp}) {
    by_source[std::string(to_text(kind))] = count_of(status.skills_by_source, to_text(kind));
  }
  Json by_state = Json::object();
  for (const auto state : {State::active, State::stale, State::rejected}) {
    by_state[std::string(to_text(state))] = count_of(status.skills_by_state, to_text(state));
  }
  return {{"by_source", by_source}, {"by_state", by_state}};
}

}  // namespace

Json text_or_null(std::string_view text) {
  return text.empty() ? Json() : Json(text);
}

Json time_or_null(std::int64_t unix_ms) {
  return unix_ms == 0 ? Json() : Json(rfc3339(unix_ms));
}

std::string_view fix_of(std::string_view code) {
  const auto kinds = problem_kinds();
  const auto found = std::ranges::find(kinds, code, &ProblemKind::code);
  return found == kinds.end() ? std::string_view{} : found->fix;
}

Json to_json(const Freshness& freshness) {
  return {{"revision", freshness.revision},
          {"as_of", time_or_null(freshness.as_of)},
          {"complete", freshness.complete}};
}

Json to_json(const Problem& problem) {
  return {{"code", problem.code},
          {"severity", to_text(problem.severity)},
          {"message", problem.message},
          {"path", text_or_null(problem.path)},
          {"line", number_or_null(problem.line)},
          {"column", number_or_null(problem.column)},
          {"fix", text_or_null(fix_of(problem.code))}};
}

Json to_json(const Evidence& evidence) {
  return {{"kind", to_text(evidence.kind)},
          {"field", evidence.field},
          {"text", evidence.text},
          {"terms", array_of(evidence.terms)}};
}

Json to_json(const Skill& skill) {
  return object_with({{"ref", skill.ref},
                      {"name", skill.name},
                      {"description", skill.description},
                      {"version", skill.version},
                      {"author", text_or_null(skill.author)},
                      {"source", to_text(skill.source)},
                      {"root", skill.root},
                      {"scope", to_text(skill.scope)},
                      {"file_path", text_or_null(skill.file_path)},
                      {"directory", text_or_null(skill.directory)},
                      {"agents", array_of(skill.agents)},
                      {"state", to_text(skill.state)},
                      {"repaired", skill.repaired},
                      {"shadowed_by", text_or_null(skill.shadowed_by)},
                      {"triggers", array_of(skill.triggers)},
                      {"patterns", array_of(skill.patterns)},
                      {"tools", array_of(skill.tools)},
                      {"hooks", array_of(skill.hooks)},
                      {"commands", array_of(skill.commands)},
                      {"config_schema", object_of(skill.config_schema)},
                      {"license", text_or_null(skill.license)},
                      {"compatibility", text_or_null(skill.compatibility)},
                      {"allowed_tools", array_of(skill.allowed_tools)},
                      {"metadata", object_of(skill.metadata)},
                      {"digest", skill.digest},
                      {"size_bytes", skill.size_bytes},
                      {"tokens", skill.tokens},
                      {"indexed_at", time_or_null(skill.indexed_at)},
                      {"changed_revision", skill.changed_revision},
                      {"problems", array_of<Problem>(skill.problems, to_json)}});
}

Json to_json(const Hit& hit, Explain explain) {
  const Skill& skill = hit;
  Json json = to_json(skill);
  json["score"] = hit.score;
  json["evidence"] = array_of<Evidence>(hit.evidence, to_json);
  json["snippet"] = hit.snippet;
  json["snippet_parts"] = Json::array();
  for (const SnippetPart& part : hit.snippet_parts) {
    json["snippet_parts"].push_back({{"text", part.text}, {"match", part.match}});
  }
  json["copies"] = array_of(hit.copies);
  json["explain"] = nullptr;
  if (explain == Explain::yes) {
    json["explain"] = Json::object();
    for (const auto& [part, value] : hit.explain) json["explain"][part] = value;
  }
  return json;
}

Json to_json(const SkillList& list) {
  const Freshness& freshness = list;
  Json json = to_json(freshness);
  json["total"] = list.total;
  json["skills"] = array_of<Skill>(list.skills, to_json);
  return json;
}

Json to_json(const SearchAnswer& answer, Explain explain) {
  const Freshness& freshness = answer;
  Json json = to_json(freshness);
  json["query"] = answer.query;
  json["corrected"] = answer.corrected ? Json(*answer.corrected) : Json();
  json["total"] = answer.total;
  json["skills"] = Json::array();
  for (const Hit& hit : answer.hits) json["skills"].push_back(to_json(hit, explain));
  return json;
}

Json to_json(const SkillAnswer& answer) {
  const Freshness& freshness = answer;
  Json json = to_json(freshness);
  json.update(to_json(answer.skill));
  json["instructions"] = answer.skill.instructions;
  json["copies"] = array_of(answer.copies);
  json["places"] = array_of(answer.places, place_json);
  return json;
}

Json to_json(const ProblemList& list) {
  const Freshness& freshness = list;
  Json json = to_json(freshness);
  json["total"] = list.problems.size();
  json["problems"] = array_of(list.problems, stored_problem_json);
  return json;
}

Json to_json(const Status& status) {
  const Freshness& freshness = status;
  Json json = to_json(freshness);
  json["schema"] = status.schema;
  json["catalog"] = status.catalog;
  json["size_bytes"] = status.size_bytes;
  json["skills"] = skills_json(status);
  json["roots"] = array_of(status.roots, root_json);
  json["servers"] = array_of(status.servers, server_json);
  json["daemon"] = daemon_json(status.daemon);
  json["wal_bytes"] = status.wal_bytes;
  json["problems"] = object_of(status.problems);
  json["quarantined"] = array_of(status.quarantined);
  return json;
}

Json to_json(const Error& error) {
  return {{"error",
           {{"code", error.kind().name},
            {"message", error.what()},
            {"hint", text_or_null(error.hint())}}}};
}

std::string dump(const Json& json, Layout layout) {
  return json.dump(layout == Layout::indented ? 2 : -1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace skillcat::serve
