// Typos: a word that no skill holds is read as the most frequent word one edit away.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "query/postings.h"

namespace skillcat::query {

/// Shorter words have too many neighbours.
inline constexpr std::size_t kLeastCorrected = 5;
/// At most this many words of a query are looked at: each costs some hundred lookups.
inline constexpr std::size_t kMaxCorrected = 4;

/// `query` with its unknown English words replaced, the rest as it stands; nothing when there is
/// nothing to replace. One edit: a letter left out, added, changed, or two neighbours swapped. The
/// first letter stays, unless it is swapped.
/// Cost: a lookup a word, and up to 54 a letter for an unknown one, remembered by `postings`;
/// independent of the number of skills but for the depth of one B-tree. Needs a Snapshot.
std::optional<std::string> corrected(Postings& postings, std::string_view query);

}  // namespace skillcat::query
