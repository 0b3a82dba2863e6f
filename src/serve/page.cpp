// The web page: three files, compiled in. What they show comes from the API.
#include "base/embedded.h"
#include "serve/handlers.h"

namespace skillcat::serve {
namespace {

/// Nothing but the page's own script and style runs, whatever a skill's text holds, and only this
/// server is asked.
constexpr std::string_view kContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

Response page_file(std::string_view path, std::string_view type) {
  Response response;
  for (const EmbeddedFile& file : embedded_page()) {
    if (file.path == path) response.body = file.bytes;
  }
  response.content_type = std::string(type) + "; charset=utf-8";
  response.headers.push_back({"Content-Security-Policy", std::string(kContentSecurityPolicy)});
  response.headers.push_back({"Referrer-Policy", "no-referrer"});
  return response;
}

}  // namespace

Response get_page(const Call&, Catalog&) {
  return page_file("index.html", "text/html");
}

Response get_page_style(const Call&, Catalog&) {
  return page_file("page.css", "text/css");
}

Response get_page_script(const Call&, Catalog&) {
  return page_file("page.js", "text/javascript");
}

}  // namespace skillcat::serve
