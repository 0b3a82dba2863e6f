// Cuts a stream of bytes into lines, as they come: LF or CRLF ends one.
//
// Threads: one at a time. Cost: linear in the bytes, whatever the pieces. Memory: the line that has
// no end yet.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace skillcat::mcp {

class LineSplitter {
 public:
  /// A line may have `max_bytes`; a longer one is dropped and `overflowed` is true for good.
  explicit LineSplitter(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  void append(std::string_view bytes);
  /// The stream has ended: what is left is a line.
  void finish();

  /// The next line that holds more than blanks, without its end.
  std::optional<std::string> next();

  bool overflowed() const { return overflowed_; }

 private:
  void end_line();

  std::size_t max_bytes_;
  std::string open_;
  std::deque<std::string> lines_;
  bool overflowed_ = false;
};

}  // namespace skillcat::mcp
