#include <skillcat/catalog.h>

#include <csignal>

#include "base/fs.h"
#include "cli/print.h"
#include "cli/reading.h"
#include "serve/http.h"

namespace skillcat::cli {
namespace {

/// SIGTERM and SIGINT, kept for `wait` by every thread that starts after this.
class EndSignals {
 public:
  EndSignals() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGINT);
    ::pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  }
  void wait() const {
    int signal = 0;
    ::sigwait(&signals_, &signal);
  }

 private:
  sigset_t signals_{};
};

int serve_http(const Invocation& call) {
  const Locations locations = locate(call);
  serve::HttpOptions options;
  options.catalog = locations.catalog;
  if (!call.arguments.empty()) options.address = call.arguments.front();
  const auto hosts = call.options.find("--host");
  if (hosts != call.options.end()) options.hosts = hosts->second;
  options.token_always = call.has("--token-file");
  const std::string beside = join_path(parent_path(locations.config), "http-token");
  options.token_file =
      expand_path(call.value("--token-file", beside), locations.home, locations.cwd);
  open_catalog(call, locations);  // says what is wrong with it, here and now
  const EndSignals end;
  const serve::HttpServer server(options);
  say(call, "serving " + server.url());
  end.wait();
  return 0;
}

int run(const Invocation& call) {
  if (call.has("--http")) return serve_http(call);
  throw Error(ErrorCode::usage, "serve needs --http", "see 'skillcat serve --help'");
}

}  // namespace

const Command kServeCommand{
    .name = "serve",
    .summary = "answer other programs, until stopped",
    .arguments = "[ADDR:PORT]",
    .arity = Arity::optional,
    .options = {{"--http", "", "the HTTP API, on ADDR:PORT (127.0.0.1:7390)"},
                {"--host", "NAME:PORT", "another name that clients may call it by"},
                {"--token-file", "PATH", "the token that every request must bear"}},
    .manual = R"(Examples:
  skillcat serve --http                    on 127.0.0.1:7390, for programs of this machine
  skillcat serve --http 127.0.0.1:0        on a free port; stderr says which
  skillcat serve --http 0.0.0.0:7390       for other machines: needs the token
  curl '127.0.0.1:7390/api/skills/search?q=review'
  curl 127.0.0.1:7390/api/openapi.json     every route

On any address but loopback each request must send the header Authorization: Bearer TOKEN. The token
stands in a file that only its owner reads, http-token beside config.json unless --token-file names
another one; an absent one is made. With --token-file it is asked for on loopback too.
It only reads the catalog; 'skillcat index' brings that up to date.
)",
    .run = run};

}  // namespace skillcat::cli
