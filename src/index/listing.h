// Listing a root, or a folder of it, for a pass, and what a listing says about files it lacks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "index/known_files.h"
#include "source/source.h"

namespace skillcat::index {

/// Who follows what a pass lists, so that changes afterwards are noticed.
class ListingObserver {
 public:
  virtual ~ListingObserver() = default;
  /// For the folders of one listing, of `folder` below the root (empty: of the whole root).
  virtual source::FolderObserver& begin_listing(const source::Root& root,
                                                const std::string& folder) = 0;
  virtual void end_listing(const source::Root& root, const std::string& folder,
                           const source::Listing& listing) = 0;
};

/// Lists `folder` of a root (empty: all of it), or all of a root of a kind without parts. What a
/// source throws is its own failure, never the pass's. `observer` may be absent.
source::Listing list_root(const source::Root& root, const source::Rules& rules,
                          const std::string& folder, ListingObserver* observer);

/// An unmounted file system leaves its empty mount point: a folder on another device than every
/// file that was known below it. Such a root is gone, not empty.
void doubt_an_empty_mount_point(const source::Root& root, source::Listing& listing,
                                const KnownFiles& known);

/// Why what was known at `path` can be neither read nor called gone; nothing when it is gone.
std::optional<Problem> unreachable_reason(const source::Root& root, const source::Listing& listing,
                                          const std::string& path);

}  // namespace skillcat::index
