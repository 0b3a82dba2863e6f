#include "index/root_view.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>

#include "base/fs.h"
#include "index/known_files.h"
#include "source/folder_walk.h"

namespace skillcat::index {
namespace {

using source::Listing;
using source::RootState;
using source::SeenLink;

std::string real_path_or(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? std::string(real.get()) : path;
}

/// Whether `folders` holds `path` or a folder above it.
bool covers(const std::set<std::string>& folders, const std::string& path) {
  for (std::size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    if (folders.contains(path.substr(0, end))) return true;
  }
  return false;
}

bool overlap(std::string_view a, std::string_view b) {
  return lies_at_or_below(a, b) || lies_at_or_below(b, a);
}

}  // namespace

void RootView::set_whole(const Listing& listing) {
  whole_only_ = listing.state != RootState::ok ||
                listing.folders > static_cast<std::int64_t>(source::kMaxFolders) ||
                root_.kind != SourceKind::local;
  dev_ = listing.dev;
  folders_ = listing.folders;
  skipped_ = listing.skipped_folders;
  std::ranges::sort(skipped_);
  problem_paths_.clear();
  for (const Problem& problem : listing.problems) {
    const bool below = lies_at_or_below(problem.path, root_.path);
    if (!below || problem.path.size() == root_.path.size()) {
      whole_only_ = true;
    } else {
      problem_paths_.push_back(problem.path.substr(root_.path.size() + 1));
    }
  }
  links_ = listing.links;
  real_path_ = real_path_or(root_.path);
}

bool RootView::touches_link(const std::string& path) const {
  const std::string real = join_path(real_path_, path);
  return std::ranges::any_of(links_, [&](const SeenLink& link) {
    return overlap(link.path, path) || overlap(link.target, real);
  });
}

bool RootView::some_dangling_link_leads_somewhere() const {
  return std::ranges::any_of(links_, [&](const SeenLink& link) {
    struct stat st {};
    return link.dangling && ::stat(join_path(root_.path, link.path).c_str(), &st) == 0;
  });
}

std::optional<std::string> RootView::part_of(SQLite::Database& database,
                                             const ChangedEntry& entry) const {
  const std::string path = join_path(entry.folder, entry.name);
  struct stat st {};
  const bool link = ::lstat(join_path(root_.path, path).c_str(), &st) == 0 && S_ISLNK(st.st_mode);
  if (link || touches_link(path) || is_dependency(database, root_id_, path)) return "";
  // Who owns the files of a folder depends on its skill files.
  const bool skill_file = !entry.name.empty() && source::is_skill_file_name(entry.name);
  const bool folder = entry.name.empty() || (entry.kind == EntryKind::folder && !skill_file);
  const std::string part = folder ? path : entry.folder;
  if (auto owner = outermost_skill_folder(database, root_, root_id_, part)) return owner;
  if (folder || skill_file) return part;
  if (source::is_definitions_name(entry.name)) return "";
  return std::nullopt;
}

std::vector<std::string> RootView::parts_of(SQLite::Database& database,
                                            const RootChanges& changes) const {
  std::vector<std::string> whole = {""};
  if (changes.whole || whole_only_ || some_dangling_link_leads_somewhere()) return whole;
  std::set<std::string> parts;
  for (const ChangedEntry& entry : changes.entries) {
    if (covers(parts, entry.folder)) continue;
    const auto part = part_of(database, entry);
    if (part && part->empty()) return whole;
    if (part) parts.insert(*part);
  }
  std::vector<std::string> outermost;
  for (const std::string& part : parts) {
    if (!covers(parts, std::string(parent_path(part)))) outermost.push_back(part);
  }
  return outermost;
}

bool RootView::is_local(const std::string& folder, const Listing& listing) const {
  if (listing.doubtful || listing.state != RootState::ok || listing.dev != dev_) return false;
  if (!listing.problems.empty() || touches_link(folder)) return false;
  if (folders_ + listing.folders > static_cast<std::int64_t>(source::kMaxFolders)) return false;
  return std::ranges::none_of(
      problem_paths_, [&](const std::string& path) { return lies_at_or_below(path, folder); });
}

bool RootView::set_part(const std::string& folder, Listing& listing) {
  folders_ += listing.folders;  // an upper bound, until the whole root is listed
  std::ranges::sort(listing.skipped_folders);
  std::vector<std::string> before;
  std::vector<std::string> kept;
  for (std::string& path : skipped_) {
    (lies_at_or_below(path, folder) ? before : kept).push_back(std::move(path));
  }
  const bool changed = before != listing.skipped_folders;
  kept.insert(kept.end(), listing.skipped_folders.begin(), listing.skipped_folders.end());
  std::ranges::sort(kept);
  skipped_ = std::move(kept);
  listing.skipped_folders = skipped_;
  return changed;
}

}  // namespace skillcat::index
