#include "serve/mcp_tools.h"

#include <algorithm>

namespace skillcat::serve {
namespace {

constexpr std::size_t kDefaultLimit = 5;
constexpr std::size_t kMaxLimit = 50;

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::usage, what, "call the tool again with arguments as in its schema");
}

std::string text_argument(const Json& arguments, const char* name) {
  const auto found = arguments.find(name);
  if (found == arguments.end() || !found->is_string()) {
    refuse("the argument '" + std::string(name) + "' must be a string");
  }
  return found->get<std::string>();
}

std::size_t limit_of(const Json& arguments) {
  const auto found = arguments.find("limit");
  if (found == arguments.end() || found->is_null()) return kDefaultLimit;
  if (!found->is_number_integer() || found->get<std::int64_t>() < 1) {
    refuse("the argument 'limit' must be a number above 0");
  }
  return static_cast<std::size_t>(
      std::min<std::int64_t>(found->get<std::int64_t>(), std::int64_t{kMaxLimit}));
}

/// The skills as lines "NAME (REF): DESCRIPTION" and as objects.
ToolAnswer skills_of(const SearchAnswer& answer, const std::string& none) {
  ToolAnswer tool;
  tool.data["revision"] = answer.revision;
  tool.data["skills"] = Json::array();
  for (const Hit& hit : answer.hits) {
    Json skill;
    skill["ref"] = hit.ref;
    skill["name"] = hit.name;
    skill["description"] = hit.snippet;
    skill["score"] = hit.score;
    Json evidence = Json::array();
    for (const Evidence& e : hit.evidence) {
      evidence.push_back({{"kind", to_text(e.kind)}, {"field", e.field}, {"text", e.text}});
    }
    skill["evidence"] = std::move(evidence);
    tool.data["skills"].push_back(std::move(skill));
    tool.text += hit.name + " (" + hit.ref + "): " + hit.snippet + "\n";
  }
  tool.text += answer.hits.empty() ? none : "Read one with get_skill_context.";
  return tool;
}

ToolAnswer search_skills(const Json& arguments, Catalog& catalog) {
  Query query;
  query.text = text_argument(arguments, "query");
  query.limit = limit_of(arguments);
  return skills_of(catalog.search(query),
                   "No skill fits. Try other words, or go on without a skill.");
}

ToolAnswer match_skills(const Json& arguments, Catalog& catalog) {
  Message message;
  message.text = text_argument(arguments, "message");
  message.limit = limit_of(arguments);
  return skills_of(catalog.match(message),
                   "The message calls for no skill. search_skills finds skills by topic.");
}

ToolAnswer get_skill_context(const Json& arguments, Catalog& catalog) {
  const auto names = arguments.find("names");
  if (names == arguments.end() || !names->is_array() || names->empty() ||
      !std::ranges::all_of(*names, [](const Json& name) { return name.is_string(); })) {
    refuse("the argument 'names' must be a list of names or refs");
  }
  ContextOptions options;
  if (const auto budget = arguments.find("budget"); budget != arguments.end()) {
    if (!budget->is_number_integer() || budget->get<std::int64_t>() < 1) {
      refuse("the argument 'budget' must be a number of tokens above 0");
    }
    options.budget = budget->get<std::int64_t>();
  }
  const ContextAnswer answer = catalog.context(names->get<std::vector<std::string>>(), options);
  ToolAnswer tool;
  tool.text = answer.text;
  tool.data["revision"] = answer.revision;
  tool.data["text"] = answer.text;
  tool.data["skills"] = Json::array();
  for (const ContextSkill& skill : answer.skills) {
    tool.data["skills"].push_back({{"ref", skill.ref},
                                   {"included", to_text(skill.included)},
                                   {"reason", skill.reason},
                                   {"tokens", skill.tokens}});
  }
  return tool;
}

ToolAnswer list_files(const std::string& name, Catalog& catalog) {
  const FileList list = catalog.files(name);
  ToolAnswer tool;
  tool.data["files"] = Json::array();
  for (const SkillFile& file : list.files) {
    tool.data["files"].push_back({{"path", file.path}, {"size_bytes", file.size_bytes}});
    tool.text += file.path + " (" + std::to_string(file.size_bytes) + " bytes)\n";
  }
  if (list.files.empty()) tool.text = "This skill has no other files.";
  return tool;
}

ToolAnswer read_skill_file(const Json& arguments, Catalog& catalog) {
  const std::string name = text_argument(arguments, "name");
  if (!arguments.contains("path")) return list_files(name, catalog);
  const FileContent file = catalog.file(name, text_argument(arguments, "path"));
  if (!file.text) {
    refuse(file.path + " is not text but " + file.media_type + ", " +
           std::to_string(file.size_bytes) + " bytes");
  }
  ToolAnswer tool;
  tool.text = file.content;
  tool.data["path"] = file.path;
  tool.data["text"] = file.content;
  return tool;
}

constexpr std::string_view kSkillsSchema =
    R"({"type":"object","properties":{"skills":{"type":"array","items":{"type":"object"}}},"required":["skills"]})";

constexpr McpTool kTools[] = {
    {"search_skills", "Find skills (instructions for tasks) by topic, best first.",
     R"({"type":"object","properties":{"query":{"type":"string"},"limit":{"type":"integer"}},"required":["query"]})",
     kSkillsSchema, search_skills},
    {"match_skills", "Skills that a user's message calls for, with evidence; often none.",
     R"({"type":"object","properties":{"message":{"type":"string"},"limit":{"type":"integer"}},"required":["message"]})",
     kSkillsSchema, match_skills},
    {"get_skill_context", "Instructions of skills, by name or ref. Follow them for the task.",
     R"({"type":"object","properties":{"names":{"type":"array","items":{"type":"string"}},"budget":{"type":"integer","description":"tokens"}},"required":["names"]})",
     R"({"type":"object","properties":{"text":{"type":"string"}},"required":["text"]})",
     get_skill_context},
    {"read_skill_file", "A file of a skill; without path, the list of its files.",
     R"({"type":"object","properties":{"name":{"type":"string"},"path":{"type":"string"}},"required":["name"]})",
     R"({"type":"object","properties":{"text":{"type":"string"},"files":{"type":"array"}}})",
     read_skill_file},
};

}  // namespace

std::span<const McpTool> mcp_tools() {
  return kTools;
}

}  // namespace skillcat::serve
