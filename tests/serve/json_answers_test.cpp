#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "serve/json.h"

namespace skillcat {
namespace {

std::string text_of(const serve::Json& json) {
  return serve::dump(json, serve::Layout::compact);
}

/// What every answer begins with.
constexpr const char* kStart =
    R"({"revision":7,"as_of":"1970-01-01T00:00:01.000Z","complete":true)";

template <class Answer>
Answer fresh() {
  Answer answer;
  answer.revision = 7;
  answer.as_of = 1000;
  answer.complete = true;
  return answer;
}

}  // namespace

TEST_CASE("The shape of a context") {
  auto answer = fresh<ContextAnswer>();
  CHECK(text_of(serve::to_json(answer)) ==
        kStart + std::string(R"(,"text":"","mark":null,"tokens":0,"skills":[]})"));
  answer.text = "t";
  answer.mark = "ab";
  answer.tokens = 3;
  answer.skills.push_back({"local:a/b", "b", "ab", Included::cut, "why", 3});
  answer.skills.back().evidence.push_back({EvidenceKind::keyword, "triggers", "to b", {}});
  CHECK(text_of(serve::to_json(answer)) ==
        kStart + std::string(R"(,"text":"t","mark":"ab","tokens":3,"skills":[{"ref":"local:a/b",)"
                             R"("name":"b","included":"cut","reason":"why","tokens":3,)"
                             R"("mark":"ab","evidence":[{"kind":"keyword","field":"triggers",)"
                             R"("text":"to b","terms":[]}]}]})"));
}

TEST_CASE("The shape of files and of a file, whose content is null unless it is text") {
  auto list = fresh<FileList>();
  list.ref = "local:a/b";
  list.files.push_back({"x.txt", 2});
  CHECK(text_of(serve::to_json(list)) ==
        kStart + std::string(R"(,"ref":"local:a/b","directory":null,)"
                             R"("files":[{"path":"x.txt","size_bytes":2}]})"));
  auto file = fresh<FileContent>();
  file.ref = "local:a/b";
  file.path = "x";
  file.media_type = "image/png";
  file.size_bytes = 2;
  file.content = "\xff\x00";
  CHECK(text_of(serve::to_json(file)) ==
        kStart + std::string(R"(,"ref":"local:a/b","path":"x","media_type":"image/png",)"
                             R"("size_bytes":2,"content":null})"));
  file.content = "hi";
  file.text = true;
  CHECK(serve::to_json(file)["content"] == "hi");
}

TEST_CASE("The shape of why, for a copy and for a path without one") {
  auto answer = fresh<WhyAnswer>();
  WhyCopy copy;
  copy.name = "b";
  copy.reason = "because";
  answer.copies.push_back(copy);
  CHECK(text_of(serve::to_json(answer)) ==
        kStart + std::string(R"(,"copies":[{"ref":null,"name":"b","source":null,"root":null,)"
                             R"("file_path":null,"state":null,"reason":"because","wins_over":[],)"
                             R"("problems":[]}]})"));
  copy.ref = "local:a/b";
  copy.source = SourceKind::local;
  copy.state = State::stale;
  copy.wins_over = {"bundled:b"};
  answer.copies = {copy};
  const auto json = serve::to_json(answer)["copies"][0];
  CHECK(json["source"] == "local");
  CHECK(json["state"] == "stale");
  CHECK(json["wins_over"][0] == "bundled:b");
}

TEST_CASE("The shape of changes") {
  auto list = fresh<ChangeList>();
  list.changes.push_back({6, "local:a/b", ChangeKind::removed, 2000});
  CHECK(text_of(serve::to_json(list)) ==
        kStart + std::string(R"(,"changes":[{"revision":6,"ref":"local:a/b",)"
                             R"("change":"removed","at":"1970-01-01T00:00:02.000Z"}]})"));
}

TEST_CASE("The shape of tools and hooks") {
  auto list = fresh<CapabilityList>();
  list.capabilities.push_back(
      {"grep", {{"local:a/b", "b", SourceKind::local}}, {{"srv", "grep", "mcp:srv_grep", true}}});
  list.capabilities.push_back({"x", {}, {}});
  const std::string items =
      R"([{"name":"grep","skills":[{"ref":"local:a/b","name":"b","source":"local"}],)"
      R"("provided":true,"providers":[{"server":"srv","tool":"grep","ref":"mcp:srv_grep",)"
      R"("reachable":true}]},{"name":"x","skills":[],"provided":false,"providers":[]}]})";
  CHECK(text_of(serve::to_json(list, "tools")) == kStart + (R"(,"tools":)" + items));
  CHECK(text_of(serve::to_json(list, "hooks")) == kStart + (R"(,"hooks":)" + items));
}

}  // namespace skillcat
