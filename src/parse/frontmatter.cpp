#include "parse/frontmatter.h"

#include "base/problem.h"
#include "parse/lines.h"
#include "parse/skill_file.h"

#include <algorithm>
#include <optional>

namespace skillcat::parse {
namespace {

/// What may come before the block, its cap, and room to see that it is over the cap.
constexpr std::size_t kWindowBytes = 3 * kMaxFrontmatterBytes;

bool starts_with_dashes(std::string_view line) {
  return line.substr(0, 3) == "---";
}

/// No-break and ideographic spaces come with text pasted from web pages.
std::string_view trim_wide(std::string_view line) {
  constexpr std::string_view kNoBreak = "\xC2\xA0";
  constexpr std::string_view kIdeographic = "\xE3\x80\x80";
  for (line = trim_right(line);; line = trim_right(line)) {
    if (line.ends_with(kNoBreak)) {
      line.remove_suffix(kNoBreak.size());
    } else if (line.ends_with(kIdeographic)) {
      line.remove_suffix(kIdeographic.size());
    } else {
      return line;
    }
  }
}

/// Only dashes, three or more, and trailing blanks.
bool is_fence(std::string_view line) {
  const std::string_view dashes = trim_wide(line);
  return dashes.size() >= 3 && dashes.find_first_not_of('-') == std::string_view::npos;
}

bool is_heading(std::string_view line) {
  const std::size_t level = line.find_first_not_of('#');
  return level != 0 && level != std::string_view::npos && level <= 6 && is_blank_char(line[level]);
}

/// The sections dialect: its keys are read from their section.
bool is_metadata_section(std::string_view heading) {
  return lowered(heading).find("skill metadata") != std::string::npos;
}

bool is_code_fence(std::string_view line) {
  const std::string_view mark = line.substr(0, 3);
  return mark == "```" || mark == "~~~";
}

bool is_identity_key(std::string_view key) {
  const std::string name = lowered(key);
  return name == "name" || name == "description";
}

/// A line that belongs to YAML rather than to prose.
bool is_yaml_like(std::string_view line) {
  return is_blank(line) || indent_of(line) > 0 || line.front() == '#' || line.front() == '}' ||
         line.front() == ']' || line.substr(0, 2) == "- " || read_key_line(line);
}

class Finder {
 public:
  explicit Finder(std::string_view text)
      : text_(text), lines_(split_lines(text.substr(0, kWindowBytes))) {
    found_.body = text;
  }

  Frontmatter find() {
    std::size_t at = skip_prelude(0);
    if (at < lines_.size() && is_code_fence(line(at)) && !saw_heading_ && enter_code_fence(at)) {
      at = skip_blank(at + 1);
    }
    if (at < lines_.size() && is_fence(line(at)) && is_plausible(at + 1)) {
      read_fenced(at);
    } else if (at < lines_.size() && is_identity_key(read_key_line(line(at)).key)) {
      read_unfenced(at);
    }
    return std::move(found_);
  }

 private:
  std::string_view line(std::size_t index) const { return lines_[index].text; }
  static int number(std::size_t index) { return static_cast<int>(index) + 1; }
  std::size_t begin_of(std::size_t index) const {
    return index < lines_.size() ? lines_[index].begin : (lines_.empty() ? 0 : lines_.back().end);
  }

  void report(std::string_view code, std::string message, std::size_t index) {
    found_.problems.push_back(make_problem(code, std::move(message), number(index)));
  }

  std::size_t skip_blank(std::size_t at) const {
    while (at < lines_.size() && is_blank(line(at))) ++at;
    return at;
  }

  /// Blank lines, HTML comments and headings may come before the block.
  std::size_t skip_prelude(std::size_t at) {
    for (at = skip_blank(at); at < lines_.size(); at = skip_blank(at)) {
      if (line(at).substr(0, 4) == "<!--") {
        while (at < lines_.size() && line(at).find("-->") == std::string_view::npos) ++at;
        ++at;
      } else if (is_heading(line(at))) {
        saw_heading_ = true;
        if (is_metadata_section(line(at))) return lines_.size();
        ++at;
      } else {
        break;
      }
    }
    return at;
  }

  /// A whole file inside a code fence: the fence's next line must open the block.
  bool enter_code_fence(std::size_t at) {
    const std::size_t next = skip_blank(at + 1);
    if (next >= lines_.size() || !is_fence(line(next)) || !is_plausible(next + 1)) return false;
    in_code_fence_ = true;
    report("frontmatter_in_code_fence", "the file is wrapped in a code fence", at);
    return true;
  }

  /// The line after an opening fence decides whether it is one, or a thematic break above prose.
  /// Under a heading a thematic break is likely, so a skill's own key must follow and a close.
  bool is_plausible(std::size_t at) const {
    std::size_t first = at;
    while (first < lines_.size() && !is_fence(line(first)) &&
           (is_blank(line(first)) || line(first).front() == '#')) {
      ++first;
    }
    if (first >= lines_.size()) return false;
    if (saw_heading_) return has_identity_key(first) && find_close(first).has_value();
    if (is_fence(line(first))) return true;
    const std::string_view text = trim(line(first));
    return read_key_line(text) || text.front() == '{' || has_identity_key(first);
  }

  bool has_identity_key(std::size_t from) const {
    for (std::size_t i = from; i < lines_.size() && !starts_with_dashes(line(i)); ++i) {
      if (is_identity_key(read_key_line(line(i)).key)) return true;
    }
    return false;
  }

  std::optional<std::size_t> find_close(std::size_t from) const {
    std::optional<std::size_t> indented;
    for (std::size_t i = from; i < lines_.size(); ++i) {
      if (starts_with_dashes(line(i)) || trim_right(line(i)) == "...") return i;
      if (trim(line(i)) != "---") continue;
      if (ends_block(i)) return i;
      if (!indented) indented = i;
    }
    return indented;
  }

  /// An indented fence closes where no YAML follows, or when there is no other: inside a block
  /// scalar it is text.
  bool ends_block(std::size_t at) const {
    const std::size_t next = skip_blank(at + 1);
    return next >= lines_.size() || (is_heading(line(next)) && indent_of(line(next)) == 0);
  }

  /// Where an unclosed block ends, `stop` when it does not look unclosed: at a code fence, or at a
  /// heading with text under it. A heading looks like a YAML comment, so before a close (`stop`) it
  /// counts only when prose follows, and never right above a key.
  std::size_t end_of_unclosed(std::size_t from, std::size_t stop) const {
    const bool closed = stop < lines_.size();
    std::size_t end = stop;
    bool prose_below = false;
    std::string_view next;  // the nearest line below that is neither blank nor a heading
    for (std::size_t i = stop; i > from; --i) {
      const std::string_view text = line(i - 1);
      if (is_blank(text)) continue;
      if (is_heading(text)) {
        const bool apart = i - 1 == from || is_blank(line(i - 2));
        const bool spaced = i < stop && is_blank(line(i));
        const bool above_key = read_key_line(next) && (closed || !spaced);
        const bool above_prose = !next.empty() && !is_yaml_like(next);
        if (!above_key && (above_prose || (apart && prose_below) || !closed)) end = i - 1;
        continue;
      }
      if (is_code_fence(text)) end = i - 1;
      prose_below = prose_below || !is_yaml_like(text);
      next = text;
    }
    return closed && !has_key(from, end) ? stop : end;
  }

  bool has_key(std::size_t from, std::size_t end) const {
    for (std::size_t i = from; i < end; ++i) {
      if (read_key_line(line(i))) return true;
    }
    return false;
  }

  void read_fenced(std::size_t open) {
    const std::size_t first = open + 1;
    const std::size_t close = find_close(first).value_or(lines_.size());
    const std::size_t end = end_of_unclosed(first, close);
    if (end < close || close == lines_.size()) {
      take_unclosed(open, end);
    } else {
      take_closed(open, close);
    }
    set_before(open);
  }

  void take_unclosed(std::size_t open, std::size_t end) {
    if (end == lines_.size() && text_.size() > kWindowBytes) {
      found_.too_large = true;
      return;
    }
    report("frontmatter_unclosed", "the block that opens here has no closing ---", open);
    add_block(open + 1, end);
    set_body(begin_of(end), end);
  }

  void take_closed(std::size_t open, std::size_t close) {
    found_.closed = true;
    add_block(open + 1, close);
    const std::string_view text = line(close);
    if (starts_with_dashes(text) && !is_fence(text)) {
      report("frontmatter_fence_glued", "the closing --- has text behind it on the same line",
             close);
      set_body(lines_[close].begin + std::min(text.find_first_not_of('-'), text.size()), close);
      return;
    }
    std::size_t body = close + 1;
    if (in_code_fence_) body = leave_code_fence(body);
    set_body(begin_of(body), body);
    take_second_block(body);
  }

  /// The code fence closes right behind the block, or at the end of the file.
  std::size_t leave_code_fence(std::size_t body) {
    const std::size_t next = skip_blank(body);
    return next < lines_.size() && is_code_fence(line(next)) ? next + 1 : body;
  }

  void take_second_block(std::size_t body) {
    const std::size_t open = skip_blank(body);
    if (open >= lines_.size() || !is_fence(line(open))) return;
    const auto close = find_close(open + 1);
    if (!close || !is_fence(line(*close)) || !has_identity_key(open + 1)) return;
    const auto begin = lines_.begin() + static_cast<std::ptrdiff_t>(open + 1);
    const auto end = lines_.begin() + static_cast<std::ptrdiff_t>(*close);
    if (!std::all_of(begin, end, [](const Line& l) { return is_yaml_like(l.text); })) return;
    report("frontmatter_second_block", "a second block follows the first", open);
    add_block(open + 1, *close);
    set_body(begin_of(*close + 1), *close + 1);
  }

  void read_unfenced(std::size_t first) {
    std::size_t end = first;
    while (end < lines_.size() && !is_blank(line(end)) && !is_heading(line(end)) &&
           !is_code_fence(line(end)) && !starts_with_dashes(line(end))) {
      ++end;
    }
    report("frontmatter_without_fence", "name: or description: stand without --- around them",
           first);
    add_block(first, end);
    const std::size_t next = skip_blank(end);
    if (next < lines_.size() && is_fence(line(next))) end = next + 1;
    set_body(begin_of(end), end);
    set_before(first);
  }

  void add_block(std::size_t first, std::size_t end) {
    const std::size_t begin = begin_of(first);
    const Block block{text_.substr(begin, begin_of(end) - begin), number(first)};
    if (block.text.size() > kMaxFrontmatterBytes) found_.too_large = true;
    found_.blocks.push_back(block);
  }

  void set_body(std::size_t begin, std::size_t line_index) {
    found_.body = text_.substr(begin);
    found_.body_line = number(line_index);
    if (!in_code_fence_) return;
    const std::string_view trimmed = trim_right(found_.body);
    const std::size_t last =
        trimmed.rfind('\n') == std::string_view::npos ? 0 : trimmed.rfind('\n') + 1;
    if (is_code_fence(trimmed.substr(last)) && trimmed.substr(last).size() <= 4) {
      found_.body = trimmed.substr(0, last);
    }
  }

  /// A comment or heading before the block is part of the instructions.
  void set_before(std::size_t open) {
    const std::string_view before = text_.substr(0, begin_of(open));
    if (in_code_fence_ || is_blank(before)) return;
    found_.before = before;
    report("frontmatter_not_first", "text comes before the block", open);
  }

  std::string_view text_;
  std::vector<Line> lines_;
  Frontmatter found_;
  bool saw_heading_ = false;
  bool in_code_fence_ = false;
};

}  // namespace

Frontmatter find_frontmatter(std::string_view text) {
  return Finder(text).find();
}

}  // namespace skillcat::parse
