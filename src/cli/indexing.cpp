#include "cli/indexing.h"

#include <skillcat/error.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/clock.h"
#include "base/log.h"
#include "cli/plan.h"
#include "cli/print.h"
#include "cli/roots.h"
#include "db/daemon_state.h"
#include "index/control.h"
#include "serve/json.h"
#include "source/refresh_state.h"

namespace skillcat::cli {
namespace {

using index::PassReport;

constexpr int kStartAttempts = 100;
constexpr std::chrono::milliseconds kStartPause{50};

/// "1234/5355 files" on stderr, from the second second on, and no trace of it afterwards.
class ProgressLine {
 public:
  explicit ProgressLine(const Invocation& call)
      : wanted_(!call.quiet() && ::isatty(STDERR_FILENO) != 0) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() {
    if (shown_) std::fputs("\r\x1b[K", stderr);
  }

  void show(const index::Progress& progress) {
    const std::int64_t now = watch_.elapsed_us();
    if (!wanted_ || now < kFirstUs || now - last_us_ < kPauseUs) return;
    std::fprintf(stderr, "\r%zu/%zu files\x1b[K", progress.done, progress.total);
    last_us_ = now;
    shown_ = true;
  }

 private:
  static constexpr std::int64_t kFirstUs = 1'000'000;
  static constexpr std::int64_t kPauseUs = 100'000;

  bool wanted_;
  bool shown_ = false;
  std::int64_t last_us_ = 0;
  Stopwatch watch_;
};

serve::Json report_json(const PassReport& report) {
  serve::Json json = serve::to_json(Freshness{report.revision, report.as_of, report.complete});
  json["candidates"] = report.candidates;
  json["active"] = report.active;
  json["stale"] = report.stale;
  json["rejected"] = report.rejected;
  json["repaired"] = report.repaired;
  json["skipped"] = report.skipped;
  json["files_read"] = report.files_read;
  json["duration_us"] = report.duration_us;
  json["problems"] = serve::Json::object();
  for (const auto& [code, count] : report.problems) json["problems"][code] = count;
  return json;
}

std::string report_text(const PassReport& report) {
  std::string out = plural(report.candidates, "skill") + ": " + std::to_string(report.active) +
                    " active, " + std::to_string(report.stale) + " stale, " +
                    std::to_string(report.rejected) + " rejected (" +
                    std::to_string(report.repaired) + " repaired)\n";
  out += plural(report.files_read, "file") + " read, " + plural(report.skipped, "folder") +
         " excluded, in " + duration_text(report.duration_us) + "; revision " +
         std::to_string(report.revision) + "\n";
  if (report.problems.empty()) return out;
  std::size_t width = 0;
  for (const auto& [code, count] : report.problems) width = std::max(width, code.size());
  out += "problems ('skillcat problems' lists them):\n";
  for (const auto& [code, count] : report.problems) {
    out += "  " + padded(code, width) + "  " + std::to_string(count) + "\n";
  }
  return out;
}

/// Says which roots failed; only one that a person named fails the command.
int status_of(const Invocation& call, const FinishedPass& pass) {
  int status = 0;
  if (const auto& broken = pass.broken_configuration) {
    complain(std::string(broken->what()) + " (hint: " + broken->hint() +
             "; until then the daemon keeps what was configured before)");
    status = broken->kind().exit_status;
  }
  for (const std::string& path : pass.report.failed_roots) {
    const std::string what =
        "the root " + path + " could not be read whole (hint: see 'skillcat problems')";
    const bool required = std::ranges::any_of(
        pass.roots, [&](const source::Root& root) { return root.path == path && root.required; });
    if (!required) {
      say(call, what);
      continue;
    }
    complain(what);
    status = error_kind(ErrorCode::root_failed).exit_status;
  }
  return status;
}

bool exists(const std::string& path) {
  return ::access(path.c_str(), F_OK) == 0;
}

void say_of_servers(const Invocation& call, const std::vector<std::string>& names,
                    const std::string& what, const std::string& hint) {
  if (names.empty()) return;
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + printable(name);
  const auto count = static_cast<std::int64_t>(names.size());
  say(call, plural(count, "MCP server") + (count == 1 ? " has " : " have ") + what + ": " + list +
                " (hint: " + hint + ")");
}

/// A pass asks no server, so it says which ones it knows nothing of. 'mcp' has just asked, and says
/// itself what came of it.
void tell_of_servers(const Invocation& call, const ServerList& list) {
  for (const Problem& problem : list.problems) log_warning(printable(problem.message));
  if (call.command == &kMcpCommand) return;
  std::vector<std::string> unasked;
  std::vector<std::string> failed;
  for (const Server& server : list.servers) {
    if (!server.settings || exists(server.record)) continue;
    const bool was_asked = source::read_refresh_state(server.record).last_attempt_at != 0;
    (was_asked ? failed : unasked).push_back(server.entry.name);
  }
  say_of_servers(call, unasked, "never been asked", "'skillcat mcp refresh' asks");
  say_of_servers(call, failed, "given no answer so far",
                 "'skillcat mcp list' says why, 'skillcat mcp refresh' asks again");
}

/// A daemon that is just starting has the catalog before it listens.
std::optional<index::Reply> ask_running_daemon(const std::string& catalog,
                                               const index::Request& request) {
  auto reply = index::ask_daemon(catalog, request);
  for (int i = 0; i < kStartAttempts && !reply && db::read_daemon_state(catalog); ++i) {
    std::this_thread::sleep_for(kStartPause);
    reply = index::ask_daemon(catalog, request);
  }
  return reply;
}

}  // namespace

FinishedPass run_pass(const Invocation& call, const Locations& locations,
                      index::PassOptions options, const std::vector<std::string>& added) {
  const index::Request request{.by_digest = options.by_digest, .rebuild = options.rebuild};
  Config config;
  Managed managed;
  try {
    config = load_config(locations);
    managed = load_managed(locations);
  } catch (const Error& error) {
    // A daemon has what was configured before: what changed in the roots need not wait.
    auto reply = added.empty() ? ask_running_daemon(locations.catalog, request) : std::nullopt;
    if (!reply) throw;
    return {std::move(reply->report), {}, error};
  }
  const bool new_roots = add_roots(added, locations, config, managed);
  const auto [plan, servers, files] = make_plan(locations, config, managed);
  if (new_roots || plan.found_projects) save_managed(locations, plan.managed);

  for (const source::Root& root : plan.roots) {
    log_info("root " + printable(root.label) + ": " + printable(root.path));
  }

  tell_of_servers(call, servers);

  if (auto reply = ask_running_daemon(locations.catalog, request)) {
    return {std::move(reply->report), plan.roots};
  }
  const SystemClock clock;
  index::Indexer indexer(locations.catalog, call.command->name, kLockPatience, clock);
  ProgressLine line(call);
  options.progress = [&](const index::Progress& progress) { line.show(progress); };
  PassReport report = indexer.run(plan.roots, {config.exclude}, options);
  return {std::move(report), plan.roots};
}

int print_pass(const Invocation& call, const FinishedPass& pass) {
  if (call.json()) {
    print_json(report_json(pass.report));
  } else if (!call.quiet()) {
    print(report_text(pass.report));
  }
  return status_of(call, pass);
}

}  // namespace skillcat::cli
