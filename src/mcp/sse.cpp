#include "mcp/sse.h"

#include <utility>

namespace skillcat::mcp {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

void SseParser::append(std::string_view bytes) {
  while (!bytes.empty() && !overflowed_) {
    if (std::exchange(after_cr_, false) && bytes.front() == '\n') {
      bytes.remove_prefix(1);
      continue;
    }
    const std::size_t end = bytes.find_first_of("\r\n");
    const std::string_view part = bytes.substr(0, end);
    if (line_.size() + part.size() + data_.size() > max_bytes_) {
      overflowed_ = true;
      return;
    }
    line_ += part;
    if (end == std::string_view::npos) return;
    after_cr_ = bytes[end] == '\r';
    end_line();
    bytes.remove_prefix(end + 1);
  }
}

void SseParser::end_line() {
  std::string_view line = line_;
  if (std::exchange(at_start_, false) && line.starts_with(kByteOrderMark)) {
    line.remove_prefix(kByteOrderMark.size());
  }
  if (line.empty()) {
    if (!data_.empty()) events_.push_back(std::move(data_));
    data_ = std::string();
    has_data_ = false;
  } else {
    const std::size_t colon = line.find(':');
    const std::string_view field = line.substr(0, colon);
    std::string_view value = colon == std::string_view::npos ? "" : line.substr(colon + 1);
    if (value.starts_with(' ')) value.remove_prefix(1);
    if (field == "data") {
      if (std::exchange(has_data_, true)) data_ += '\n';
      data_ += value;
    }
  }
  line_.clear();
}

std::optional<std::string> SseParser::next() {
  if (events_.empty()) return std::nullopt;
  std::optional<std::string> event(std::move(events_.front()));
  events_.pop_front();
  return event;
}

}  // namespace skillcat::mcp
