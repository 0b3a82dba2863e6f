// What people read: lines cut to the terminal's width, colour only where it is wanted.
//
// stdout is the answer, stderr everything else. Text from skills is escaped before it is printed.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace skillcat::cli {

/// The place that stdout leads to.
struct Terminal {
  std::size_t width = 100;  ///< the terminal's, else $COLUMNS, else 100
  bool color = false;
};
Terminal terminal_of(const Invocation& call);

enum class Paint : std::uint8_t { bold, dim, red, yellow };
std::string paint(const Terminal& terminal, Paint how, std::string_view text);

/// Columns that `text` takes: wide characters two, combining and hidden ones none.
std::size_t display_width(std::string_view text);
/// At most `width` columns of `text`, the last of them "…" when something was cut.
std::string cut(std::string_view text, std::size_t width);
/// `text` with blanks up to `width` columns.
std::string padded(std::string text, std::size_t width);
/// One line without control characters, safe for any bytes.
std::string printable(std::string_view text);
/// The same for text of several lines.
std::string printable_text(std::string_view text);

/// A skill as people see it.
struct SkillRow {
  std::string name;
  std::string description;
  std::string ref;
};
/// "NAME  DESCRIPTION  REF" of each, in columns as wide as the terminal.
std::vector<std::string> skill_lines(const std::vector<SkillRow>& rows, const Terminal& terminal);

/// "path:line:column: severity code: message", and the fix below it.
std::string problem_lines(const Problem& problem, const Terminal& terminal);

std::string plural(std::int64_t number, std::string_view one);  ///< "1 file", "2 files"
std::string duration_text(std::int64_t us);                     ///< "35 ms", "1.2 s", "3 h"
std::string size_text(std::int64_t bytes);                      ///< "1.5 MB"

void print(std::string_view text);
/// On one line; indented on a terminal.
void print_json(const nlohmann::ordered_json& json);
/// A line on stderr, behind what was printed so far.
void complain(std::string_view text);
/// The same, unless -q.
void say(const Invocation& call, std::string_view text);
/// Throws Error(output) when the answer could not be written whole. Where its reader has gone, ends
/// the program by SIGPIPE, without a word, also when whoever started it ignores that signal.
void flush_answer();

}  // namespace skillcat::cli
