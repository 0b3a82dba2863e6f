// Small made-up skills with frequent and rare words, the same for the same seed.
#pragma once

#include <skillcat/skill.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>

namespace skillcat::test {

class MadeUpSkills {
 public:
  explicit MadeUpSkills(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  /// Word number 0 is in nearly every text, number 3,000 in few.
  std::string word() {
    const double unit = static_cast<double>(random_() >> 11) * 0x1p-53;
    const auto rank = static_cast<std::uint64_t>(std::pow(3000.0, unit)) - 1;
    if (rank % 11 == 10) return chinese(rank);
    return "w" + std::to_string(rank * 7919 % 100'003) + "x";
  }

  std::string text(std::size_t words) {
    std::string text;
    for (std::size_t i = 0; i < words; ++i) text += word() + (below(9) == 0 ? ".\n" : " ");
    return text;
  }

  Declaration skill() {
    Declaration skill;
    skill.name = word() + "-" + word();
    skill.description = text(5 + below(20));
    for (std::uint64_t i = below(4); i > 0; --i) skill.triggers.push_back(text(1 + below(2)));
    if (below(5) == 0) skill.patterns.push_back("/" + word());
    skill.instructions = text(below(3) == 0 ? below(400) : below(60));
    return skill;
  }

 private:
  static std::string chinese(std::uint64_t rank) {
    std::string word;
    for (std::uint64_t i = 0; i < 2; ++i) {
      const auto c = static_cast<std::uint32_t>(0x4E00 + (rank * 31 + i * 17) % 400);
      word += static_cast<char>(0xE0 | (c >> 12));
      word += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
      word += static_cast<char>(0x80 | (c & 0x3F));
    }
    return word;
  }

  std::mt19937_64 random_;
};

}  // namespace skillcat::test
