#include "query/changes.h"

#include <algorithm>
#include <optional>
#include <thread>

namespace skillcat::query {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// So that "for ever" does not overflow the clock.
constexpr std::chrono::milliseconds kLongestWait = std::chrono::hours(24 * 365);

ChangeKind change_kind(std::string_view text) {
  for (const auto kind : {ChangeKind::added, ChangeKind::removed}) {
    if (to_text(kind) == text) return kind;
  }
  return ChangeKind::changed;
}

/// Differs after each commit of another connection.
std::int64_t data_version(Reader& reader) {
  Rows row = reader.rows("PRAGMA data_version");
  row.next();
  return row.integer(0);
}

/// Looks for another file at the path. One that is just being made is no catalog yet: it is looked
/// at again until `deadline`.
bool look_for_another_file(Reader& reader, SteadyClock::time_point deadline) {
  try {
    return reader.reopen_if_replaced();
  } catch (const Error&) {
    if (SteadyClock::now() >= deadline) throw;
    return false;
  }
}

}  // namespace

ChangeList changes_since(Reader& reader, std::int64_t revision) {
  ChangeList answer;
  const Snapshot snapshot(reader.database());
  static_cast<Freshness&>(answer) = reader.freshness();
  // Who has not seen a ref learns that it was added, whatever happened to it since. A removal is
  // told in any case: forgetting what one never had does no harm.
  Rows row = reader.rows(
      "SELECT revision, ref, CASE WHEN change <> 'removed' AND added_revision > ?1 THEN 'added'"
      " ELSE change END, at FROM change WHERE revision > ?1 ORDER BY revision, ref");
  row.bind(revision);
  while (row.next()) {
    answer.changes.push_back(
        {row.integer(0), row.text(1), change_kind(row.text(2)), row.integer(3)});
  }
  return answer;
}

std::int64_t wait_for_change(Reader& reader, std::int64_t revision,
                             std::chrono::milliseconds timeout) {
  const auto deadline = SteadyClock::now() + std::min(timeout, kLongestWait);
  std::optional<std::int64_t> seen;
  std::int64_t current = 0;
  while (true) {
    const bool replaced = look_for_another_file(reader, deadline);
    // Asked before the revision is read: a commit in between is then seen by the next look.
    const std::int64_t version = data_version(reader);
    if (replaced || version != seen) {
      current = reader.freshness().revision;
      seen = version;
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - SteadyClock::now());
    if (replaced || current != revision || left.count() <= 0) return current;
    std::this_thread::sleep_for(std::min(left, kLookEvery));
  }
}

}  // namespace skillcat::query
