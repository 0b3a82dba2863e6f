#include "query/capabilities.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace skillcat::query {
namespace {

using Providers = std::map<std::string, std::vector<Capability::Provider>>;

/// What agents call a tool of a server. Other characters are '_' there.
std::string name_for_agents(const std::string& server, const std::string& tool) {
  std::string name = "mcp__" + server + "__" + tool;
  for (char& c : name) {
    const bool stays = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '-';
    if (!stays) c = '_';
  }
  return name;
}

/// The tools of all MCP servers, by each name that a skill may use.
Providers read_providers(Reader& reader) {
  Providers providers;
  Rows row = reader.rows(
      "SELECT json_extract(s.config_schema, '$.server_id'), c.name, s.ref, s.state"
      " FROM root AS r JOIN skill AS s USING (root_id) JOIN capability AS c USING (skill_id)"
      " WHERE r.source = 'mcp' AND c.kind = 'tool' ORDER BY 1, s.ref, c.place");
  while (row.next()) {
    const Capability::Provider provider{row.text(0), row.text(1), row.text(2),
                                        row.text(3) == "active"};
    providers[provider.tool].push_back(provider);
    providers[name_for_agents(provider.server, provider.tool)].push_back(provider);
  }
  return providers;
}

void add_providers(Reader& reader, const std::string& name, CapabilityList& answer) {
  const Providers providers = read_providers(reader);
  if (answer.capabilities.empty() && providers.contains(name)) {
    answer.capabilities.push_back({name, {}, {}});
  }
  for (Capability& capability : answer.capabilities) {
    const auto found = providers.find(capability.name);
    if (found != providers.end()) capability.providers = found->second;
  }
}

}  // namespace

CapabilityList list_capabilities(Reader& reader, const char* kind, const std::string& name) {
  CapabilityList answer;
  const Snapshot snapshot(reader.database());
  static_cast<Freshness&>(answer) = reader.freshness();
  Rows row = reader.rows(
      "SELECT c.name, s.ref, s.name, r.source FROM capability AS c JOIN skill AS s USING (skill_id)"
      " JOIN root AS r USING (root_id) WHERE c.kind = ?1 AND (?2 = '' OR c.name = ?2)"
      " GROUP BY c.name, s.skill_id ORDER BY c.name, r.precedence, s.ref");
  row.bind(std::string(kind), name);
  while (row.next()) {
    auto& all = answer.capabilities;
    if (all.empty() || all.back().name != row.text(0)) all.push_back({row.text(0), {}, {}});
    all.back().skills.push_back({row.text(1), row.text(2), source_kind(row.text(3))});
  }
  if (std::string_view(kind) == "tool") add_providers(reader, name, answer);
  return answer;
}

}  // namespace skillcat::query
