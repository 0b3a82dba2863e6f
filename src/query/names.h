// Names: from what a person calls a skill to the copy that is meant.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "query/reader.h"

namespace skillcat::query {

struct NamedCopy {
  std::int64_t skill_id = 0;
  std::string ref;
};

/// All copies that `name` may mean, the winner first: see Catalog::find. A ref means one copy.
std::vector<NamedCopy> resolve(Reader& reader, std::string_view name, const std::string& cwd);

/// The first of them. Throws Error(not_found).
std::int64_t winner_of(Reader& reader, std::string_view name, const std::string& cwd);

[[noreturn]] void refuse_unknown_name(std::string_view name);

enum class CalledBy : std::uint8_t { name, folder };

/// Copies that call themselves `name` (whose folder is called so), the winner first.
std::vector<NamedCopy> copies_called(Reader& reader, CalledBy by, std::string_view name,
                                     const std::string& cwd);

}  // namespace skillcat::query
