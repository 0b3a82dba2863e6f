#include "base/clock.h"

#include <cstdio>
#include <ctime>

namespace skillcat {

std::string rfc3339(std::int64_t unix_ms) {
  const std::int64_t milliseconds = ((unix_ms % 1000) + 1000) % 1000;
  const std::time_t seconds = (unix_ms - milliseconds) / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
  char text[48];
  std::snprintf(text, sizeof text, "%s.%03dZ", date, static_cast<int>(milliseconds));
  return text;
}

}  // namespace skillcat
