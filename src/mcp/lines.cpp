#include "mcp/lines.h"

#include <utility>

namespace skillcat::mcp {

void LineSplitter::append(std::string_view bytes) {
  while (!bytes.empty() && !overflowed_) {
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    if (open_.size() + part.size() > max_bytes_) {
      overflowed_ = true;
      open_.clear();
      open_.shrink_to_fit();
      return;
    }
    open_ += part;
    if (end == std::string_view::npos) return;
    end_line();
    bytes.remove_prefix(end + 1);
  }
}

void LineSplitter::finish() {
  end_line();
}

void LineSplitter::end_line() {
  if (open_.ends_with('\r')) open_.pop_back();
  if (open_.find_first_not_of(" \t") != std::string::npos) lines_.push_back(std::move(open_));
  open_ = std::string();
}

std::optional<std::string> LineSplitter::next() {
  if (lines_.empty()) return std::nullopt;
  std::optional<std::string> line(std::move(lines_.front()));
  lines_.pop_front();
  return line;
}

}  // namespace skillcat::mcp
