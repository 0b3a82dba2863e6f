#include "index/pass.h"

#include <algorithm>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "base/index_terms.h"
#include "base/problem.h"
#include "base/text.h"
#include "db/catalog_file.h"
#include "index/ordered_pool.h"
#include "index/pass_roots.h"
#include "parse/skill_file.h"

namespace skillcat::index {
namespace {

using source::Candidate;
using source::Listing;
using source::Root;

/// A batch ends at either bound: few transactions make a fast import, bytes bound memory and WAL.
constexpr std::size_t kBatchFiles = 1'000;
constexpr std::size_t kBatchBytes = std::size_t{8} << 20;

/// A file that is new, changed or doubtful.
struct WorkItem {
  std::size_t root;       ///< index into the pass's roots
  std::size_t candidate;  ///< index into its listing
  std::optional<std::int64_t> file_id;
  std::optional<Digest> known;  ///< equal content needs no parsing
};

struct ScannedRoot {
  RootRow row;
  Listing listing;
};

using KnownFiles = std::unordered_map<std::string, KnownFile>;

Stamp read_stamp(SQLite::Statement& row, int first) {
  return {row.getColumn(first).getInt64(), row.getColumn(first + 1).getInt64(),
          row.getColumn(first + 2).getInt64(), row.getColumn(first + 3).getInt64(),
          row.getColumn(first + 4).getInt64()};
}

KnownFiles known_files(SQLite::Database& database, std::int64_t root_id) {
  KnownFiles files;
  SQLite::Statement row(database,
                        "SELECT path, file_id, dev, ino, size_bytes, mtime_ns, ctime_ns, racy,"
                        " surroundings, digest FROM file WHERE root_id = ?");
  row.bind(1, root_id);
  while (row.executeStep()) {
    KnownFile file;
    file.file_id = row.getColumn(1).getInt64();
    file.stamp = read_stamp(row, 2);
    file.racy = row.getColumn(7).getInt() != 0;
    file.surroundings = row.getColumn(8).getInt64();
    if (const auto digest = row.getColumn(9); digest.getBytes() == 32) {
      const auto* bytes = static_cast<const std::uint8_t*>(digest.getBlob());
      std::copy_n(bytes, 32, file.digest.emplace().begin());
    }
    files.emplace(row.getColumn(0).getString(), file);
  }
  return files;
}

/// Files of a root one of whose dependencies is no longer what was read.
std::unordered_set<std::int64_t> files_with_changed_dependencies(SQLite::Database& database,
                                                                 const Root& root,
                                                                 std::int64_t root_id) {
  std::unordered_set<std::int64_t> changed;
  SQLite::Statement row(database,
                        "SELECT f.file_id, f.path, d.path, d.stamp"
                        " FROM file AS f JOIN file_dependency AS d USING (file_id)"
                        " WHERE f.root_id = ?");
  row.bind(1, root_id);
  while (row.executeStep()) {
    Candidate candidate;
    candidate.path = row.getColumn(1).getString();
    const Stamp now =
        source::source_of(root.kind).stamp_beside(root, candidate, row.getColumn(2).getString());
    if (fingerprint_of(now) != row.getColumn(3).getInt64()) {
      changed.insert(row.getColumn(0).getInt64());
    }
  }
  return changed;
}

bool lies_below(const std::string& path, const std::string& folder) {
  return folder.empty() || (path.starts_with(folder) && path[folder.size()] == '/');
}

Problem with_path(Problem problem, std::string path) {
  problem.path = std::move(path);
  return problem;
}

/// Why what was known at `path` can be neither read nor called gone; nothing when it is gone.
std::optional<Problem> unreachable_reason(const Root& root, const Listing& listing,
                                          const std::string& path) {
  if (listing.state == source::RootState::gone) {
    return with_path(make_problem("root_gone", root.path + " is gone"), root.path);
  }
  if (listing.state == source::RootState::unreadable) {
    return with_path(make_problem("root_unreadable",
                                  root.doubt.empty() ? root.path + " cannot be read" : root.doubt),
                     root.path);
  }
  for (const std::string& folder : listing.unreadable_folders) {
    if (!lies_below(path, folder)) continue;
    const std::string whole = join_path(root.path, folder);
    return with_path(make_problem("unreadable_folder", whole + " cannot be read"), whole);
  }
  return std::nullopt;
}

/// The listing of a root. What a source throws is its own failure, never the pass's.
Listing list(const Root& root, const source::Rules& rules) {
  if (!root.doubt.empty()) {
    Listing unknown;
    unknown.state = source::RootState::unreadable;
    unknown.problems.push_back(with_path(make_problem("root_unreadable", root.doubt), root.path));
    return unknown;
  }
  try {
    return source::source_of(root.kind).list(root, rules);
  } catch (const std::exception& e) {
    Listing failed;
    failed.state = source::RootState::unreadable;
    failed.problems.push_back(with_path(
        make_problem("root_unreadable", "cannot list " + root.path + ": " + e.what()), root.path));
    return failed;
  }
}

class Pass {
 public:
  Pass(SQLite::Database& database, Writer& writer, const Clock& clock,
       const std::vector<Root>& roots, const source::Rules& rules, const PassOptions& options)
      : database_(database),
        writer_(writer),
        clock_(clock),
        roots_(roots_of_pass(database, roots)),
        rules_(rules),
        options_(options) {}

  PassReport run() {
    const Stopwatch watch;
    const std::int64_t written_by = db::meta_value(database_, kVersionKey);
    const bool fresh = written_by == 0;
    rewrite_ = options_.rebuild || (!fresh && written_by != version());
    begin();
    // At the start, so that a first pass that was killed goes on where it was.
    if (fresh) writer_.set_meta(kVersionKey, version());
    for (const RootRow& row : put_roots(database_, writer_, roots_)) scanned_.push_back({row, {}});
    for (std::size_t i = 0; i < roots_.size(); ++i) compare(i);
    read_and_write();
    finish();
    report_.duration_us = watch.elapsed_us();
    return std::move(report_);
  }

 private:
  static constexpr const char* kVersionKey = "analysis_version";
  static std::int64_t version() {
    return (kTermsVersion * 1000 + kTextVersion) * 1000 + parse::kParserVersion;
  }

  void begin() { writer_.begin(unix_ms(clock_), rewrite_); }

  /// Lists one root and decides what is the same, to be read, removed or out of reach.
  void compare(std::size_t index) {
    const Root& root = roots_[index];
    ScannedRoot& scanned = scanned_[index];
    scanned.listing = list(root, rules_);
    auto known = known_files(database_, scanned.row.root_id);
    doubt_an_empty_mount_point(root, scanned.listing, known);
    note_state(root, scanned.listing, known);
    std::ranges::copy(root.problems, std::back_inserter(scanned.listing.problems));
    writer_.set_root_listing(scanned.row.root_id, scanned.listing);
    const auto changed = files_with_changed_dependencies(database_, root, scanned.row.root_id);
    for (std::size_t c = 0; c < scanned.listing.candidates.size(); ++c) {
      const Candidate& candidate = scanned.listing.candidates[c];
      const auto found = known.find(candidate.path);
      if (found == known.end()) {
        work_.push_back({index, c, {}, {}});
        continue;
      }
      add_if_changed(index, c, found->second, changed.contains(found->second.file_id));
      known.erase(found);
    }
    handle_missing(root, scanned, known);
  }

  void add_if_changed(std::size_t root, std::size_t c, const KnownFile& known, bool dependency) {
    const Candidate& candidate = scanned_[root].listing.candidates[c];
    const bool outside = dependency || candidate.surroundings != known.surroundings || rewrite_ ||
                         scanned_[root].row.moved;
    // What could not be read may be readable now, with the same stamp.
    const bool unread = !known.digest && !broken_note(candidate);
    const bool doubtful =
        known.racy || unread || options_.by_digest || candidate.stamp != known.stamp;
    if (outside) {
      work_.push_back({root, c, known.file_id, {}});
    } else if (doubtful) {
      work_.push_back({root, c, known.file_id, known.digest});
    }
  }

  /// An unmounted file system leaves its empty mount point: a folder on another device than every
  /// file that was known below it.
  static void doubt_an_empty_mount_point(const Root& root, Listing& listing,
                                         const KnownFiles& known) {
    if (listing.state != source::RootState::ok || !listing.candidates.empty() || known.empty() ||
        root.path.empty()) {
      return;
    }
    const bool other_device = std::ranges::all_of(
        known, [&](const auto& file) { return file.second.stamp.dev != listing.dev; });
    if (!other_device) return;
    listing.state = source::RootState::gone;
    listing.problems.push_back(
        with_path(make_problem("root_gone",
                               root.path + " is empty and on another device than its skills were"),
                  root.path));
  }

  /// A root that never had anything is not missed; one that had is.
  void note_state(const Root& root, Listing& listing, const KnownFiles& known) {
    if (listing.state == source::RootState::ok) return;
    if (listing.state == source::RootState::gone && known.empty() && !root.required) {
      listing.problems.clear();
      return;
    }
    report_.complete = false;
    report_.failed_roots.push_back(root.path);
  }

  void handle_missing(const Root& root, const ScannedRoot& scanned, const KnownFiles& missing) {
    for (const auto& [path, file] : missing) {
      if (const auto reason = unreachable_reason(root, scanned.listing, path)) {
        writer_.mark_unreachable(scanned.row.root_id, file.file_id, *reason);
      } else {
        writer_.remove_file(file.file_id);
      }
    }
  }

  void read_and_write() {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const unsigned threads = options_.threads != 0 ? options_.threads : cores;
    run_ordered<LoadedFile>(
        work_.size(), threads, 64,
        [&](std::size_t i) {
          const WorkItem& item = work_[i];
          return load(roots_[item.root], scanned_[item.root].listing.candidates[item.candidate],
                      item.known, clock_);
        },
        [&](std::size_t i, const LoadedFile& loaded) {
          write(work_[i], loaded);
          if (options_.progress) options_.progress({i + 1, work_.size()});
        });
  }

  void write(const WorkItem& item, const LoadedFile& loaded) {
    const ScannedRoot& scanned = scanned_[item.root];
    report_.files_read += loaded.files_read;
    if (loaded.same_content) {
      writer_.touch_file(*item.file_id, loaded);
    } else {
      writer_.put_file(scanned.row.root_id, item.file_id, roots_[item.root],
                       scanned.listing.candidates[item.candidate], loaded);
    }
    batch_bytes_ += static_cast<std::size_t>(loaded.stamp.size_bytes);
    if (++batch_files_ < kBatchFiles && batch_bytes_ < kBatchBytes) return;
    if (rewrite_) return;  // readers must not see half of it
    writer_.commit();
    begin();
    batch_files_ = batch_bytes_ = 0;
  }

  void finish() {
    if (rewrite_) writer_.rewrite_search_text_of_stale();
    const std::int64_t now = unix_ms(clock_);
    for (const ScannedRoot& scanned : scanned_) writer_.set_last_pass(scanned.row.root_id, now);
    writer_.set_meta("as_of", now);
    writer_.set_meta("complete", report_.complete ? 1 : 0);
    writer_.set_meta(kVersionKey, version());
    writer_.set_rules(rules_);
    report_.as_of = now;
    report_.revision = writer_.commit();
    count();
  }

  void count() {
    SQLite::Statement states(
        database_, "SELECT state, repaired, count(*) FROM skill GROUP BY state, repaired");
    while (states.executeStep()) {
      const std::string state = states.getColumn(0).getString();
      const std::int64_t number = states.getColumn(2).getInt64();
      report_.candidates += number;
      if (states.getColumn(1).getInt() != 0) report_.repaired += number;
      (state == "active"  ? report_.active
       : state == "stale" ? report_.stale
                          : report_.rejected) += number;
    }
    SQLite::Statement codes(database_, "SELECT code, count(*) FROM problem GROUP BY code");
    while (codes.executeStep()) {
      report_.problems[codes.getColumn(0).getString()] = codes.getColumn(1).getInt64();
    }
    for (const ScannedRoot& scanned : scanned_) report_.skipped += scanned.listing.skipped_folders;
  }

  SQLite::Database& database_;
  Writer& writer_;
  const Clock& clock_;
  const std::vector<Root> roots_;
  const source::Rules& rules_;
  const PassOptions& options_;
  bool rewrite_ = false;
  std::vector<ScannedRoot> scanned_;  ///< as roots_
  std::vector<WorkItem> work_;
  std::size_t batch_files_ = 0;
  std::size_t batch_bytes_ = 0;
  PassReport report_;
};

}  // namespace

Indexer::Indexer(const std::string& catalog_path, std::string_view holder,
                 std::chrono::milliseconds patience, const Clock& clock)
    : catalog_path_(catalog_path),
      lock_(catalog_path, holder, patience),
      clock_(clock),
      database_(db::open_writer(catalog_path)),
      writer_(database_) {}

PassReport Indexer::run(const std::vector<Root>& roots, const source::Rules& rules,
                        const PassOptions& options) {
  try {
    return Pass(database_, writer_, clock_, roots, rules, options).run();
  } catch (const SQLite::Exception& e) {
    writer_.rollback();
    throw db::catalog_error("index into " + catalog_path_, e);
  } catch (...) {
    writer_.rollback();
    throw;
  }
}

}  // namespace skillcat::index
