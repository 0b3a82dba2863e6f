// A skill's other files: the list of the catalog, and the content of one from the disk.
#pragma once

#include <skillcat/catalog.h>

#include <string>
#include <string_view>

#include "query/reader.h"

namespace skillcat::query {

/// The most that is read of one file.
inline constexpr std::size_t kMaxServedBytes = std::size_t{16} << 20;

FileList list_files(Reader& reader, std::string_view name, const std::string& cwd);

/// Only what the catalog lists for the skill, and its own file, is read: a folder of a skill may
/// hold folders that are none of its business (.git, other skills).
/// Throws Error(not_found), and Error(usage) for a file above kMaxServedBytes.
FileContent read_skill_file(Reader& reader, std::string_view name, const std::string& path,
                            const std::string& cwd);

/// By the first bytes; for text by the end of the path. Never text/html: nothing that a browser
/// would run is called by its name. Pure.
std::string_view media_type_of(std::string_view path, std::string_view content);

}  // namespace skillcat::query
