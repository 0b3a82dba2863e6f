// Each JSON shape, field by field: other programs depend on them.
#include "serve/json.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace skillcat;
using serve::Explain;
using serve::Json;

namespace {

std::string keys(const Json& json) {
  std::string out;
  for (const auto& [key, value] : json.items()) out += (out.empty() ? "" : " ") + key;
  return out;
}

const std::string kSkillKeys =
    "ref name description version author source root scope file_path directory agents state "
    "repaired"
    " shadowed_by triggers patterns tools hooks commands config_schema license compatibility"
    " allowed_tools metadata digest size_bytes tokens indexed_at changed_revision problems";

}  // namespace

TEST_CASE("a skill has every field, null for none") {
  Skill skill;
  skill.ref = "local:x/a";
  const Json json = serve::to_json(skill);
  CHECK(keys(json) == kSkillKeys);
  for (const char* field : {"author", "license", "compatibility", "file_path", "directory",
                            "shadowed_by", "indexed_at"}) {
    CAPTURE(field);
    CHECK(json[field].is_null());
  }
  CHECK(json["version"] == "1.0.0");
  CHECK(json["config_schema"].is_object());
  CHECK(json["metadata"].is_object());
  CHECK(json["triggers"].is_array());
}

TEST_CASE("objects keep the order of their keys, and what is none becomes an empty one") {
  Skill skill;
  skill.metadata = R"({"b": 1, "a": [2]})";
  CHECK(serve::to_json(skill)["metadata"].dump() == R"({"b":1,"a":[2]})");
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  for (const std::string text : {"", "[1]", "{", "\"x\"", deep.c_str()}) {
    skill.metadata = text;
    CHECK(serve::to_json(skill)["metadata"].dump() == "{}");
  }
  skill.metadata = "{\"x\": " + deep + "}";
  CHECK(serve::to_json(skill)["metadata"].dump() == "{}");
}

TEST_CASE("times are RFC 3339 and durations of never are null") {
  CHECK(serve::to_json(Freshness{7, 1'700'000'000'123, true}).dump() ==
        R"({"revision":7,"as_of":"2023-11-14T22:13:20.123Z","complete":true})");
  CHECK(serve::to_json(Freshness{}).dump() == R"({"revision":0,"as_of":null,"complete":false})");
}

TEST_CASE("a problem says what to do about it") {
  const Problem problem{"empty", Severity::error, "m", "", 0, 0};
  const Json json = serve::to_json(problem);
  CHECK(keys(json) == "code severity message path line column fix");
  CHECK(json["path"].is_null());
  CHECK(json["line"].is_null());
  CHECK(json["column"].is_null());
  CHECK(json["fix"].is_string());
  CHECK(
      serve::to_json(Problem{"of_another_version", Severity::note, "", "", 1, 2})["fix"].is_null());
}

TEST_CASE("stored problems name their skill and root") {
  ProblemList list;
  list.problems.emplace_back();
  list.problems.back().code = "root_gone";
  list.problems.back().root = "lib";
  const Json json = serve::to_json(list);
  CHECK(keys(json) == "revision as_of complete total problems");
  CHECK(keys(json["problems"][0]) == "code severity message path line column ref root fix");
  CHECK(json["problems"][0]["ref"].is_null());
  CHECK(json["problems"][0]["root"] == "lib");
}

TEST_CASE("a hit is a skill with its evidence, and explain is null unless asked for") {
  SearchAnswer answer;
  answer.query = "q";
  answer.total = 3;
  Hit hit;
  hit.score = 0.5;
  hit.evidence.push_back({EvidenceKind::keyword, "triggers", "Deploy it", {"deploy"}});
  hit.copies = {"local:b/x"};
  hit.explain = {{"bm25", 1.5}};
  answer.hits.push_back(hit);
  const Json json = serve::to_json(answer, Explain::no);
  CHECK(keys(json) == "revision as_of complete query corrected total skills");
  CHECK(json["corrected"].is_null());
  CHECK(keys(json["skills"][0]) ==
        kSkillKeys + " score evidence snippet snippet_parts copies explain");
  CHECK(json["skills"][0]["evidence"].dump() ==
        R"([{"kind":"keyword","field":"triggers","text":"Deploy it","terms":["deploy"]}])");
  CHECK(json["skills"][0]["explain"].is_null());
  CHECK(serve::to_json(answer, Explain::yes)["skills"][0]["explain"].dump() == R"({"bm25":1.5})");
}

TEST_CASE("show is a skill with instructions and all copies of its name") {
  SkillAnswer answer;
  answer.skill.instructions = "# Do";
  answer.copies = {"a", "b"};
  const Json json = serve::to_json(answer);
  CHECK(keys(json) == "revision as_of complete " + kSkillKeys + " instructions copies places");
  CHECK(json["instructions"] == "# Do");
}

TEST_CASE("a list has its total, status its roots") {
  SkillList list;
  list.skills.resize(2);
  CHECK(keys(serve::to_json(list)) == "revision as_of complete total skills");

  Status status;
  status.roots.resize(1);
  status.skills_by_source["local"] = 4;
  const Json json = serve::to_json(status);
  CHECK(keys(json) ==
        "revision as_of complete schema catalog size_bytes skills roots servers daemon wal_bytes"
        " problems quarantined");
  CHECK(json["skills"].dump() == R"({"by_source":{"local":4,"plugin":0,"bundled":0,"mcp":0},)"
                                 R"("by_state":{"active":0,"stale":0,"rejected":0}})");
  CHECK(keys(json["roots"][0]) == "label source scope path state mode last_pass_at");
  CHECK(json["roots"][0]["path"].is_null());
  CHECK(json["roots"][0]["mode"] == "manual");
  CHECK(json["daemon"].is_null());
  status.daemon.emplace().pid = 7;
  const Json daemon = serve::to_json(status)["daemon"];
  CHECK(keys(daemon) ==
        "pid http started_at watches watches_allowed overflows last_full_pass_at log_held_since"
        " trouble");
  CHECK(daemon["pid"] == 7);
  CHECK(daemon["trouble"].is_null());
  CHECK(json["servers"].dump() == "[]");
  status.servers.push_back({"srv", "/x/srv.json", "failed", 3, 2, Problem{}});
  const Json server = serve::to_json(status)["servers"][0];
  CHECK(keys(server) == "label state path tools skills problem");
  CHECK(server["problem"].is_object());
  CHECK(json["problems"].dump() == "{}");
}

TEST_CASE("an error is an object of its own") {
  CHECK(serve::to_json(Error(ErrorCode::not_found, "nothing", "look")).dump() ==
        R"({"error":{"code":"not_found","message":"nothing","hint":"look"}})");
  CHECK(serve::to_json(Error(ErrorCode::usage, "x"))["error"]["hint"].is_null());
}

TEST_CASE("text that is not UTF-8 is printed with replacement characters") {
  CHECK(serve::dump(Json("a\xff"), serve::Layout::compact) == "\"a\xEF\xBF\xBD\"");
  CHECK(serve::dump(Json{{"a", 1}}, serve::Layout::indented) == "{\n  \"a\": 1\n}");
}
