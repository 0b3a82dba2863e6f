#include "base/normal_form.h"

#include <utf8proc.h>

#include <utility>

#include "base/utf8.h"

namespace skillcat {

char32_t inert_form(char32_t c) {
  if (c < 128) return is_control(c) ? 0 : c;
  if (is_common_han(c) || c == 0x3001 || c == 0x3002) return c;
  const bool fullwidth = c >= 0xFF01 && c <= 0xFF5E;
  return fullwidth ? c - 0xFEE0 : 0;
}

bool is_ignorable(char32_t c) {
  return is_hidden(c) || is_control(c) ||
         utf8proc_get_property(static_cast<utf8proc_int32_t>(c))->ignorable;
}

void decompose(char32_t c, Case letters, std::vector<std::int32_t>& out) {
  const int options = UTF8PROC_COMPAT | UTF8PROC_STABLE | UTF8PROC_DECOMPOSE |
                      (letters == Case::folded ? UTF8PROC_CASEFOLD : 0);
  // 18 code points is the longest compatibility decomposition in Unicode (U+FDFA).
  utf8proc_int32_t buffer[32];
  int boundary_class = UTF8PROC_BOUNDCLASS_START;
  const auto n = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), buffer, 32,
                                         static_cast<utf8proc_option_t>(options), &boundary_class);
  if (n > 0 && n <= 32) out.insert(out.end(), buffer, buffer + n);
}

void compose(std::vector<std::int32_t>& code_points) {
  // utf8proc reorders marks with a bubble sort that is quadratic in a run of them; no real text
  // stacks 32 marks, so longer runs stay as they are (still equal on both sides).
  std::size_t marks = 0;
  for (std::size_t i = 0; i < code_points.size(); ++i) {
    const bool mark = utf8proc_get_property(code_points[i])->combining_class != 0;
    marks = mark ? marks + 1 : 0;
    if (marks > 32) return;
  }
  for (std::size_t i = 1; i < code_points.size(); ++i) {
    for (std::size_t j = i; j > 0; --j) {
      const auto left = utf8proc_get_property(code_points[j - 1])->combining_class;
      const auto right = utf8proc_get_property(code_points[j])->combining_class;
      if (right == 0 || left <= right) break;
      std::swap(code_points[j - 1], code_points[j]);
    }
  }
  const auto n = utf8proc_normalize_utf32(
      code_points.data(), static_cast<utf8proc_ssize_t>(code_points.size()),
      static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
  if (n >= 0) code_points.resize(static_cast<std::size_t>(n));
}

}  // namespace skillcat
