// Ranked search over all copies.
#pragma once

#include <skillcat/catalog.h>

#include "query/ranking.h"
#include "query/reader.h"

namespace skillcat::query {

SearchAnswer search(Reader& reader, const Query& query, const RankingOptions& options = {});

}  // namespace skillcat::query
