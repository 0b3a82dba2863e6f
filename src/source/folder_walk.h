// The walk below one root: every folder once, its candidates, and the links for later.
//
// Real files first, links afterwards (folder_links.h): a skill's place is its real path, and a link
// to it is a note.
// Cost: five system calls a folder (open, stat, two reads of entries, close), one stat a file of a
// skill.
#pragma once

#include <sys/stat.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "source/source.h"

namespace skillcat::source {

using FileId = std::pair<dev_t, ino_t>;
inline FileId id_of(const struct stat& st) {
  return {st.st_dev, st.st_ino};
}

bool is_skill_file_name(std::string_view name);   ///< "SKILL.md" in any case
bool is_definitions_name(std::string_view name);  ///< "bundled.json", "*.skills.json"

/// Sets Candidate::surroundings.
void take_fingerprint(Candidate& candidate);

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

struct Link {
  std::string path;              ///< below the root
  std::size_t owner = kNone;     ///< the candidate whose folder encloses it
  std::size_t reserved = kNone;  ///< its own candidate, when it is called like one
};

/// Where files are commands.
struct CommandPlace {
  std::string path;         ///< below the root; a folder or a file
  std::string_view ending;  ///< of their names; lives for ever
};

class FolderWalk {
 public:
  /// `observer` may be absent.
  FolderWalk(const Root& root, const Rules& rules, FolderObserver* observer,
             std::vector<CommandPlace> commands = {})
      : root_(root), rules_(rules), observer_(observer), commands_(std::move(commands)) {}

  /// Walks the root's folder. False when it cannot be opened: the listing says why.
  bool walk_root();
  /// Walks one folder of it, without following links: a link there makes the listing doubtful, and
  /// so does all else that only the whole root can tell.
  void walk_part(const std::string& folder);
  bool is_observed() const { return observer_ != nullptr; }
  /// Walks the folder that `link` leads to; `note` says so at everything found there.
  void walk_link(UniqueFd folder, const Link& link, std::string note);
  /// The links found since the last call, by path.
  std::vector<Link> take_links();
  /// The listing as it is stored: sorted, with fingerprints. Ends the walk.
  Listing finish();

  std::string full(std::string_view path) const { return join_path(root_.path, path); }
  /// The path below the root under which a folder was entered; nullptr when it was not.
  const std::string* find_folder(const FileId& id) const;
  /// The candidate of a file; nullptr when it is none.
  Candidate* find_file(const FileId& id);
  /// The candidate that is served of a folder; nullptr when it holds none.
  Candidate* find_served(const std::string& folder);
  Candidate& candidate(std::size_t index) { return listing_.candidates[index]; }

  /// Makes a candidate known by its file and folder, as the next in place there.
  void settle(std::size_t index, const FileId& id);
  void drop(std::size_t index) { listing_.candidates[index].path.clear(); }
  void add_other_file(std::size_t owner, const std::string& path, const struct stat& st);
  void add_problem(std::string_view code, std::string message, std::string path);
  void add_unreadable_folder(const std::string& path, int error);
  void add_dangling_link(const std::string& path) { listing_.dangling_links.push_back(path); }
  void add_seen_link(SeenLink link) { listing_.links.push_back(std::move(link)); }

 private:
  struct Entry {
    std::string name;
    unsigned char type;  ///< DT_REG, DT_DIR, DT_LNK or something else
  };
  struct SkillFiles {
    std::size_t served;  ///< index of the candidate
    int count;
  };

  UniqueFd open_root();
  void walk_folder(UniqueFd fd, const std::string& path, std::size_t owner, int depth);
  bool may_enter(const FileId& id, const std::string& path);
  static bool read_entries(int fd, std::vector<Entry>& entries);
  std::size_t add_skill_files(int fd, const std::string& path, const std::vector<Entry>& entries,
                              std::size_t enclosing);
  std::size_t add_skill_file(int fd, const std::string& path, std::size_t enclosing);
  std::size_t reserve(std::string path, CandidateKind kind, std::size_t enclosing);
  void visit(int fd, const std::string& folder, const Entry& entry, std::size_t owner, int depth);
  void enter(int fd, const std::string& path, std::size_t owner, int depth);
  bool is_excluded(std::string_view path) const;
  bool is_skipped(const std::string& path) const;
  bool may_be_command(std::string_view name) const;
  std::optional<CandidateKind> kind_by_name(const std::string& path) const;
  void add_named(int fd, const std::string& path, CandidateKind kind);

  const Root& root_;
  const Rules& rules_;
  FolderObserver* const observer_;
  const std::vector<CommandPlace> commands_;
  Listing listing_;
  std::map<FileId, std::string> folders_;  ///< entered, with their path below the root
  std::map<FileId, std::size_t> files_;    ///< candidates by file
  std::unordered_map<std::string, SkillFiles> skill_files_;  ///< by folder
  std::vector<Link> links_;
  std::optional<std::string> linked_through_;  ///< the note, below a followed link
};

}  // namespace skillcat::source
