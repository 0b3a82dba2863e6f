// Puts made-up skills into a catalog through the index's Writer, without files.
#pragma once

#include <skillcat/skill.h>

#include <cstdint>
#include <optional>
#include <string>

#include "base/digest.h"
#include "db/catalog_file.h"
#include "index/writer.h"

namespace skillcat::test {

class SkillWriter {
 public:
  explicit SkillWriter(const std::string& path)
      : database_(db::open_writer(path)), writer_(database_) {
    root_.label = "made-up";
    root_.path = "/made-up";
    begin();
    root_id_ = writer_.put_root(root_);
    commit();
  }

  void begin(bool rewrite = false) { writer_.begin(1, rewrite); }
  std::int64_t commit() { return writer_.commit(); }

  /// The skill in folder `number`, new or another version of it.
  void put(std::uint64_t number, const Declaration& declaration) {
    source::Candidate candidate;
    candidate.path = "s" + std::to_string(number) + "/SKILL.md";
    index::LoadedFile file;
    file.digest = sha256(declaration.name + declaration.description + declaration.instructions);
    index::LoadedSkill& skill = file.skills.emplace_back();
    skill.ref = "local:made-up/s" + std::to_string(number);
    skill.declaration = declaration;
    skill.fallback_name = "s" + std::to_string(number);
    skill.had_frontmatter = true;
    skill.digest = *file.digest;
    writer_.put_file(root_id_, file_of(number), root_, candidate, file);
  }

  void remove(std::uint64_t number) {
    if (const auto file_id = file_of(number)) writer_.remove_file(*file_id);
  }

  index::Writer& writer() { return writer_; }
  SQLite::Database& database() { return database_; }

 private:
  std::optional<std::int64_t> file_of(std::uint64_t number) {
    SQLite::Statement row(database_, "SELECT file_id FROM file WHERE root_id = ? AND path = ?");
    row.bind(1, root_id_);
    row.bind(2, "s" + std::to_string(number) + "/SKILL.md");
    if (!row.executeStep()) return std::nullopt;
    return row.getColumn(0).getInt64();
  }

  SQLite::Database database_;
  index::Writer writer_;
  source::Root root_;
  std::int64_t root_id_ = 0;
};

}  // namespace skillcat::test
