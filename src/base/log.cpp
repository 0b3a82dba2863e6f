#include "base/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace skillcat {
namespace {

// spdlog's own default logger prints to stdout, which would break protocols spoken there.
spdlog::logger& logger() {
  static const auto instance = [] {
    auto made = std::make_shared<spdlog::logger>("skillcat",
                                                 std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("skillcat: %l: %v");
    made->set_level(spdlog::level::warn);
    return made;
  }();
  return *instance;
}

}  // namespace

void set_log_level(LogLevel level) {
  switch (level) {
    case LogLevel::quiet:
      return logger().set_level(spdlog::level::err);
    case LogLevel::warning:
      return logger().set_level(spdlog::level::warn);
    case LogLevel::info:
      return logger().set_level(spdlog::level::info);
    case LogLevel::debug:
      return logger().set_level(spdlog::level::debug);
  }
}

void log_error(std::string_view message) {
  logger().error("{}", message);
}
void log_warning(std::string_view message) {
  logger().warn("{}", message);
}
void log_info(std::string_view message) {
  logger().info("{}", message);
}
void log_debug(std::string_view message) {
  logger().debug("{}", message);
}

}  // namespace skillcat
