// Phrases of skills that a message holds, found by looking up the message's own sequences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "query/message.h"
#include "query/reader.h"

namespace skillcat::query {

enum class PhraseKind : std::uint8_t { slash, pattern, keyword, name };

/// A phrase of a skill that stands in the message.
struct PhraseMatch {
  std::int64_t skill_id = 0;
  PhraseKind kind = PhraseKind::keyword;
  std::string text;       ///< as the author wrote it
  std::size_t units = 0;  ///< its length
};

/// All of them, in order of kind and length as found. Cost: up to six lookups a word of the message
/// and one a regular expression that may match; independent of the number of skills.
std::vector<PhraseMatch> find_phrases(Reader& reader, const MessageText& message, Stemmer& stemmer);

}  // namespace skillcat::query
