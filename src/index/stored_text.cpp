#include "index/stored_text.h"

namespace skillcat::index {
namespace {

const std::string kSelect =
    "SELECT skill_id, s.name, s.description, b.instructions FROM skill AS s"
    " JOIN body AS b USING (skill_id) WHERE s.state <> 'rejected'";

}  // namespace

StoredTextReader::StoredTextReader(SQLite::Database& database)
    : database_(database),
      select_(database, kSelect + " AND skill_id = ?"),
      select_triggers_(database, "SELECT text FROM trigger_phrase WHERE skill_id = ?") {}

DocumentText StoredTextReader::read_row(SQLite::Statement& row, std::int64_t skill_id) {
  name_ = row.getColumn(1).getString();
  description_ = row.getColumn(2).getString();
  instructions_ = row.getColumn(3).getString();
  triggers_.clear();
  select_triggers_.start(skill_id);
  while (select_triggers_.step()) triggers_.push_back(select_triggers_.column(0).getString());
  return {name_, description_, instructions_, {triggers_.begin(), triggers_.end()}};
}

std::optional<DocumentText> StoredTextReader::find(std::int64_t skill_id) {
  select_.bind(1, skill_id);
  std::optional<DocumentText> text;
  if (select_.executeStep()) text = read_row(select_, skill_id);
  select_.reset();
  return text;
}

void StoredTextReader::each(const std::function<void(std::int64_t, const DocumentText&)>& visit) {
  SQLite::Statement row(database_, kSelect + " ORDER BY skill_id");
  while (row.executeStep()) {
    const std::int64_t skill_id = row.getColumn(0).getInt64();
    visit(skill_id, read_row(row, skill_id));
  }
}

}  // namespace skillcat::index
