// The parameters of a call, as its row of THE TABLE says: found, decoded, of the right type.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "serve/routes.h"
#include "serve/url.h"

namespace skillcat::serve {

/// The segments that a pattern's places were given, still encoded; none when the path does not fit.
/// The last place takes the rest of the path where the row says so.
std::optional<std::vector<std::string_view>> fit(const Route& route,
                                                 const std::vector<std::string_view>& segments);

/// Throws Error(usage) that names the parameter.
Json read_parameters(const Route& route, const Request& request, const Target& target,
                     const std::vector<std::string_view>& places);

}  // namespace skillcat::serve
