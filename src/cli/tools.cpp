// tools and hooks: the same question about two kinds of capability.
#include <skillcat/catalog.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "cli/print.h"
#include "cli/reading.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

/// Two columns.
void print_rows(const std::vector<std::pair<std::string, std::string>>& rows) {
  std::size_t width = 0;
  for (const auto& [first, second] : rows) width = std::max(width, display_width(first));
  for (const auto& [first, second] : rows) print(padded(first, width) + "  " + second + "\n");
}

/// "server github", with what the server calls the tool when that is something else.
std::string provider_text(const Capability& capability, const Capability::Provider& provider) {
  std::string text = "server " + printable(provider.server);
  if (provider.tool != capability.name) text += " as " + printable(provider.tool);
  return provider.reachable ? text : text + " (not reachable)";
}

/// Servers that have a tool, as a further column or further lines.
std::string providers_text(const Capability& capability, std::string_view between) {
  std::string text;
  for (const auto& provider : capability.providers) {
    text += (text.empty() ? "" : std::string(between)) + provider_text(capability, provider);
  }
  return text.empty() ? "no known provider" : text;
}

/// Of one: its skills and servers. Of all: how many skills each has, and its servers.
void print_capabilities(const CapabilityList& list, bool one, bool provided) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Capability& capability : list.capabilities) {
    if (!one) {
      const auto count = static_cast<std::int64_t>(capability.skills.size());
      const std::string skills = padded(plural(count, "skill"), provided ? 10 : 0);
      rows.emplace_back(printable(capability.name),
                        provided ? skills + "  " + providers_text(capability, ", ") : skills);
      continue;
    }
    for (const auto& user : capability.skills) {
      rows.emplace_back(printable(user.name), printable(user.ref));
    }
  }
  print_rows(rows);
  if (!one || !provided) return;
  for (const Capability& capability : list.capabilities) {
    print("(" + providers_text(capability, "; ") + ")\n");
  }
}

int run(const Invocation& call, CapabilityList (Catalog::*ask)(const std::string&),
        std::string_view field) {
  const std::string name = call.arguments.empty() ? std::string() : call.arguments.front();
  Catalog catalog = open_catalog(call, locate(call));
  const CapabilityList list = (catalog.*ask)(name);
  if (!name.empty() && list.capabilities.empty()) {
    const std::string command(call.command->name);  // "tools" or "hooks"
    say(call, "no skill names the " + command.substr(0, command.size() - 1) + " '" + name +
                  "' (hint: 'skillcat " + command + "' shows them)");
  }
  if (call.json()) {
    print_json(serve::to_json(list, field));
  } else {
    print_capabilities(list, !name.empty(), field == "tools");
  }
  return 0;
}

int run_tools(const Invocation& call) {
  return run(call, &Catalog::tools, "tools");
}

int run_hooks(const Invocation& call) {
  return run(call, &Catalog::hooks, "hooks");
}

}  // namespace

const Command kToolsCommand{.name = "tools",
                            .summary = "the tools that skills name, or the skills that name one",
                            .arguments = "[TOOL]",
                            .arity = Arity::optional,
                            .options = {},
                            .manual = R"(Examples:
  skillcat tools           every tool, with the number of its skills and the MCP servers that have it
  skillcat tools grep      the skills that name it
  skillcat tools mcp__github__get_issue   by the name that agents use
  skillcat tools --json | jq -r '.tools[] | select(.provided | not).name'

A tool has a known provider when an MCP server offers it; agents have tools of their own.
)",
                            .run = run_tools};

const Command kHooksCommand{.name = "hooks",
                            .summary = "the hooks that skills name, or the skills that name one",
                            .arguments = "[HOOK]",
                            .arity = Arity::optional,
                            .options = {},
                            .manual = R"(Examples:
  skillcat hooks              every hook, with the number of its skills
  skillcat hooks on_commit    the skills that name it
)",
                            .run = run_hooks};

}  // namespace skillcat::cli
