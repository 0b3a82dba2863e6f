#include "serve/routes.h"

#include "serve/handlers.h"

namespace skillcat::serve {
namespace {

constexpr Parameter kName{"name", In::path, Type::text, Need::required,
                          "a ref as one percent-encoded segment, a name or a folder's name"};
constexpr Parameter kSource{"source", In::query, Type::source, Need::optional,
                            "only skills of roots of that kind"};
constexpr Parameter kRoot{"root", In::query, Type::text, Need::optional,
                          "only skills of the root with that label"};
constexpr Parameter kTool{"tool", In::query, Type::text, Need::optional,
                          "only skills that name that tool"};
constexpr Parameter kBudget{"budget", In::query, Type::count, Need::optional,
                            "at most that many tokens, by estimate; no bound without it"};
constexpr Parameter kMostHits{"limit", In::query, Type::count, Need::optional,
                              "at most that many skills; 10 without it"};

Parameter in_body(Parameter parameter) {
  parameter.in = In::body;
  return parameter;
}

std::vector<Route> make_routes() {
  using enum Validator;
  return {
      {"GET", "/", "The web page.", "", "text/html", content, get_page, {}},
      {"GET", "/page.css", "Its style.", "", "text/css", content, get_page_style, {}},
      {"GET", "/page.js", "Its script.", "", "text/javascript", content, get_page_script, {}},
      {"GET",
       "/api/skills",
       "All copies of all skills, in the order of their refs.",
       "SkillList",
       "",
       revision,
       list_skills,
       {kSource,
        kRoot,
        kTool,
        {"limit", In::query, Type::count, Need::optional,
         "at most that many skills; all without it"},
        {"after", In::query, Type::text, Need::optional,
         "only refs above this one: the next page"}}},
      {"GET",
       "/api/skills/search",
       "The skills that fit a query, best first.",
       "SearchAnswer",
       "",
       revision,
       search_skills,
       {{"q", In::query, Type::text, Need::required, "words, in any order and language"},
        kMostHits,
        kSource,
        kRoot,
        kTool}},
      {"GET",
       "/api/skills/{name}",
       "One skill with its instructions, and the refs it won over.",
       "SkillAnswer",
       "",
       revision,
       get_skill,
       {kName}},
      {"GET",
       "/api/skills/{name}/context",
       "The text of one skill, to put into a prompt.",
       "ContextAnswer",
       "text/plain",
       revision,
       get_context,
       {kName, kBudget}},
      {"GET",
       "/api/skills/{name}/files",
       "The other files of a skill.",
       "FileList",
       "",
       revision,
       list_files,
       {kName}},
      {"GET",
       "/api/skills/{name}/files/{path}",
       "One file as it is, or as JSON when Accept names application/json.",
       "FileContent",
       "application/octet-stream",
       content,
       get_file,
       {kName,
        {"path", In::rest, Type::text, Need::required, "below the skill's folder, as listed"}}},
      {"POST",
       "/api/match",
       "The skills that a chat message calls for, each with evidence; may be none.",
       "SearchAnswer",
       "",
       revision,
       match_message,
       {{"message", In::body, Type::text, Need::required, "what the user wrote"},
        in_body(kMostHits),
        in_body(kSource),
        in_body(kRoot),
        in_body(kTool)}},
      {"POST",
       "/api/context",
       "The text to put into a prompt: of named skills, or of those that a message calls for, each "
       "with evidence.",
       "ContextAnswer",
       "text/plain",
       revision,
       make_context,
       {{"skills", In::body, Type::texts, Need::optional, "refs or names, the best one first"},
        {"message", In::body, Type::text, Need::optional, "what the user wrote, instead of skills"},
        in_body(kBudget),
        {"limit", In::body, Type::count, Need::optional,
         "at most that many skills of a message; 10 without it"},
        {"arguments", In::body, Type::text_map, Need::optional,
         "values of placeholders: \"1\", \"2\", \"ARGUMENTS\" or a name"}}},
      {"GET",
       "/api/tools",
       "The tools that skills name.",
       "ToolList",
       "",
       revision,
       list_tools,
       {}},
      {"GET",
       "/api/tools/{tool}",
       "The skills that name one tool.",
       "ToolList",
       "",
       revision,
       list_tools,
       {{"tool", In::path, Type::text, Need::required, "the tool's name"}}},
      {"GET",
       "/api/hooks",
       "The hooks that skills name.",
       "HookList",
       "",
       revision,
       list_hooks,
       {}},
      {"GET",
       "/api/hooks/{hook}",
       "The skills that name one hook.",
       "HookList",
       "",
       revision,
       list_hooks,
       {{"hook", In::path, Type::text, Need::required, "the hook's name"}}},
      {"GET",
       "/api/roots",
       "The places that skills come from.",
       "RootList",
       "",
       content,
       list_roots,
       {}},
      {"GET",
       "/api/problems",
       "What was found wrong, and what to do about it.",
       "ProblemList",
       "",
       revision,
       list_problems,
       {{"code", In::query, Type::text, Need::optional, "only problems of that code"}}},
      {"GET",
       "/api/changes",
       "What was added, changed and removed after a revision; the last change of each ref.",
       "ChangeList",
       "",
       revision,
       list_changes,
       {{"since", In::query, Type::revision, Need::optional, "a revision; 0 without it"}}},
      {"GET",
       "/api/events",
       "The same as server-sent events, as they come. The header Last-Event-ID goes before since.",
       "",
       "text/event-stream",
       revision,
       follow_events,
       {{"since", In::query, Type::revision, Need::optional, "a revision; now without it"}}},
      {"GET",
       "/api/status",
       "How the catalog is: freshness, roots, counts.",
       "Status",
       "",
       content,
       get_status,
       {}},
      {"GET",
       "/api/openapi.json",
       "This list as an OpenAPI 3.1 document.",
       "",
       "application/json",
       content,
       get_openapi,
       {}},
  };
}

}  // namespace

std::span<const Route> routes() {
  static const std::vector<Route> table = make_routes();
  return table;
}

std::string routes_as_markdown() {
  std::string text = "| route | parameters | answer |\n|---|---|---|\n";
  for (const Route& route : routes()) {
    std::string parameters;
    for (const Parameter& parameter : route.parameters) {
      if (parameter.in == In::path || parameter.in == In::rest) continue;
      parameters += (parameters.empty() ? "`" : ", `") + std::string(parameter.name) + "`";
      if (parameter.need == Need::required) parameters += " (required)";
    }
    text += "| `" + std::string(route.method) + " " + std::string(route.pattern) + "` | " +
            parameters + " | " + std::string(route.summary) + " |\n";
  }
  return text;
}

}  // namespace skillcat::serve
