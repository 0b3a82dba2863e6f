// What must not come back out: the values of a server's environment, headers and address.
//
// A value of kShortestSecret bytes or more is replaced by "***" wherever it occurs in what the
// server sends, also as JSON writes it inside a string. Of a header value with two words
// ("Bearer TOKEN") the second counts as well. Shorter values, and words of the protocol itself,
// are no secrets. Threads: any. Cost: linear in the text, once a secret.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mcp/client.h"
#include "mcp/message.h"

namespace skillcat::mcp {

inline constexpr std::size_t kShortestSecret = 6;

class Secrets {
 public:
  explicit Secrets(const ServerSettings& server);

  std::string redacted(std::string text) const;
  /// In every string, key and number of `value`.
  void redact(Json& value) const;

  /// Text of a server as part of a message: without secrets, printable, one line, cut at 200 bytes.
  std::string quoted(std::string_view text) const;

 private:
  void add(std::string_view value);

  std::vector<std::string> values_;  ///< longest first
};

}  // namespace skillcat::mcp
