#include "index/pass.h"

#include <algorithm>
#include <thread>
#include <unordered_set>

#include "base/index_terms.h"
#include "base/problem.h"
#include "base/text.h"
#include "db/catalog_file.h"
#include "index/known_files.h"
#include "index/listing.h"
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

/// A listing of a root, or of a folder below it.
struct Scan {
  std::size_t root;  ///< index into the roots
  std::string folder;
  Listing listing;
  bool moved = false;  ///< all that names the root's folder is to be written
};

/// A file that is new, changed or doubtful.
struct WorkItem {
  std::size_t scan;
  std::size_t candidate;  ///< index into its listing
  std::optional<std::int64_t> file_id;
  std::optional<Digest> known;  ///< equal content needs no parsing
};

class Pass {
 public:
  /// `views` is filled by `run`, and what `run_changed` goes by.
  Pass(SQLite::Database& database, Writer& writer, const Clock& clock,
       const std::vector<Root>& roots, const source::Rules& rules, const PassOptions& options,
       std::vector<RootView>& views)
      : database_(database),
        writer_(writer),
        clock_(clock),
        roots_(roots),
        rules_(rules),
        options_(options),
        views_(views) {
    writer_.take_counts();
  }

  PassReport run() {
    const std::int64_t written_by = db::meta_value(database_, kVersionKey);
    const bool fresh = written_by == 0;
    rewrite_ = options_.rebuild || (!fresh && written_by != version());
    begin();
    // At the start, so that a first pass that was killed goes on where it was.
    if (fresh) writer_.set_meta(kVersionKey, version());
    const auto rows = put_roots(database_, writer_, roots_);
    for (std::size_t i = 0; i < roots_.size(); ++i) views_.emplace_back(roots_[i], rows[i].root_id);
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      list(i, "");
      scans_[i].moved = rows[i].moved;
      compare(i);
    }
    read_and_write();
    finish();
    return std::move(report_);
  }

  PassReport run_changed(const Changes& changes) {
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      const auto found = changes.find(roots_[i].path);
      if (found != changes.end() && !found->second.empty()) list_changed(i, found->second);
    }
    if (scans_.empty()) return std::move(report_);
    begin();
    for (std::size_t i = 0; i < scans_.size(); ++i) compare(i);
    read_and_write();
    finish_changed();
    return std::move(report_);
  }

 private:
  static constexpr const char* kVersionKey = "analysis_version";
  static std::int64_t version() {
    return (kTermsVersion * 1000 + kTextVersion) * 1000 + parse::kParserVersion;
  }

  void begin() { writer_.begin(unix_ms(clock_), rewrite_); }

  void list(std::size_t root, const std::string& folder) {
    if (options_.stop && options_.stop()) throw PassStopped();
    scans_.push_back({root, folder, list_root(roots_[root], rules_, folder, options_.observer)});
    report_.folders_listed += scans_.back().listing.folders;
  }

  void list_changed(std::size_t root, const RootChanges& changes) {
    const std::size_t first = scans_.size();
    for (const std::string& folder : views_[root].parts_of(database_, changes)) {
      list(root, folder);
      if (folder.empty() || views_[root].is_local(folder, scans_.back().listing)) continue;
      scans_.resize(first);
      return list(root, "");
    }
  }

  /// Decides what of a listing is the same, to be read, removed or out of reach.
  void compare(std::size_t index) {
    Scan& scan = scans_[index];
    RootView& view = views_[scan.root];
    auto known = known_files(database_, view.root_id(), scan.folder);
    std::unordered_set<std::int64_t> changed;
    if (scan.folder.empty()) {
      take_whole(scan, known);
      changed = files_with_changed_dependencies(database_, roots_[scan.root], view.root_id());
    } else if (view.set_part(scan.folder, scan.listing)) {
      writer_.set_root_listing(view.root_id(), scan.listing);
    }
    for (std::size_t c = 0; c < scan.listing.candidates.size(); ++c) {
      const auto found = known.find(scan.listing.candidates[c].path);
      if (found == known.end()) {
        add(index, c, nullptr, {});
        continue;
      }
      add_if_changed(index, c, found->second, changed.contains(found->second.file_id));
      known.erase(found);
    }
    handle_missing(scan, known);
  }

  void take_whole(Scan& scan, const KnownFiles& known) {
    RootView& view = views_[scan.root];
    doubt_an_empty_mount_point(roots_[scan.root], scan.listing, known);
    view.set_failed(note_state(roots_[scan.root], scan.listing, known));
    view.set_whole(scan.listing);
    writer_.set_root_listing(view.root_id(), scan.listing);
  }

  void add_if_changed(std::size_t scan, std::size_t c, const KnownFile& known, bool dependency) {
    const Candidate& candidate = scans_[scan].listing.candidates[c];
    const bool beside = options_.by_digest && candidate.agent_file != Stamp{};
    const bool outside = dependency || beside || candidate.surroundings != known.surroundings ||
                         rewrite_ || scans_[scan].moved;
    // What could not be read may be readable now, with the same stamp.
    const bool unread = !known.digest && !broken_note(candidate);
    const bool doubtful =
        known.racy || unread || options_.by_digest || candidate.stamp != known.stamp;
    if (outside) {
      add(scan, c, &known, {});
    } else if (doubtful) {
      add(scan, c, &known, known.digest);
    }
  }

  void add(std::size_t scan, std::size_t c, const KnownFile* known,
           const std::optional<Digest>& digest) {
    const Candidate& candidate = scans_[scan].listing.candidates[c];
    const bool changed = known == nullptr || candidate.stamp != known->stamp;
    const bool emptied = candidate.stamp.size_bytes == 0 && known != nullptr && known->digest &&
                         known->stamp.size_bytes > 0;
    const auto patience = emptied ? options_.patience.emptied : options_.patience.changed;
    if (changed && !scans_[scan].moved && is_recent(candidate.stamp.ctime_ns, patience)) {
      return leave(roots_[scans_[scan].root], candidate.path);
    }
    const auto file_id = known == nullptr ? std::nullopt : std::optional(known->file_id);
    work_.push_back({scan, c, file_id, digest});
  }

  /// By ctime, which nobody can date back; a clock that was set back makes nothing recent.
  bool is_recent(std::int64_t ctime_ns, std::chrono::milliseconds patience) const {
    const std::int64_t age = clock_.now_ns() - ctime_ns;
    return age >= 0 && age < patience.count() * 1'000'000;
  }

  void leave(const Root& root, const std::string& path) {
    report_.left[root.path].add({std::string(parent_path(path)), std::string(file_name(path))});
  }

  /// A root that never had anything is not missed; one that had is. A server that was never asked
  /// and a plugin that was never there are no loss either, but told. True when it is missed.
  static bool note_state(const Root& root, Listing& listing, const KnownFiles& known) {
    if (listing.state == source::RootState::ok) return false;
    if (listing.state == source::RootState::gone && known.empty() && !root.required) {
      if (root.kind != SourceKind::mcp && !root.installed) listing.problems.clear();
      return false;
    }
    return true;
  }

  void handle_missing(const Scan& scan, const KnownFiles& missing) {
    const Root& root = roots_[scan.root];
    for (const auto& [path, file] : missing) {
      if (const auto reason = unreachable_reason(root, scan.listing, path)) {
        writer_.mark_unreachable(views_[scan.root].root_id(), file.file_id, *reason);
      } else if (may_come_back(root, path)) {
        leave(root, path);
      } else {
        writer_.remove_file(file.file_id);
      }
    }
  }

  /// Some editors move the old file away before they write the new one.
  bool may_come_back(const Root& root, const std::string& path) const {
    if (options_.patience.changed.count() == 0) return false;
    struct stat st {};
    const std::string folder = join_path(root.path, parent_path(path));
    return ::stat(folder.c_str(), &st) == 0 &&
           is_recent(stamp_of(st).ctime_ns, options_.patience.changed);
  }

  void read_and_write() {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const unsigned threads = options_.threads != 0 ? options_.threads : cores;
    run_ordered<LoadedFile>(
        work_.size(), threads, 64,
        [&](std::size_t i) {
          const Scan& scan = scans_[work_[i].scan];
          return load(roots_[scan.root], scan.listing.candidates[work_[i].candidate],
                      work_[i].known, clock_);
        },
        [&](std::size_t i, const LoadedFile& loaded) {
          write(work_[i], loaded);
          if (options_.progress) options_.progress({i + 1, work_.size()});
        });
  }

  void write(const WorkItem& item, const LoadedFile& loaded) {
    const Scan& scan = scans_[item.scan];
    report_.files_read += loaded.files_read;
    if (loaded.same_content) {
      writer_.touch_file(*item.file_id, loaded);
    } else {
      writer_.put_file(views_[scan.root].root_id(), item.file_id, roots_[scan.root],
                       scan.listing.candidates[item.candidate], loaded);
    }
    batch_bytes_ += static_cast<std::size_t>(loaded.stamp.size_bytes);
    if (++batch_files_ < kBatchFiles && batch_bytes_ < kBatchBytes) return;
    if (rewrite_) return;  // readers must not see half of it
    writer_.commit();
    if (options_.stop && options_.stop()) throw PassStopped();
    begin();
    batch_files_ = batch_bytes_ = 0;
  }

  bool is_complete() const { return std::ranges::none_of(views_, &RootView::failed); }

  void finish() {
    if (rewrite_) writer_.rewrite_search_text_of_stale();
    report_.as_of = unix_ms(clock_);
    for (const RootView& view : views_) writer_.set_last_pass(view.root_id(), report_.as_of);
    writer_.set_meta("as_of", report_.as_of);
    writer_.set_meta("complete", is_complete() ? 1 : 0);
    writer_.set_meta(kVersionKey, version());
    writer_.set_rules(rules_);
    commit_last();
  }

  void finish_changed() {
    for (const Scan& scan : scans_) {
      if (!scan.folder.empty()) continue;
      writer_.set_last_pass(views_[scan.root].root_id(), unix_ms(clock_));
      writer_.set_meta("complete", is_complete() ? 1 : 0);
    }
    commit_last();
  }

  void commit_last() {
    report_.complete = is_complete();
    report_.revision = writer_.commit();
    report_.changes = writer_.take_counts();
  }

  SQLite::Database& database_;
  Writer& writer_;
  const Clock& clock_;
  const std::vector<Root>& roots_;
  const source::Rules& rules_;
  const PassOptions& options_;
  std::vector<RootView>& views_;  ///< as roots_
  bool rewrite_ = false;
  std::vector<Scan> scans_;
  std::vector<WorkItem> work_;
  std::size_t batch_files_ = 0;
  std::size_t batch_bytes_ = 0;
  PassReport report_;
};

}  // namespace

Indexer::Indexer(const std::string& catalog_path, std::string_view holder,
                 std::chrono::milliseconds patience, const Clock& clock)
    : catalog_path_(catalog_path),
      lock_(std::in_place, catalog_path, holder, patience),
      clock_(clock),
      database_(db::open_writer(catalog_path)),
      writer_(database_) {}

Indexer::Indexer(const std::string& catalog_path, const Clock& clock)
    : catalog_path_(catalog_path),
      clock_(clock),
      database_(db::open_writer(catalog_path)),
      writer_(database_) {}

template <class Work>
PassReport Indexer::guarded(Work&& work) {
  const Stopwatch watch;
  failure_code_ = 0;
  try {
    PassReport report = work();
    report.duration_us = watch.elapsed_us();
    return report;
  } catch (const SQLite::Exception& e) {
    writer_.rollback();
    views_.clear();
    failure_code_ = e.getErrorCode() & 0xFF;  // without the extended part
    throw db::catalog_error("index into " + catalog_path_, e);
  } catch (...) {
    writer_.rollback();
    views_.clear();
    throw;
  }
}

PassReport Indexer::run(const std::vector<Root>& roots, const source::Rules& rules,
                        const PassOptions& options) {
  roots_ = roots_of_pass(database_, roots);
  rules_ = rules;
  views_.clear();
  return guarded([&] {
    PassReport report = Pass(database_, writer_, clock_, roots_, rules_, options, views_).run();
    count(report);
    return report;
  });
}

PassReport Indexer::run_changed(const Changes& changes, const PassOptions& options) {
  if (views_.empty()) return run(std::vector<Root>(roots_), source::Rules(rules_), options);
  return guarded([&] {
    return Pass(database_, writer_, clock_, roots_, rules_, options, views_).run_changed(changes);
  });
}

void Indexer::count(PassReport& report) {
  report.revision = db::meta_value(database_, "revision");
  report.as_of = db::meta_value(database_, "as_of");
  report.failed_roots.clear();
  for (std::size_t i = 0; i < views_.size(); ++i) {
    if (views_[i].failed()) report.failed_roots.push_back(roots_[i].path);
  }
  report.complete = report.failed_roots.empty();
  report.skipped =
      database_.execAndGet("SELECT coalesce(sum(skipped_folders), 0) FROM root").getInt64();
  report.candidates = report.active = report.stale = report.rejected = report.repaired = 0;
  SQLite::Statement states(database_,
                           "SELECT state, repaired, count(*) FROM skill GROUP BY state, repaired");
  while (states.executeStep()) {
    const std::string state = states.getColumn(0).getString();
    const std::int64_t number = states.getColumn(2).getInt64();
    report.candidates += number;
    if (states.getColumn(1).getInt() != 0) report.repaired += number;
    (state == "active"  ? report.active
     : state == "stale" ? report.stale
                        : report.rejected) += number;
  }
  report.problems.clear();
  SQLite::Statement codes(database_, "SELECT code, count(*) FROM problem GROUP BY code");
  while (codes.executeStep()) {
    report.problems[codes.getColumn(0).getString()] = codes.getColumn(1).getInt64();
  }
}

}  // namespace skillcat::index
