#include "cli/server_entry.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/fs.h"
#include "base/log.h"
#include "base/utf8.h"
#include "cli/config.h"
#include "mcp/refresh.h"
#include "parse/grouping.h"

namespace skillcat::cli {
namespace {

constexpr int kMaxSeconds = 3600;

/// Reads one server key by key; the first thing that is wrong is its fault.
class EntryReader {
 public:
  EntryReader(const std::string& name, const Json& json, const ServerPlace& place)
      : json_(json), place_(place) {
    entry_.name = name;
    entry_.file = place.file;
    entry_.project = place.project;
  }

  ServerEntry read() {
    if (!json_.is_object()) {
      fault("its entry is not an object");
      return std::move(entry_);
    }
    read_command();
    read_url();
    entry_.env = texts_by_name("env");
    entry_.folder = text("cwd");
    if (place_.dialect == Dialect::ours) read_own();
    if (place_.dialect == Dialect::codex) read_codex();
    const int ways = static_cast<int>(!entry_.command.empty()) +
                     static_cast<int>(!entry_.url.empty()) + static_cast<int>(!entry_.from.empty());
    if (ways == 0) fault("it names neither a command nor a URL");
    if (ways > 1) fault("it names more than one of command, URL and record");
    return std::move(entry_);
  }

 private:
  void fault(const std::string& what) {
    if (entry_.fault.empty()) entry_.fault = what;
  }

  const Json* find(const char* key) {
    known_.emplace_back(key);
    const auto found = json_.find(key);
    return found == json_.end() || found->is_null() ? nullptr : &*found;
  }

  std::string text(const char* key) {
    const Json* value = find(key);
    if (value == nullptr) return {};
    if (!value->is_string()) {
      fault(std::string(key) + " is not a text");
      return {};
    }
    return value->get<std::string>();
  }

  void read_command() {
    const std::string program = text("command");
    const Json* arguments = find("args");
    if (program.empty()) return;
    entry_.command.push_back(program);
    if (arguments == nullptr) return;
    if (!arguments->is_array()) return fault("args is not a list of texts");
    for (const Json& argument : *arguments) {
      if (!argument.is_string()) return fault("args is not a list of texts");
      entry_.command.push_back(argument.get<std::string>());
    }
  }

  void read_url() {
    std::string transport = text("type");
    if (transport.empty()) transport = text("transport");
    entry_.headers = texts_by_name("headers");
    entry_.url = text("url");
    bool outdated = transport == "sse";
    if (place_.dialect == Dialect::gemini) {
      const std::string http_url = text("httpUrl");
      outdated = http_url.empty() && !entry_.url.empty();
      if (!http_url.empty()) entry_.url = http_url;
    }
    if (outdated) fault("its transport, HTTP with SSE, was replaced by Streamable HTTP");
  }

  /// Names of variables stand for their values, which are filled in when the server is asked.
  void read_codex() {
    for (auto& [name, value] : texts_by_name("http_headers")) entry_.headers[name] = value;
    for (const auto& [name, variable] : texts_by_name("env_http_headers")) {
      entry_.headers[name] = "${" + variable + "}";
    }
    const std::string token = text("bearer_token_env_var");
    if (!token.empty()) entry_.headers["Authorization"] = "Bearer ${" + token + "}";
    const Json* variables = find("env_vars");
    if (variables == nullptr) return;
    if (!variables->is_array()) return fault("env_vars is not a list");
    for (const Json& variable : *variables) {
      if (!variable.is_string()) continue;  // {name, source}: of another machine
      const auto name = variable.get<std::string>();
      entry_.env.emplace(name, "${" + name + ":-}");
    }
  }

  void read_own() {
    entry_.from = text("from");
    if (!entry_.from.empty()) {
      entry_.from = expand_path(entry_.from, place_.home, std::string(parent_path(place_.file)));
    }
    if (const Json* grouping = find("grouping")) {
      entry_.grouping = grouping->is_string() ? grouping->get<std::string>() : grouping->dump();
    }
    if (!parse::Grouping::parse(entry_.grouping)) {
      fault("its grouping is not prefix, server, tool, separator:X or an object");
      entry_.grouping.clear();
    }
    entry_.start_seconds = seconds("start_seconds", entry_.start_seconds);
    entry_.list_seconds = seconds("list_seconds", entry_.list_seconds);
    entry_.poll_seconds = seconds("poll_seconds", entry_.poll_seconds);
    find("disabled");
    for (const auto& [key, value] : json_.items()) {
      if (std::ranges::find(known_, key) != known_.end()) continue;
      log_warning(place_.file + ": unknown key '" + key + "' of the MCP server '" + entry_.name +
                  "' is ignored");
    }
  }

  int seconds(const char* key, int otherwise) {
    const Json* value = find(key);
    if (value == nullptr) return otherwise;
    const bool fits = value->is_number_integer() && value->get<std::int64_t>() > 0 &&
                      value->get<std::int64_t>() <= kMaxSeconds;
    if (fits) return value->get<int>();
    fault(std::string(key) + " is not a number of 1 to 3600");
    return otherwise;
  }

  std::map<std::string, std::string> texts_by_name(const char* key) {
    std::map<std::string, std::string> out;
    const Json* values = find(key);
    if (values == nullptr) return out;
    if (!values->is_object()) {
      fault(std::string(key) + " is not an object");
      return out;
    }
    for (const auto& [name, value] : values->items()) {
      if (value.is_structured()) fault(std::string(key) + " holds what is no text");
      if (value.is_structured() || value.is_null()) continue;
      out[name] = value.is_string() ? value.get<std::string>() : value.dump();
    }
    return out;
  }

  const Json& json_;
  const ServerPlace& place_;
  std::vector<std::string> known_;
  ServerEntry entry_;
};

bool is_disabled(const Json& json, Dialect dialect) {
  if (!json.is_object()) return false;
  const bool off = dialect != Dialect::codex;  // it has `enabled`
  const auto found = json.find(off ? "disabled" : "enabled");
  return found != json.end() && found->is_boolean() && found->get<bool>() == off;
}

}  // namespace

std::vector<ServerEntry> read_servers(const Json& map, const ServerPlace& place) {
  std::vector<ServerEntry> servers;
  if (!map.is_object()) return servers;
  for (const auto& [name, json] : map.items()) {
    if (!is_disabled(json, place.dialect)) servers.push_back(EntryReader(name, json, place).read());
  }
  return servers;
}

Json to_json(const ServerEntry& entry) {
  const ServerEntry usual;
  Json json = Json::object();
  if (!entry.command.empty()) {
    json["command"] = entry.command.front();
    json["args"] = std::vector<std::string>(entry.command.begin() + 1, entry.command.end());
  }
  if (!entry.env.empty()) json["env"] = entry.env;
  if (!entry.folder.empty()) json["cwd"] = entry.folder;
  if (!entry.url.empty()) json["url"] = entry.url;
  if (!entry.headers.empty()) json["headers"] = entry.headers;
  if (!entry.from.empty()) json["from"] = entry.from;
  if (!entry.grouping.empty()) {
    json["grouping"] =
        entry.grouping.starts_with('{') ? Json::parse(entry.grouping) : Json(entry.grouping);
  }
  const auto put_seconds = [&](const char* key, int value, int otherwise) {
    if (value != otherwise) json[key] = value;
  };
  put_seconds("start_seconds", entry.start_seconds, usual.start_seconds);
  put_seconds("list_seconds", entry.list_seconds, usual.list_seconds);
  put_seconds("poll_seconds", entry.poll_seconds, usual.poll_seconds);
  return json;
}

std::string what_is_wrong_with_name(const std::string& name) {
  if (name.empty()) return "it is empty";
  if (!is_valid_utf8(name) || without_hidden(name) != name) {
    return "it holds characters that a reader does not see";
  }
  if (name.starts_with('-') || mcp::name_problem(name)) {
    return "a name has no '/', no '-' or '.' at its start, no .state at its end and at most 200 "
           "bytes";
  }
  return {};
}

}  // namespace skillcat::cli
