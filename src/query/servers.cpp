#include "query/servers.h"

namespace skillcat::query {
namespace {

/// The worst problem of a root itself, or an error that its record has.
std::optional<Problem> worst_problem(Reader& reader, std::int64_t root_id) {
  Rows row = reader.rows(
      "SELECT code, severity, message, path FROM problem"
      " WHERE root_id = ? AND (file_id IS NULL OR severity = 'error')"
      " ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, problem_id"
      " LIMIT 1");
  if (!row.bind(root_id).next()) return std::nullopt;
  return Problem{row.text(0), severity(row.text(1)), row.text(2), row.text(3), 0, 0};
}

bool has_problem(Reader& reader, std::int64_t root_id, const std::string& code) {
  Rows row = reader.rows(
      "SELECT 1 FROM problem WHERE root_id = ? AND file_id IS NULL AND code = ? LIMIT 1");
  return row.bind(root_id, code).next();
}

/// True for an error of the record, not of the server.
bool is_of_record(const Problem& problem) {
  return problem.code == "mcp_bad_record" || !problem.code.starts_with("mcp_");
}

std::string state_of(Reader& reader, std::int64_t root_id, const ServerStatus& server) {
  if (has_problem(reader, root_id, "mcp_untrusted")) return "untrusted";
  if (has_problem(reader, root_id, "mcp_misconfigured")) return "misconfigured";
  if (has_problem(reader, root_id, "mcp_not_asked")) return "never_asked";
  if (!server.problem || server.problem->severity != Severity::error) return "ok";
  return is_of_record(*server.problem) ? "unreadable" : "failed";
}

}  // namespace

std::vector<ServerStatus> list_servers(Reader& reader) {
  std::vector<ServerStatus> servers;
  Rows row = reader.rows(
      "SELECT root_id, label, path,"
      " (SELECT count(*) FROM skill AS s WHERE s.root_id = r.root_id AND s.state <> 'rejected'),"
      " (SELECT count(*) FROM skill AS s JOIN capability AS c USING (skill_id)"
      "  WHERE s.root_id = r.root_id AND c.kind = 'tool')"
      " FROM root AS r WHERE source = 'mcp' ORDER BY precedence, label");
  while (row.next()) {
    ServerStatus server;
    server.label = row.text(1);
    server.path = row.text(2);
    server.skills = row.integer(3);
    server.tools = row.integer(4);
    server.problem = worst_problem(reader, row.integer(0));
    server.state = state_of(reader, row.integer(0), server);
    servers.push_back(std::move(server));
  }
  return servers;
}

}  // namespace skillcat::query
