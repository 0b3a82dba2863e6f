// Is the catalog sound? SQLite's own checks, FTS5's, and the catalog's invariants.
#pragma once

#include <SQLiteCpp/Database.h>

#include <string>
#include <vector>

namespace skillcat::index {

/// One sentence a finding; empty = sound. Cost: reads the whole file. Needs the index lock:
/// FTS5's check is a write statement.
std::vector<std::string> verify(SQLite::Database& database);

}  // namespace skillcat::index
