#include "parse/mcp_tools.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/index_terms.h"
#include "base/problem.h"
#include "base/utf8.h"
#include "parse/json.h"
#include "parse/json_split.h"
#include "parse/lines.h"
#include "parse/mcp_tool.h"

namespace skillcat::parse {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxMembers = 1'000;      ///< of the record's object
constexpr std::size_t kMaxDescription = 1'024;  ///< characters, as the specification of skills
constexpr std::size_t kMaxNamesInDescription = 512;
constexpr std::size_t kMaxSkillBytes = std::size_t{1} << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// What the server says of itself, as metadata of each of its skills.
struct About {
  json metadata = json::object();
  std::string instructions;
  bool cut = false;
};

/// The tools of one skill.
struct Members {
  ToolGroup group;
  std::vector<Tool> tools;
  std::string source_text;
};

/// What the server is called: an answer to server/discover says it in its _meta.
const json* server_info(const json& answer) {
  if (const auto info = answer.find("serverInfo"); info != answer.end()) return &*info;
  const auto meta = answer.find("_meta");
  if (meta == answer.end() || !meta->is_object()) return nullptr;
  const auto info = meta->find("io.modelcontextprotocol/serverInfo");
  return info == meta->end() ? nullptr : &*info;
}

About read_about(const json& initialize) {
  About about;
  if (!initialize.is_object()) return about;
  about.instructions = shortened(std::string(trim(text_member(initialize, "instructions"))),
                                 kMaxToolText, about.cut);
  if (const json* info = server_info(initialize)) {
    for (const char* key : {"name", "title", "version"}) {
      bool cut = false;
      const auto text = shortened(collapse_blanks(text_member(*info, key)), kMaxToolNameBytes, cut);
      if (!text.empty()) about.metadata["server"][key] = text;
    }
  }
  if (!about.instructions.empty()) about.metadata["server_instructions"] = about.instructions;
  return about;
}

bool ends_sentence(std::string_view text) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{".", "!", "?", "…", "。", "！", "？"},
      [&](std::string_view end) { return text.ends_with(end); });
}

/// "MCP get tools: get_issue, get_file. Get an issue. Get a file."
std::string description_of(const Members& members, std::string_view label) {
  bool cut = false;
  const Tool& first = members.tools.front();
  if (members.group.kind == GroupKind::single) {
    const std::string own = first.description.empty() ? first.title : first.description;
    return own.empty() ? "MCP tool: " + first.name : shortened(own, kMaxDescription, cut);
  }
  std::string names;
  for (const Tool& tool : members.tools) names += (names.empty() ? "" : ", ") + tool.name;
  std::string text = "MCP " + std::string(label) +
                     " tools: " + shortened(std::move(names), kMaxNamesInDescription, cut) + ".";
  for (const Tool& tool : members.tools) {
    const std::string summary = summary_of(tool);
    if (summary.empty()) continue;
    text += ' ' + summary;
    if (!ends_sentence(text)) text += '.';
  }
  return shortened(std::move(text), kMaxDescription, cut);
}

/// All tools one by one. When that is more than search looks at, an overview comes first.
std::string instructions_of(const Members& members, bool& cut) {
  std::string text;
  for (const Tool& tool : members.tools) {
    const std::string one = text_of(tool);
    cut = cut || tool.cut || text.size() + one.size() > kMaxSkillBytes;
    if (text.size() + one.size() <= kMaxSkillBytes) text += one;
  }
  if (members.tools.size() < 2 || text.size() <= kBodyCharacters) return text;
  std::string overview = "Tools:\n";
  for (const Tool& tool : members.tools) {
    const std::string summary = summary_of(tool);
    overview += "- `" + tool.name + "`" + (summary.empty() ? "" : ": " + summary) + "\n";
  }
  return overview + "\n" + text;
}

class DiscoveryParser {
 public:
  DiscoveryParser(std::string_view server, const Grouping& grouping)
      : server_(server), grouping_(grouping) {}

  ParsedDiscovery parse(std::string_view bytes) {
    if (bytes.size() > kMaxDiscoveryBytes) {
      report("too_large", "the record is larger than 64 MiB");
      return std::move(out_);
    }
    if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
    const MendedText mended = mend_utf8(bytes);
    if (mended.invalid_sequences > 0) report("invalid_utf8", "some bytes are not UTF-8");
    if (mended.nuls > 0) report("nul_bytes", std::to_string(mended.nuls) + " NUL bytes");
    read_record(mended.text);
    for (const std::string& id : order_) out_.skills.push_back(skill_of(id, groups_.at(id)));
    return std::move(out_);
  }

 private:
  void report(std::string_view code, std::string message, int line = 0) {
    out_.problems.push_back(make_problem(code, std::move(message), line));
  }

  void read_record(std::string_view text) {
    std::vector<JsonPiece> members;
    if (first_character(text) != '{' || !split_json(text, kMaxMembers, members)) {
      return report("mcp_bad_record", "the record is not a JSON object");
    }
    for (const JsonPiece& piece : members) {
      const JsonMember member = member_of(piece.text);
      if (member.key == "initialize" || member.key == "discover") {
        about_ = read_about(parse_json(member.value).value_or(nullptr));
      }
      if (member.key == "tools" || member.key == "toolsListResult") find_tools(piece, member.value);
    }
    if (first_character(tools_) != '[') {
      return report("mcp_bad_record", "the record has no list of tools");
    }
    read_tools(tools_);
  }

  /// `value` of `piece` is the list, or an answer to tools/list, which holds it.
  void find_tools(const JsonPiece& piece, std::string_view value) {
    std::vector<JsonPiece> members;
    if (first_character(value) != '{') {
      tools_ = value;
      tools_line_ = piece.line;
    } else if (split_json(value, kMaxMembers, members)) {
      for (const JsonPiece& inner : members) {
        const JsonMember member = member_of(inner.text);
        if (member.key != "tools") continue;
        tools_ = member.value;
        tools_line_ = piece.line + inner.line - 1;
      }
    }
  }

  void read_tools(std::string_view text) {
    std::vector<JsonPiece> pieces;
    if (!split_json(text, kMaxTools, pieces)) {
      return report("mcp_bad_record", "the list of tools does not end as it should");
    }
    if (pieces.size() > kMaxTools) {
      report("mcp_paging", "only the first 5,000 tools are kept");
      pieces.resize(kMaxTools);
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) read_tool_at(pieces[i], i + 1);
  }

  void read_tool_at(const JsonPiece& piece, std::size_t number) {
    const int line = tools_line_ + piece.line - 1;
    const auto refuse = [&](const std::string& why) {
      report("mcp_bad_tool", "tool " + std::to_string(number) + " is left out: " + why, line);
    };
    if (piece.text.size() > kMaxToolBytes) return refuse("it is larger than 4 MiB");
    const auto value = parse_json(piece.text);
    if (!value) return refuse("it is not JSON, or nests deeper than 64");
    if (const std::string wrong = what_is_wrong(*value); !wrong.empty()) return refuse(wrong);
    Tool tool = read_tool(*value);
    if (!names_.insert(tool.name).second) {
      return report("mcp_repeated_tool", "a second tool is called '" + tool.name + "'", line);
    }
    ++out_.tools;
    add(std::move(tool), dump_json(*value));
  }

  void add(Tool tool, const std::string& source_text) {
    const ToolGroup group = grouping_.group_of(tool.name);
    const std::string id = group.name.empty() ? server_ : server_ + "_" + group.name;
    const auto [place, added] = groups_.try_emplace(id);
    Members& members = place->second;
    if (added) order_.push_back(id);
    // A tool by itself and a group that meet in one id are that group.
    if (added || members.group.kind == GroupKind::single) members.group = group;
    members.tools.push_back(std::move(tool));
    members.source_text += source_text + "\n";
  }

  DiscoveredSkill skill_of(const std::string& id, const Members& members) const {
    DiscoveredSkill skill;
    Declaration& d = skill.declaration;
    bool cut = about_.cut;
    d.name = id;
    d.description = description_of(
        members, members.group.name.empty() ? std::string_view(server_) : members.group.name);
    d.instructions = std::string(trim_right(instructions_of(members, cut)));
    for (const Tool& tool : members.tools) d.tools.push_back(tool.name);
    json config = {{"server_id", server_}};
    if (members.group.kind == GroupKind::single) config["tool_name"] = members.tools.front().name;
    if (members.group.kind == GroupKind::group) config["prefix"] = members.group.name;
    d.config_schema = dump_json(config);
    d.metadata = dump_json(about_.metadata);
    skill.source_text = members.source_text + d.metadata;
    check_text(d, cut, skill.problems);
    return skill;
  }

  void check_text(const Declaration& d, bool cut, std::vector<Problem>& problems) const {
    const Unseen unseen = find_unseen(d.instructions + about_.instructions);
    if (unseen.hidden_line > 0) {
      problems.push_back(make_problem("hidden_text", "a character that a reader does not see"));
    }
    if (unseen.control_line > 0) {
      problems.push_back(make_problem("control_characters", "a control character"));
    }
    if (cut) problems.push_back(make_problem("mcp_text_cut", "some text is longer than is kept"));
  }

  const std::string server_;
  const Grouping& grouping_;
  About about_;
  std::string_view tools_;  ///< the list, in the record
  int tools_line_ = 1;
  std::set<std::string> names_;
  std::map<std::string, Members> groups_;  ///< by id
  std::vector<std::string> order_;
  ParsedDiscovery out_;
};

}  // namespace

ParsedDiscovery parse_discovery(std::string_view bytes, std::string_view server,
                                const Grouping& grouping) {
  return DiscoveryParser(server, grouping).parse(bytes);
}

}  // namespace skillcat::parse
