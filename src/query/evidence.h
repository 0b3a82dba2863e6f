// Evidence: which words of a skill met the query, and the part of its description that shows it.
#pragma once

#include <skillcat/catalog.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "query/fields.h"
#include "query/reader.h"
#include "query/top_k.h"

namespace skillcat::query {

struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Fills `evidence` and `snippet` of a loaded hit for an FTS5 expression: FTS5 says which words
/// met, and they are the skill's own. Cost: one statement a hit.
void add_evidence(Reader& reader, const std::string& expression, Hit& hit);

/// The same for ranked search: with the analysis of the postings over the text as it is stored.
/// Cost: the analysis of name, triggers and description. The words are those that were asked for.
class EvidenceFinder {
 public:
  explicit EvidenceFinder(std::span<const WeightedTerm> terms);

  /// `tf2`: what the postings count of each term in this skill; empty to leave the body out.
  void add(std::span<const std::uint8_t> tf2, Hit& hit);

 private:
  std::vector<ByteRange> count(std::string_view text, std::vector<std::uint32_t>& counts);
  std::vector<std::string> words_of(const std::vector<std::uint32_t>& counts) const;

  std::span<const WeightedTerm> terms_;
  TermFinder finder_;
};

/// The part of `text`, at most `max_bytes` long and cut between words, that holds most of
/// `places` (ascending), in pieces: those at places are matches.
std::vector<SnippetPart> snippet_of(const std::string& text, const std::vector<ByteRange>& places,
                                    std::size_t max_bytes);

}  // namespace skillcat::query
