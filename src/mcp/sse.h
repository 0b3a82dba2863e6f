// Server-sent events, parsed as bytes arrive: an event may be cut anywhere, also inside a character
// or between CR and LF.
//
// Shape: `data` lines joined by LF; comments, unknown fields and events without data are dropped;
// so is an event that the stream ends in. Threads: one at a time. Memory: the event without an end.
// Source: WHATWG HTML, "Server-sent events", 9.2.6.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace skillcat::mcp {

class SseParser {
 public:
  /// An event may have `max_bytes` of data, a line the same; beyond, `overflowed` is true for good.
  explicit SseParser(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  void append(std::string_view bytes);

  /// The data of the next event.
  std::optional<std::string> next();

  bool overflowed() const { return overflowed_; }

 private:
  void end_line();

  std::size_t max_bytes_;
  std::string line_;
  std::string data_;
  std::deque<std::string> events_;
  bool has_data_ = false;
  bool after_cr_ = false;
  bool at_start_ = true;
  bool overflowed_ = false;
};

}  // namespace skillcat::mcp
