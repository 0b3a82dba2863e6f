// Folders of skills: every SKILL.md and definitions file below a root, whatever the depth.
//
// Real files first, links afterwards: a skill's place is its real path, and a link to it is a note.
// Cost: one open, two reads of entries and one stat a folder, one stat a file of a skill.
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>

#include "base/digest.h"
#include "base/fs.h"
#include "base/problem.h"
#include "source/source.h"

namespace skillcat::source {
namespace {

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return (x | 0x20) == (y | 0x20); });
}

bool is_skill_file_name(std::string_view name) {
  return name.size() == 8 && equals_ignoring_case(name, "skill.md");
}

bool is_definitions_name(std::string_view name) {
  return name == "bundled.json" || name.ends_with(".skills.json");
}

/// The real path of `path`, or nothing when it leads nowhere.
std::optional<std::string> real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr),
                                                             &std::free);
  if (!resolved) return std::nullopt;
  return std::string(resolved.get());
}

bool is_below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) &&
         (path.size() == folder.size() || folder == "/" || path[folder.size()] == '/');
}

struct CloseFolder {
  void operator()(DIR* stream) const { ::closedir(stream); }
};

using FileId = std::pair<dev_t, ino_t>;
FileId id_of(const struct stat& st) {
  return {st.st_dev, st.st_ino};
}

struct Entry {
  std::string name;
  unsigned char type = DT_UNKNOWN;  ///< DT_REG, DT_DIR, DT_LNK or something else
};

struct Link {
  std::string path;  ///< below the root
  std::size_t owner;
  bool is_skill_file;
};

constexpr std::size_t kNoOwner = static_cast<std::size_t>(-1);

class Walk {
 public:
  Walk(const Root& root, const Rules& rules) : root_(root), rules_(rules) {}

  Listing run() {
    UniqueFd fd(::open(root_.path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct stat st {};
    if (!fd || ::fstat(fd.get(), &st) != 0) return not_openable(errno);
    listing_.dev = static_cast<std::int64_t>(st.st_dev);
    walk_folder(std::move(fd), "", kNoOwner, 0);
    // Links found while following links are appended: the loop ends because a folder is entered
    // once, by device and inode.
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (i == sorted_) sort_new_links(i);
      follow(Link(links_[i]));
    }
    finish();
    return std::move(listing_);
  }

 private:
  Listing not_openable(int error) {
    const bool gone = error == ENOENT || error == ENOTDIR;
    listing_.state = gone ? RootState::gone : RootState::unreadable;
    add_root_problem(gone ? "root_gone" : "root_unreadable", errno_text("open", root_.path, error),
                     root_.path);
    return std::move(listing_);
  }

  void add_root_problem(std::string_view code, std::string message, std::string path) {
    Problem problem = make_problem(code, std::move(message));
    problem.path = std::move(path);
    listing_.problems.push_back(std::move(problem));
  }

  std::string full(std::string_view path) const { return join_path(root_.path, path); }

  void folder_unreadable(const std::string& path, int error) {
    listing_.state = RootState::partial;
    listing_.unreadable_folders.push_back(path);
    add_root_problem("unreadable_folder", errno_text("read folder", full(path), error), full(path));
  }

  bool is_excluded(const std::string& name, const std::string& path) const {
    if (name == ".git" || name == "node_modules") return true;
    return std::ranges::any_of(rules_.exclude, [&](const std::string& rule) {
      return rule == name || ::fnmatch(rule.c_str(), path.c_str(), 0) == 0;
    });
  }

  /// All entries of a folder, or nothing (the problem is stored).
  std::optional<std::vector<Entry>> read_entries(UniqueFd fd, const std::string& path) {
    DIR* stream = ::fdopendir(fd.get());
    if (stream == nullptr) {
      folder_unreadable(path, errno);
      return std::nullopt;
    }
    fd.release();  // the stream owns it now
    const std::unique_ptr<DIR, CloseFolder> closer(stream);
    std::vector<Entry> entries;
    errno = 0;
    while (const dirent* entry = ::readdir(stream)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      entries.push_back({std::string(name), entry->d_type});
      if (entry->d_type == DT_UNKNOWN) entries.back().type = type_of(::dirfd(stream), name);
    }
    if (errno != 0) folder_unreadable(path, errno);
    return entries;
  }

  static unsigned char type_of(int folder, std::string_view name) {
    struct stat st {};
    if (::fstatat(folder, std::string(name).c_str(), &st, AT_SYMLINK_NOFOLLOW) != 0) {
      return DT_UNKNOWN;
    }
    return static_cast<unsigned char>(IFTODT(st.st_mode));
  }

  /// `owner`: the candidate whose folder encloses this one, or kNoOwner.
  void walk_folder(UniqueFd fd, const std::string& path, std::size_t owner, int depth) {
    struct stat st {};
    if (::fstat(fd.get(), &st) != 0) return folder_unreadable(path, errno);
    if (!folders_.emplace(id_of(st), path).second) return;
    if (folders_.size() > kMaxFolders) {
      if (listing_.state == RootState::ok) {
        add_root_problem("too_many_folders",
                         root_.path + " holds more than " + std::to_string(kMaxFolders) +
                             " folders; what lies beyond is not indexed",
                         full(path));
      }
      listing_.state = RootState::partial;
      listing_.unreadable_folders.push_back(path);
      return;
    }
    UniqueFd stream_fd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 0));
    auto entries = read_entries(std::move(stream_fd), path);
    if (!entries) return;
    owner = add_skill_files(fd.get(), path, *entries, owner);
    for (const Entry& entry : *entries) visit(fd.get(), path, entry, owner, depth);
  }

  /// Adds the candidates of one folder; returns the owner of what is below it.
  std::size_t add_skill_files(int fd, const std::string& path, const std::vector<Entry>& entries,
                              std::size_t owner) {
    std::vector<const Entry*> skill_files;
    for (const Entry& entry : entries) {
      const bool skill = is_skill_file_name(entry.name) && entry.type != DT_DIR;
      if (!skill) continue;
      if (entry.type == DT_LNK) {
        links_.push_back({join_path(path, entry.name), owner, true});
      } else {
        skill_files.push_back(&entry);
      }
    }
    // "SKILL.md" sorts before every other spelling of it but "SKILL.MD".
    std::ranges::sort(skill_files, [](const Entry* a, const Entry* b) {
      return std::pair(a->name != "SKILL.md", a->name) < std::pair(b->name != "SKILL.md", b->name);
    });
    const std::size_t enclosing = owner;
    for (std::size_t i = 0; i < skill_files.size(); ++i) {
      const std::size_t index = add_candidate(fd, path, skill_files[i]->name, enclosing);
      if (i == 0) owner = index;
      if (i > 0)
        mark_duplicate(listing_.candidates[index], static_cast<int>(i + 1), skill_files[0]->name);
    }
    return owner;
  }

  static void mark_duplicate(Candidate& candidate, int place, const std::string& served) {
    candidate.place = place;
    candidate.notes.push_back(
        make_problem("duplicate_file", "the folder also holds " + served + ", which is served"));
  }

  std::size_t add_candidate(int fd, const std::string& folder, const std::string& name,
                            std::size_t enclosing) {
    Candidate candidate;
    candidate.path = join_path(folder, name);
    struct stat st {};
    if (::fstatat(fd, name.c_str(), &st, 0) != 0) {
      candidate.notes.push_back(
          make_problem("unreadable", errno_text("stat", full(candidate.path), errno)));
    } else if (!S_ISREG(st.st_mode)) {
      candidate.notes.push_back(
          make_problem("not_a_file", full(candidate.path) + " is not a regular file"));
    }
    candidate.stamp = stamp_of(st);
    if (enclosing != kNoOwner) {
      candidate.notes.push_back(make_problem(
          "nested", "inside the folder of the skill " +
                        std::string(parent_path(listing_.candidates[enclosing].path))));
    }
    if (linked_through_) {
      candidate.notes.push_back(make_problem("linked", *linked_through_));
    }
    files_.emplace(id_of(st), listing_.candidates.size());
    listing_.candidates.push_back(std::move(candidate));
    return listing_.candidates.size() - 1;
  }

  void visit(int fd, const std::string& folder, const Entry& entry, std::size_t owner, int depth) {
    const std::string path = join_path(folder, entry.name);
    if (entry.type == DT_DIR) return enter(fd, entry.name, path, owner, depth);
    if (is_skill_file_name(entry.name)) return;  // a candidate already
    if (entry.type == DT_LNK) {
      links_.push_back({path, owner, false});
      return;
    }
    if (entry.type != DT_REG) return;
    if (is_definitions_name(entry.name)) add_definitions(fd, entry.name, path);
    if (owner != kNoOwner) add_file(fd, entry.name, path, owner);
  }

  void enter(int fd, const std::string& name, const std::string& path, std::size_t owner,
             int depth) {
    if (is_excluded(name, path)) {
      ++listing_.skipped_folders;
      return;
    }
    if (depth >= kMaxDepth) {
      add_root_problem(
          "too_deep",
          full(path) + " is deeper than " + std::to_string(kMaxDepth) + " folders below the root",
          full(path));
      return;
    }
    UniqueFd child(::openat(fd, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!child) {
      if (errno != ENOENT) folder_unreadable(path, errno);  // ENOENT: removed since it was listed
      return;
    }
    walk_folder(std::move(child), path, owner, depth + 1);
  }

  void add_definitions(int fd, const std::string& name, const std::string& path) {
    struct stat st {};
    if (::fstatat(fd, name.c_str(), &st, AT_SYMLINK_NOFOLLOW) != 0) return;
    Candidate candidate;
    candidate.path = path;
    candidate.kind = CandidateKind::definitions;
    candidate.stamp = stamp_of(st);
    listing_.candidates.push_back(std::move(candidate));
  }

  void add_file(int fd, const std::string& name, const std::string& path, std::size_t owner) {
    Candidate& skill = listing_.candidates[owner];
    if (skill.files.size() > kMaxFilesOfSkill) return;
    struct stat st {};
    if (::fstatat(fd, name.c_str(), &st, AT_SYMLINK_NOFOLLOW) != 0) return;
    const auto folder = parent_path(skill.path);
    skill.files.push_back({path.substr(folder.empty() ? 0 : folder.size() + 1), st.st_size});
  }

  void sort_new_links(std::size_t from) {
    std::sort(links_.begin() + static_cast<std::ptrdiff_t>(from), links_.end(),
              [](const Link& a, const Link& b) { return a.path < b.path; });
    sorted_ = links_.size();
  }

  void follow(const Link& link) {
    struct stat st {};
    const std::string path = full(link.path);
    if (::stat(path.c_str(), &st) != 0) {
      if (link.is_skill_file) {
        add_rejected(link, "unreadable", errno_text("follow the link", path, errno));
      } else if (parent_path(link.path).empty()) {
        // Elsewhere a dangling link is no business of a catalog of skills.
        add_root_problem("broken_link", errno_text("follow the link", path, errno), path);
      }
      return;
    }
    if (link.is_skill_file) return follow_skill_file(link, st);
    if (S_ISDIR(st.st_mode)) return follow_folder(link, st);
    if (S_ISREG(st.st_mode) && link.owner != kNoOwner) add_linked_file(link, st);
  }

  void add_rejected(const Link& link, std::string_view code, std::string message) {
    Candidate candidate;
    candidate.path = link.path;
    candidate.notes.push_back(make_problem(code, std::move(message)));
    listing_.candidates.push_back(std::move(candidate));
  }

  void follow_skill_file(const Link& link, const struct stat& st) {
    const std::string path = full(link.path);
    const auto target = real_path(path);
    if (const auto known = files_.find(id_of(st)); known != files_.end()) {
      return add_second_path(listing_.candidates[known->second], path);
    }
    if (!S_ISREG(st.st_mode)) {
      return add_rejected(link, "not_a_file", path + " is a link to something that is not a file");
    }
    // A link in a repository of a stranger may point at any file of the person who indexes it.
    if (!target || !is_skill_file_name(file_name(*target))) {
      return add_rejected(link, "not_a_file",
                          path + " is a link to a file that is not called SKILL.md");
    }
    Candidate candidate;
    candidate.path = link.path;
    candidate.stamp = stamp_of(st);
    candidate.notes.push_back(make_problem("linked", path + " is a link to " + *target));
    const auto folder = parent_path(link.path);
    for (const Candidate& other : listing_.candidates) {
      if (other.kind == CandidateKind::skill_file && parent_path(other.path) == folder) {
        mark_duplicate(candidate, other.place + 1, std::string(file_name(other.path)));
      }
    }
    files_.emplace(id_of(st), listing_.candidates.size());
    listing_.candidates.push_back(std::move(candidate));
  }

  static void add_second_path(Candidate& candidate, const std::string& path) {
    Problem note = make_problem("second_path", "also reached as " + path);
    note.path = path;
    candidate.notes.push_back(std::move(note));
  }

  void follow_folder(const Link& link, const struct stat& st) {
    const std::string path = full(link.path);
    if (const auto known = folders_.find(id_of(st)); known != folders_.end()) {
      return note_known_folder(known->second, path);
    }
    const auto target = real_path(path);
    const auto real_root = real_path(root_.path);
    if (!target || !real_root) return;
    const bool outside = !is_below(*target, *real_root);
    if (!outside || !at_skill_position(link, *target)) {
      return add_root_problem("link_not_followed",
                              path + " is a link to " + *target +
                                  (outside ? ", outside the root" : ", which is excluded"),
                              path);
    }
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return folder_unreadable(link.path, errno);
    linked_through_ = "reached through the link " + path + " to " + *target;
    const auto depth = static_cast<int>(std::ranges::count(link.path, '/')) + 1;
    walk_folder(std::move(fd), link.path, link.owner, depth);
    linked_through_.reset();
  }

  /// People install skills as links right below the root, or as links to a skill's folder.
  static bool at_skill_position(const Link& link, const std::string& target) {
    if (parent_path(link.path).empty()) return true;
    struct stat st {};
    return ::stat((target + "/SKILL.md").c_str(), &st) == 0;
  }

  void note_known_folder(const std::string& folder, const std::string& path) {
    for (Candidate& candidate : listing_.candidates) {
      const bool in_folder = parent_path(candidate.path) == folder;
      if (in_folder && candidate.place == 1) return add_second_path(candidate, path);
    }
    add_root_problem(
        "second_path",
        path + " is a link to " + full(folder) + ", which is indexed under its own path", path);
  }

  void add_linked_file(const Link& link, const struct stat& st) {
    Candidate& skill = listing_.candidates[link.owner];
    if (skill.files.size() > kMaxFilesOfSkill) return;
    const auto folder = parent_path(skill.path);
    skill.files.push_back({link.path.substr(folder.empty() ? 0 : folder.size() + 1), st.st_size});
  }

  void finish() {
    for (Candidate& candidate : listing_.candidates) {
      std::ranges::sort(candidate.files, {}, &OtherFile::path);
      if (candidate.files.size() > kMaxFilesOfSkill) {
        candidate.files.resize(kMaxFilesOfSkill);
        candidate.notes.push_back(make_problem(
            "files_cut", "the folder holds more than " + std::to_string(kMaxFilesOfSkill) +
                             " other files; the rest is not listed"));
      }
      for (Problem& note : candidate.notes) {
        if (note.path.empty()) note.path = full(candidate.path);
      }
      candidate.surroundings = fingerprint_of(candidate);
    }
    std::ranges::sort(listing_.candidates, {}, &Candidate::path);
    std::ranges::sort(listing_.problems, {}, &Problem::path);
  }

  static std::int64_t fingerprint_of(const Candidate& candidate) {
    if (candidate.files.empty() && candidate.notes.empty()) return 0;
    std::string text;
    for (const OtherFile& file : candidate.files) {
      text += file.path + '\0' + std::to_string(file.size_bytes) + '\n';
    }
    for (const Problem& note : candidate.notes) text += note.code + '\0' + note.message + '\n';
    return fingerprint(sha256(text));
  }

  const Root& root_;
  const Rules& rules_;
  Listing listing_;
  std::map<FileId, std::string> folders_;  ///< entered, with their path below the root
  std::map<FileId, std::size_t> files_;    ///< skill files, with their place in candidates
  std::vector<Link> links_;
  std::size_t sorted_ = 0;
  std::optional<std::string> linked_through_;  ///< set below a followed link
};

Listing list_folder(const Root& root, const Rules& rules) {
  return Walk(root, rules).run();
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

const Source kFolderSource{SourceKind::local, list_folder, read_candidate, read_beside,
                           stamp_beside};

}  // namespace skillcat::source
