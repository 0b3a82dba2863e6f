#include "source/folder_walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>

#include <algorithm>
#include <cerrno>

#include "base/digest.h"
#include "base/problem.h"

namespace skillcat::source {
namespace {

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return (x | 0x20) == (y | 0x20); });
}

/// For a system call relative to the folder that holds `path`.
const char* name_in(const std::string& path) {
  return file_name(path).data();  // the end of `path`, so it ends with its zero
}

unsigned char type_of(int folder, const char* name) {
  struct stat st {};
  if (::fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0) return DT_UNKNOWN;
  return static_cast<unsigned char>(IFTODT(st.st_mode));
}

}  // namespace

bool is_skill_file_name(std::string_view name) {
  return name.size() == 8 && equals_ignoring_case(name, "skill.md");
}

bool is_definitions_name(std::string_view name) {
  return name == "bundled.json" || name.ends_with(".skills.json");
}

void take_fingerprint(Candidate& candidate) {
  std::string text;
  for (const OtherFile& file : candidate.files) {
    text.append(file.path).append(1, '\0').append(std::to_string(file.size_bytes)) += '\n';
  }
  if (candidate.agent_file != Stamp{}) {
    const Stamp& s = candidate.agent_file;
    for (const auto number : {s.dev, s.ino, s.size_bytes, s.mtime_ns, s.ctime_ns}) {
      text.append(std::to_string(number)) += ' ';
    }
  }
  for (const Problem& note : candidate.notes) {
    text.append(note.code).append(1, '\0').append(note.message) += '\n';
  }
  if (!candidate.ref_path.empty()) text.append("ref ").append(candidate.ref_path) += '\n';
  for (const std::string& pattern : candidate.patterns) text.append(pattern) += '\n';
  for (const std::string& hook : candidate.hooks) text.append("hook ").append(hook) += '\n';
  candidate.surroundings = text.empty() ? 0 : fingerprint(sha256(text));
}

UniqueFd FolderWalk::open_root() {
  UniqueFd fd(::open(root_.path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat st {};
  if (!fd || ::fstat(fd.get(), &st) != 0) {
    const int error = errno;
    const bool gone = error == ENOENT || error == ENOTDIR;
    listing_.state = gone ? RootState::gone : RootState::unreadable;
    add_problem(gone ? code_of_absence(root_) : "root_unreadable",
                errno_text("open", root_.path, error), root_.path);
    return {};
  }
  listing_.dev = static_cast<std::int64_t>(st.st_dev);
  return fd;
}

bool FolderWalk::walk_root() {
  UniqueFd fd = open_root();
  if (!fd) return false;
  if (is_skipped("")) return true;
  walk_folder(std::move(fd), "", kNone, 0);
  return true;
}

void FolderWalk::walk_part(const std::string& folder) {
  UniqueFd fd = open_root();
  if (!fd) return;
  int depth = 0;
  for (std::size_t end = 0; end != std::string::npos; ++depth) {
    end = folder.find('/', end + 1);
    const std::string path = folder.substr(0, end);
    if (is_excluded(path)) {
      if (type_of(fd.get(), name_in(path)) == DT_DIR) listing_.skipped_folders.push_back(path);
      return;
    }
    constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY;
    fd = UniqueFd(::openat(fd.get(), name_in(path), kFlags));
    if (fd) continue;
    listing_.doubtful = errno != ENOENT;
    return;
  }
  listing_.doubtful = depth > kMaxDepth;
  if (!listing_.doubtful) walk_folder(std::move(fd), folder, kNone, depth);
  if (!links_.empty()) listing_.doubtful = true;
}

void FolderWalk::walk_link(UniqueFd folder, const Link& link, std::string note) {
  linked_through_ = std::move(note);
  const auto depth = static_cast<int>(std::ranges::count(link.path, '/')) + 1;
  walk_folder(std::move(folder), link.path, link.owner, depth);
  linked_through_.reset();
}

std::vector<Link> FolderWalk::take_links() {
  std::ranges::sort(links_, {}, &Link::path);
  return std::exchange(links_, {});
}

const std::string* FolderWalk::find_folder(const FileId& id) const {
  const auto found = folders_.find(id);
  return found == folders_.end() ? nullptr : &found->second;
}

Candidate* FolderWalk::find_file(const FileId& id) {
  const auto found = files_.find(id);
  return found == files_.end() ? nullptr : &listing_.candidates[found->second];
}

Candidate* FolderWalk::find_served(const std::string& folder) {
  const auto found = skill_files_.find(folder);
  return found == skill_files_.end() ? nullptr : &listing_.candidates[found->second.served];
}

void FolderWalk::add_problem(std::string_view code, std::string message, std::string path) {
  Problem problem = make_problem(code, std::move(message));
  problem.path = std::move(path);
  listing_.problems.push_back(std::move(problem));
}

void FolderWalk::add_unreadable_folder(const std::string& path, int error) {
  listing_.state = RootState::partial;
  listing_.unreadable_folders.push_back(path);
  add_problem("unreadable_folder", errno_text("read folder", full(path), error), full(path));
}

/// `owner`: the candidate whose folder encloses this one, or kNone.
void FolderWalk::walk_folder(UniqueFd fd, const std::string& path, std::size_t owner, int depth) {
  struct stat st {};
  if (::fstat(fd.get(), &st) != 0) return add_unreadable_folder(path, errno);
  if (!may_enter(id_of(st), path)) return;
  // Before the entries are read: an entry that comes later is then an event.
  if (observer_ != nullptr && !observer_->enter(path)) listing_.doubtful = true;
  ++listing_.folders;
  std::vector<Entry> entries;
  if (!read_entries(fd.get(), entries)) add_unreadable_folder(path, errno);
  owner = add_skill_files(fd.get(), path, entries, owner);
  for (const Entry& entry : entries) visit(fd.get(), path, entry, owner, depth);
}

bool FolderWalk::may_enter(const FileId& id, const std::string& path) {
  if (!folders_.emplace(id, path).second) return false;
  if (folders_.size() <= kMaxFolders) return true;
  if (folders_.size() == kMaxFolders + 1) {
    add_problem("too_many_folders",
                root_.path + " holds more than " + std::to_string(kMaxFolders) +
                    " folders; what lies beyond is not indexed",
                full(path));
  }
  listing_.state = RootState::partial;
  listing_.unreadable_folders.push_back(path);
  return false;
}

/// The entries of a folder by name; false with errno set when they cannot be read to the end.
bool FolderWalk::read_entries(int fd, std::vector<Entry>& entries) {
  // getdents64 and not readdir, which allocates a stream and takes four more system calls a folder.
  alignas(dirent64) char buffer[32 << 10];
  ssize_t filled = 0;
  while ((filled = ::getdents64(fd, buffer, sizeof buffer)) > 0) {
    for (ssize_t at = 0; at < filled;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer + at);
      at += entry->d_reclen;
      const char* name = entry->d_name;
      const std::string_view text = name;
      if (text == "." || text == "..") continue;
      const unsigned char type = entry->d_type == DT_UNKNOWN ? type_of(fd, name) : entry->d_type;
      entries.push_back({std::string(text), type});
    }
  }
  std::ranges::sort(entries, {}, &Entry::name);
  return filled == 0;
}

/// Adds the candidates of one folder; returns the owner of what is below it.
std::size_t FolderWalk::add_skill_files(int fd, const std::string& path,
                                        const std::vector<Entry>& entries, std::size_t enclosing) {
  std::size_t owner = kNone;
  std::vector<std::string> links;
  const auto add = [&](const Entry& entry) {
    if (!is_skill_file_name(entry.name)) return;
    const std::string file = join_path(path, entry.name);
    if (entry.type == DT_LNK) {
      links.push_back(file);
    } else if (const auto index = add_skill_file(fd, file, enclosing); owner == kNone) {
      owner = index;
    }
  };
  for (const Entry& entry : entries) {
    if (entry.name == "SKILL.md") add(entry);  // wins over every other spelling
  }
  for (const Entry& entry : entries) {
    if (entry.name != "SKILL.md") add(entry);
  }
  for (const std::string& link : links) {
    const std::size_t index = reserve(link, CandidateKind::skill_file, enclosing);
    links_.push_back({link, enclosing, index});
    if (owner == kNone) owner = index;
  }
  return owner == kNone ? enclosing : owner;
}

/// Adds a real skill file; kNone when it has vanished since it was listed.
std::size_t FolderWalk::add_skill_file(int fd, const std::string& path, std::size_t enclosing) {
  struct stat st {};
  const bool there = ::fstatat(fd, name_in(path), &st, AT_SYMLINK_NOFOLLOW) == 0;
  if (!there && errno == ENOENT) return kNone;
  const int error = errno;
  const std::size_t index = reserve(path, CandidateKind::skill_file, enclosing);
  Candidate& added = candidate(index);
  if (!there) {
    added.notes.push_back(make_problem("unreadable", errno_text("stat", full(path), error)));
  } else if (!S_ISREG(st.st_mode)) {
    added.notes.push_back(make_problem("not_a_file", full(path) + " is not a regular file"));
  }
  if (there) added.stamp = stamp_of(st);
  settle(index, id_of(st));
  return index;
}

std::size_t FolderWalk::reserve(std::string path, CandidateKind kind, std::size_t enclosing) {
  Candidate reserved;
  reserved.path = std::move(path);
  reserved.kind = kind;
  if (enclosing != kNone) {
    const auto outer = parent_path(listing_.candidates[enclosing].path);
    reserved.notes.push_back(
        make_problem("nested", "inside the folder of the skill " + full(outer)));
  }
  if (linked_through_) reserved.notes.push_back(make_problem("linked", *linked_through_));
  listing_.candidates.push_back(std::move(reserved));
  return listing_.candidates.size() - 1;
}

void FolderWalk::settle(std::size_t index, const FileId& id) {
  Candidate& settled = candidate(index);
  files_.emplace(id, index);
  if (settled.kind != CandidateKind::skill_file) return;
  auto [found, first] =
      skill_files_.try_emplace(std::string(parent_path(settled.path)), SkillFiles{index, 0});
  settled.place = ++found->second.count;
  if (first) return;
  const auto served = file_name(candidate(found->second.served).path);
  settled.notes.push_back(make_problem(
      "duplicate_file", "the folder also holds " + std::string(served) + ", which is served"));
}

void FolderWalk::visit(int fd, const std::string& folder, const Entry& entry, std::size_t owner,
                       int depth) {
  if (entry.type != DT_DIR && is_skill_file_name(entry.name)) return;  // a candidate already
  if (entry.type == DT_REG && owner == kNone && !may_be_command(entry.name) &&
      !is_definitions_name(entry.name)) {
    return;
  }
  const std::string path = join_path(folder, entry.name);
  if (entry.type == DT_DIR) return enter(fd, path, owner, depth);
  const auto kind = kind_by_name(path);
  if (entry.type == DT_LNK) {
    links_.push_back({path, owner, kind ? reserve(path, *kind, kNone) : kNone});
    return;
  }
  if (entry.type != DT_REG) return;
  if (kind) add_named(fd, path, *kind);
  if (owner == kNone || candidate(owner).files.size() > kMaxFilesOfSkill) return;
  struct stat st {};
  if (::fstatat(fd, name_in(path), &st, AT_SYMLINK_NOFOLLOW) != 0) return;
  add_other_file(owner, path, st);
}

bool FolderWalk::may_be_command(std::string_view name) const {
  return std::ranges::any_of(commands_,
                             [&](const auto& place) { return name.ends_with(place.ending); });
}

/// What a file other than a skill file is, by where it is and what it is called.
std::optional<CandidateKind> FolderWalk::kind_by_name(const std::string& path) const {
  if (is_definitions_name(file_name(path))) return CandidateKind::definitions;
  const bool command = std::ranges::any_of(commands_, [&](const CommandPlace& place) {
    const bool inside =
        path == place.path || (path.starts_with(place.path) && path[place.path.size()] == '/');
    return inside && path.ends_with(place.ending);
  });
  if (command) return CandidateKind::command;
  return std::nullopt;
}

bool FolderWalk::is_skipped(const std::string& path) const {
  return std::ranges::find(root_.skip, path) != root_.skip.end();
}

bool FolderWalk::is_excluded(std::string_view path) const {
  const auto name = file_name(path);
  if (name == ".git" || name == "node_modules") return true;
  return std::ranges::any_of(rules_.exclude, [&](const std::string& rule) {
    return rule == name || ::fnmatch(rule.c_str(), std::string(path).c_str(), 0) == 0;
  });
}

void FolderWalk::enter(int fd, const std::string& path, std::size_t owner, int depth) {
  if (is_skipped(path)) return;
  if (is_excluded(path)) {
    listing_.skipped_folders.push_back(path);
    return;
  }
  if (depth >= kMaxDepth) {
    return add_problem(
        "too_deep",
        full(path) + " is deeper than " + std::to_string(kMaxDepth) + " folders below the root",
        full(path));
  }
  UniqueFd child(
      ::openat(fd, name_in(path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY));
  if (child) return walk_folder(std::move(child), path, owner, depth + 1);
  // Removed or replaced since it was listed: the next pass sees what is there now.
  const bool replaced = errno == ENOENT || errno == ENOTDIR || errno == ELOOP;
  if (!replaced) add_unreadable_folder(path, errno);
}

void FolderWalk::add_named(int fd, const std::string& path, CandidateKind kind) {
  struct stat st {};
  if (::fstatat(fd, name_in(path), &st, AT_SYMLINK_NOFOLLOW) != 0) return;
  const std::size_t index = reserve(path, kind, kNone);
  candidate(index).stamp = stamp_of(st);
  settle(index, id_of(st));
}

void FolderWalk::add_other_file(std::size_t owner, const std::string& path, const struct stat& st) {
  Candidate& skill = candidate(owner);
  if (skill.files.size() > kMaxFilesOfSkill) return;
  const auto folder = parent_path(skill.path);
  skill.files.push_back({path.substr(folder.empty() ? 0 : folder.size() + 1), st.st_size});
  const bool agent_file = skill.files.back().path == kAgentFile;
  if (agent_file && skill.kind == CandidateKind::skill_file) skill.agent_file = stamp_of(st);
}

Listing FolderWalk::finish() {
  std::erase_if(listing_.candidates, [](const Candidate& c) { return c.path.empty(); });
  for (Candidate& c : listing_.candidates) {
    std::ranges::sort(c.files, {}, &OtherFile::path);
    if (c.files.size() > kMaxFilesOfSkill) {
      c.files.resize(kMaxFilesOfSkill);
      c.notes.push_back(make_problem("files_cut", "the folder holds more than " +
                                                      std::to_string(kMaxFilesOfSkill) +
                                                      " other files; the rest is not listed"));
    }
    for (Problem& note : c.notes) {
      if (note.path.empty()) note.path = full(c.path);
    }
    take_fingerprint(c);
  }
  std::ranges::sort(listing_.candidates, {}, &Candidate::path);
  std::ranges::stable_sort(listing_.problems, {}, &Problem::path);
  return std::move(listing_);
}

}  // namespace skillcat::source
