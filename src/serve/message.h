// An HTTP request and its answer as plain values, so that routes are tested without a socket.
#pragma once

#include <skillcat/error.h>
#include <skillcat/skill.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skillcat::serve {

struct Header {
  std::string name;
  std::string value;
};

struct Request {
  std::string method = "GET";
  std::string target{};           ///< path and query as they were sent, percent signs and all
  std::vector<Header> headers{};  ///< names in lower case
  std::string body{};
  std::string local_host{};  ///< "address:port" of this end, where the server has several

  /// The value of the first header called `name` (lower case); empty for none.
  std::string_view header(std::string_view name) const {
    for (const Header& header : headers) {
      if (header.name == name) return header.value;
    }
    return {};
  }
};

inline constexpr std::string_view kJsonType = "application/json; charset=utf-8";

struct Response {
  int status = 200;
  std::string content_type{kJsonType};
  std::vector<Header> headers;
  std::string body;
  std::optional<Freshness> freshness;  ///< of the answer; none where no catalog was asked
  /// The body is the start of an event stream that goes on with what changes after this revision.
  std::optional<std::int64_t> follow;
};

/// {"error": {code, message, hint}}
Response error_response(int status, std::string_view code, std::string_view message,
                        std::string_view hint);
Response error_response(const Error& error);

}  // namespace skillcat::serve
