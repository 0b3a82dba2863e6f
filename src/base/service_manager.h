// Telling the service manager that started the process how it is (sd_notify's protocol).
//
// By hand, because it is one datagram, and libsystemd would be another library to link for it.
// Source: sd_notify(3), "Notes".
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace skillcat {

/// Sends "READY=1", "STATUS=…", several lines of them. Does nothing without a manager that listens.
void notify_service_manager(std::string_view state);

/// How often "WATCHDOG=1" is to be sent at least; none when nobody waits for it.
std::optional<std::chrono::milliseconds> watchdog_period();

}  // namespace skillcat
