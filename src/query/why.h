// Why: what became of a name or a path, in words.
#pragma once

#include <skillcat/catalog.h>

#include <string>
#include <string_view>

#include "query/reader.h"

namespace skillcat::query {

/// See Catalog::why. Looks at the disk for paths, never into files.
WhyAnswer why(Reader& reader, std::string_view name_or_path, const std::string& cwd);

/// Which rule kept `path` (absolute) out of the catalog. Cost: a few stat()s.
WhyCopy why_missing(Reader& reader, const std::string& path);

/// Every way to write `path` that the catalog may know it by: as it is, with links resolved, and
/// below a root that is itself reached through a link.
std::vector<std::string> spellings_of(Reader& reader, const std::string& path);

}  // namespace skillcat::query
