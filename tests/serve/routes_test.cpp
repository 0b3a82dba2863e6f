// The HTTP API as pure functions: every route, its checks, errors and validators.
#include "serve/routes.h"

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

TEST_CASE("the page runs no script but its own, and every file it names is a route") {
  Api api;
  const Response page = api.get("/");
  CHECK(page.content_type == "text/html; charset=utf-8");
  CHECK(
      header(page, "Content-Security-Policy").starts_with("default-src 'none'; script-src 'self'"));
  CHECK(page.body.find("<script>") == std::string::npos);
  CHECK(page.body.find(" style=") == std::string::npos);
  for (const std::string_view attribute : {"src=\"", "href=\"page"}) {
    const std::size_t at = page.body.find(attribute);
    REQUIRE(at != std::string::npos);
    const std::size_t begin = page.body.find('"', at) + 1;
    const Response file =
        api.get("/" + page.body.substr(begin, page.body.find('"', begin) - begin));
    CHECK(file.status == 200);
    CHECK_FALSE(file.body.empty());
  }
}

TEST_CASE("the page puts text in as text and asks only routes that there are") {
  Api api;
  const std::string script = api.get("/page.js").body;
  for (const char* html :
       {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("}) {
    CHECK(script.find(html) == std::string::npos);
  }
  std::size_t asked = 0;
  for (std::size_t at = script.find("'api/"); at != std::string::npos;
       at = script.find("'api/", at + 1), ++asked) {
    const std::string path = script.substr(at + 1, script.find_first_of("'?", at + 1) - at - 1);
    const bool known = std::ranges::any_of(routes(), [&](const Route& route) {
      const std::string pattern(route.pattern.substr(1));
      return pattern == path || (path.ends_with('/') && pattern.starts_with(path));
    });
    CHECK(known);
  }
  CHECK(asked >= 8);
}

TEST_CASE("a ref in a path is one segment, and routing works on the path as it was sent") {
  Api api;
  const std::string ref = "local:here/nested/deploy";
  const auto by_ref = api.get("/api/skills/" + percent_encode(ref));
  CHECK(body(by_ref)["ref"] == ref);
  CHECK(body(api.get("/api/skills/local:here%2fnested%2Fdeploy/context"))["skills"][0]["ref"] ==
        ref);
  CHECK(api.get("/api/skills/local:here/nested/deploy").status == 404);
  CHECK(body(api.get("/api/skills/DEPLOY"))["ref"] == ref);

  // "search" is a route; the skill of that name has its ref, and an escape makes it a name.
  CHECK(api.get("/api/skills/search").status == 400);
  CHECK(body(api.get("/api/skills/%73earch"))["ref"] == "local:here/search");
  CHECK(body(api.get("/api/skills/local:here%2Fsearch"))["name"] == "search");
}

TEST_CASE("what a name does not mean is answered in the same words on each route") {
  Api api;
  for (const char* target : {"/api/skills/nope", "/api/skills/nope/context",
                             "/api/skills/nope/files", "/api/skills/nope/files/a.md"}) {
    const Response response = api.get(target);
    CHECK(response.status == 404);
    CHECK(body(response)["error"]["code"] == "not_found");
    CHECK(message(response) == "Skill not found");
    CHECK(body(response)["error"]["hint"].get<std::string>().find("'nope'") != std::string::npos);
    CHECK(header(response, "X-Skillcat-Revision") == "1");
    CHECK(header(response, "ETag").empty());
  }
  const Response response = api.post("/api/context", R"({"skills": ["pdf", "nope"]})");
  CHECK(response.status == 404);
  CHECK(message(response) == "Skill not found");
  CHECK(message(api.get("/api/skills/broken/context")) ==
        "cannot give the text of local:here/broken: the file holds nothing but blanks");
  CHECK(api.get("/api/tools/nothing").status == 200);
  CHECK(message(api.get("/api/nothing")) == "there is no such route");
  CHECK(api.get("/api/skills/").status == 404);
  CHECK(api.get("/api/skills/pdf/files/").status == 404);
}

TEST_CASE("a file is given as it is, and only from the skill's folder") {
  Api api;
  const Response page = api.get("/api/skills/pdf/files/page.html");
  CHECK(page.body == "<script>alert(1)</script>\n");
  CHECK(page.content_type == "text/plain; charset=utf-8");
  CHECK(header(page, "Content-Security-Policy") == "default-src 'none'; sandbox");
  CHECK(header(page, "Vary") == "Accept");
  const Response as_json =
      api.get("/api/skills/pdf/files/forms%2Fa%20b.md", {{"accept", "application/json"}});
  CHECK(body(as_json)["content"] == "# Forms\n");
  CHECK(body(as_json)["media_type"] == "text/markdown");

  api.tree.tree.write("outside.txt", "secret");
  for (const char* path :
       {"../../outside.txt", "..%2F..%2Foutside.txt", "%2e%2e/%2e%2e/outside.txt",
        "forms/../../../outside.txt", "/etc/passwd", "%2Fetc%2Fpasswd", "../deploy/SKILL.md"}) {
    const Response response = api.get(std::string("/api/skills/pdf/files/") + path);
    INFO(path << ": " << response.body);
    CHECK(response.status == 404);
    CHECK(response.body.find("secret") == std::string::npos);
  }
}

TEST_CASE("wrong parameters are refused by name") {
  Api api;
  const std::vector<std::pair<std::string, std::string>> targets = {
      {"/api/skills?limit=0", "the parameter 'limit' must be a number above 0"},
      {"/api/skills?limit=ten", "the parameter 'limit' must be a number above 0"},
      {"/api/skills?limit=99999999999999999999", "the parameter 'limit' must be a number above 0"},
      {"/api/skills?source=disk", "the parameter 'source' must be local, plugin, bundled or mcp"},
      {"/api/skills?limt=5", "the parameter 'limt' is unknown to /api/skills"},
      {"/api/skills?limit=1&limit=2", "the parameter 'limit' is there twice"},
      {"/api/skills/search", "the parameter 'q' is missing"},
      {"/api/skills/search?q=%zz", "the parameter 'q' is not percent-encoded UTF-8"},
      {"/api/skills/search?q=%ff", "the parameter 'q' is not percent-encoded UTF-8"},
      {"/api/skills/search?q=a%00b", "the parameter 'q' is not percent-encoded UTF-8"},
      {"/api/skills/%f", "the parameter 'name' is not percent-encoded UTF-8"},
      {"/api/changes?since=-1", "the parameter 'since' must be a revision: a number, 0 or above"},
      {"/api/events?since=now", "the parameter 'since' must be a revision: a number, 0 or above"},
  };
  for (const auto& [target, text] : targets) {
    const Response response = api.get(target);
    INFO(target);
    CHECK(response.status == 400);
    CHECK(body(response)["error"]["code"] == "usage");
    CHECK(message(response) == text);
  }
  const std::vector<std::pair<std::string, std::string>> bodies = {
      {"", "the body is not a JSON object in UTF-8"},
      {"[1]", "the body is not a JSON object in UTF-8"},
      {"{\"message\": \"\xff\"}", "the body is not a JSON object in UTF-8"},
      {R"({"message": )" + std::string(100'000, '['), "the body is not a JSON object in UTF-8"},
      {R"({"message": 5})", "the parameter 'message' must be a text"},
      {R"({"message": "a", "limit": 1.5})", "the parameter 'limit' must be a number above 0"},
      {R"({"message": "a", "top": 1})", "the parameter 'top' is unknown to /api/match"},
      {R"({"limit": 3})", "the parameter 'message' is missing"},
  };
  for (const auto& [text, expected] : bodies) {
    const Response response = api.post("/api/match", text);
    CHECK(response.status == 400);
    CHECK(message(response) == expected);
  }
  CHECK(message(api.post("/api/context", R"({"skills": "pdf"})")) ==
        "the parameter 'skills' must be a list of texts");
  CHECK(message(api.post("/api/context", R"({"skills": ["pdf"], "arguments": {"1": 2}})")) ==
        "the parameter 'arguments' must be an object whose values are texts");
  CHECK(message(api.post("/api/context", R"({"skills": ["pdf"], "message": "x"})")) ==
        "the body needs either the parameter 'skills' or 'message'");
}

TEST_CASE("a body that is not JSON is refused") {
  Api api;
  const std::string text = R"({"message": "fill these pdf forms"})";
  for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded",
                           "multipart/form-data", "application/jsonp"}) {
    const Response response = api.post("/api/match", text, {{"content-type", type}});
    CHECK(response.status == 415);
    CHECK(body(response)["error"]["code"] == "unsupported_media_type");
  }
  for (const char* type : {"application/json", "Application/JSON; charset=utf-8"}) {
    CHECK(api.post("/api/match", text, {{"content-type", type}}).status == 200);
  }
}

TEST_CASE("methods that a route has not are refused with those it has") {
  Api api;
  const Response response = api.call("DELETE", "/api/skills/pdf");
  CHECK(response.status == 405);
  CHECK(header(response, "Allow") == "GET, HEAD, OPTIONS");
  CHECK(body(response)["error"]["code"] == "method_not_allowed");
  CHECK(header(api.call("GET", "/api/match"), "Allow") == "POST, OPTIONS");
  CHECK(api.call("PUT", "/api/nothing").status == 404);

  const Response options = api.call("OPTIONS", "/api/skills");
  CHECK(options.status == 204);
  CHECK(options.body.empty());
  CHECK(header(options, "Allow") == "GET, HEAD, OPTIONS");
  CHECK(header(options, "Access-Control-Allow-Origin").empty());
  CHECK(header(api.call("OPTIONS", "*"), "Allow") == "GET, HEAD, POST, OPTIONS");

  const Response head = api.call("HEAD", "/api/skills/pdf");
  CHECK(head.status == 200);
  CHECK(header(head, "ETag") == header(api.get("/api/skills/pdf"), "ETag"));
  CHECK(!api.call("HEAD", "/api/events").follow);
}

TEST_CASE("an answer is not sent again while nothing has changed") {
  Api api;
  const std::string target = "/api/skills/search?q=pdf";
  const std::string tag = header(api.get(target), "ETag");
  for (const std::string& list : {tag, "W/" + tag, "\"other\", " + tag, std::string("*")}) {
    const Response same = api.get(target, {{"if-none-match", list}});
    CHECK(same.status == 304);
    CHECK(same.body.empty());
    CHECK(header(same, "ETag") == tag);
    CHECK(header(same, "X-Skillcat-Revision") == "1");
  }
  CHECK(api.get("/api/skills/search?q=forms", {{"if-none-match", tag}}).status == 200);
  CHECK(api.get("/api/skills/nope", {{"if-none-match", "*"}}).status == 404);
  const std::string json = header(api.get("/api/skills/pdf/context"), "ETag");
  CHECK(header(api.get("/api/skills/pdf/context", {{"accept", "text/plain"}}), "ETag") != json);

  api.tree.write_skill("other");
  api.tree.pass();
  const Response after = api.get(target, {{"if-none-match", tag}});
  CHECK(after.status == 200);
  CHECK(header(after, "X-Skillcat-Revision") == "2");
  CHECK(header(after, "ETag") != tag);
}

TEST_CASE("the ETag of what the revision does not tell is of the content") {
  Api api;
  const std::string target = "/api/skills/pdf/files/page.html";
  const std::string tag = header(api.get(target), "ETag");
  CHECK(api.get(target, {{"if-none-match", tag}}).status == 304);
  api.tree.write("pdf/page.html", "other\n");
  const Response after = api.get(target, {{"if-none-match", tag}});
  CHECK(after.status == 200);
  CHECK(after.body == "other\n");
}

TEST_CASE("one call gives an agent the skills, why they are there, the text and what is left out") {
  Api api;
  const Response response = api.post(
      "/api/context", R"({"message": "fill these pdf forms", "arguments": {"1": "the tax"}})");
  const Json answer = body(response);
  REQUIRE(answer["skills"].size() == 1);
  CHECK(answer["skills"][0]["ref"] == "local:here/pdf");
  CHECK(answer["skills"][0]["included"] == "whole");
  CHECK(answer["skills"][0]["evidence"][0]["kind"] == "keyword");
  CHECK(answer["skills"][0]["evidence"][0]["text"] == "pdf forms");
  CHECK(answer["text"].get<std::string>().find("Use a pen for the tax.") != std::string::npos);

  const Json tight = body(api.post("/api/context", R"({"message": "pdf forms", "budget": 5})"));
  CHECK(tight["text"] == "");
  CHECK(tight["skills"][0]["included"] == "omitted");
  CHECK(tight["skills"][0]["reason"] != "");

  const Json none = body(api.post("/api/context", R"({"message": "how are you today"})"));
  CHECK(none["skills"].empty());
  CHECK(none["text"] == "");

  const Response text = api.get("/api/skills/pdf/context", {{"accept", "text/plain"}});
  CHECK(text.content_type == "text/plain; charset=utf-8");
  CHECK(text.body.starts_with("\n\n=== Skill: pdf [local:here/pdf "));
}

TEST_CASE("lists come in pages, by filters, in any language") {
  Api api;
  const Json first = body(api.get("/api/skills?limit=2"));
  CHECK(first["total"] == 4);
  CHECK(first["skills"].size() == 2);
  const std::string last = first["skills"][1]["ref"];
  const Json second = body(api.get("/api/skills?limit=2&after=" + percent_encode(last)));
  CHECK(second["skills"].size() == 2);
  CHECK(second["skills"][0]["ref"] > last);
  CHECK(body(api.get("/api/skills?tool=grep"))["total"] == 1);
  CHECK(body(api.get("/api/skills?source=bundled"))["total"] == 0);
  CHECK(body(api.get("/api/skills/search?q=" + percent_encode("软件")))["skills"][0]["name"] ==
        "deploy");
  CHECK(body(api.get("/api/skills/search?q=pdf+forms"))["query"] == "pdf forms");
  CHECK(body(api.get("/api/skills/search?q="))["total"] == 0);
}

TEST_CASE("an event stream starts where its client was") {
  Api api;
  const Response fresh = api.get("/api/events");
  CHECK(fresh.content_type == "text/event-stream; charset=utf-8");
  CHECK(fresh.body.starts_with("id: 1\nevent: revision\ndata: {\"revision\":1,"));
  CHECK(fresh.follow == 1);
  api.tree.write_skill("other");
  api.tree.pass();
  const Response back = api.get("/api/events?since=0", {{"last-event-id", "1"}});
  CHECK(back.body.starts_with("id: 2\nevent: changes\ndata: {\"revision\":2,"));
  CHECK(back.body.find("local:here/other") != std::string::npos);
  CHECK(back.body.find("local:here/pdf") == std::string::npos);
  CHECK(std::ranges::count(back.body, '\n') == 4);
  const Response replaced = api.get("/api/events", {{"last-event-id", "99"}});
  CHECK(replaced.body.starts_with("event: replaced\n"));
  CHECK(replaced.body.find("local:here/pdf") != std::string::npos);
  const Response wrong = api.get("/api/events", {{"last-event-id", "x"}});
  CHECK(wrong.status == 400);
  CHECK(message(wrong) == "the parameter 'Last-Event-ID' must be a revision");
}
