// What readers are told of MCP servers and of what they offer.
#include <skillcat/catalog.h>

#include <catch2/catch.hpp>

#include "support/indexed_tree.h"

namespace skillcat {
namespace {

using test::IndexedTree;

/// A local skill that names tools, and a server that has two.
class ServedTree : public IndexedTree {
 public:
  ServedTree() {
    write("a/SKILL.md",
          "---\nname: a\ndescription: x\ntools: [get_issue, mcp__git_hub__get_issue, grep]\n"
          "hooks: [on_start]\n---\nDo.\n");
    source::Root server;
    server.kind = SourceKind::mcp;
    server.label = server.server = "git.hub";
    server.path = tree.path("mcp/git.hub.json");
    roots.push_back(server);
    tree.write("mcp/git.hub.json", R"({
      "initialize": {"instructions": "Log in\u200b first. $1", "serverInfo": {"name": "x"}},
      "tools": [{"name": "get_issue", "description": "Gets $1 of an issue."}, {"name": "get_x"}]})");
  }
  void fail() const {
    tree.write("mcp/git.hub.state.json",
               R"({"failed": true, "problems": [{"code": "mcp_deadline", "severity": "error",
                   "message": "too late"}]})");
  }
  Catalog indexed() {
    pass();
    return Catalog::open(catalog());
  }
};

std::string told(const CapabilityList& list) {
  std::string text;
  for (const Capability& capability : list.capabilities) {
    text += capability.name + ":" + std::to_string(capability.skills.size());
    for (const auto& provider : capability.providers) {
      text += " " + provider.server + "/" + provider.tool + "/" + provider.ref +
              (provider.reachable ? "" : "!");
    }
    text += "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a tool tells the servers that have it, also by the name that agents use") {
  ServedTree tree;
  auto catalog = tree.indexed();
  const std::string provider = " git.hub/get_issue/mcp:git.hub_get\n";
  CHECK(told(catalog.tools()) == "get_issue:2" + provider +
                                     "get_x:1 git.hub/get_x/mcp:git.hub_get\n" + "grep:1\n" +
                                     "mcp__git_hub__get_issue:2" + provider);
  CHECK(told(catalog.tools("grep")) == "grep:1\n");
  const CapabilityList one = catalog.tools("mcp__git_hub__get_x");
  CHECK(told(one) == "mcp__git_hub__get_x:1 git.hub/get_x/mcp:git.hub_get\n");
  REQUIRE(one.capabilities.front().skills.size() == 1);
  const Capability::User& holder = one.capabilities.front().skills.front();
  CHECK(holder.ref == "mcp:git.hub_get");
  CHECK(holder.name == "git.hub_get");
  CHECK(holder.source == SourceKind::mcp);
  CHECK(told(catalog.hooks()) == "on_start:1\n");
}

TEST_CASE("a tool of a server that cannot be asked is not reachable") {
  ServedTree tree;
  tree.fail();
  CHECK(told(tree.indexed().tools("get_x")) == "get_x:1 git.hub/get_x/mcp:git.hub_get!\n");
}

TEST_CASE("context of a server's skill names the server and begins with its instructions") {
  ServedTree tree;
  auto catalog = tree.indexed();
  ContextOptions options;
  options.arguments = {{"1", "FILLED"}};
  const auto answer = catalog.context(std::vector<std::string>{"git.hub_get"}, options);
  const std::string text = answer.text.substr(answer.text.find("] ===\n") + 6);
  CHECK(
      text.starts_with("Tools of the MCP server git.hub, in the words of that server:\n\n"
                       "Log in first. $1\n\n## get_issue\n\nGets $1 of an issue.\n\n## get_x"));
}

TEST_CASE("status tells each server's state, tools, skills and worst problem") {
  ServedTree tree;
  const auto servers_of = [&] { return tree.indexed().status().servers; };
  auto servers = servers_of();
  REQUIRE(servers.size() == 1);
  CHECK(servers[0].label == "git.hub");
  CHECK(servers[0].state == "ok");
  CHECK(servers[0].tools == 2);
  CHECK(servers[0].skills == 1);
  CHECK_FALSE(servers[0].problem);
  tree.fail();
  servers = servers_of();
  CHECK(servers[0].state == "failed");
  CHECK(servers[0].problem.value().message == "too late");
}

TEST_CASE("a record that is none is told of its server, which has no skills then") {
  ServedTree tree;
  tree.tree.write("mcp/git.hub.json", "[]");
  const auto servers = tree.indexed().status().servers;
  REQUIRE(servers.size() == 1);
  CHECK(servers[0].state == "unreadable");
  CHECK(servers[0].skills == 0);
  CHECK(servers[0].problem.value().code == "mcp_bad_record");
}

TEST_CASE("search finds a server's skill by what its tools say") {
  ServedTree tree;
  auto catalog = tree.indexed();
  Query query;
  query.text = "issue";
  query.filter.source = SourceKind::mcp;
  REQUIRE(catalog.search(query).hits.size() == 1);
  query.text = "log in";
  CHECK(catalog.search(query).hits.empty());
}

}  // namespace skillcat
