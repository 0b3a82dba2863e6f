#include "index/daemon.h"

#include <future>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "base/fs.h"
#include "base/log.h"
#include "cli/command.h"
#include "cli/config.h"
#include "cli/plan.h"
#include "cli/print.h"
#include "mcp/refresher.h"
#include "serve/http.h"

namespace skillcat::cli {
namespace {

/// Asks the MCP servers in the background. What they answer is written to files, which the daemon
/// watches as it watches any other.
class Servers {
 public:
  Servers(const Locations& locations, const Clock& clock)
      : refresher_(locations.discoveries, clock) {}

  void set(const std::vector<mcp::ServerSettings>& servers) {
    if (servers == current_) return;
    current_ = servers;
    // Ending a server may take seconds, which no other change is to wait for.
    settled_ = std::async(std::launch::async, [this, servers] { refresher_.set_servers(servers); });
  }

 private:
  mcp::Refresher refresher_;
  std::vector<mcp::ServerSettings> current_;
  std::future<void> settled_;
};

/// What the configuration says now. `servers` may be absent: then none is asked.
index::DaemonPlan read_plan(const Locations& locations, Servers* servers) {
  const Config config = load_config(locations);
  const Managed managed = load_managed(locations);
  Plan plan = make_plan(locations, config, managed);
  if (plan.roots.found_projects) save_managed(locations, plan.roots.managed);
  if (servers != nullptr) servers->set(servers_to_refresh(plan.servers));
  return {std::move(plan.roots.roots), {config.exclude}, std::move(plan.files)};
}

std::chrono::milliseconds seconds(const Invocation& call, const std::string& option,
                                  std::chrono::milliseconds otherwise) {
  if (!call.has(option)) return otherwise;
  return std::chrono::seconds(call.count(option, 1));
}

int run(const Invocation& call) {
  const Locations locations = locate(call);
  if (!call.quiet()) set_log_level(LogLevel::info);
  const SystemClock clock;
  index::DaemonOptions options;
  options.catalog = locations.catalog;
  if (!locations.catalog_by_option) options.ownership = index::Ownership::certain;
  options.clock = &clock;
  std::optional<Servers> servers;
  options.plan = [&] { return read_plan(locations, servers ? &*servers : nullptr); };
  options.reconcile = seconds(call, "--reconcile", options.reconcile);
  options.poll = seconds(call, "--poll", options.poll);
  options.plan();  // says what is wrong with it, here and now

  std::optional<serve::HttpServer> server;
  serve::HttpOptions http;
  http.catalog = locations.catalog;
  http.address = call.value("--http");
  http.token_file = join_path(parent_path(locations.config), "http-token");
  options.opened = [&] {
    if (!call.has("--http")) return std::string();
    server.emplace(http);
    say(call, "serving " + server->url());
    return server->url();
  };
  index::Daemon daemon(options);  // before any thread: it blocks signals
  servers.emplace(locations, clock);
  daemon.run();
  return 0;
}

}  // namespace

const Command kDaemonCommand{
    .name = "daemon",
    .summary = "keep the catalog current, until stopped",
    .arguments = "",
    .arity = Arity::none,
    .options = {{"--http", "ADDR:PORT", "serve the HTTP API too, as 'serve --http' does"},
                {"--reconcile", "SECONDS", "between passes over everything (60)"},
                {"--poll", "SECONDS", "between looks at roots that send no events (5)"}},
    .manual = R"(Examples:
  skillcat daemon                              in the foreground; one line on stderr a change
  skillcat daemon --http 127.0.0.1:7390        and the HTTP API
  systemctl --user enable --now skillcat       as a service of the user, from login on
  skillcat sync && skillcat search "deploy"    search what is on disk now
  skillcat status                              how it is

A change of a file is searchable some 60 ms after the file was closed. A change of the configuration
('root add', config.json) is taken up at once; SIGHUP reads it again. SIGTERM ends it: the batch that
is being written is finished. Events are hints: a pass over everything comes every minute, and takes
at most a fiftieth of one core. Roots on network, FUSE and overlay file systems are looked at every
5 seconds besides. One daemon keeps one catalog.
)",
    .run = run};

}  // namespace skillcat::cli
