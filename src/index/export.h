// Export: one compact file of the catalog, for another machine or a reader that wants no WAL.
#pragma once

#include <cstdint>
#include <string>

namespace skillcat::index {

enum class Existing : std::uint8_t { refuse, replace };

/// Writes a snapshot of the catalog at `catalog_path` to `target`: one revision, no WAL, safe to
/// open with immutable=1, mode 0640. Readers of `target` see the old file or the new one, never a
/// part. The key of context marks stays behind: a snapshot has its own.
/// Throws Error(usage) for a target that exists (without Existing::replace) or is a catalog in use,
/// Error(catalog) when it cannot be read or written. Needs no index lock, and no write access to
/// the catalog. Cost: reads and writes the whole catalog once; 0.4 s for 5,000 skills (60 MB).
/// Returns the size of the file.
std::int64_t export_snapshot(const std::string& catalog_path, const std::string& target,
                             Existing existing);

}  // namespace skillcat::index
