// Evidence: which words of a skill met the query, and the part of its description that shows it.
#pragma once

#include <skillcat/catalog.h>

#include <string>
#include <vector>

#include "query/reader.h"

namespace skillcat::query {

/// Fills `evidence` and `snippet` of a loaded hit. FTS5 says which terms met, so that stems agree
/// with the ranking. Cost: one statement a hit.
void add_evidence(Reader& reader, const std::string& expression, Hit& hit);

/// The part of `text`, at most `max_bytes` long and cut between words, that holds most of `terms`.
std::string snippet_of(const std::string& text, const std::vector<std::string>& terms,
                       std::size_t max_bytes);

}  // namespace skillcat::query
