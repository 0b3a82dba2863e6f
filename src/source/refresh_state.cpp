#include "source/refresh_state.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/fs.h"
#include "base/problem.h"
#include "parse/json.h"

namespace skillcat::source {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxStateBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxProblems = 100;
constexpr std::string_view kEnding = ".json";

const json& member(const json& object, const char* key) {
  static const json none;
  const auto found = object.find(key);
  return found == object.end() ? none : *found;
}

std::string text(const json& object, const char* key) {
  const json& value = member(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::int64_t number(const json& object, const char* key) {
  const json& value = member(object, key);
  return value.is_number_integer() ? value.get<std::int64_t>() : 0;
}

/// A code of another version of skillcat is told as a failure.
Problem problem_of(const json& stored, const std::string& path) {
  const std::string code = text(stored, "code");
  const auto kinds = problem_kinds();
  const bool known = std::ranges::find(kinds, code, &ProblemKind::code) != kinds.end();
  Problem problem = make_problem(known ? code : "mcp_failed", text(stored, "message"));
  problem.severity = parse_severity(text(stored, "severity")).value_or(problem.severity);
  problem.path = path;
  return problem;
}

}  // namespace

std::string refresh_state_path(const std::string& record) {
  if (!record.ends_with(kEnding)) return {};
  return record.substr(0, record.size() - kEnding.size()) + ".state.json";
}

RefreshState read_refresh_state(const std::string& record) {
  RefreshState state;
  const std::string path = refresh_state_path(record);
  if (path.empty()) return state;
  const auto file = read_file(path, kMaxStateBytes);
  if (!file) return state;
  const auto stored = parse::parse_json(file->bytes);
  if (!stored || !stored->is_object()) return state;
  state.failed = member(*stored, "failed") == true;
  state.last_attempt_at = number(*stored, "last_attempt_at");
  state.last_success_at = number(*stored, "last_success_at");
  const json& problems = member(*stored, "problems");
  if (!problems.is_array()) return state;
  for (const json& problem : problems) {
    if (state.problems.size() == kMaxProblems) break;
    if (problem.is_object()) state.problems.push_back(problem_of(problem, record));
  }
  return state;
}

}  // namespace skillcat::source
