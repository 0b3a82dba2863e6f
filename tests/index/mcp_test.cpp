// MCP servers in the catalog: their records are files like any other.
#include <catch2/catch.hpp>
#include <filesystem>

#include "base/problem.h"
#include "support/indexed_tree.h"

namespace skillcat {
namespace {

using test::IndexedTree;

constexpr const char* kRecord =
    R"({"initialize": {}, "tools": [{"name": "get_a"}, {"name": "get_b"}, {"name": "echo"}]})";
constexpr const char* kFailed =
    R"({"failed": true, "last_attempt_at": 2, "last_success_at": 1,
        "problems": [{"code": "mcp_deadline", "severity": "error", "message": "too late"}]})";

/// A tree with one server called "srv", whose record is mcp/srv.json.
class ServedTree : public IndexedTree {
 public:
  ServedTree() {
    source::Root server;
    server.kind = SourceKind::mcp;
    server.label = server.server = "srv";
    server.path = tree.path("mcp/srv.json");
    server.precedence = 3'000'000;
    roots.push_back(server);
    tree.make_folder("mcp");
  }
  source::Root& server() { return roots.back(); }
  void record(std::string_view bytes) const { tree.write("mcp/srv.json", bytes); }
  void state(std::string_view bytes) const { tree.write("mcp/srv.state.json", bytes); }
  std::string root_codes() {
    return query(
        "SELECT group_concat(code, ' ') FROM v1_problem WHERE root = 'srv' AND ref IS NULL");
  }
  std::string skills() {
    return query(
        "SELECT group_concat(ref || ' ' || state, ', ') FROM (SELECT * FROM v1_skill"
        " WHERE source = 'mcp' ORDER BY ref)");
  }
};

}  // namespace

TEST_CASE("tools of a recorded discovery are skills, and an unchanged record is not read") {
  ServedTree tree;
  tree.record(kRecord);
  tree.pass();
  CHECK(tree.skills() == "mcp:srv_echo active, mcp:srv_get active");
  CHECK(tree.query("SELECT directory IS NULL AND file_path LIKE '%/mcp/srv.json' FROM v1_skill"
                   " WHERE ref = 'mcp:srv_get'") == "1");
  tree.pass();
  const auto again = tree.pass();
  CHECK(again.files_read == 0);
  CHECK(again.revision == 1);
}

TEST_CASE("a changed record changes the skills that it changes") {
  ServedTree tree;
  tree.record(kRecord);
  tree.pass();
  tree.record(R"({"tools": [{"name": "get_a"}, {"name": "get_b"}, {"name": "put_c"}]})");
  tree.pass();
  CHECK(tree.skills() == "mcp:srv_get active, mcp:srv_put active");
  CHECK(tree.change_of("mcp:srv_echo") == "removed");
  CHECK(tree.query("SELECT revision FROM v1_change WHERE ref = 'mcp:srv_get'") == "1");
}

TEST_CASE("a failed refresh deletes nothing: skills are stale with the server's problem") {
  ServedTree tree;
  tree.record(kRecord);
  tree.pass();
  tree.state(kFailed);
  CHECK(tree.pass().complete);
  CHECK(tree.skills() == "mcp:srv_echo stale, mcp:srv_get stale");
  CHECK(tree.codes_of("mcp:srv_get") == "mcp_deadline");
  CHECK(tree.root_codes() == "mcp_deadline");
  const std::string kept = tree.dump();
  tree.pass({.rebuild = true});
  CHECK(tree.dump() == kept);
  tree.state(R"({"failed": false, "problems": []})");
  tree.pass();
  CHECK(tree.skills() == "mcp:srv_echo active, mcp:srv_get active");
  CHECK(tree.codes_of("mcp:srv_get").empty());
  CHECK(tree.root_codes().empty());
}

TEST_CASE("a catalog that is new while a server is down has its skills, as stale") {
  ServedTree tree;
  tree.record(kRecord);
  tree.state(kFailed);
  tree.pass();
  CHECK(tree.skills() == "mcp:srv_echo stale, mcp:srv_get stale");
  CHECK(tree.query("SELECT instructions FROM v1_skill WHERE ref = 'mcp:srv_echo'") == "## echo");
  CHECK(tree.query("SELECT count(*) FROM skill_fts WHERE skill_fts MATCH 'echo'") == "1");
}

TEST_CASE("a server without a record is a root with a problem and no skills") {
  ServedTree tree;
  const auto report = tree.pass();
  CHECK(report.complete);
  CHECK(report.failed_roots.empty());
  CHECK(tree.root_codes() == "mcp_not_asked");
  CHECK(tree.skills().empty());
  tree.server().required = true;  // a record that a person named
  CHECK(tree.pass().failed_roots.size() == 1);
  CHECK(tree.root_codes() == "root_gone");
}

TEST_CASE("a record that is broken or gone leaves what it gave as stale") {
  ServedTree tree;
  tree.record(kRecord);
  tree.pass();
  tree.record("{");
  tree.pass();
  CHECK(tree.skills() == "mcp:srv_echo stale, mcp:srv_get stale");
  CHECK(tree.codes_of("mcp:srv_get") == "mcp_bad_record");
  std::filesystem::remove(tree.server().path);
  tree.pass();
  CHECK(tree.skills() == "mcp:srv_echo stale, mcp:srv_get stale");
  tree.record(kRecord);
  tree.pass();
  CHECK(tree.skills() == "mcp:srv_echo active, mcp:srv_get active");
}

TEST_CASE("a server that is not trusted any more is stale, and says why") {
  ServedTree tree;
  tree.record(kRecord);
  tree.server().problems.push_back(make_problem("mcp_untrusted", "srv is not trusted"));
  tree.pass();
  CHECK(tree.skills() == "mcp:srv_echo stale, mcp:srv_get stale");
  CHECK(tree.root_codes() == "mcp_untrusted");
  tree.server().problems = {make_problem("mcp_name_taken", "another one is called srv")};
  tree.pass();
  CHECK(tree.skills() == "mcp:srv_echo active, mcp:srv_get active");
  CHECK(tree.root_codes() == "mcp_name_taken");
}

TEST_CASE("another grouping makes other skills of the same record") {
  ServedTree tree;
  tree.record(kRecord);
  tree.pass();
  tree.server().grouping = "server";
  tree.pass();
  CHECK(tree.skills() == "mcp:srv active");
}

TEST_CASE("codes of the state file that nobody knows are told as a failure") {
  ServedTree tree;
  tree.record(kRecord);
  tree.state(R"({"failed": true, "problems": [{"code": "new_code", "message": "x"}, 7]})");
  tree.pass();
  CHECK(tree.root_codes() == "mcp_failed");
  tree.state(R"({"failed": true})");
  tree.pass();
  CHECK(tree.codes_of("mcp:srv_echo") == "mcp_failed");
  tree.state("nonsense");
  tree.pass();
  CHECK(tree.skills() == "mcp:srv_echo active, mcp:srv_get active");
}

TEST_CASE("refs of tools are byte by byte theirs, percent-encoded") {
  ServedTree tree;
  tree.record("{\"tools\": [{\"name\": \"Get-\u4EE3 x_y\"}, {\"name\": \"a/b~c\"}]}");
  tree.pass();
  CHECK(tree.skills() == "mcp:srv_Get-%E4%BB%A3%20x active, mcp:srv_a/b%7Ec active");
}

TEST_CASE("two servers whose skills would have one ref both keep theirs") {
  ServedTree tree;
  tree.record(R"({"tools": [{"name": "a_b"}]})");
  auto other = tree.server();
  other.label = other.server = "srv_a";
  other.grouping = "server";
  other.path = tree.tree.path("mcp/other.json");
  tree.tree.write("mcp/other.json", R"({"tools": [{"name": "z"}]})");
  tree.roots.push_back(other);
  tree.pass();
  CHECK(tree.skills() == "mcp:srv_a active, mcp:srv_a~2 active");
}

TEST_CASE("a skill of a server never takes the name of a local one") {
  ServedTree tree;
  tree.write_skill("srv_get");
  tree.record(kRecord);
  tree.pass();
  CHECK(tree.query("SELECT shadowed_by FROM v1_skill WHERE ref = 'mcp:srv_get'") ==
        "local:here/srv_get");
}

}  // namespace skillcat
