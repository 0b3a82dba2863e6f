// Match: which skills a chat message calls for. Not search: it answers none when nothing fits.
//
// Evidence, strongest first: a slash command or pattern, a keyword, the skill's name, else strong
// text relevance: most of what the message says stands in name, triggers and description
// (coverage.h). Those are ordered as search orders them. A name of one word is text that needs one
// other word. A skill counts by its best evidence, never by the number of its keywords.
#pragma once

#include <skillcat/catalog.h>

#include "query/reader.h"

namespace skillcat::query {

/// Needs a Snapshot around it.
SearchAnswer match(Reader& reader, const Message& message);

}  // namespace skillcat::query
