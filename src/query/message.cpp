#include "query/message.h"

#include <algorithm>

#include "base/utf8.h"

namespace skillcat::query {
namespace {

void blank_out(std::string& text, std::size_t begin, std::size_t end) {
  // A full stop rather than a blank: no phrase may reach across what was taken out.
  std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin),
            text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  if (end > begin) text[begin] = ';';
}

bool is_fence(std::string_view line) {
  const auto start = line.find_first_not_of(' ');
  if (start > 3) return false;  // npos too: a blank line
  return line.substr(start).starts_with("```") || line.substr(start).starts_with("~~~");
}

/// Code fences (an unclosed one to the end) and lines quoted with ">".
void blank_out_lines(std::string& text) {
  bool fenced = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const auto line = std::string_view(text).substr(begin, end - begin);
    const bool fence = is_fence(line);
    const bool quoted = line.starts_with('>');
    if (fence) fenced = !fenced;
    if (fence || fenced || quoted) blank_out(text, begin, end);
    begin = end + 1;
  }
}

bool is_url_char(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte > ' ' && byte < 128 && std::string_view("<>\"'`").find(c) == std::string_view::npos;
}

void blank_out_urls(std::string& text) {
  for (const std::string_view scheme : {"://", "www."}) {
    for (std::size_t at = text.find(scheme); at != std::string::npos;
         at = text.find(scheme, at + 1)) {
      std::size_t begin = at;
      while (begin > 0 && is_url_char(text[begin - 1])) --begin;
      std::size_t end = at;
      while (end < text.size() && is_url_char(text[end])) ++end;
      blank_out(text, begin, end);
    }
  }
}

/// True when a phrase may reach across `gap`.
bool joins(std::string_view gap) {
  return gap.size() <= 3 && gap.find_first_not_of(" -_/+#'.\n") == std::string_view::npos &&
         !gap.starts_with(". ") && !gap.starts_with(".\n") && gap != "\n\n";
}

std::vector<std::string> commands_of(std::string_view text) {
  std::vector<std::string> commands;
  for (std::size_t at = text.find('/'); at != std::string_view::npos; at = text.find('/', at + 1)) {
    const bool word_start = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\n' ||
                            text[at - 1] == '\t' || text[at - 1] == '`';
    if (!word_start) continue;
    auto rest = text.substr(at);
    rest = rest.substr(0, rest.find_first_of("` \t\r\n"));
    while (!rest.empty() && std::string_view(",.;:!?)").find(rest.back()) != rest.npos) {
      rest.remove_suffix(1);
    }
    if (std::string command = slash_command(rest); !command.empty()) {
      commands.push_back(std::move(command));
    }
  }
  return commands;
}

}  // namespace

MessageText read_message(std::string_view message, Stemmer& stemmer) {
  MessageText read;
  read.text = mend_utf8(message.substr(0, kMaxMessageBytes)).text;
  blank_out_lines(read.text);
  blank_out_urls(read.text);
  read.commands = commands_of(read.text);
  read.units = units_of(read.text, stemmer);
  read.joined.reserve(read.units.size());
  for (std::size_t i = 0; i < read.units.size(); ++i) {
    const std::size_t gap_begin = i == 0 ? 0 : read.units[i - 1].end;
    const std::size_t gap_end = std::max<std::size_t>(read.units[i].begin, gap_begin);
    read.joined.push_back(
        i > 0 && joins(std::string_view(read.text).substr(gap_begin, gap_end - gap_begin)));
  }
  return read;
}

}  // namespace skillcat::query
