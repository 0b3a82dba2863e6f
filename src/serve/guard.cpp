#include "serve/guard.h"

#include <sys/random.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>

#include "base/digest.h"
#include "base/fs.h"

namespace skillcat::serve {
namespace {

constexpr std::size_t kTokenBytes = 32;
/// Shorter ones can be guessed.
constexpr std::size_t kMinTokenLength = 16;
constexpr std::size_t kMaxTokenFile = 4096;

std::string lower(std::string_view text) {
  std::string out;
  for (const char c : text) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
}

bool is_this_server(const Request& request, const Access& access, std::string_view host) {
  const std::string name = lower(host);
  return std::ranges::find(access.hosts, name) != access.hosts.end() ||
         (!request.local_host.empty() && request.local_host == name);
}

bool bears(const Request& request, std::string_view token) {
  constexpr std::string_view kScheme = "bearer ";
  const auto value = request.header("authorization");
  return lower(value.substr(0, kScheme.size())) == kScheme &&
         same_secret(value.substr(kScheme.size()), token);
}

std::string random_token() {
  std::array<char, kTokenBytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw Error(ErrorCode::config, errno_text("get", "random bytes", errno));
  }
  return to_hex({bytes.data(), bytes.size()});
}

/// Makes a folder for its owner alone; one that is there stays as it is.
void make_folder(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::create_directories(path, error)) return;
  std::filesystem::permissions(path, std::filesystem::perms::owner_all, error);
}

std::string token_in(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) {
    text.pop_back();
  }
  return text;
}

bool is_visible(char c) {
  return c > ' ' && c < '\x7f';
}

/// The web page, which tells nothing of the catalog: a browser cannot send a token before it has
/// it.
constexpr std::string_view kOpenTargets[] = {"/", "/page.css", "/page.js"};

}  // namespace

std::optional<Response> refuse(const Request& request, const Access& access) {
  const auto hosts = std::ranges::count(request.headers, "host", &Header::name);
  const auto host = request.header("host");
  if (hosts != 1 || host.empty()) {
    return error_response(400, "usage", "a request needs one Host header", "");
  }
  if (!is_this_server(request, access, host)) {
    return error_response(403, "forbidden", "this server has another name",
                          "ask for " + access.hosts.front() + ", or start it with --host NAME");
  }
  for (const Header& header : request.headers) {
    if (header.name != "origin") continue;
    const std::string origin = lower(header.value);
    if (origin.starts_with("http://") &&
        is_this_server(request, access, std::string_view(origin).substr(7))) {
      continue;
    }
    return error_response(403, "forbidden", "pages of other origins may not ask this server",
                          "ask from a program, or from a page that this server gave");
  }
  const bool open = access.token.empty() || std::ranges::count(kOpenTargets, request.target) != 0;
  if (open || bears(request, access.token)) return std::nullopt;
  Response response =
      error_response(401, "unauthorized", "this server needs its token",
                     "send the header Authorization: Bearer TOKEN; its token file holds it");
  response.headers.push_back({"WWW-Authenticate", "Bearer"});
  return response;
}

bool same_secret(std::string_view a, std::string_view b) {
  const Digest first = sha256(a);
  const Digest second = sha256(b);
  unsigned difference = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    difference |= static_cast<unsigned>(first[i] ^ second[i]);
  }
  return difference == 0;
}

std::string load_token(const std::string& path) {
  struct stat st {};
  if (::stat(path.c_str(), &st) != 0) {
    if (errno != ENOENT) throw Error(ErrorCode::config, errno_text("open", path, errno));
    make_folder(std::string(parent_path(path)));
    std::string token = random_token();
    write_file_atomically(path, token + "\n", 0600);
    return token;
  }
  if ((st.st_mode & 077U) != 0) {
    throw Error(ErrorCode::config, "cannot trust the token in " + path + ": others can read it",
                "chmod 600 " + path + ", and change the token");
  }
  auto file = read_file(path, kMaxTokenFile);
  if (!file) throw Error(ErrorCode::config, file.error().message);
  std::string token = token_in(std::move(file->bytes));
  if (token.size() < kMinTokenLength || !std::ranges::all_of(token, is_visible)) {
    throw Error(ErrorCode::config,
                "cannot use the token in " + path +
                    ": it is shorter than 16 characters, or holds "
                    "other characters than visible ASCII",
                "delete the file: a new one is made");
  }
  return token;
}

}  // namespace skillcat::serve
