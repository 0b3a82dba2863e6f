// Regular expressions of skills, the same for the indexer that checks them and the reader that runs
// them: RE2, case-insensitive, 1 MiB of memory a pattern, linear time.
#pragma once

#include <re2/re2.h>

#include <string>
#include <string_view>

namespace skillcat {

inline RE2::Options regex_options() {
  RE2::Options options(RE2::Quiet);
  options.set_max_mem(1 << 20);
  options.set_case_sensitive(false);
  return options;
}

/// The expression itself: JavaScript's "/expression/flags" is common in skills.
inline std::string_view regex_body(std::string_view pattern) {
  const auto last = pattern.rfind('/');
  if (!pattern.starts_with('/') || last < 2 || last == std::string_view::npos) return pattern;
  const auto flags = pattern.substr(last + 1);
  if (flags.find_first_not_of("dgimsuy") != std::string_view::npos) return pattern;
  return pattern.substr(1, last - 1);
}

}  // namespace skillcat
