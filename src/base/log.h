// The log: one line an event, on stderr. stdout belongs to answers and protocols.
//
// Threads: all functions may be called from any thread.
#pragma once

#include <string_view>

namespace skillcat {

enum class LogLevel { quiet, warning, info, debug };

/// Lines above `level` are dropped. The default is `warning`.
void set_log_level(LogLevel level);

void log_error(std::string_view message);
void log_warning(std::string_view message);
void log_info(std::string_view message);
void log_debug(std::string_view message);

}  // namespace skillcat
