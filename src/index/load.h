// Reading and parsing one candidate: everything about it that needs no catalog.
#pragma once

#include <skillcat/skill.h>

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/digest.h"
#include "source/source.h"

namespace skillcat::index {

/// A file that was read because a candidate names it.
struct Dependency {
  std::string path;        ///< below the candidate's folder
  std::int64_t stamp = 0;  ///< fingerprint of its stamp; kRacyDependency
};

/// In place of the stamp of a dependency that may change again under an equal stamp: it never
/// equals one, so that the next pass looks again.
inline constexpr std::int64_t kRacyDependency = -1;
/// The same in place of the fingerprint of a candidate's surroundings.
inline constexpr std::int64_t kRacySurroundings = -1;

/// One skill that a candidate holds, or should hold.
struct LoadedSkill {
  int entry = 0;
  std::string ref;                         ///< before clashes are settled against the catalog
  std::optional<Declaration> declaration;  ///< absent: broken, `problems` says why
  std::string fallback_name;               ///< what a broken one is called
  bool had_frontmatter = false;
  Digest digest{};
  std::int64_t size_bytes = 0;
  std::vector<Problem> problems;
};

struct LoadedFile {
  Stamp stamp;
  bool racy = false;             ///< it may change again under an equal stamp
  bool racy_beside = false;      ///< so may what the listing saw beside it
  std::optional<Digest> digest;  ///< absent when it could not be read
  bool same_content = false;     ///< digest as known before: nothing else below is filled
  std::vector<Dependency> dependencies;
  std::vector<LoadedSkill> skills;
  /// A definitions file whose entries cannot be told: what the catalog has of it stays, as stale.
  std::optional<Problem> broken;
  std::vector<Problem> problems;  ///< of the file as a whole
  int files_read = 0;
};

/// Reads and parses. When the content's digest equals `known`, stops there. Never throws for what
/// the file holds. Threads: any, without shared state.
LoadedFile load(const source::Root& root, const source::Candidate& candidate,
                const std::optional<Digest>& known, const Clock& clock);

/// What the listing noted that keeps the candidate from being read.
std::optional<Problem> broken_note(const source::Candidate& candidate);

/// As stored in Dependency::stamp; 0 for a file that is not there.
std::int64_t fingerprint_of(const Stamp& stamp);

}  // namespace skillcat::index
