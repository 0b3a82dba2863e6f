// Context: the text of skills as it is injected into an agent's prompt.
#pragma once

#include <skillcat/catalog.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "query/reader.h"

namespace skillcat::query {

/// The skills with these ids, best first. `reasons` says why each is here (may be empty).
/// Whole skills while they fit; the first that does not is cut at a paragraph and ends the text,
/// or is left out when not even its first paragraph fits.
ContextAnswer context_of(Reader& reader, const std::vector<std::int64_t>& skill_ids,
                         const std::vector<std::string>& reasons, const ContextOptions& options);

/// The skills that were found, each with its best evidence as the reason.
ContextAnswer context_of_hits(Reader& reader, const std::vector<Hit>& hits,
                              const ContextOptions& options);

/// The skills that `names` mean, each once. Throws Error(not_found) for a name that nothing has and
/// for a skill that cannot be served.
ContextAnswer context_of_names(Reader& reader, const std::vector<std::string>& names,
                               const ContextOptions& options);

/// `text` with placeholders filled: $ARGUMENTS, $1…, $name, ${CLAUDE_SKILL_DIR},
/// ${CLAUDE_PLUGIN_ROOT}, {baseDir}. One pass: a filled-in value is never looked at again. Pure.
std::string fill_placeholders(std::string_view text,
                              const std::vector<std::pair<std::string, std::string>>& arguments,
                              std::string_view folder, std::string_view plugin_root);

/// The longest start of `text` within `budget` tokens that ends at a paragraph outside of code
/// fences, else at a line, else nothing. Pure.
std::string_view cut_at_paragraph(std::string_view text, std::int64_t budget);

}  // namespace skillcat::query
