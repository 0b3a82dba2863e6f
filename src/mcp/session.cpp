#include "mcp/session.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/problem.h"
#include "mcp/http.h"
#include "mcp/stdio.h"

namespace skillcat::mcp {
namespace {

using std::chrono::steady_clock;

/// Tools that have changed are asked for when nothing more has changed for this long,
constexpr std::chrono::milliseconds kDebounce{500};
/// and after this long in any case.
constexpr std::chrono::milliseconds kLongestDebounce{5'000};
/// Lists of a server whose tools never come to rest.
constexpr int kMaxRounds = 3;
/// More messages that nobody asked for end a session that rests.
constexpr int kMaxUnasked = 10'000;
constexpr int kMethodNotFound = -32601;

bool is_answer_to(const Message& message, int id) {
  if (message.kind == Message::Kind::result) return message.id == id;
  // A server that could not read the request does not know its id.
  return message.kind == Message::Kind::error &&
         (message.id == id || (message.id.is_null() && id != 0));
}

}  // namespace

Result<std::unique_ptr<Session>> Session::open(const ServerSettings& server, int stop) {
  std::unique_ptr<Session> session(new Session(server, stop));
  if (auto problem = session->connect()) {
    return tl::unexpected(session->safe(*std::move(problem)));
  }
  return session;
}

std::optional<Problem> Session::connect() {
  transport_.reset();  // one process at a time
  auto transport = server_.command.empty() ? open_http(server_) : start_stdio(server_);
  if (!transport) return transport.error();
  transport_ = *std::move(transport);
  const Time until = steady_clock::now() + server_.start_deadline;
  auto answer = ask(kOpeningMethod, opening_params(), until);
  if (!answer) return answer.error();
  if (!answer->refused.empty()) {
    return make_problem("mcp_refused", "the server refuses to begin: " + answer->refused);
  }
  auto opening = read_opening(std::move(answer->result));
  if (!opening) return opening.error();
  opening_ = *std::move(opening);
  transport_->set_version(opening_.version);
  transport_->send(write_notification(kOpenedNotification));
  auto problem = transport_->settle(until, {&stop_, 1});
  if (!problem && steady_clock::now() >= until) problem = unanswered(kOpenedNotification);
  return problem;
}

Result<Session::Answer> Session::ask(const char* method, const Json& params, Time until) {
  const int id = ++last_id_;
  transport_->send(write_request(id, method, params));
  while (true) {
    auto bytes = transport_->receive(until, {&stop_, 1});
    if (!bytes) {
      Problem problem = bytes.error();
      problem.message = std::string("'") + method + "' is not answered: " + problem.message;
      return tl::unexpected(std::move(problem));
    }
    if (!*bytes || steady_clock::now() >= until) return tl::unexpected(unanswered(method));
    auto answer = take(**bytes, id);
    if (!answer) return tl::unexpected(answer.error());
    if (*answer) return **std::move(answer);
  }
}

/// Deals with what the server sends; the answer to request `id` when it is there (0: to none).
Result<std::optional<Session::Answer>> Session::take(const std::string& bytes, int id) {
  Incoming incoming = read_messages(bytes);
  if (incoming.too_complex) {
    return tl::unexpected(make_problem(
        "mcp_protocol", "the server sent JSON that nests deeper than 64 or has a million values"));
  }
  if (incoming.noise && noise_++ == 0) first_noise_ = secrets_.quoted(bytes);
  std::optional<Answer> answer;
  for (Message& message : incoming.messages) {
    if (message.kind == Message::Kind::request) {
      transport_->answer(write_answer(message));
    } else if (message.kind == Message::Kind::notification) {
      if (message.method == "notifications/tools/list_changed") changed_ = true;
    } else if (is_answer_to(message, id)) {
      answer.emplace();
      if (message.kind == Message::Kind::result) {
        answer->result = std::move(message.content);
      } else {
        const auto code =
            message.content.is_object() ? message.content.value("code", Json()) : Json();
        answer->is_unknown_method = code == kMethodNotFound;
        answer->refused =
            "error " + dump(code) + ", " + secrets_.quoted(text_of(message.content, "message"));
      }
    }
  }
  if (answer) {
    list_bytes_ += bytes.size();
    list_values_ += incoming.values;
  }
  if (list_bytes_ > kMaxMessageBytes || list_values_ > kMaxValues) {
    return tl::unexpected(make_problem(
        "mcp_too_large", "the server's lists have more than 64 MiB or a million values together"));
  }
  return answer;
}

Result<Discovery> Session::list() {
  const Time until = steady_clock::now() + server_.list_deadline;
  auto lists = list_at_rest(until);
  if (!lists && lists.error().code == "mcp_session_lost" && !server_.url.empty()) {
    if (auto problem = connect()) return tl::unexpected(safe(*std::move(problem)));
    lists = list_at_rest(until);
  }
  if (!lists) return tl::unexpected(safe(lists.error()));
  return discovery_of(*std::move(lists));
}

Result<Session::Lists> Session::list_at_rest(Time until) {
  auto lists = list_once(until);
  for (int round = 1; lists && changed_ && round < kMaxRounds; ++round) {
    rest(until);
    lists = list_once(until);
  }
  return lists;
}

Result<Session::Lists> Session::list_once(Time until) {
  changed_ = false;
  list_bytes_ = 0;
  list_values_ = 0;
  Lists lists;
  auto problem = list_one(kTools, until, lists.tools, lists.problems);
  if (!problem && opening_.offers(kPrompts.name)) {
    problem = list_one(kPrompts, until, lists.prompts, lists.problems);
  }
  if (!problem && opening_.offers(kResources.name)) {
    problem = list_one(kResources, until, lists.resources, lists.problems);
  }
  if (problem) return tl::unexpected(*std::move(problem));
  return lists;
}

/// Prompts and resources may be refused: tools are what counts.
std::optional<Problem> Session::list_one(const ListKind& kind, Time until, Json& items,
                                         std::vector<Problem>& problems) {
  Listing listing(kind);
  while (!listing.is_done()) {
    auto answer = ask(kind.method, listing.params(), until);
    if (!answer) return answer.error();
    if (answer->is_unknown_method) break;
    if (!answer->refused.empty()) {
      Problem problem = make_problem(
          "mcp_refused", std::string("'") + kind.method + "' is refused: " + answer->refused);
      if (std::string_view(kind.name) == kTools.name) return problem;
      problem.severity = Severity::warning;
      problems.push_back(std::move(problem));
      break;
    }
    if (auto problem = listing.take(std::move(answer->result))) return problem;
  }
  items = std::move(listing.items);
  for (Problem& problem : listing.problems) {
    problem.message = secrets_.quoted(problem.message);
    problems.push_back(std::move(problem));
  }
  return std::nullopt;
}

/// Waits until nothing has changed for kDebounce.
void Session::rest(Time until) {
  const Time latest = std::min(until, steady_clock::now() + kLongestDebounce);
  do {
    changed_ = false;
    const Time quiet = std::min(latest, steady_clock::now() + kDebounce);
    while (steady_clock::now() < quiet) {
      const auto bytes = transport_->receive(quiet, {&stop_, 1});
      if (!bytes || !*bytes || !take(**bytes, 0)) break;
    }
  } while (changed_ && steady_clock::now() < latest);
}

Session::Event Session::wait(Time until, int wake) {
  const std::array wakes = {stop_, wake};
  for (int unasked = 0; unasked < kMaxUnasked; ++unasked) {
    if (std::exchange(changed_, false)) {
      rest(until);
      return Event::changed;
    }
    const auto bytes = transport_->receive(until, wakes);
    if (!bytes || (*bytes && !take(**bytes, 0))) return Event::ended;
    if (!*bytes) return steady_clock::now() >= until ? Event::due : Event::woken;
  }
  return Event::ended;
}

Discovery Session::discovery_of(Lists lists) const {
  Json record = {{"initialize", opening_.answer},
                 {"tools", std::move(lists.tools)},
                 {"prompts", std::move(lists.prompts)},
                 {"resources", std::move(lists.resources)}};
  for (Json& part : record) secrets_.redact(part);
  record["server"] = server_.name;
  Discovery discovery{dump(record), std::move(lists.problems)};
  if (noise_ > 0) {
    discovery.problems.push_back(make_problem(
        "mcp_noise",
        std::to_string(noise_) + " of what it sent is no message, the first: " + first_noise_));
  }
  for (Problem& problem : discovery.problems) problem = safe(std::move(problem));
  return discovery;
}

Problem Session::unanswered(const char* method) const {
  const bool is_opening = opening_.version.empty();
  const auto deadline = is_opening ? server_.start_deadline : server_.list_deadline;
  std::string text = std::string("'") + method + "' is not answered within " +
                     std::to_string(deadline.count()) + " ms";
  if (noise_ > 0) text += "; it sent what is no message: " + first_noise_;
  return make_problem("mcp_deadline", std::move(text));
}

Problem Session::safe(Problem problem) const {
  problem.message = secrets_.redacted(std::move(problem.message));
  return problem;
}

}  // namespace skillcat::mcp
