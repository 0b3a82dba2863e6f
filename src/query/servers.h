// MCP servers as the catalog knows them: by their roots, skills and problems.
#pragma once

#include <skillcat/catalog.h>

#include <vector>

#include "query/reader.h"

namespace skillcat::query {

/// By precedence. Needs a read transaction around it.
std::vector<ServerStatus> list_servers(Reader& reader);

}  // namespace skillcat::query
