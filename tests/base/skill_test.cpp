#include <skillcat/skill.h>

#include <catch2/catch.hpp>

using namespace skillcat;

TEST_CASE("every enumerated value has a name that reads back as it") {
  for (const auto kind :
       {SourceKind::local, SourceKind::plugin, SourceKind::bundled, SourceKind::mcp}) {
    CHECK(parse_source_kind(to_text(kind)) == kind);
  }
  for (const auto scope : {Scope::user, Scope::project, Scope::system}) {
    CHECK(parse_scope(to_text(scope)) == scope);
  }
  for (const auto state : {State::active, State::stale, State::rejected}) {
    CHECK(parse_state(to_text(state)) == state);
  }
  for (const auto severity : {Severity::note, Severity::warning, Severity::error}) {
    CHECK(parse_severity(to_text(severity)) == severity);
  }
  CHECK_FALSE(parse_state("Active").has_value());
}
