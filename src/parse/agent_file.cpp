#include "parse/agent_file.h"

#include "base/problem.h"
#include "base/utf8.h"
#include "parse/json.h"
#include "parse/lines.h"
#include "parse/lists.h"

namespace skillcat::parse {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

Problem invalid(std::string message, int line = 0) {
  return make_problem("agent_file_invalid", std::move(message), line);
}

/// A name, or a map whose `value` is one.
std::string tool_of(const Node& item) {
  const Node* name = item.is_map() ? item.find("value") : &item;
  const bool says_one = name != nullptr && name->is_scalar() && !name->is_null();
  return says_one ? std::string(trim(name->text)) : std::string();
}

void take_tools(const Node& root, AgentFile& out) {
  const Node* dependencies = root.find("dependencies");
  if (dependencies == nullptr || dependencies->is_null()) return;
  const Node* tools = dependencies->find("tools");
  if (tools == nullptr || tools->is_null()) return;
  if (!tools->is_list()) {
    out.problems.push_back(invalid("dependencies.tools is not a list", tools->line));
    return;
  }
  for (const Node& item : tools->items) {
    if (std::string tool = tool_of(item); !tool.empty()) {
      append_distinct(out.tools, tool);
    } else {
      out.problems.push_back(invalid("a tool of dependencies.tools has no value", item.line));
    }
  }
}

}  // namespace

AgentFile parse_agent_file(std::string_view bytes) {
  AgentFile out;
  if (bytes.size() > kMaxAgentFileBytes) {
    out.problems.push_back(invalid("it is larger than 64 KiB"));
    return out;
  }
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  const YamlResult yaml = parse_yaml(with_unix_line_ends(mend_utf8(bytes).text));
  if (!yaml.root) {
    out.problems.push_back(invalid("it is not YAML: " + yaml.message, yaml.line));
  } else if (!yaml.root->is_map()) {
    out.problems.push_back(invalid("it is not a map of keys and values"));
  } else {
    take_tools(*yaml.root, out);
    out.metadata = dump_json(to_json(*yaml.root));
  }
  return out;
}

void add_agent_file(Declaration& declaration, const AgentFile& file) {
  for (const std::string& tool : file.tools) append_distinct(declaration.tools, tool);
  if (file.metadata.empty()) return;
  auto metadata = parse_json(declaration.metadata).value_or(nlohmann::json::object());
  metadata.emplace("openai", parse_json(file.metadata).value_or(nlohmann::json()));
  declaration.metadata = dump_json(metadata);
}

}  // namespace skillcat::parse
