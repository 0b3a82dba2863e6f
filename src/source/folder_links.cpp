#include "source/folder_links.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>

#include "base/problem.h"

namespace skillcat::source {
namespace {

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

/// People install skills as links right below the root, or as links to a skill's folder.
bool at_skill_position(const Link& link, const std::string& target) {
  struct stat st {};
  return parent_path(link.path).empty() || ::stat((target + "/SKILL.md").c_str(), &st) == 0;
}

void add_second_path(Candidate& candidate, const std::string& path) {
  Problem note = make_problem("second_path", "also reached as " + path);
  note.path = path;
  candidate.notes.push_back(std::move(note));
}

class LinkFollower {
 public:
  LinkFollower(FolderWalk& walk, const Root& root)
      : walk_(walk),
        real_root_(real_path(root.path).value_or(root.path)),
        may_leave_(root.kind == SourceKind::local) {}

  void follow(const Link& link) {
    struct stat st {};
    const std::string path = walk_.full(link.path);
    const bool leads_somewhere = ::stat(path.c_str(), &st) == 0;
    int error = errno;
    if (walk_.is_observed()) note(link, path, leads_somewhere);
    if (link.reserved != kNone) {
      if (!leads_somewhere) return reject(link, "unreadable", errno_text("follow", path, error));
      return follow_candidate(link, st);
    }
    if (leads_somewhere && S_ISDIR(st.st_mode)) {
      // Or it leads nowhere by now: what was behind it is out of reach, not removed.
      if (const auto target = real_path(path)) return follow_folder(link, st, *target);
      error = errno;
    } else if (leads_somewhere) {
      if (S_ISREG(st.st_mode) && link.owner != kNone) {
        walk_.add_other_file(link.owner, link.path, st);
      }
      return;
    }
    walk_.add_dangling_link(link.path);
    // Elsewhere a dangling link is no business of a catalog of skills.
    if (parent_path(link.path).empty()) {
      walk_.add_problem("broken_link", errno_text("follow the link", path, error), path);
    }
  }

 private:
  /// For those who watch: the target's changes are changes of the root.
  void note(const Link& link, const std::string& path, bool leads_somewhere) {
    SeenLink seen{link.path, {}, !leads_somewhere};
    const auto target = leads_somewhere ? real_path(path) : std::nullopt;
    if (target) {
      seen.target = *target;
    } else {
      char text[PATH_MAX];
      const ssize_t size = ::readlink(path.c_str(), text, sizeof text);
      const std::string_view stands(text, size > 0 ? static_cast<std::size_t>(size) : 0);
      seen.target = absolute_path(stands, parent_path(path));
    }
    walk_.add_seen_link(std::move(seen));
  }

  void reject(const Link& link, std::string_view code, std::string message) {
    walk_.candidate(link.reserved).notes.push_back(make_problem(code, std::move(message)));
    walk_.settle(link.reserved, {});
  }

  static bool may_have_target(CandidateKind kind, std::string_view name) {
    switch (kind) {
      case CandidateKind::skill_file:
        return is_skill_file_name(name);
      case CandidateKind::definitions:
        return is_definitions_name(name);
      case CandidateKind::command:
        return !name.empty();
      case CandidateKind::discovery:
        break;  // the source of servers lists no links
    }
    return false;
  }

  void follow_candidate(const Link& link, const struct stat& st) {
    const std::string path = walk_.full(link.path);
    if (Candidate* known = walk_.find_file(id_of(st))) {
      add_second_path(*known, path);
      return walk_.drop(link.reserved);
    }
    Candidate& candidate = walk_.candidate(link.reserved);
    if (!S_ISREG(st.st_mode)) {
      return reject(link, "not_a_file", path + " is a link to something that is not a file");
    }
    const auto target = real_path(path);
    const auto name = target ? file_name(*target) : std::string_view();
    if (!may_have_target(candidate.kind, name)) {
      const bool skill = candidate.kind == CandidateKind::skill_file;
      const std::string_view wanted = skill ? "SKILL.md" : "*.skills.json";
      return reject(link, "not_a_file",
                    path + " is a link to a file that is not called " + std::string(wanted));
    }
    if (!may_leave_ && !is_below(*target, real_root_)) {
      return reject(link, "not_a_file", path + " is a link to " + *target + ", outside the plugin");
    }
    candidate.stamp = stamp_of(st);
    candidate.notes.push_back(make_problem("linked", path + " is a link to " + *target));
    walk_.settle(link.reserved, id_of(st));
  }

  void follow_folder(const Link& link, const struct stat& st, const std::string& target) {
    const std::string path = walk_.full(link.path);
    if (const std::string* known = walk_.find_folder(id_of(st))) {
      return note_known_folder(*known, path);
    }
    const bool outside = !is_below(target, real_root_);
    if (!outside || !may_leave_ || !at_skill_position(link, target)) {
      const std::string_view why = outside ? ", outside the root" : ", which is excluded";
      return walk_.add_problem("link_not_followed",
                               path + " is a link to " + target + std::string(why), path);
    }
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return walk_.add_unreadable_folder(link.path, errno);
    walk_.walk_link(std::move(fd), link, "reached through the link " + path + " to " + target);
  }

  void note_known_folder(const std::string& folder, const std::string& path) {
    if (Candidate* served = walk_.find_served(folder)) return add_second_path(*served, path);
    walk_.add_problem(
        "second_path",
        path + " is a link to " + walk_.full(folder) + ", which is indexed under its own path",
        path);
  }

  FolderWalk& walk_;
  const std::string real_root_;
  const bool may_leave_;  ///< a plugin comes from a stranger: its links stay inside
};

}  // namespace

void follow_links(FolderWalk& walk, const Root& root) {
  LinkFollower follower(walk, root);
  for (auto links = walk.take_links(); !links.empty(); links = walk.take_links()) {
    for (const Link& link : links) follower.follow(link);
  }
}

}  // namespace skillcat::source
