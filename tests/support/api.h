// The HTTP API over a small catalog of its own, without a socket.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "serve/routes.h"
#include "support/indexed_tree.h"

namespace skillcat::test {

using serve::Header;
using serve::Json;
using serve::Response;

class Api {
 public:
  Api() {
    tree.write("pdf/SKILL.md",
               "---\nname: pdf\ndescription: Fill PDF forms\ntriggers: [pdf forms]\n"
               "tools: [grep]\nhooks: [on_commit]\n---\nUse a pen for $1.\n");
    tree.write("pdf/forms/a b.md", "# Forms\n");
    tree.write("pdf/page.html", "<script>alert(1)</script>\n");
    tree.write("nested/deploy/SKILL.md", skill_text("deploy", "Ships 软件 to a server: now"));
    tree.write("search/SKILL.md", skill_text("search", "A skill with the name of a route"));
    tree.write("broken/SKILL.md", "");
    tree.pass();
    tree.close();
    catalog.emplace(Catalog::open(tree.catalog()));
  }

  Response get(const std::string& target, std::vector<Header> headers = {}) {
    return serve::respond({.method = "GET", .target = target, .headers = std::move(headers)},
                          *catalog);
  }
  Response call(const std::string& method, const std::string& target) {
    return serve::respond({.method = method, .target = target}, *catalog);
  }
  Response post(const std::string& target, const std::string& body,
                std::vector<Header> headers = {{"content-type", "application/json"}}) {
    return serve::respond(
        {.method = "POST", .target = target, .headers = std::move(headers), .body = body},
        *catalog);
  }

  IndexedTree tree;
  std::optional<Catalog> catalog;
};

inline std::string header(const Response& response, const std::string& name) {
  for (const Header& header : response.headers) {
    if (header.name == name) return header.value;
  }
  return {};
}

inline Json body(const Response& response) {
  return Json::parse(response.body);
}

inline std::string message(const Response& response) {
  return body(response)["error"]["message"];
}

}  // namespace skillcat::test
