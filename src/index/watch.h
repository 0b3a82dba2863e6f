// What changes on disk below the roots, by inotify: one instance, folders only.
//
// Folders get their watch before their entries are read (FolderObserver), so that nothing falls in
// between. A descriptor may stand for several paths: of overlapping roots, or of a folder that was
// renamed before its event was read. A folder that is moved away takes its watches with it.
// Besides folders it follows single paths (where an absent root would be, what a link leads to,
// configuration): in each folder above one, the name that leads on.
// Events are hints: a lost one costs time until the next whole pass, never the truth.
//
// Threads: one. Errors: none; without inotify, or beyond its limits, `covers` is false.
// Cost: one system call a folder when listed; about 200 bytes a folder here, 1 KB in the kernel.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/fs.h"
#include "index/changes.h"
#include "index/listing.h"
#include "source/source.h"

namespace skillcat::index {

/// What `read` has noticed, until somebody has dealt with it.
struct Noticed {
  Changes roots;
  bool everything = false;     ///< events were lost
  bool configuration = false;  ///< a file of the configuration
  bool places = false;         ///< where a root is or would be: the plan may be another one
  bool catalog = false;        ///< the catalog's own files

  bool empty() const {
    return roots.empty() && !everything && !configuration && !places && !catalog;
  }
};

class Watch final : public ListingObserver {
 public:
  Watch();
  ~Watch() override;

  /// Readable when there is something to `read`; -1 without inotify.
  int fd() const { return fd_.get(); }
  /// Opens an instance when there is none. True when there is one now.
  bool open();
  /// Reads every event there is. True when `noticed` grew.
  bool read(Noticed& noticed);

  /// The paths of the configuration and of the catalog, absolute.
  void follow_configuration(const std::vector<std::string>& paths);
  void follow_catalog(const std::vector<std::string>& paths);
  /// Forgets every root whose path is not in `roots`.
  void keep_roots(const std::vector<source::Root>& roots);

  source::FolderObserver& begin_listing(const source::Root& root,
                                        const std::string& folder) override;
  void end_listing(const source::Root& root, const std::string& folder,
                   const source::Listing& listing) override;

  /// Whether all changes of a root are noticed: every folder is watched, its file system tells, and
  /// its source says which folders it reads.
  bool covers(const std::string& root) const;
  std::int64_t watches() const { return static_cast<std::int64_t>(watches_.size()); }
  std::int64_t overflows() const { return overflows_; }

 private:
  class Owner;
  struct FolderPlace {
    Owner* owner;
    const std::string* path;  ///< the key in the owner's folders
  };
  struct Watched {
    std::vector<FolderPlace> folders;
    std::set<std::pair<std::string, Owner*>> names;  ///< that lead on, and for whom
  };
  using Watches = std::unordered_map<int, Watched>;

  void tell_of_limit(const std::string& what, const char* limit);
  int add(const std::string& path, std::uint32_t mask);
  bool enter(Owner& owner, const std::string& path);
  bool follow(Owner& owner, const std::vector<std::string>& paths);
  void follow_path(Owner& owner, const std::string& path,
                   std::set<std::pair<int, std::string>>& names);
  void forget_folders(Owner& owner, const std::string& folder, bool all);
  void forget_folder(Owner& owner, std::map<std::string, std::pair<int, unsigned>>::iterator it);
  void release(Watches::iterator watch);
  void lose(int descriptor);
  bool take(int descriptor, std::uint32_t mask, const std::string& name, Noticed& noticed);

  UniqueFd fd_;
  Watches watches_;
  std::map<std::string, std::unique_ptr<Owner>> roots_;  ///< by path
  std::unique_ptr<Owner> configuration_;
  std::unique_ptr<Owner> catalog_;
  Noticed again_;  ///< what is to be listed once more
  std::int64_t overflows_ = 0;
  bool limit_told_ = false;
};

/// Whether the file system of `path` tells of all changes: network and FUSE file systems and the
/// lower layers of an overlay do not.
bool tells_of_changes(const std::string& path);

/// fs.inotify.max_user_watches; 0 when it cannot be told.
std::int64_t watches_allowed();

}  // namespace skillcat::index
