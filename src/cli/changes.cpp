#include <poll.h>
#include <skillcat/catalog.h>
#include <unistd.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "cli/print.h"
#include "cli/reading.h"
#include "serve/json.h"

namespace skillcat::cli {
namespace {

std::int64_t since_of(const Invocation& call) {
  const std::string text = call.value("--since", "0");
  std::int64_t revision = -1;
  const auto* end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, revision);
  if (error == std::errc() && parsed == end && revision >= 0) return revision;
  throw Error(ErrorCode::usage, "--since takes a revision, not '" + text + "'",
              "'skillcat status' shows the revision of now");
}

void print_changes(const ChangeList& list) {
  for (const Change& change : list.changes) {
    print(std::to_string(change.revision) + "  " + padded(std::string(to_text(change.change)), 7) +
          "  " + printable(change.ref) + "\n");
  }
}

/// Nobody will read what is printed: the pipe's other end is closed.
bool stdout_is_closed() {
  pollfd out{STDOUT_FILENO, 0, 0};
  return ::poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
}

/// Prints what comes, one object a line with --json, until stdout is closed or a signal ends it.
int follow(const Invocation& call, Catalog& catalog, std::int64_t revision) {
  constexpr std::chrono::milliseconds kLookAtStdout{250};
  while (true) {
    const ChangeList list = catalog.changes_since(revision);
    if (call.json()) {
      for (const Change& change : list.changes) {
        print(serve::dump(serve::to_json(change), serve::Layout::compact) + "\n");
      }
    } else {
      print_changes(list);
    }
    flush_answer();
    revision = list.revision;
    std::int64_t now = revision;
    while (now == revision) {
      if (stdout_is_closed()) return 0;
      now = catalog.wait_for_change(revision, kLookAtStdout);
    }
    if (now > revision) continue;
    say(call, "the catalog was replaced; its changes are told from the start");
    revision = 0;
  }
}

int run(const Invocation& call) {
  const std::int64_t since = since_of(call);
  Catalog catalog = open_catalog(call, locate(call));
  if (call.has("--follow")) {
    const bool from_now = !call.has("--since");
    return follow(call, catalog, from_now ? catalog.freshness().revision : since);
  }
  const ChangeList list = catalog.changes_since(since);
  if (call.json()) {
    print_json(serve::to_json(list));
  } else {
    print_changes(list);
  }
  return 0;
}

}  // namespace

const Command kChangesCommand{
    .name = "changes",
    .summary = "what was added, changed and removed",
    .arguments = "",
    .arity = Arity::none,
    .options = {{"--since", "REVISION", "only what changed after it"},
                {"--follow", "", "goes on and prints changes as they come"}},
    .manual = R"(Examples:
  skillcat changes                    the last change of each ref
  skillcat changes --since 41         what happened after revision 41, one row a ref
  skillcat changes --follow           from now on, until ctrl-C
  skillcat changes --follow --json    one object a line

Every JSON answer carries a revision: keep it, and ask for what changed since.
)",
    .run = run};

}  // namespace skillcat::cli
