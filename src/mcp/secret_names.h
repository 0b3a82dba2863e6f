// Which values are secrets by the name that they are given under.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skillcat::mcp {

/// True for a name of a variable, header, flag or query value whose value is a secret:
/// "GITHUB_TOKEN", "X-Api-Key", "--password", "dbPass". False for "TOKEN_FILE", "--no-auth",
/// "max_tokens".
bool looks_secret(std::string_view name);

/// The secrets among the words of a command: X of `--token X`, `--token=X`, `API_KEY=X` and
/// `Authorization: X` (of `Bearer X` also the second word), and the passwords, secret query values
/// and lone users of addresses.
std::vector<std::string> secrets_of_command(const std::vector<std::string>& command);

/// What an address holds besides the way to a server.
struct UrlParts {
  std::string_view user;
  std::string_view password;
  std::vector<std::string_view> query_names;
  std::vector<std::string_view> query_values;  ///< one a name
};
UrlParts parts_of_url(std::string_view url);

}  // namespace skillcat::mcp
