#include "serve/mcp_server.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "serve/mcp_tools.h"

namespace skillcat::serve {
namespace {

constexpr int kMaxDepth = 64;  // dump() of a deeper value would overflow the stack

constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParameters = -32602;

// Newest first: a client that asks for an unknown one is offered the newest.
constexpr std::string_view kProtocolVersions[] = {"2025-11-25", "2025-06-18", "2025-03-26",
                                                  "2024-11-05"};

constexpr std::string_view kInstructions =
    "skillcat knows every skill on this machine. Before a task that may have a skill, call "
    "match_skills with the user's message or search_skills with a topic, then get_skill_context.";

struct RpcError {
  int code;
  std::string message;
};

Json reply(const Json& id, const char* kind, Json content) {
  Json message;
  message["jsonrpc"] = "2.0";
  message["id"] = id;
  message[kind] = std::move(content);
  return message;
}

Json error_reply(const Json& id, int code, const std::string& text) {
  return reply(id, "error", {{"code", code}, {"message", text}});
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json parse(std::string_view text) {
  return Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
    if (depth > kMaxDepth) throw RpcError{kParseError, "the message is nested too deep"};
    return true;
  });
}

Json list_of_tools() {
  Json tools = Json::array();
  for (const McpTool& tool : mcp_tools()) {
    Json entry;
    entry["name"] = tool.name;
    entry["description"] = tool.description;
    entry["inputSchema"] = Json::parse(tool.input_schema);
    entry["outputSchema"] = Json::parse(tool.output_schema);
    tools.push_back(std::move(entry));
  }
  return {{"tools", std::move(tools)}};
}

Json text_content(const std::string& text) {
  return Json::array({{{"type", "text"}, {"text", text}}});
}

}  // namespace

std::optional<std::string> McpServer::answer(std::string_view message) {
  if (message.size() > kMaxMessageBytes) {
    return dump(error_reply(nullptr, kInvalidRequest, "the message is larger than 4 MiB"));
  }
  Json json;
  try {
    json = parse(message);
  } catch (const RpcError& error) {
    return dump(error_reply(nullptr, error.code, error.message));
  } catch (const Json::exception&) {
    return dump(error_reply(nullptr, kParseError, "the message is not JSON"));
  }
  if (!json.is_array() || json.empty()) {
    const auto one = answer_one(json);
    return one ? std::optional(dump(*one)) : std::nullopt;
  }
  Json answers = Json::array();  // a batch, as revision 2025-03-26 allows
  for (const Json& part : json) {
    if (auto one = answer_one(part)) answers.push_back(*std::move(one));
  }
  return answers.empty() ? std::nullopt : std::optional(dump(answers));
}

std::optional<Json> McpServer::answer_one(const Json& message) {
  const bool has_id = message.is_object() && message.contains("id");
  const Json id = has_id ? message["id"] : Json(nullptr);
  if (!message.is_object() || message.value("jsonrpc", Json()) != "2.0") {
    return error_reply(id, kInvalidRequest, "the message is not a JSON-RPC 2.0 request");
  }
  if (!message.contains("method")) {
    if (message.contains("result") || message.contains("error")) return std::nullopt;
    return error_reply(id, kInvalidRequest, "the request has no method");
  }
  if (!message["method"].is_string() || (has_id && !id.is_string() && !id.is_number())) {
    return error_reply(nullptr, kInvalidRequest, "method must be a string, id a string or number");
  }
  if (!has_id) return std::nullopt;  // notifications need nothing done
  try {
    return reply(
        id, "result",
        result_of(message["method"].get<std::string>(), message.value("params", Json::object())));
  } catch (const RpcError& error) {
    return error_reply(id, error.code, error.message);
  } catch (const Error& error) {
    return error_reply(id, error.kind().rpc_code, error.what());
  } catch (const std::exception& error) {
    return error_reply(id, error_kind(ErrorCode::internal).rpc_code, error.what());
  }
}

Json McpServer::result_of(const std::string& method, const Json& parameters) {
  if (!parameters.is_object()) throw RpcError{kInvalidParameters, "params must be an object"};
  if (method == "initialize") return initialize(parameters);
  if (method == "ping") return Json::object();
  if (method == "tools/list") return list_of_tools();
  if (method == "tools/call") return call_tool(parameters);
  if (method == "resources/list") return {{"resources", Json::array()}};
  if (method == "resources/templates/list") return {{"resourceTemplates", Json::array()}};
  if (method == "prompts/list") return {{"prompts", Json::array()}};
  throw RpcError{kMethodNotFound, "there is no method " + method};
}

Json McpServer::initialize(const Json& parameters) const {
  const auto asked = parameters.find("protocolVersion");
  if (asked == parameters.end() || !asked->is_string()) {
    throw RpcError{kInvalidParameters, "initialize needs protocolVersion"};
  }
  const bool known = std::ranges::find(kProtocolVersions, asked->get<std::string>()) !=
                     std::end(kProtocolVersions);
  Json result;
  result["protocolVersion"] = known ? *asked : Json(kProtocolVersions[0]);
  result["capabilities"] = {{"tools", Json::object()}};
  result["serverInfo"] = {{"name", "skillcat"}, {"title", "skillcat"}, {"version", version_}};
  result["instructions"] = kInstructions;
  return result;
}

Json McpServer::call_tool(const Json& parameters) {
  const auto name = parameters.find("name");
  if (name == parameters.end() || !name->is_string()) {
    throw RpcError{kInvalidParameters, "tools/call needs the name of a tool"};
  }
  const auto tools = mcp_tools();
  const auto tool = std::ranges::find(tools, name->get<std::string>(), &McpTool::name);
  if (tool == tools.end()) {
    throw RpcError{kInvalidParameters, "there is no tool " + name->get<std::string>()};
  }
  const Json arguments = parameters.value("arguments", Json::object());
  Json result;
  try {
    if (!arguments.is_object()) {
      throw Error(ErrorCode::usage, "arguments must be an object", "see the tool's schema");
    }
    const ToolAnswer answer = tool->call(arguments, catalog());
    result["content"] = text_content(answer.text);
    result["structuredContent"] = answer.data;
  } catch (const Error& error) {
    // For the model, not the client: it can do better in its next call.
    catalog_.reset();
    const std::string hint = error.code() == ErrorCode::not_found
                                 ? "search_skills finds skills by what they do"
                                 : error.hint();
    result["content"] =
        text_content(error.what() + (hint.empty() ? std::string() : " (hint: " + hint + ")"));
    result["isError"] = true;
  }
  return result;
}

Catalog& McpServer::catalog() {
  struct stat st {};
  const bool found = ::stat(catalog_path_.c_str(), &st) == 0;
  const auto device = static_cast<std::int64_t>(st.st_dev);
  const auto inode = static_cast<std::int64_t>(st.st_ino);
  if (!catalog_ || !found || device != device_ || inode != inode_) {
    catalog_.reset();
    catalog_.emplace(Catalog::open(catalog_path_));
    device_ = device;
    inode_ = inode;
  }
  return *catalog_;
}

namespace {

/// False when nobody reads any more.
bool write_line(int output, std::string line) {
  line += '\n';
  for (std::size_t written = 0; written < line.size();) {
    const ssize_t n = ::write(output, line.data() + written, line.size() - written);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    written += static_cast<std::size_t>(n);
  }
  return true;
}

/// Answers the complete lines of `buffer` and removes them.
bool answer_lines(McpServer& server, std::string& buffer, int output) {
  std::size_t begin = 0;
  for (std::size_t end = buffer.find('\n'); end != std::string::npos;
       end = buffer.find('\n', begin)) {
    auto line = std::string_view(buffer).substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    begin = end + 1;
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    const auto answer = server.answer(line);
    if (answer && !write_line(output, *answer)) return false;
  }
  buffer.erase(0, begin);
  return true;
}

}  // namespace

void serve_mcp(McpServer& server, int input, int output) {
  std::string buffer;
  std::string chunk(std::size_t{64} << 10, '\0');
  bool too_long = false;  // the rest of a line that was refused is skipped
  while (true) {
    const ssize_t n = ::read(input, chunk.data(), chunk.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    std::string_view fresh(chunk.data(), static_cast<std::size_t>(n));
    if (too_long) {
      const auto end = fresh.find('\n');
      if (end == std::string_view::npos) continue;
      fresh.remove_prefix(end + 1);
      too_long = false;
    }
    const std::size_t searched = buffer.size();
    buffer += fresh;
    if (buffer.find('\n', searched) != std::string::npos) {
      if (!answer_lines(server, buffer, output)) return;
    }
    if (buffer.size() > kMaxMessageBytes) {
      if (!write_line(output, *server.answer(buffer))) return;
      buffer.clear();
      too_long = true;
    }
  }
  // A last line without its end still deserves an answer.
  if (!buffer.empty()) {
    buffer += '\n';
    answer_lines(server, buffer, output);
  }
}

}  // namespace skillcat::serve
