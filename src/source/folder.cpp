// Folders of skills: every SKILL.md and definitions file below a root, whatever the depth.
#include <cerrno>

#include "base/fs.h"
#include "base/problem.h"
#include "source/folder_links.h"
#include "source/folder_walk.h"

namespace skillcat::source {
namespace {

Listing list_part(const Root& root, const Rules& rules, const Part& part) {
  FolderWalk walk(root, rules, part.observer);
  if (!part.folder.empty()) {
    walk.walk_part(part.folder);
  } else if (walk.walk_root()) {
    follow_links(walk, root);
  }
  return walk.finish();
}

Listing list_folder(const Root& root, const Rules& rules) {
  return list_part(root, rules, {});
}

Result<FileBytes> read_candidate(const Root& root, const Candidate& candidate, std::size_t cap) {
  const std::string path = join_path(root.path, candidate.path);
  auto file = read_file(path, cap);
  if (!file) return file;
  // Listing has checked where the path leads. Another file there now is an atomic save, which
  // leaves a plain file, or a link that nobody has checked.
  const bool same =
      file->stamp.dev == candidate.stamp.dev && file->stamp.ino == candidate.stamp.ino;
  struct stat now {};
  const bool plain = same || (::lstat(path.c_str(), &now) == 0 && S_ISREG(now.st_mode));
  if (!plain) {
    return tl::unexpected(
        make_problem("changed_while_reading", path + " was replaced while it was read"));
  }
  return file;
}

std::string folder_of(const Root& root, const Candidate& candidate) {
  return join_path(root.path, parent_path(candidate.path));
}

Result<FileBytes> read_beside(const Root& root, const Candidate& candidate, const std::string& path,
                              std::size_t cap) {
  return read_file_beneath(folder_of(root, candidate), path, cap);
}

Stamp stamp_beside(const Root& root, const Candidate& candidate, const std::string& path) {
  struct stat st {};
  const std::string whole = join_path(folder_of(root, candidate), path);
  return ::stat(whole.c_str(), &st) == 0 ? stamp_of(st) : Stamp{};
}

}  // namespace

const Source kFolderSource{SourceKind::local, list_folder,  read_candidate,
                           read_beside,       stamp_beside, list_part};

}  // namespace skillcat::source
