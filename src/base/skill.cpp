#include <skillcat/error.h>
#include <skillcat/skill.h>

namespace skillcat {
namespace {

/// A value outside its enumeration can only come from a bug.
[[noreturn]] void throw_unknown(const char* what) {
  throw Error(ErrorCode::internal, std::string("naming a value: no such ") + what);
}

}  // namespace

std::string_view to_text(SourceKind kind) {
  switch (kind) {
    case SourceKind::local:
      return "local";
    case SourceKind::plugin:
      return "plugin";
    case SourceKind::bundled:
      return "bundled";
    case SourceKind::mcp:
      return "mcp";
  }
  throw_unknown("source kind");
}

std::string_view to_text(Scope scope) {
  switch (scope) {
    case Scope::user:
      return "user";
    case Scope::project:
      return "project";
    case Scope::system:
      return "system";
  }
  throw_unknown("scope");
}

std::string_view to_text(State state) {
  switch (state) {
    case State::active:
      return "active";
    case State::stale:
      return "stale";
    case State::rejected:
      return "rejected";
  }
  throw_unknown("state");
}

std::string_view to_text(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  throw_unknown("severity");
}

std::optional<SourceKind> parse_source_kind(std::string_view text) {
  for (const auto kind :
       {SourceKind::local, SourceKind::plugin, SourceKind::bundled, SourceKind::mcp}) {
    if (text == to_text(kind)) return kind;
  }
  return std::nullopt;
}

std::optional<Scope> parse_scope(std::string_view text) {
  for (const auto scope : {Scope::user, Scope::project, Scope::system}) {
    if (text == to_text(scope)) return scope;
  }
  return std::nullopt;
}

std::optional<State> parse_state(std::string_view text) {
  for (const auto state : {State::active, State::stale, State::rejected}) {
    if (text == to_text(state)) return state;
  }
  return std::nullopt;
}

std::optional<Severity> parse_severity(std::string_view text) {
  for (const auto severity : {Severity::note, Severity::warning, Severity::error}) {
    if (text == to_text(severity)) return severity;
  }
  return std::nullopt;
}

}  // namespace skillcat
