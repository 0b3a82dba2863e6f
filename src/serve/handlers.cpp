#include "serve/handlers.h"

#include "serve/url.h"

namespace skillcat::serve {
namespace {

Response json_response(const Json& json, const Freshness& freshness) {
  Response response;
  response.body = dump(json, Layout::compact);
  response.freshness = freshness;
  return response;
}

template <class Answer>
Response json_response(const Answer& answer) {
  return json_response(to_json(answer), answer);
}

/// Whether Accept names the type itself: "*/*" leaves the choice to the route.
bool accepts(const Call& call, std::string_view type) {
  return call.request().header("accept").find(type) != std::string_view::npos;
}

std::size_t size_of(const Call& call, std::string_view name, std::int64_t otherwise) {
  return static_cast<std::size_t>(call.number(name, otherwise));
}

constexpr std::int64_t kDefaultHits = 10;

/// Runs `ask`. Where it finds nothing because nothing is called `name`, the answer says that
/// first: the same words for each route that takes a name.
template <class Ask>
auto asking_for(Catalog& catalog, const std::vector<std::string>& names, Ask&& ask) {
  try {
    return ask();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::not_found) throw;
    for (const std::string& name : names) {
      if (catalog.find(name)) continue;
      throw Error(ErrorCode::not_found, "Skill not found",
                  "nothing is called '" + name +
                      "'; GET /api/skills/search?q= finds skills by what they do");
    }
    throw;
  }
}

Response context_response(const Call& call, const ContextAnswer& answer) {
  Response response = json_response(answer);
  response.headers.push_back({"Vary", "Accept"});
  if (accepts(call, "text/plain") && !accepts(call, "application/json")) {
    response.content_type = "text/plain; charset=utf-8";
    response.body = answer.text;
  }
  return response;
}

/// One event of a stream. The data is one line: JSON escapes line ends.
std::string event_text(std::string_view event, const Json& data) {
  return "event: " + std::string(event) + "\ndata: " + dump(data, Layout::compact) + "\n\n";
}

std::string id_line(const Freshness& freshness) {
  return "id: " + std::to_string(freshness.revision) + "\n";
}

/// Where a stream starts: Last-Event-ID of a client that comes back, else `since`, else now.
std::optional<std::int64_t> start_of(const Call& call) {
  const auto last = call.request().header("last-event-id");
  if (last.empty()) {
    if (!call.has("since")) return std::nullopt;
    return call.number("since", 0);
  }
  std::int64_t revision = 0;
  for (const char digit : last) {
    if (digit < '0' || digit > '9' || revision > std::int64_t{1} << 53) {
      throw Error(ErrorCode::usage, "the parameter 'Last-Event-ID' must be a revision",
                  "send the id of the last event, or leave it out");
    }
    revision = revision * 10 + (digit - '0');
  }
  return revision;
}

}  // namespace

Response list_skills(const Call& call, Catalog& catalog) {
  return json_response(
      catalog.list({call.filter(), size_of(call, "limit", 0), call.text("after")}));
}

Response search_skills(const Call& call, Catalog& catalog) {
  Query query;
  query.text = call.text("q");
  query.limit = size_of(call, "limit", kDefaultHits);
  query.filter = call.filter();
  const SearchAnswer answer = catalog.search(query);
  return json_response(to_json(answer, Explain::no), answer);
}

Response get_skill(const Call& call, Catalog& catalog) {
  const std::string name = call.text("name");
  return json_response(asking_for(catalog, {name}, [&] { return catalog.get(name); }));
}

Response get_context(const Call& call, Catalog& catalog) {
  const std::vector<std::string> names{call.text("name")};
  ContextOptions options;
  options.budget = call.number("budget", 0);
  return context_response(
      call, asking_for(catalog, names, [&] { return catalog.context(names, options); }));
}

Response list_files(const Call& call, Catalog& catalog) {
  const std::string name = call.text("name");
  return json_response(asking_for(catalog, {name}, [&] { return catalog.files(name); }));
}

Response get_file(const Call& call, Catalog& catalog) {
  const std::string name = call.text("name");
  FileContent file =
      asking_for(catalog, {name}, [&] { return catalog.file(name, call.text("path")); });
  Response response;
  response.freshness = file;
  if (accepts(call, "application/json")) {
    response.body = dump(to_json(file), Layout::compact);
  } else {
    response.content_type = file.media_type + (file.text ? "; charset=utf-8" : "");
    response.body = std::move(file.content);
  }
  response.headers.push_back({"Vary", "Accept"});
  // Somebody else's file: a browser shows it, and runs nothing of it.
  response.headers.push_back({"Content-Security-Policy", "default-src 'none'; sandbox"});
  return response;
}

Response match_message(const Call& call, Catalog& catalog) {
  Message message;
  message.text = call.text("message");
  message.limit = size_of(call, "limit", kDefaultHits);
  message.filter = call.filter();
  const SearchAnswer answer = catalog.match(message);
  return json_response(to_json(answer, Explain::no), answer);
}

Response make_context(const Call& call, Catalog& catalog) {
  if (call.has("skills") == call.has("message")) {
    throw Error(ErrorCode::usage, "the body needs either the parameter 'skills' or 'message'",
                R"(for example {"message": "review my last commit", "budget": 2000})");
  }
  ContextOptions options;
  options.budget = call.number("budget", 0);
  if (call.has("arguments")) {
    for (const auto& [name, value] : call.value("arguments").items()) {
      options.arguments.emplace_back(name, value.get<std::string>());
    }
  }
  if (call.has("skills")) {
    const auto names = call.texts("skills");
    return context_response(
        call, asking_for(catalog, names, [&] { return catalog.context(names, options); }));
  }
  Message message;
  message.text = call.text("message");
  message.limit = size_of(call, "limit", kDefaultHits);
  return context_response(call, catalog.context(message, options));
}

Response list_tools(const Call& call, Catalog& catalog) {
  const CapabilityList list = catalog.tools(call.text("tool"));
  return json_response(to_json(list, "tools"), list);
}

Response list_hooks(const Call& call, Catalog& catalog) {
  const CapabilityList list = catalog.hooks(call.text("hook"));
  return json_response(to_json(list, "hooks"), list);
}

Response list_roots(const Call&, Catalog& catalog) {
  const Status status = catalog.status();
  const Freshness& freshness = status;
  Json json = to_json(freshness);
  json["roots"] = to_json(status)["roots"];
  return json_response(json, freshness);
}

Response list_problems(const Call& call, Catalog& catalog) {
  return json_response(catalog.problems(call.text("code")));
}

Response list_changes(const Call& call, Catalog& catalog) {
  return json_response(catalog.changes_since(call.number("since", 0)));
}

Response follow_events(const Call& call, Catalog& catalog) {
  const auto start = start_of(call);
  Response response;
  response.content_type = "text/event-stream; charset=utf-8";
  ChangeList list;
  static_cast<Freshness&>(list) = catalog.freshness();
  if (start) list = catalog.changes_since(*start <= list.revision ? *start : 0);
  const Freshness& freshness = list;
  response.freshness = freshness;
  response.follow = list.revision;
  // The id comes with the changes: who loses the connection before them asks for them again.
  if (start && *start > list.revision) response.body = replaced_event(freshness);
  response.body += list.changes.empty()
                       ? id_line(freshness) + event_text("revision", to_json(freshness))
                       : changes_event(list);
  return response;
}

std::string changes_event(const ChangeList& list) {
  return id_line(list) + event_text("changes", to_json(list));
}

std::string replaced_event(const Freshness& freshness) {
  return event_text("replaced", to_json(freshness));
}

Response get_status(const Call&, Catalog& catalog) {
  return json_response(catalog.status());
}

Response get_openapi(const Call&, Catalog&) {
  Response response;
  response.body = dump(openapi(), Layout::indented);
  return response;
}

}  // namespace skillcat::serve
