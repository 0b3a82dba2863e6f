// What a root's last whole listing showed, as far as it takes to list a part of it alone.
//
// A part is local when it would come out the same in a listing of the whole root: no symbolic link
// in it, to it or over it, nothing the root itself has a problem with. Anything doubtful is not
// local, and the whole root is listed.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "index/changes.h"
#include "source/source.h"

namespace skillcat::index {

class RootView {
 public:
  RootView(const source::Root& root, std::int64_t root_id) : root_(root), root_id_(root_id) {}

  std::int64_t root_id() const { return root_id_; }
  /// Whether it could not be read whole, though there is something to miss.
  bool failed() const { return failed_; }
  void set_failed(bool failed) { failed_ = failed; }
  /// Takes over a listing of the whole root.
  void set_whole(const source::Listing& listing);
  /// The folders to list for `changes`, none inside another; {""} for the whole root.
  std::vector<std::string> parts_of(SQLite::Database& database, const RootChanges& changes) const;
  /// Whether `listing` of `folder` is what a listing of the whole root would show there.
  bool is_local(const std::string& folder, const source::Listing& listing) const;
  /// Takes over a part that is local. The listing gets what is kept of a root as a whole: its
  /// skipped folders. False when those are the same as before.
  bool set_part(const std::string& folder, source::Listing& listing);

 private:
  bool touches_link(const std::string& path) const;
  bool some_dangling_link_leads_somewhere() const;
  /// The folder to list for one entry; "" for the whole root, none when nothing depends on it.
  std::optional<std::string> part_of(SQLite::Database& database, const ChangedEntry& entry) const;

  source::Root root_;
  std::int64_t root_id_;
  bool failed_ = false;
  bool whole_only_ = true;  ///< the last listing was not sound enough for parts
  std::int64_t dev_ = 0;
  std::int64_t folders_ = 0;
  std::vector<std::string> skipped_;        ///< sorted
  std::vector<std::string> problem_paths_;  ///< below the root
  std::vector<source::SeenLink> links_;
  std::string real_path_;  ///< of the root
};

}  // namespace skillcat::index
