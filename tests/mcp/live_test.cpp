// Real servers, from the npm registry: what they list is what they are known to list.
#ifdef SKILLCAT_MCP_SERVERS
#include <catch2/catch.hpp>

#include "mcp/client.h"
#include "support/peers.h"

using namespace skillcat;
using test::tool_names;

namespace {

using Names = std::vector<std::string>;

const Names kEverything = {"echo",
                           "get-annotated-message",
                           "get-env",
                           "get-resource-links",
                           "get-resource-reference",
                           "get-structured-content",
                           "get-sum",
                           "get-tiny-image",
                           "gzip-file-as-resource",
                           "toggle-simulated-logging",
                           "toggle-subscriber-updates",
                           "trigger-long-running-operation",
                           "simulate-research-query"};
const Names kFilesystem = {"read_file",
                           "read_text_file",
                           "read_media_file",
                           "read_multiple_files",
                           "write_file",
                           "edit_file",
                           "create_directory",
                           "list_directory",
                           "list_directory_with_sizes",
                           "directory_tree",
                           "move_file",
                           "search_files",
                           "get_file_info",
                           "list_allowed_directories"};
const Names kMemory = {"create_entities", "create_relations",    "add_observations",
                       "delete_entities", "delete_observations", "delete_relations",
                       "read_graph",      "search_nodes",        "open_nodes"};

std::string program(const std::string& name) {
  return SKILLCAT_MCP_SERVERS "/.bin/mcp-server-" + name;
}

void check(const mcp::ServerSettings& server, const Names& tools, std::size_t prompts,
           std::size_t resources) {
  const auto found = mcp::discover(server);
  INFO((found ? std::string() : found.error().code + ": " + found.error().message));
  REQUIRE(found);
  CHECK(found->problems.empty());
  CHECK(tool_names(found->record) == tools);
  const auto record = nlohmann::json::parse(found->record);
  CHECK(record["prompts"].size() == prompts);
  CHECK(record["resources"].size() == resources);
  CHECK(mcp::discover(server)->record == found->record);
}

}  // namespace

TEST_CASE("everything, filesystem and memory list what they are known to list, over stdio") {
  const test::TempFolder folder;
  mcp::ServerSettings server;
  server.name = "real";
  server.folder = folder.path();

  server.command = {program("everything")};
  check(server, kEverything, 4, 7);
  server.command = {program("filesystem"), folder.path()};
  check(server, kFilesystem, 0, 0);
  server.command = {program("memory")};
  server.env["MEMORY_FILE_PATH"] = folder.path("memory.json");
  check(server, kMemory, 0, 1);
  CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
}

TEST_CASE("everything lists the same over HTTP, in one session after the other") {
  const test::Program running({"/usr/bin/env", "node", "--require",
                               std::string(SKILLCAT_SOURCE_DIR) + "/tests/mcp/servers/loopback.cjs",
                               program("everything"), "streamableHttp"},
                              {});
  mcp::ServerSettings server;
  server.name = "real";
  server.url = "http://127.0.0.1:" + running.first_line() + "/mcp";
  check(server, kEverything, 4, 7);
}

#endif  // SKILLCAT_MCP_SERVERS
