#include "parse/fields.h"

#include <algorithm>

#include "base/problem.h"
#include "parse/lines.h"
#include "parse/repair.h"

namespace skillcat::parse {
namespace {

constexpr std::string_view kNoBreakSpace = "\xC2\xA0";

class FieldReader {
 public:
  FieldReader(const Block& block, std::vector<Problem>& problems)
      : block_(block), problems_(problems) {}

  std::vector<Field> read() {
    YamlResult strict = parse_yaml(block_.text);
    const bool is_map = strict.root && strict.root->is_map();
    if (!is_map && block_.text.find(kNoBreakSpace) != std::string_view::npos) {
      use_plain_blanks();
      strict = parse_yaml(block_.text);
    }
    if (strict.root && strict.root->is_map()) {
      take_strict(strict);
    } else if (!strict.root || !strict.root->is_null()) {
      take_by_key();
    }
    return std::move(fields_);
  }

 private:
  int file_line(int zero_based) const { return block_.first_line + zero_based; }

  void report(std::string_view code, std::string message, int line) {
    problems_.push_back(make_problem(code, std::move(message), line));
  }

  /// `before` "key" `after`.
  static std::string about_key(std::string_view before, std::string_view key,
                               std::string_view after) {
    std::string out(before);
    out += '"';
    out += key;
    out += '"';
    out += after;
    return out;
  }

  void report_duplicate(std::string_view key, int line) {
    report("duplicate_key", about_key("", key, " is there twice; the first one is used"), line);
  }

  void take_strict(YamlResult& strict) {
    const auto chunks = split_chunks(block_.text);
    for (Node& node : strict.root->items) {
      Field field;
      field.key = node.key;
      field.line = file_line(node.line - 1);
      const auto chunk = std::ranges::lower_bound(chunks, node.line - 1, {}, &Chunk::line);
      if (chunk != chunks.end() && chunk->line == node.line - 1 && chunk->key == node.key) {
        field.raw = raw_text(chunk->value);
      }
      field.value = std::move(node);
      fields_.push_back(std::move(field));
    }
    for (const Node& node : strict.duplicates) report_duplicate(node.key, file_line(node.line - 1));
  }

  void take_by_key() {
    const auto chunks = split_chunks(block_.text);
    report_stray(chunks);
    Mender mender;
    for (const Chunk& chunk : chunks) {
      if (std::ranges::find(fields_, chunk.key, &Field::key) != fields_.end()) {
        report_duplicate(chunk.key, file_line(chunk.line));
        continue;
      }
      if (fields_.size() >= kMaxYamlNodes) {
        report("yaml_too_many_nodes", "more keys than are read", file_line(chunk.line));
        break;
      }
      take_chunk(mender, chunk);
    }
  }

  void take_chunk(Mender& mender, const Chunk& chunk) {
    Mended mended = mender.read(chunk);
    if (!mended.code.empty()) {
      report(mended.code, about_key("the value of ", chunk.key, " is not YAML as written"),
             file_line(chunk.line));
    }
    fields_.push_back({std::string(chunk.key), std::move(mended.value), raw_text(chunk.value),
                       file_line(chunk.line)});
  }

  /// Text before the first key belongs to no key and is left out.
  void report_stray(const std::vector<Chunk>& chunks) {
    const int first = chunks.empty() ? -1 : chunks.front().line;
    int number = 0;
    for (const Line& line : split_lines(block_.text)) {
      if (number == first) return;
      if (!is_blank(line.text) && trim(line.text).front() != '#') {
        report("repaired_stray_line", "this line belongs to no key", file_line(number));
        return;
      }
      ++number;
    }
  }

  /// YAML takes a no-break space for text; pasted from a web page it is meant as a blank.
  void use_plain_blanks() {
    const std::size_t first = block_.text.find(kNoBreakSpace);
    plain_.reserve(block_.text.size());
    for (std::size_t at = 0; at < block_.text.size();) {
      const bool wide = block_.text.substr(at, kNoBreakSpace.size()) == kNoBreakSpace;
      plain_ += wide ? ' ' : block_.text[at];
      at += wide ? kNoBreakSpace.size() : 1;
    }
    const auto lines = std::ranges::count(block_.text.substr(0, first), '\n');
    report("repaired_blanks", "no-break spaces stand where blanks are meant",
           file_line(static_cast<int>(lines)));
    block_.text = plain_;
  }

  Block block_;
  std::string plain_;  ///< owns the text of `block_` once blanks are replaced
  std::vector<Problem>& problems_;
  std::vector<Field> fields_;
};

}  // namespace

std::vector<Field> read_fields(const Block& block, std::vector<Problem>& problems) {
  return FieldReader(block, problems).read();
}

}  // namespace skillcat::parse
