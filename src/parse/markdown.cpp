#include "parse/markdown.h"

#include <cmark-gfm.h>

#include <memory>
#include <set>

#include "base/utf8.h"
#include "parse/lines.h"
#include "parse/skill_file.h"

namespace skillcat::parse {
namespace {

constexpr std::size_t kMaxLinks = 1000;

struct NodeDeleter {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
struct IterDeleter {
  void operator()(cmark_iter* iter) const { cmark_iter_free(iter); }
};
using Document = std::unique_ptr<cmark_node, NodeDeleter>;
using Iterator = std::unique_ptr<cmark_iter, IterDeleter>;

/// At most kMaxMarkdownBytes, whole lines where there are any.
std::string_view window_of(std::string_view text) {
  if (text.size() <= kMaxMarkdownBytes) return text;
  const std::size_t newline = text.substr(0, kMaxMarkdownBytes).rfind('\n');
  return text.substr(0, newline == std::string_view::npos ? kMaxMarkdownBytes : newline + 1);
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char low = lower(c);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

/// `%20` and the like; as written when that would not be text.
std::string percent_decoded(std::string_view url) {
  std::string out;
  for (std::size_t i = 0; i < url.size(); ++i) {
    const bool escape = url[i] == '%' && i + 2 < url.size() && hex_value(url[i + 1]) >= 0 &&
                        hex_value(url[i + 2]) >= 0;
    out += escape ? static_cast<char>(hex_value(url[i + 1]) * 16 + hex_value(url[i + 2])) : url[i];
    if (escape) i += 2;
  }
  const bool text = is_valid_utf8(out) && out.find('\0') == std::string::npos;
  return text ? out : std::string(url);
}

bool is_relative(std::string_view url) {
  if (url.empty() || url.front() == '/' || url.front() == '#' || url.front() == '\\') return false;
  // A colon before any slash ends a scheme.
  return url.find(':') >= url.find('/') || url.find(':') == std::string_view::npos;
}

/// `./a/../b` as `b`; empty when it climbs out or names the folder itself.
std::string normalised_path(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part == "..") {
      if (parts.empty()) return {};
      parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
    begin = end + 1;
  }
  std::string out;
  for (const std::string_view part : parts) {
    if (!out.empty()) out += '/';
    out += part;
  }
  return out;
}

class Reader {
 public:
  explicit Reader(std::string_view window) : window_(window), lines_(split_lines(window)) {}

  Markdown read() {
    const Document document(
        cmark_parse_document(window_.data(), window_.size(), CMARK_OPT_DEFAULT));
    for (cmark_node* block = cmark_node_first_child(document.get()); block != nullptr;
         block = cmark_node_next(block)) {
      if (cmark_node_get_type(block) == CMARK_NODE_HEADING) take_heading(block);
      if (cmark_node_get_type(block) == CMARK_NODE_PARAGRAPH) take_paragraph(block);
    }
    close_headings(0, window_.size());
    walk(document.get());
    return std::move(out_);
  }

 private:
  std::size_t line_index(int line) const { return static_cast<std::size_t>(line) - 1; }
  bool has_line(int line) const { return line >= 1 && line_index(line) < lines_.size(); }

  void take_heading(cmark_node* node) {
    const int number = cmark_node_get_start_line(node);
    if (!has_line(number)) return;
    const Line& line = lines_[line_index(number)];
    const std::string_view text = trim(line.text);
    if (text.empty() || text.front() != '#') return;
    Heading heading;
    heading.level = cmark_node_get_heading_level(node);
    heading.title = std::string(title_of(text));
    heading.begin = line.begin;
    heading.content = line.end;
    close_headings(heading.level, heading.begin);
    open_.push_back(out_.headings.size());
    out_.headings.push_back(std::move(heading));
  }

  static std::string_view title_of(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of('#'), line.size()));
    line = trim(line);
    const std::size_t last = line.find_last_not_of('#');
    if (last == std::string_view::npos) return {};
    return is_blank_char(line[last]) ? trim(line.substr(0, last + 1)) : line;
  }

  /// Ends the open headings of `level` and below (numerically above) it.
  void close_headings(int level, std::size_t end) {
    while (!open_.empty() && out_.headings[open_.back()].level >= level) {
      out_.headings[open_.back()].end = end;
      open_.pop_back();
    }
  }

  void take_paragraph(cmark_node* node) {
    if (!out_.first_paragraph.empty()) return;
    std::string text = source_of(node);
    const bool import = text.starts_with("import ") || text.starts_with("export ");
    if (!import) out_.first_paragraph = std::move(text);
  }

  std::string source_of(cmark_node* node) const {
    const int first = cmark_node_get_start_line(node);
    const int last = cmark_node_get_end_line(node);
    if (!has_line(first) || !has_line(last) || last < first) return {};
    const std::size_t begin = lines_[line_index(first)].begin;
    return collapse_blanks(window_.substr(begin, lines_[line_index(last)].end - begin));
  }

  void walk(cmark_node* document) {
    const Iterator iter(cmark_iter_new(document));
    while (cmark_iter_next(iter.get()) != CMARK_EVENT_DONE) {
      if (cmark_iter_get_event_type(iter.get()) != CMARK_EVENT_ENTER) continue;
      cmark_node* node = cmark_iter_get_node(iter.get());
      const auto type = cmark_node_get_type(node);
      if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE) take_link(cmark_node_get_url(node));
    }
  }

  void take_link(const char* target) {
    if (target == nullptr || out_.links.size() >= kMaxLinks) return;
    std::string_view url(target);
    url = url.substr(0, url.find_first_of("#?"));
    if (!is_relative(url)) return;
    std::string path = normalised_path(percent_decoded(url));
    if (!path.empty() && seen_.insert(path).second) out_.links.push_back(std::move(path));
  }

  std::string_view window_;
  std::vector<Line> lines_;
  std::vector<std::size_t> open_;  ///< indexes of headings whose end is not known yet
  std::set<std::string, std::less<>> seen_;
  Markdown out_;
};

}  // namespace

Markdown read_markdown(std::string_view text) {
  const std::string_view window = window_of(text);
  Markdown markdown = Reader(window).read();
  markdown.parsed_bytes = window.size();
  return markdown;
}

}  // namespace skillcat::parse
