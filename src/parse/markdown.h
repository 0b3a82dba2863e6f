// What the catalog needs to know of a Markdown body: its headings, first paragraph and links. Pure.
//
// Only the first kMaxMarkdownBytes are parsed, without extensions, and nothing is rendered: a table
// of 21 KB takes cmark-gfm over 20 s, and so does rendering `<?` x 60,000.
// Cost: 10 µs a kB (44 MB of real files); the worst input known takes 1.3 s.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skillcat::parse {

/// A `#` heading at the top level of the text. (Underlined headings are none: `name: x` above
/// `---` is not one.)
struct Heading {
  int level = 0;
  std::string title;
  std::size_t begin = 0;    ///< byte offset of its line
  std::size_t content = 0;  ///< behind its line
  std::size_t end = 0;      ///< where the next heading of its level or a higher one begins
};

struct Markdown {
  std::vector<Heading> headings;
  /// The source of the first paragraph, markup kept, lines joined by a blank. MDX imports are none.
  std::string first_paragraph;
  /// Relative link targets without fragment and query, normalised, distinct, in order. One that
  /// climbs out of the folder is left out.
  std::vector<std::string> links;
  std::size_t parsed_bytes = 0;  ///< fewer than the text has: headings that end there may go on
};

Markdown read_markdown(std::string_view text);

}  // namespace skillcat::parse
