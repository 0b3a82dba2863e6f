// The shapes of what the catalog knows beyond its skills: context, files, why, changes, tools.
#include <nlohmann/json.hpp>

#include "serve/json.h"

namespace skillcat::serve {
namespace {

Json start_of(const Freshness& freshness) {
  return to_json(freshness);
}

Json context_skill_json(const ContextSkill& skill) {
  Json json = {
      {"ref", skill.ref},       {"name", skill.name},     {"included", to_text(skill.included)},
      {"reason", skill.reason}, {"tokens", skill.tokens}, {"mark", text_or_null(skill.mark)}};
  json["evidence"] = Json::array();
  for (const Evidence& evidence : skill.evidence) json["evidence"].push_back(to_json(evidence));
  return json;
}

Json why_copy_json(const WhyCopy& copy) {
  Json json = {{"ref", text_or_null(copy.ref)},
               {"name", copy.name},
               {"source", copy.source ? Json(to_text(*copy.source)) : Json()},
               {"root", text_or_null(copy.root)},
               {"file_path", text_or_null(copy.file_path)},
               {"state", copy.state ? Json(to_text(*copy.state)) : Json()},
               {"reason", copy.reason},
               {"wins_over", Json::array()},
               {"problems", Json::array()}};
  for (const std::string& ref : copy.wins_over) json["wins_over"].push_back(ref);
  for (const Problem& problem : copy.problems) json["problems"].push_back(to_json(problem));
  return json;
}

Json capability_json(const Capability& capability) {
  Json json = {{"name", capability.name}, {"skills", Json::array()}};
  for (const Capability::User& user : capability.skills) {
    json["skills"].push_back(
        {{"ref", user.ref}, {"name", user.name}, {"source", to_text(user.source)}});
  }
  json["provided"] = !capability.providers.empty();
  json["providers"] = Json::array();
  for (const Capability::Provider& provider : capability.providers) {
    json["providers"].push_back({{"server", provider.server},
                                 {"tool", provider.tool},
                                 {"ref", provider.ref},
                                 {"reachable", provider.reachable}});
  }
  return json;
}

}  // namespace

Json to_json(const ContextAnswer& answer) {
  Json json = start_of(answer);
  json["text"] = answer.text;
  json["mark"] = text_or_null(answer.mark);
  json["tokens"] = answer.tokens;
  json["skills"] = Json::array();
  for (const ContextSkill& skill : answer.skills) {
    json["skills"].push_back(context_skill_json(skill));
  }
  return json;
}

Json to_json(const FileList& list) {
  Json json = start_of(list);
  json["ref"] = list.ref;
  json["directory"] = text_or_null(list.directory);
  json["files"] = Json::array();
  for (const SkillFile& file : list.files) {
    json["files"].push_back({{"path", file.path}, {"size_bytes", file.size_bytes}});
  }
  return json;
}

Json to_json(const FileContent& file) {
  Json json = start_of(file);
  json["ref"] = file.ref;
  json["path"] = file.path;
  json["media_type"] = file.media_type;
  json["size_bytes"] = file.size_bytes;
  json["content"] = file.text ? Json(file.content) : Json();
  return json;
}

Json to_json(const WhyAnswer& answer) {
  Json json = start_of(answer);
  json["copies"] = Json::array();
  for (const WhyCopy& copy : answer.copies) json["copies"].push_back(why_copy_json(copy));
  return json;
}

Json to_json(const Change& change) {
  return {{"revision", change.revision},
          {"ref", change.ref},
          {"change", to_text(change.change)},
          {"at", time_or_null(change.at)}};
}

Json to_json(const ChangeList& list) {
  Json json = start_of(list);
  json["changes"] = Json::array();
  for (const Change& change : list.changes) json["changes"].push_back(to_json(change));
  return json;
}

Json to_json(const CapabilityList& list, std::string_view field) {
  Json json = start_of(list);
  Json& all = json[std::string(field)] = Json::array();
  for (const Capability& capability : list.capabilities) all.push_back(capability_json(capability));
  return json;
}

}  // namespace skillcat::serve
