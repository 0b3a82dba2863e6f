#include "cli/print.h"

#include <skillcat/error.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/problem.h"
#include "base/text.h"
#include "base/utf8.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

constexpr std::size_t kNameColumn = 28;
constexpr std::size_t kRefColumn = 44;
constexpr std::size_t kLeastDescription = 20;

std::size_t terminal_width() {
  winsize size{};
  if (::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
      size.ws_col > 0) {
    return size.ws_col;
  }
  std::size_t columns = 0;
  if (const char* text = std::getenv("COLUMNS"); text != nullptr) {
    std::from_chars(text, text + std::strlen(text), columns);
  }
  return columns > 0 ? columns : Terminal{}.width;
}

bool wants_color(Color color) {
  if (color != Color::automatic) return color == Color::always;
  const char* no_color = std::getenv("NO_COLOR");
  const bool refused = no_color != nullptr && *no_color != '\0';
  const char* term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  return !refused && !dumb && ::isatty(STDOUT_FILENO) != 0;
}

std::size_t width_of(char32_t c) {
  const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  const bool none =
      is_hidden(c) || within(0x300, 0x36F) || within(0x200B, 0x200F) || within(0xFE00, 0xFE0F);
  if (none) return 0;
  const bool wide = is_cjk(c) || within(0x3000, 0x303F) || within(0xFF01, 0xFF60) ||
                    within(0xFFE0, 0xFFE6) || within(0x1F300, 0x1F64F) || within(0x1F680, 0x1FAFF);
  return wide ? 2 : 1;
}

/// errno of the first write to stdout that failed: a later flush may succeed, of nothing.
int first_failure = 0;

void note(bool written) {
  if (!written && first_failure == 0) first_failure = errno;
}

std::string with_unit(double number, std::string_view unit) {
  char text[64];
  std::snprintf(text, sizeof text, number < 10 ? "%.1f " : "%.0f ", number);
  return text + std::string(unit);
}

}  // namespace

Terminal terminal_of(const Invocation& call) {
  return {terminal_width(), wants_color(call.globals.color)};
}

std::string paint(const Terminal& terminal, Paint how, std::string_view text) {
  if (!terminal.color) return std::string(text);
  constexpr std::string_view kCodes[] = {"\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m"};
  return std::string(kCodes[static_cast<std::size_t>(how)]) + std::string(text) + "\x1b[0m";
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const DecodedChar c = decode_utf8(text, i);
    width += width_of(c.code_point);
    i += c.length;
  }
  return width;
}

std::string cut(std::string_view text, std::size_t width) {
  std::size_t taken = 0;
  std::size_t fits = 0;  // bytes that leave room for the sign that something is missing
  for (std::size_t i = 0; i < text.size();) {
    const DecodedChar c = decode_utf8(text, i);
    taken += width_of(c.code_point);
    if (taken > width) return std::string(text.substr(0, fits)) + "…";
    i += c.length;
    if (taken < width) fits = i;
  }
  return std::string(text);
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t have = display_width(text);
  if (have < width) text.append(width - have, ' ');
  return text;
}

std::string printable(std::string_view text) {
  return printable_line(text);
}

std::string printable_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto end = text.find_first_of("\n\t");
    out += printable(text.substr(0, end));
    if (end == std::string_view::npos) break;
    out += text[end];
    text.remove_prefix(end + 1);
  }
  return out;
}

std::vector<std::string> skill_lines(const std::vector<SkillRow>& rows, const Terminal& terminal) {
  std::size_t name_column = 0;
  std::size_t ref_column = 0;
  for (const SkillRow& row : rows) {
    name_column = std::max(name_column, display_width(printable(row.name)));
    ref_column = std::max(ref_column, display_width(row.ref));
  }
  name_column = std::min({name_column, kNameColumn, terminal.width / 3});
  ref_column = std::min(ref_column, kRefColumn);
  const std::size_t used = name_column + ref_column + 4;
  const std::size_t room = terminal.width > used ? terminal.width - used : 0;
  const std::size_t description_column = std::max(room, kLeastDescription);
  std::vector<std::string> lines;
  lines.reserve(rows.size());
  for (const SkillRow& row : rows) {
    const std::string name = padded(printable(row.name), name_column);
    // What a long name takes is missing from its description.
    const std::size_t excess = display_width(name) - name_column;
    const std::size_t column =
        std::max(description_column - std::min(excess, description_column), kLeastDescription);
    const std::string text = padded(cut(printable(row.description), column), column);
    lines.push_back(paint(terminal, Paint::bold, name) + "  " + text + "  " +
                    paint(terminal, Paint::dim, printable(row.ref)));
  }
  return lines;
}

std::string problem_lines(const Problem& problem, const Terminal& terminal) {
  std::string out = printable(problem.path);
  if (problem.line > 0) out += ":" + std::to_string(problem.line);
  if (problem.line > 0 && problem.column > 0) out += ":" + std::to_string(problem.column);
  if (!out.empty()) out += ": ";
  const std::string severity(to_text(problem.severity));
  const Paint how = problem.severity == Severity::error     ? Paint::red
                    : problem.severity == Severity::warning ? Paint::yellow
                                                            : Paint::dim;
  out += paint(terminal, how, severity) + " " + printable(problem.code) + ": " +
         printable(problem.message) + "\n";
  if (const auto fix = serve::fix_of(problem.code); !fix.empty()) {
    out += "    " + paint(terminal, Paint::dim, fix) + "\n";
  }
  return out;
}

std::string plural(std::int64_t number, std::string_view one) {
  return std::to_string(number) + " " + std::string(one) + (number == 1 ? "" : "s");
}

std::string duration_text(std::int64_t us) {
  const double seconds = static_cast<double>(us) / 1e6;
  if (seconds < 1) return std::to_string(us / 1000) + " ms";
  if (seconds < 120) return with_unit(seconds, "s");
  if (seconds < 2 * 3600) return with_unit(seconds / 60, "min");
  if (seconds < 48 * 3600) return with_unit(seconds / 3600, "h");
  return with_unit(seconds / 86400, "days");
}

std::string size_text(std::int64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (size < 1e3) return plural(bytes, "byte");
  if (size < 1e6) return with_unit(size / 1e3, "kB");
  return size < 1e9 ? with_unit(size / 1e6, "MB") : with_unit(size / 1e9, "GB");
}

void print(std::string_view text) {
  note(std::fwrite(text.data(), 1, text.size(), stdout) == text.size());
}

void print_json(const nlohmann::ordered_json& json) {
  const bool terminal = ::isatty(STDOUT_FILENO) != 0;
  print(serve::dump(json, terminal ? serve::Layout::indented : serve::Layout::compact) + "\n");
}

void complain(std::string_view text) {
  note(std::fflush(stdout) == 0);
  std::fputs(("skillcat: " + printable(text) + "\n").c_str(), stderr);
}

void say(const Invocation& call, std::string_view text) {
  if (!call.quiet()) complain(text);
}

void flush_answer() {
  note(std::fflush(stdout) == 0);
  if (first_failure == 0) return;
  if (first_failure == EPIPE) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  throw Error(ErrorCode::output,
              std::string("cannot write the answer to stdout: ") + std::strerror(first_failure),
              "look where the output goes: the answer there is not whole");
}

}  // namespace skillcat::cli
