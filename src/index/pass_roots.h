// The roots of a pass and their rows in the catalog.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <vector>

#include "index/writer.h"
#include "source/source.h"

namespace skillcat::index {

/// Each place once, whoever names it again. Where the plugins below a root are in doubt, those that
/// the catalog knows there follow, in doubt too; a root keeps its doubt only when there are any.
std::vector<source::Root> roots_of_pass(SQLite::Database& database,
                                        const std::vector<source::Root>& planned);

struct RootRow {
  std::int64_t root_id = 0;
  bool moved = false;  ///< its folder is another one: all that names the folder is to be written
};

/// Rows for all roots; what is no longer planned goes, with its skills. A plugin whose folder alone
/// is another one, because another version was installed, keeps its row and the history of its
/// skills.
std::vector<RootRow> put_roots(SQLite::Database& database, Writer& writer,
                               const std::vector<source::Root>& roots);

}  // namespace skillcat::index
