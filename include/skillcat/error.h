// The one exception type of skillcat and the one table of what each code means to a caller.
//
// Thrown only for what a correct program on a healthy machine does not meet (a damaged catalog, a
// newer schema, wrong usage). Everything else is a value: std::optional, Result, a stored Problem.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace skillcat {

enum class ErrorCode : std::uint8_t {
  not_found,    ///< nothing of that name, ref or path
  usage,        ///< the caller's arguments are wrong
  catalog,      ///< the catalog cannot be used: missing, damaged, newer, locked
  root_failed,  ///< a root or an MCP server could not be read
  config,       ///< a configuration file cannot be used
  internal,     ///< a bug in skillcat
  output,       ///< the answer could not be written
};

/// One row of the table below.
struct ErrorKind {
  ErrorCode code;
  std::string_view name;  ///< the `code` of JSON errors
  int exit_status;        ///< of the command line
  int http_status;
  int rpc_code;  ///< of JSON-RPC
};

/// The table: what each code is called and how each surface reports it.
inline constexpr ErrorKind kErrorKinds[] = {
    {ErrorCode::not_found, "not_found", 1, 404, -32002},
    {ErrorCode::usage, "usage", 2, 400, -32602},
    {ErrorCode::catalog, "catalog", 4, 503, -32603},
    {ErrorCode::root_failed, "root_failed", 5, 502, -32603},
    {ErrorCode::config, "config", 2, 500, -32603},
    {ErrorCode::internal, "internal", 70, 500, -32603},
    {ErrorCode::output, "output", 74, 500, -32603},  // EX_IOERR, as 70 is EX_SOFTWARE
};

/// The row of `code`. Every code has one.
constexpr const ErrorKind& error_kind(ErrorCode code) {
  return kErrorKinds[static_cast<std::size_t>(code)];
}

/// `what()` says what was being done, to what, and what happened; `hint()` what to do about it.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& text, std::string hint = {})
      : std::runtime_error(text), code_(code), hint_(std::move(hint)) {}

  ErrorCode code() const noexcept { return code_; }
  const ErrorKind& kind() const noexcept { return error_kind(code_); }
  const std::string& hint() const noexcept { return hint_; }  ///< may be empty

 private:
  ErrorCode code_;
  std::string hint_;
};

}  // namespace skillcat
