// Coverage: how much of what a message says a skill's name, triggers and description hold.
//
// A message is taken as pieces that say one thing each: an English word, a Chinese word that the
// lexicon knows, else a pair of Chinese characters. A piece is met by itself or by a translation.
// Pure, but for the frequencies of terms.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "query/fields.h"
#include "query/plan.h"

namespace skillcat::query {

struct Covered {
  double share = 0;        ///< of what the pieces tell (idf)
  double count_share = 0;  ///< of their number
  std::size_t count = 0;   ///< of pieces that are met
};

class Coverage {
 public:
  /// Needs a Snapshot. `plan` is that of `message`.
  Coverage(Postings& postings, std::string_view message, const Plan& plan);

  /// `met`: for each term of the plan, whether it stands in the skill.
  Covered of(const std::vector<bool>& met) const;
  std::size_t pieces() const { return pieces_.size(); }

 private:
  struct Piece {
    double told = 0;
    std::vector<std::uint32_t> terms;  ///< one of them meets it
  };
  std::vector<Piece> pieces_;
};

}  // namespace skillcat::query
