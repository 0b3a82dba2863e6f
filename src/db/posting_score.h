// BM25 as the postings store and bound it: one set of formulas for the writer, the reader and the
// exhaustive scorer of the tests.
//
// Shape: tf2 = 2 x the weighted count of a term in a skill (name 2, triggers 2, description 1,
// body 0.5), at most 255. Scores are fixed point (x 2^18, u32), each term rounded by itself, so
// that a sum does not depend on its order. Only tf2 and exact lengths are stored; idf, the number
// of skills and the average length are taken when a query runs, so nothing goes stale. Bounds:
// `impact` is the stored upper bound of tf/(tf+K) in 1/255, at the reference length that held when
// it was written and with the document's length rounded down to 16 steps an octave. It holds at any
// later average, see bound_factor.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace skillcat::db {

inline constexpr double kBm25K1 = 1.2;
inline constexpr double kBm25B = 0.75;
inline constexpr double kScoreUnit = 1 << 18;

/// The largest weight a query term may have: 64 terms at this weight stay below 2^32.
inline constexpr float kMaxTermWeight = 4.0F;

/// 2 K of BM25, twice because term counts are doubled too.
inline float doubled_k(std::uint32_t length, double average_length) {
  const double relative = average_length > 0 ? length / average_length : 1.0;
  return static_cast<float>(2 * kBm25K1 * (1 - kBm25B + kBm25B * relative));
}

/// Never zero or negative, also when half of ten skills hold the term.
inline double idf(std::uint32_t documents, std::uint32_t with_term) {
  const double n = std::min(documents, with_term);
  return std::log(1 + (documents - n + 0.5) / (n + 0.5));
}

/// What a term can add to a score at most, in score units: the factor of `contribution`.
inline float full_contribution(float weight, std::uint32_t documents, std::uint32_t with_term) {
  const float bounded = std::clamp(weight, 0.0F, kMaxTermWeight);
  return static_cast<float>(bounded * idf(documents, with_term) * (kBm25K1 + 1) * kScoreUnit);
}

/// A posting's part of the score, rounded down.
inline std::uint32_t contribution(float full, std::uint8_t tf2, float k2) {
  const auto tf = static_cast<float>(tf2);
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(full * (tf / (tf + k2))));
}

/// `length` rounded down to 16 steps an octave. A document whose length stays within its step
/// keeps its impacts.
constexpr std::uint32_t length_step(std::uint32_t length) {
  if (length < 32) return length;
  const int dropped = static_cast<int>(std::bit_width(length)) - 5;
  return length >> dropped << dropped;
}

/// Impacts at one reference length. Cost: 2 ns each; made in 1 us.
class ImpactScale {
 public:
  explicit ImpactScale(double reference_length) {
    for (std::uint32_t length = 0; length <= kMaxLength; length = next_step(length)) {
      k2_[place_of(length)] = doubled_k(length_step(length), reference_length);
    }
  }

  /// `length` is at most kMaxLength.
  std::uint8_t impact(std::uint8_t tf2, std::uint32_t length) const {
    const double share = 255.0 * tf2 / (tf2 + k2_[place_of(length)]);
    const auto whole = static_cast<int>(share);
    return static_cast<std::uint8_t>(whole < share ? whole + 1 : whole);
  }

 private:
  static constexpr std::uint32_t kMaxLength = 0xFFFF;
  static constexpr std::uint32_t dropped_bits(std::uint32_t length) {
    return length < 32 ? 0 : static_cast<std::uint32_t>(std::bit_width(length)) - 5;
  }
  static constexpr std::size_t place_of(std::uint32_t length) {
    const std::uint32_t dropped = dropped_bits(length);
    return 16 * dropped + (length >> dropped);
  }
  static constexpr std::uint32_t next_step(std::uint32_t length) {
    return length + (1U << dropped_bits(length));
  }

  std::array<double, 16 * 11 + 32> k2_{};
};

/// How much larger tf/(tf+K) can be at `average` than at the reference: K shrinks at most by
/// reference / average.
inline double bound_factor(double average, double reference_length) {
  return reference_length > 0 ? std::max(1.0, average / reference_length) : 1.0;
}

/// The largest contribution of a posting whose impact is at most `max_impact`.
inline std::uint32_t contribution_bound(float full, double factor, std::uint8_t max_impact) {
  const double share = std::min(1.0, factor * max_impact / 255.0);
  // The slack is above the rounding of `contribution`, which is computed in floats.
  return max_impact == 0 ? 0 : static_cast<std::uint32_t>(full * share * (1 + 1e-6)) + 2;
}

}  // namespace skillcat::db
