// MCP servers: the file that records what each has last offered, and how its last refresh went.
//
// No server is started or contacted here, so none can delay a pass.
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/problem.h"
#include "parse/json.h"
#include "source/refresh_state.h"
#include "source/source.h"

namespace skillcat::source {
namespace {

using nlohmann::json;

bool is_untrusted(const Root& root) {
  return std::ranges::find(root.problems, "mcp_untrusted", &Problem::code) != root.problems.end();
}

/// Why the server cannot be asked, or could not when it was; none when the record is its newest. A
/// warning is none: who asks next may know what this process does not.
std::optional<Problem> reason_outdated(const Root& root, const RefreshState& state) {
  for (const Problem& note : root.problems) {
    const bool misconfigured = note.code == "mcp_misconfigured" && note.severity == Severity::error;
    if (note.code == "mcp_untrusted" || misconfigured) return note;
  }
  if (!state.failed) return std::nullopt;
  const auto worst = std::ranges::max_element(state.problems, {}, &Problem::severity);
  if (worst != state.problems.end()) return *worst;
  return make_problem("mcp_failed", "the last refresh of " + root.server + " failed");
}

/// The problem of a root without a record.
Problem absence(const Root& root) {
  return root.required ? make_problem("root_gone", root.path + " is gone")
                       : make_problem("mcp_not_asked", root.server + " was never asked");
}

std::int64_t fingerprint_of(const Root& root, const Candidate& candidate) {
  json all = {root.server, root.grouping, candidate.outdated};
  for (const Problem& note : candidate.notes) all.push_back({note.code, note.message, note.path});
  return fingerprint(sha256(parse::dump_json(all)));
}

Listing list_mcp(const Root& root, const Rules&) {
  Listing listing;
  const RefreshState state = read_refresh_state(root.path);
  listing.problems = state.problems;
  const auto outdated = reason_outdated(root, state);
  struct stat st {};
  if (::stat(root.path.c_str(), &st) == 0) {
    Candidate candidate;
    candidate.kind = CandidateKind::discovery;
    candidate.stamp = stamp_of(st);
    candidate.outdated = outdated.has_value();
    if (outdated) candidate.notes.push_back(*outdated);
    candidate.surroundings = fingerprint_of(root, candidate);
    listing.candidates.push_back(std::move(candidate));
  } else if (errno == ENOENT || errno == ENOTDIR) {
    // Of one that must not be asked, nothing is missed: its record goes with the trust in it.
    if (!is_untrusted(root)) listing.state = RootState::gone;
    if (root.required || !outdated) listing.problems.push_back(absence(root));
  } else {
    listing.state = RootState::unreadable;
    listing.problems.push_back(
        make_problem("root_unreadable", errno_text("read", root.path, errno)));
  }
  return listing;
}

Result<FileBytes> read_mcp(const Root& root, const Candidate&, std::size_t cap) {
  return read_file(root.path, cap);
}

Result<FileBytes> read_beside(const Root& root, const Candidate&, const std::string&, std::size_t) {
  return tl::unexpected(make_problem("unreadable", root.path + " names no other file"));
}

Stamp stamp_beside(const Root&, const Candidate&, const std::string&) {
  return {};
}

}  // namespace

const Source kMcpSource{SourceKind::mcp, list_mcp, read_mcp, read_beside, stamp_beside};

}  // namespace skillcat::source
