// Variables in the configuration of MCP servers: ${NAME}, ${NAME:-otherwise}, ${env:NAME}.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace skillcat::cli {

/// The value of a variable; none when it is not set.
using Lookup = std::function<std::optional<std::string>(const std::string& name)>;

/// `text` with its variables filled in; none when one is not set and says nothing otherwise: then
/// `missing` is its name. `otherwise` is taken as it is, and also for a variable that is empty.
/// A "${" that nothing closes stays.
std::optional<std::string> fill_variables(std::string_view text, const Lookup& lookup,
                                          std::string& missing);

/// Of this process.
std::optional<std::string> environment_variable(const std::string& name);

}  // namespace skillcat::cli
