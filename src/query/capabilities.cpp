#include "query/capabilities.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace skillcat::query {
namespace {

struct Offer {
  Capability::Provider provider;
  std::string skill;  ///< name of the one that holds the tool
};
using Offers = std::map<std::string, std::vector<Offer>>;

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
Offers read_offers(Reader& reader) {
  Offers offers;
  Rows row = reader.rows(
      "SELECT json_extract(s.config_schema, '$.server_id'), c.name, s.ref, s.state, s.name"
      " FROM root AS r JOIN skill AS s USING (root_id) JOIN capability AS c USING (skill_id)"
      " WHERE r.source = 'mcp' AND c.kind = 'tool' ORDER BY 1, s.ref, c.place");
  while (row.next()) {
    const Capability::Provider provider{row.text(0), row.text(1), row.text(2),
                                        row.text(3) == "active"};
    offers[provider.tool].push_back({provider, row.text(4)});
    offers[name_for_agents(provider.server, provider.tool)].push_back({provider, row.text(4)});
  }
  return offers;
}

/// The skill that holds the tool names it by the server's own name for it only.
void add_offer(const Offer& offer, Capability& capability) {
  capability.providers.push_back(offer.provider);
  const std::string& ref = offer.provider.ref;
  const auto& skills = capability.skills;
  if (std::ranges::find(skills, ref, &Capability::User::ref) == skills.end()) {
    capability.skills.push_back({ref, offer.skill, SourceKind::mcp});
  }
}

void add_providers(Reader& reader, const std::string& name, CapabilityList& answer) {
  const Offers offers = read_offers(reader);
  if (answer.capabilities.empty() && offers.contains(name)) {
    answer.capabilities.push_back({name, {}, {}});
  }
  for (Capability& capability : answer.capabilities) {
    const auto found = offers.find(capability.name);
    if (found == offers.end()) continue;
    for (const Offer& offer : found->second) add_offer(offer, capability);
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
