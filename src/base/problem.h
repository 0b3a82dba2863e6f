// THE TABLE of problem codes. Each finding that skillcat stores or prints is one row of it; the
// README's list is printed from it, and a test holds that every row can occur.
#pragma once

#include <skillcat/skill.h>

#include <span>
#include <string>
#include <string_view>

namespace skillcat {

struct ProblemKind {
  std::string_view code;
  Severity severity;
  std::string_view meaning;
  std::string_view fix;
  /// The file had to be mended to be read: sets `repaired`.
  bool repair = false;
  /// The newest version cannot be served: the last good one stays as stale, else rejected.
  bool broken = false;
};

/// All rows, sorted by code.
std::span<const ProblemKind> problem_kinds();

/// The row of `code`. Throws Error(internal) for an unknown one: a code without a row is a bug.
const ProblemKind& problem_kind(std::string_view code);

/// A problem of `code` with its table severity.
Problem make_problem(std::string_view code, std::string message, int line = 0, int column = 0);

}  // namespace skillcat
