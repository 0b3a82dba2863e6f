#include "cli/server_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/fs.h"
#include "cli/print.h"
#include "parse/mcp_tools.h"
#include "serve/json.h"
#include "source/refresh_state.h"

namespace skillcat::cli {
namespace {

constexpr std::size_t kManyTools = 10;

bool has(const std::vector<Problem>& problems, std::string_view code) {
  return std::ranges::find(problems, code, &Problem::code) != problems.end();
}

ServerState state_of(const ServerReport& report, bool failed, bool has_record) {
  if (has(report.problems, "mcp_untrusted")) return ServerState::untrusted;
  if (has(report.problems, "mcp_misconfigured")) return ServerState::misconfigured;
  if (failed) return ServerState::failed;
  if (!has_record) {
    return report.server->is_recorded() ? ServerState::unreadable : ServerState::never_asked;
  }
  const bool broken = report.tools == 0 &&
                      std::ranges::find(report.problems, Severity::error, &Problem::severity) !=
                          report.problems.end();
  if (broken) return ServerState::unreadable;
  return report.server->is_recorded() ? ServerState::recorded : ServerState::ok;
}

std::size_t skills_with(const Server& server, const std::string& record, std::string_view how) {
  return parse::parse_discovery(record, server.entry.name, *parse::Grouping::parse(how))
      .skills.size();
}

std::string_view transport_of(const Server& server) {
  if (server.is_recorded()) return "recorded";
  return server.entry.url.empty() ? "stdio" : "http";
}

serve::Json to_json(const ServerReport& report) {
  const Server& server = *report.server;
  serve::Json json = {
      {"name", server.entry.name},
      {"trusted", server.trusted},
      {"state", to_text(report.state)},
      {"transport", transport_of(server)},
      {"tools", report.tools},
      {"skills", report.skills},
      {"grouping", server.entry.grouping.empty() ? "prefix" : server.entry.grouping},
      {"last_attempt_at", serve::time_or_null(report.last_attempt_at)},
      {"last_success_at", serve::time_or_null(report.last_success_at)},
      {"configured_in", server.entry.file},
      {"project", serve::text_or_null(server.entry.project)},
      {"record", server.record},
      {"advice", serve::text_or_null(report.advice)},
      {"problems", serve::Json::array()}};
  for (const Problem& problem : report.problems) {
    json["problems"].push_back(serve::to_json(problem));
  }
  return json;
}

std::string age_text(const ServerReport& report) {
  if (report.server->is_recorded()) return {};
  if (report.last_success_at == 0) return ", never answered";
  const std::int64_t age_ms =
      std::max<std::int64_t>(0, unix_ms(SystemClock()) - report.last_success_at);
  return ", answered " + duration_text(age_ms * 1000) + " ago";
}

/// As people read it; whether it is trusted stands beside it.
std::string state_text(ServerState state) {
  if (state == ServerState::untrusted) return "-";
  return state == ServerState::never_asked ? "never asked" : std::string(to_text(state));
}

void print_report(const ServerReport& report, std::size_t width) {
  const Server& server = *report.server;
  const auto count = [](std::size_t number, std::string_view of) {
    return plural(static_cast<std::int64_t>(number), of);
  };
  print(padded(printable(server.entry.name), width) + "  " +
        padded(server.trusted ? "trusted" : "untrusted", 9) + "  " +
        padded(state_text(report.state), 13) + "  " + count(report.tools, "tool") + ", " +
        count(report.skills, "skill") + age_text(report) + "\n");
  print("    in " + printable(server.entry.file) + "\n");
  for (const Problem& problem : report.problems) {
    print("    " + std::string(to_text(problem.severity)) + " " + printable(problem.code) + ": " +
          printable(problem.message) + "\n");
  }
  if (!report.advice.empty()) print("    " + printable(report.advice) + "\n");
}

}  // namespace

std::string_view to_text(ServerState state) {
  switch (state) {
    case ServerState::ok:
      return "ok";
    case ServerState::recorded:
      return "recorded";
    case ServerState::never_asked:
      return "never_asked";
    case ServerState::failed:
      return "failed";
    case ServerState::untrusted:
      return "untrusted";
    case ServerState::misconfigured:
      return "misconfigured";
    case ServerState::unreadable:
      return "unreadable";
  }
  return "ok";
}

std::string advice_for(const Server& server, const std::string& record, std::size_t tools,
                       std::size_t skills) {
  if (tools < kManyTools) return {};
  const std::string name = server.entry.name;
  const std::string counts = plural(static_cast<std::int64_t>(tools), "tool") + " make " +
                             plural(static_cast<std::int64_t>(skills), "skill");
  if (skills == 1) {
    return counts + "; \"grouping\": \"tool\" would make " +
           plural(static_cast<std::int64_t>(skills_with(server, record, "tool")), "skill");
  }
  if (skills * 10 < tools * 9) return {};
  for (const char* how : {"separator:-", "separator:."}) {
    const std::size_t fewer = skills_with(server, record, how);
    if (fewer * 10 >= skills * 9) continue;
    std::string advice = counts;
    advice.append("; \"grouping\": \"").append(how).append("\" would make ");
    return advice + plural(static_cast<std::int64_t>(fewer), "skill");
  }
  return counts + "; \"grouping\": \"server\" would make 1 skill";
}

ServerReport report_on(const Server& server) {
  ServerReport report;
  report.server = &server;
  report.problems = server.problems;
  const auto state = source::read_refresh_state(server.record);
  report.last_attempt_at = state.last_attempt_at;
  report.last_success_at = state.last_success_at;
  report.problems.insert(report.problems.end(), state.problems.begin(), state.problems.end());
  const auto record = read_file(server.record, parse::kMaxDiscoveryBytes);
  if (record) {
    const auto parsed = parse::parse_discovery(
        record->bytes, server.entry.name,
        parse::Grouping::parse(server.entry.grouping).value_or(parse::Grouping()));
    report.tools = parsed.tools;
    report.skills = parsed.skills.size();
    report.problems.insert(report.problems.end(), parsed.problems.begin(), parsed.problems.end());
    report.advice = advice_for(server, record->bytes, report.tools, report.skills);
  } else if (server.is_recorded()) {
    report.problems.push_back(record.error());
  }
  report.state = state_of(report, state.failed, record.has_value());
  return report;
}

int print_servers(const Invocation& call, const Freshness& freshness,
                  const std::vector<const Server*>& servers, const std::vector<Problem>& problems) {
  std::vector<ServerReport> reports;
  std::size_t width = 0;
  int status = 0;
  for (const Server* server : servers) {
    reports.push_back(report_on(*server));
    width = std::max(width, display_width(printable(server->entry.name)));
    const ServerState state = reports.back().state;
    if (state == ServerState::failed || state == ServerState::unreadable) {
      status = error_kind(ErrorCode::root_failed).exit_status;
    }
  }
  if (call.json()) {
    serve::Json json = serve::to_json(freshness);
    json["servers"] = serve::Json::array();
    for (const ServerReport& report : reports) json["servers"].push_back(to_json(report));
    json["problems"] = serve::Json::array();
    for (const Problem& problem : problems) json["problems"].push_back(serve::to_json(problem));
    print_json(json);
    return status;
  }
  for (const ServerReport& report : reports) print_report(report, width);
  for (const Problem& problem : problems) print(problem_lines(problem, terminal_of(call)));
  return status;
}

}  // namespace skillcat::cli
