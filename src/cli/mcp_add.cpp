// mcp add: a server of our own configuration, from the words of a command.
#include <skillcat/error.h>

#include <algorithm>

#include "base/fs.h"
#include "base/utf8.h"
#include "cli/mcp.h"
#include "cli/print.h"
#include "cli/variables.h"
#include "mcp/url.h"
#include "parse/grouping.h"
#include "parse/mcp_tools.h"

namespace skillcat::cli {
namespace {

[[noreturn]] void refuse(const std::string& what, std::string hint = "see 'skillcat mcp --help'") {
  throw Error(ErrorCode::usage, what, std::move(hint));
}

const std::vector<std::string>& values_of(const Invocation& call, const std::string& option) {
  static const std::vector<std::string> none;
  const auto found = call.options.find(option);
  return found == call.options.end() ? none : found->second;
}

/// KEY=VALUE, or KEY alone for the variable of that name: then no value is stored.
void take_environment(const Invocation& call, ServerEntry& entry) {
  for (const std::string& word : values_of(call, "-e")) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (name.empty()) refuse("-e takes KEY=VALUE or KEY");
    entry.env[name] = equals == std::string::npos ? "${" + name + "}" : word.substr(equals + 1);
  }
}

void take_headers(const Invocation& call, ServerEntry& entry) {
  for (const std::string& word : values_of(call, "--header")) {
    const std::size_t colon = word.find(':');
    if (colon == 0 || colon == std::string::npos) refuse("--header takes 'NAME: VALUE'");
    const std::size_t value = word.find_first_not_of(' ', colon + 1);
    entry.headers[word.substr(0, colon)] =
        value == std::string::npos ? std::string() : word.substr(value);
  }
}

/// A file that holds no record is a mistake, told at once.
std::string record_at(const std::string& path, const Locations& locations) {
  std::string whole = expand_path(path, locations.home, locations.cwd);
  const auto file = read_file(whole, parse::kMaxDiscoveryBytes);
  if (!file) refuse("cannot use a record: " + file.error().message, "name a file that exists");
  const auto parsed = parse::parse_discovery(file->bytes, "x", {});
  for (const Problem& problem : parsed.problems) {
    if (problem.severity == Severity::error) {
      refuse("cannot use " + whole + ": " + problem.message,
             R"(a record is {"initialize": {...}, "tools": [...]})");
    }
  }
  return whole;
}

/// An address that would never be contacted is a mistake, told at once. One whose variables are not
/// set here is for another environment to judge.
void check_url(const ServerEntry& entry) {
  std::string missing;
  const auto filled = fill_variables(entry.url, environment_variable, missing);
  if (!filled) return;
  if (const auto why = mcp::why_unusable(*filled)) {
    refuse("cannot add " + entry.name + ": its URL cannot be used: " + *why,
           "see 'skillcat mcp --help'; nothing was stored");
  }
}

void check_ways(const Invocation& call, const ServerEntry& entry) {
  const int ways = static_cast<int>(call.has("--from")) + static_cast<int>(call.has("--url")) +
                   static_cast<int>(!entry.command.empty());
  if (ways != 1) refuse("mcp add takes one of --from FILE, --url URL and -- COMMAND");
  if (call.has("-e") && entry.command.empty()) refuse("-e belongs to a command");
  if (call.has("--header") && !call.has("--url")) refuse("--header belongs to --url");
}

ServerEntry entry_of(const Invocation& call, const Locations& locations) {
  ServerEntry entry;
  const auto& words = call.arguments;
  entry.name = words[1];
  entry.file = locations.managed;
  entry.command.assign(words.begin() + 2, words.end());
  check_ways(call, entry);
  if (const auto wrong = what_is_wrong_with_name(entry.name); !wrong.empty()) {
    refuse("no server can be called '" + entry.name + "': " + wrong, "choose another name");
  }
  take_environment(call, entry);
  take_headers(call, entry);
  entry.url = call.value("--url");
  if (call.has("--url")) check_url(entry);
  if (call.has("--from")) entry.from = record_at(call.value("--from"), locations);
  entry.grouping = call.value("--grouping");
  if (!parse::Grouping::parse(entry.grouping)) {
    refuse("--grouping takes prefix, server, tool, separator:X or a JSON object");
  }
  // A service that starts servers later has a shorter PATH than the shell they were added in.
  const auto path = environment_variable("PATH");
  if (!entry.command.empty() && path) entry.env.try_emplace("PATH", *path);
  return entry;
}

}  // namespace

int run_mcp_add(const Invocation& call) {
  // What is stored is JSON, which holds no other bytes.
  if (!std::ranges::all_of(call.arguments, is_valid_utf8) || !is_valid_utf8(call.value("--from")) ||
      !is_valid_utf8(call.value("--url"))) {
    refuse("cannot add what is not UTF-8", "rename the file, or choose other words");
  }
  McpSetup setup(locate(call));
  ServerEntry entry = entry_of(call, setup.locations);
  for (const auto* own : {&setup.config.servers, &setup.managed.servers}) {
    const auto same = std::ranges::find(*own, entry.from, &ServerEntry::from);
    if (!entry.from.empty() && same != own->end() && same->name != entry.name) {
      refuse("cannot add " + entry.name + ": " + entry.from + " is the record of '" + same->name +
                 "' already",
             "copy the file, or 'skillcat mcp remove " + same->name + "' first");
    }
    if (std::ranges::find(*own, entry.name, &ServerEntry::name) != own->end()) {
      refuse("a server is called '" + entry.name + "' already",
             "'skillcat mcp remove " + entry.name + "' first, or choose another name");
    }
  }
  setup.managed.servers.push_back(entry);
  save_managed(setup.locations, setup.managed);
  return refresh_and_print(call, setup.locations, {entry.name});
}

}  // namespace skillcat::cli
