#include "index/watch.h"

#include <linux/magic.h>
#include <sys/inotify.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>

#include "base/log.h"
#include "index/known_files.h"
#include "source/refresh_state.h"

namespace skillcat::index {
namespace {

// IN_MODIFY is left out: it comes with every write, and a file is read when it was closed.
constexpr std::uint32_t kNames = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
constexpr std::uint32_t kContents = IN_CLOSE_WRITE | IN_ATTRIB;
constexpr std::uint32_t kSelf = IN_DELETE_SELF | IN_MOVE_SELF;

constexpr std::size_t kEventBytes = std::size_t{64} << 10;

/// What tells that a root has come, gone or changed as a whole.
std::vector<std::string> paths_of(const source::Root& root) {
  if (root.kind != SourceKind::mcp) return {root.path};
  const std::string state = source::refresh_state_path(root.path);
  return state.empty() ? std::vector{root.path} : std::vector{root.path, state};
}

}  // namespace

/// On whose behalf something is watched: a root, the configuration, or the catalog.
class Watch::Owner final : public source::FolderObserver {
 public:
  Owner(Watch& watch, std::string path) : root(std::move(path)), watch_(watch) {}
  bool enter(const std::string& path) override { return watch_.enter(*this, path); }

  const std::string root;                                   ///< its path; empty for the others
  std::map<std::string, std::pair<int, unsigned>> folders;  ///< descriptor and listing, by path
  std::set<std::pair<int, std::string>> names;
  unsigned listing = 0;
  bool is_file = false;  ///< the root is one file, not a folder
  bool refused = false;
  bool silent = false;  ///< on a file system that does not tell of all changes

 private:
  Watch& watch_;
};

Watch::Watch()
    : configuration_(std::make_unique<Owner>(*this, "")),
      catalog_(std::make_unique<Owner>(*this, "")) {
  open();
}
Watch::~Watch() = default;

bool Watch::open() {
  if (fd_) return true;
  fd_.reset(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (!fd_) {
    tell_of_limit(errno_text("open", "an inotify instance", errno),
                  "fs.inotify.max_user_instances");
  }
  return static_cast<bool>(fd_);
}

/// Said once: what cannot be watched is looked at now and then, for as long as that lasts.
void Watch::tell_of_limit(const std::string& what, const char* limit) {
  if (limit_told_) return;
  limit_told_ = true;
  log_warning(what + "; roots that are not watched are looked at every few seconds (hint: raise " +
              limit + " with sysctl)");
}

int Watch::add(const std::string& path, std::uint32_t mask) {
  if (!fd_) {
    errno = EMFILE;
    return -1;
  }
  const int descriptor =
      ::inotify_add_watch(fd_.get(), path.c_str(), mask | IN_ONLYDIR | IN_MASK_ADD);
  const int error = descriptor < 0 ? errno : 0;
  if (error == ENOSPC || error == ENOMEM) {
    tell_of_limit(errno_text("watch", path, error), "fs.inotify.max_user_watches");
  }
  errno = error;
  return descriptor;
}

bool Watch::enter(Owner& owner, const std::string& path) {
  if (owner.refused) return true;
  const int descriptor = add(join_path(owner.root, path), kNames | kContents | kSelf);
  if (descriptor < 0) {
    // A folder that has vanished meanwhile is an event of the folder above it.
    owner.refused = errno != ENOENT && errno != ENOTDIR;
    return true;
  }
  const auto known = owner.folders.find(path);
  if (known != owner.folders.end() && known->second.first != descriptor) {
    forget_folder(owner, known);
  }
  const auto entered = owner.folders.try_emplace(path, descriptor, owner.listing);
  entered.first->second.second = owner.listing;
  const std::string* const known_path = &entered.first->first;
  auto& places = watches_[descriptor].folders;
  if (entered.second) places.push_back({&owner, known_path});
  return std::ranges::none_of(places, [&](const FolderPlace& place) {
    return place.owner == &owner && place.path != known_path;
  });
}

source::FolderObserver& Watch::begin_listing(const source::Root& root, const std::string& folder) {
  auto& owner = roots_[root.path];
  if (!owner) owner = std::make_unique<Owner>(*this, root.path);
  owner->is_file = root.kind == SourceKind::mcp;
  ++owner->listing;
  if (folder.empty()) owner->refused = false;
  // First, so that a root that appears after it was found missing is an event.
  if (owner->names.empty()) follow(*owner, paths_of(root));
  return *owner;
}

void Watch::end_listing(const source::Root& root, const std::string& folder,
                        const source::Listing& listing) {
  Owner& owner = *roots_.at(root.path);
  forget_folders(owner, folder, false);
  if (!folder.empty()) return;
  std::vector<std::string> paths = paths_of(root);
  for (const source::SeenLink& link : listing.links) {
    paths.push_back(link.target);
    paths.push_back(join_path(link.target, "SKILL.md"));
  }
  // What became of a target before it was followed, no event tells.
  if (follow(owner, paths)) again_.roots[root.path].add_whole();
  struct stat st {};
  const bool unseen = source::source_of(root.kind).list_part == nullptr &&
                      ::stat(root.path.c_str(), &st) == 0 && S_ISDIR(st.st_mode);
  owner.silent = unseen || !tells_of_changes(root.path) ||
                 std::ranges::any_of(listing.links, [](const source::SeenLink& link) {
                   return !link.dangling && !tells_of_changes(link.target);
                 });
}

void Watch::follow_configuration(const std::vector<std::string>& paths) {
  follow(*configuration_, paths);
}

void Watch::follow_catalog(const std::vector<std::string>& paths) {
  follow(*catalog_, paths);
}

void Watch::keep_roots(const std::vector<source::Root>& roots) {
  for (auto it = roots_.begin(); it != roots_.end();) {
    if (std::ranges::find(roots, it->first, &source::Root::path) != roots.end()) {
      ++it;
      continue;
    }
    forget_folders(*it->second, "", true);
    follow(*it->second, {});
    it = roots_.erase(it);
  }
}

/// True when some name was not followed before.
bool Watch::follow(Owner& owner, const std::vector<std::string>& paths) {
  std::set<std::pair<int, std::string>> names;
  for (const std::string& path : paths) follow_path(owner, path, names);
  std::swap(names, owner.names);
  const bool more = !std::ranges::includes(names, owner.names);
  for (const auto& name : names) {
    if (owner.names.contains(name)) continue;
    const auto watch = watches_.find(name.first);
    if (watch == watches_.end()) continue;
    watch->second.names.erase({name.second, &owner});
    release(watch);
  }
  return more;
}

void Watch::follow_path(Owner& owner, const std::string& path,
                        std::set<std::pair<int, std::string>>& names) {
  for (std::size_t slash = 0; slash != std::string::npos;) {
    const std::size_t next = path.find('/', slash + 1);
    const bool last = next == std::string::npos;
    // The content of a root that is a folder is watched there.
    const bool contents = last && (path != owner.root || owner.is_file);
    const int descriptor =
        add(slash == 0 ? "/" : path.substr(0, slash), contents ? kNames | kContents : kNames);
    if (descriptor < 0 && errno != EACCES) {
      owner.refused = owner.refused || (errno != ENOENT && errno != ENOTDIR);
      return;
    }
    if (descriptor >= 0) {
      std::string name = path.substr(slash + 1, last ? next : next - slash - 1);
      watches_[descriptor].names.emplace(name, &owner);
      names.emplace(descriptor, std::move(name));
    }
    slash = next;
  }
}

/// Those at and below `folder` that the last listing did not enter, or all.
void Watch::forget_folders(Owner& owner, const std::string& folder, bool all) {
  const auto forget_if_old = [&](auto it) {
    const auto next = std::next(it);
    if (all || it->second.second != owner.listing) forget_folder(owner, it);
    return next;
  };
  if (folder.empty()) {
    for (auto it = owner.folders.begin(); it != owner.folders.end();) it = forget_if_old(it);
    return;
  }
  if (const auto self = owner.folders.find(folder); self != owner.folders.end()) {
    forget_if_old(self);
  }
  const std::string below = folder + "/";
  for (auto it = owner.folders.lower_bound(below);
       it != owner.folders.end() && it->first.starts_with(below);) {
    it = forget_if_old(it);
  }
}

void Watch::forget_folder(Owner& owner,
                          std::map<std::string, std::pair<int, unsigned>>::iterator it) {
  const auto watch = watches_.find(it->second.first);
  if (watch != watches_.end()) {
    std::erase_if(watch->second.folders,
                  [&](const FolderPlace& place) { return place.path == &it->first; });
    release(watch);
  }
  owner.folders.erase(it);
}

void Watch::release(Watches::iterator watch) {
  if (!watch->second.folders.empty() || !watch->second.names.empty()) return;
  ::inotify_rm_watch(fd_.get(), watch->first);
  watches_.erase(watch);
}

/// The kernel has dropped the watch.
void Watch::lose(int descriptor) {
  const auto found = watches_.find(descriptor);
  if (found == watches_.end()) return;
  for (const FolderPlace& place : found->second.folders) place.owner->folders.erase(*place.path);
  for (const auto& [name, owner] : found->second.names) owner->names.erase({descriptor, name});
  watches_.erase(found);
}

bool Watch::read(Noticed& noticed) {
  alignas(inotify_event) char buffer[kEventBytes];
  bool grew = !again_.roots.empty();
  for (const auto& [root, changes] : std::exchange(again_.roots, {}))
    noticed.roots[root].add_whole();
  ssize_t filled = 0;
  while (fd_ && (filled = ::read(fd_.get(), buffer, sizeof buffer)) > 0) {
    for (ssize_t at = 0; at < filled;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      const std::string name = event->len > 0 ? event->name : "";
      grew = take(event->wd, event->mask, name, noticed) || grew;
    }
  }
  return grew;
}

bool Watch::take(int descriptor, std::uint32_t mask, const std::string& name, Noticed& noticed) {
  if ((mask & IN_Q_OVERFLOW) != 0) {
    ++overflows_;
    return noticed.everything = true;
  }
  if ((mask & IN_IGNORED) != 0) lose(descriptor);
  const auto found = watches_.find(descriptor);
  if (found == watches_.end()) return false;
  const auto folders = found->second.folders;  // a folder that has moved away changes the list
  bool grew = false;
  const auto& names = found->second.names;
  for (auto it = names.lower_bound({name, nullptr}); it != names.end() && it->first == name; ++it) {
    Owner* const owner = it->second;
    grew = true;
    if (owner == configuration_.get()) {
      noticed.configuration = true;
    } else if (owner == catalog_.get()) {
      noticed.catalog = true;
    } else {
      noticed.places = true;
      noticed.roots[owner->root].add_whole();
    }
  }
  for (const FolderPlace& place : folders) {
    const std::string path = *place.path;
    const auto kind = (mask & IN_ISDIR) != 0 ? EntryKind::folder : EntryKind::file;
    auto& changes = noticed.roots[place.owner->root];
    if (name.empty() && path.empty()) {
      changes.add_whole();
      noticed.places = true;
    } else {
      changes.add({path, name, name.empty() ? EntryKind::folder : kind});
    }
    grew = true;
    if ((mask & IN_MOVED_FROM) != 0 && kind == EntryKind::folder) {
      forget_folders(*place.owner, join_path(path, name), true);
    }
  }
  return grew;
}

bool Watch::covers(const std::string& root) const {
  const auto owner = roots_.find(root);
  return fd_ && owner != roots_.end() && !owner->second->refused && !owner->second->silent;
}

bool tells_of_changes(const std::string& path) {
  // Numbers of file systems that linux/magic.h does not have.
  constexpr long kCifs = 0xFF534D42, kSmb2 = 0xFE534D42, kFuse = 0x65735546, kCeph = 0x00C36400,
                 kVboxShared = 0x786F4256, kLustre = 0x0BD00BD0, kGfs2 = 0x01161970;
  static constexpr long kSilent[] = {NFS_SUPER_MAGIC,
                                     SMB_SUPER_MAGIC,
                                     kCifs,
                                     kSmb2,
                                     kFuse,
                                     V9FS_MAGIC,
                                     OVERLAYFS_SUPER_MAGIC,
                                     AFS_SUPER_MAGIC,
                                     CODA_SUPER_MAGIC,
                                     kCeph,
                                     kVboxShared,
                                     kLustre,
                                     kGfs2};
  struct statfs fs {};
  if (::statfs(path.c_str(), &fs) != 0) return true;
  const auto type = static_cast<std::uint32_t>(fs.f_type);
  return std::ranges::none_of(
      kSilent, [&](long silent) { return static_cast<std::uint32_t>(silent) == type; });
}

std::int64_t watches_allowed() {
  std::ifstream file("/proc/sys/fs/inotify/max_user_watches");
  std::int64_t allowed = 0;
  file >> allowed;
  return allowed;
}

}  // namespace skillcat::index
