#include <skillcat/catalog.h>

#include <unistd.h>

#include <csignal>

#include "base/fs.h"
#include "cli/print.h"
#include "cli/reading.h"
#include "serve/http.h"
#include "serve/mcp_server.h"

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

/// A catalog that cannot be opened is told to the model, call by call: the client shows that.
int serve_mcp(const Invocation& call) {
  serve::McpServer server(locate(call).catalog, SKILLCAT_VERSION);
  serve::serve_mcp(server, STDIN_FILENO, STDOUT_FILENO);
  return 0;
}

int run(const Invocation& call) {
  if (call.has("--http") == call.has("--mcp")) {
    throw Error(ErrorCode::usage, "serve needs --http or --mcp", "see 'skillcat serve --help'");
  }
  return call.has("--mcp") ? serve_mcp(call) : serve_http(call);
}

}  // namespace

const Command kServeCommand{
    .name = "serve",
    .summary = "answer other programs, until stopped",
    .arguments = "[ADDR:PORT]",
    .arity = Arity::optional,
    .options = {{"--http", "", "the HTTP API, on ADDR:PORT (127.0.0.1:7390)"},
                {"--mcp", "", "the MCP server, on standard input and output"},
                {"--host", "NAME:PORT", "another name that clients may call it by"},
                {"--token-file", "PATH", "the token that every request must bear"}},
    .manual = R"(Examples:
  skillcat serve --http                    on 127.0.0.1:7390, for programs of this machine
  skillcat serve --http 127.0.0.1:0        on a free port; stderr says which
  skillcat serve --http 0.0.0.0:7390       for other machines: needs the token
  curl '127.0.0.1:7390/api/skills/search?q=review'
  curl 127.0.0.1:7390/api/openapi.json     every route
  skillcat serve --mcp                     for an agent that starts MCP servers itself

On any address but loopback each request must send the header Authorization: Bearer TOKEN. The token
stands in a file that only its owner reads, http-token beside config.json unless --token-file names
another one; an absent one is made. With --token-file it is asked for on loopback too.
It only reads the catalog; 'skillcat daemon --http' does both in one process.
)",
    .run = run};

}  // namespace skillcat::cli
