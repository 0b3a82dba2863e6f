// Who may ask: the checks before any route, against pages in a browser (DNS rebinding, foreign
// origins) and against strangers on a network. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/message.h"

namespace skillcat::serve {

struct Access {
  std::vector<std::string> hosts;  ///< the Host headers that mean this server, in lower case
  std::string token;               ///< that every request must bear; empty: none
};

/// The refusal of a request, or none: 400 and 403 for its Host, 403 for an Origin that is not this
/// server, 401 without the token, which only the web page does without.
std::optional<Response> refuse(const Request& request, const Access& access);

/// Compares without telling by its time where two secrets differ.
bool same_secret(std::string_view a, std::string_view b);

/// The token in a file that only its owner can read; an absent one is made, with a random token.
/// Throws Error(config) for a file that others can read, or that holds no token.
std::string load_token(const std::string& path);

}  // namespace skillcat::serve
