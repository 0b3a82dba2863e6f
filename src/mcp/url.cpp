#include "mcp/url.h"

#include <arpa/inet.h>
#include <curl/curl.h>

#include <memory>

namespace skillcat::mcp {
namespace {

struct UrlCloser {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, UrlCloser>;

/// Empty when `text` is no address.
Url parse(const std::string& text) {
  Url url(curl_url());
  if (!url || curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) return {};
  return url;
}

std::string part(const Url& url, CURLUPart which) {
  char* text = nullptr;
  if (!url || curl_url_get(url.get(), which, &text, CURLU_DEFAULT_PORT) != CURLUE_OK) return {};
  std::string out(text);
  curl_free(text);
  return out;
}

std::string host_of(const Url& url) {
  std::string host = part(url, CURLUPART_HOST);
  for (char& c : host) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return host;
}

bool is_loopback(const std::string& host) {
  in_addr v4{};
  if (::inet_pton(AF_INET, host.c_str(), &v4) == 1) return (ntohl(v4.s_addr) >> 24) == 127;
  return host == "localhost" || host == "[::1]";
}

}  // namespace

std::optional<std::string> why_unusable(const std::string& url) {
  const Url parsed = parse(url);
  const std::string scheme = part(parsed, CURLUPART_SCHEME);
  if (scheme == "https") return std::nullopt;
  if (scheme != "http") return "it is no http:// or https:// address";
  if (is_loopback(host_of(parsed))) return std::nullopt;
  return "plain http:// goes only to this machine (use https://)";
}

std::string origin_of(const std::string& url) {
  const Url parsed = parse(url);
  return part(parsed, CURLUPART_SCHEME) + "://" + host_of(parsed) + ":" +
         part(parsed, CURLUPART_PORT);
}

bool is_same_origin(const std::string& a, const std::string& b) {
  return parse(a) && parse(b) && origin_of(a) == origin_of(b);
}

}  // namespace skillcat::mcp
