// What must not come back out: the values of a server's environment, headers and address, and the
// secrets among the arguments of its command (see secret_names.h), with the values of variables
// that were filled into them.
//
// A value of kShortestSecret bytes or more is replaced by "***" wherever it occurs in what the
// server sends, also as JSON writes it inside a string. A shorter one is only when its name says
// that it is secret (TOKEN=abc), and only as a word of its own. Of a header value with two words
// ("Bearer TOKEN") the second counts as well. Words of the protocol itself are no secrets.
// Threads: any. Cost: linear in the text, once a secret.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mcp/client.h"
#include "mcp/message.h"

namespace skillcat::mcp {

inline constexpr std::size_t kShortestSecret = 6;
inline constexpr std::size_t kShortestNamedSecret = 3;

class Secrets {
 public:
  explicit Secrets(const ServerSettings& server);

  std::string redacted(std::string text) const;
  /// In every string, key and number of `value`.
  void redact(Json& value) const;

  /// Text of a server as part of a message: without secrets, printable, one line, cut at 200 bytes.
  std::string quoted(std::string_view text) const;

 private:
  /// What the name of a value says of it.
  enum class Named : std::uint8_t { secret, otherwise };
  struct Value {
    std::string text;
    bool as_word;  ///< short: inside of a word it is none
  };

  static Named named(std::string_view name);
  void add(std::string_view value, Named named);

  std::vector<Value> values_;  ///< longest first
};

}  // namespace skillcat::mcp
