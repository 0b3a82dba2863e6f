#include "corpus.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string_view>

#include "base/utf8.h"

namespace skillcat::bench {
namespace {

constexpr std::size_t kVocabulary = 1'000'000;
constexpr std::size_t kTopics = 4'000;
constexpr std::size_t kTopicWords = 300;
constexpr std::size_t kChineseWords = 20'000;
constexpr std::size_t kBodyBytes = 6'400;
constexpr double kFreshWords = 350;  // that a skill takes from the whole vocabulary

constexpr std::array<std::string_view, 24> kCommonWords = {
    "the", "to", "and", "a",    "for", "of",  "in",   "is",  "with", "or",  "use", "this",
    "on",  "be", "if",  "that", "it",  "you", "from", "not", "are",  "can", "all", "when"};
constexpr std::array<std::string_view, 12> kSpeech = {
    "how do i", "please help me", "i want to", "can you",  "what is the best way to",
    "show me",  "with the",       "for my",    "and then", "in the middle",
    "using",    "from a"};

std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

/// Cumulative frequencies: flat as far as the `knee`, steep behind it.
std::vector<double> frequencies(std::size_t n, double shift, double flat, double knee,
                                double steep) {
  std::vector<double> cumulative(n);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double rank = static_cast<double>(i) + shift;
    sum +=
        rank < knee ? std::pow(rank, -flat) : std::pow(knee, -flat) * std::pow(rank / knee, -steep);
    cumulative[i] = sum;
  }
  for (double& value : cumulative) value /= sum;
  return cumulative;
}

using Random = std::mt19937_64;

double unit(Random& random) {
  return static_cast<double>(random() >> 11) * 0x1p-53;
}

std::size_t draw(const std::vector<double>& cumulative, Random& random) {
  const auto place = std::ranges::lower_bound(cumulative, unit(random));
  return std::min(static_cast<std::size_t>(place - cumulative.begin()), cumulative.size() - 1);
}

std::string word_of(std::size_t rank) {
  if (rank < kCommonWords.size()) return std::string(kCommonWords[rank]);
  constexpr std::string_view kOnsets[] = {"b", "c", "d", "f", "g", "l", "m",  "n",
                                          "p", "r", "s", "t", "v", "k", "tr", "st"};
  constexpr std::string_view kVowels[] = {"a", "e", "i", "o", "u", "ea", "ou", "ai"};
  constexpr std::string_view kEnds[] = {"", "", "", "s", "ing", "ed", "er", "tion"};
  std::uint64_t bits = mixed(rank);
  std::string word;
  const std::size_t syllables = rank < 1000 ? 2 : 3;
  for (std::size_t i = 0; i < syllables; ++i, bits >>= 7) {
    word += kOnsets[bits & 15];
    word += kVowels[(bits >> 4) & 7];
  }
  word += kOnsets[bits & 7];
  word += kEnds[(bits >> 3) & 7];
  return word;
}

std::string chinese_word(std::size_t rank) {
  std::string word;
  const std::uint64_t bits = mixed(rank ^ 0xC41E5EULL);
  // Few characters make most words.
  const auto character = [](std::uint64_t x) {
    const std::uint64_t range = (x & 3) != 0 ? 600 : 4000;
    return static_cast<char32_t>(0x4E00 + (x >> 2) % range);
  };
  append_utf8(word, character(bits & 0xFFFFFF));
  append_utf8(word, character(bits >> 32));
  return word;
}

/// Writes the text of one skill.
class Author {
 public:
  Author(std::uint64_t seed, std::uint64_t number, const std::vector<double>& words,
         const std::vector<double>& topic_words, const std::vector<double>& chinese_words)
      : random_(mixed(seed ^ mixed(number))),
        words_(words),
        topic_words_(topic_words),
        chinese_words_(chinese_words),
        topic_(random_() % kTopics),
        chinese_(number % 20 == 7) {}

  std::string word() {
    const double kind = unit(random_);
    if (kind < 0.45 && used_.size() > 20) return text_of(used_[random_() % used_.size()]);
    std::size_t rank;
    if (chinese_ && kind < 0.95) {
      rank = draw(chinese_words_, random_) + kVocabulary;
    } else if (kind < 0.6) {
      rank = topic_word();
    } else {
      rank = draw(words_, random_);
    }
    used_.push_back(rank);
    return text_of(rank);
  }

  std::string topic_text() { return text_of(topic_word()); }

  std::string sentence(std::size_t words) {
    std::string text;
    for (std::size_t i = 0; i < words; ++i) {
      if (!text.empty() && !chinese_) text += ' ';
      text += word();
      if (chinese_ && i % 5 == 4) text += "，";
    }
    return text + (chinese_ ? "。" : ".");
  }

  std::string line() { return sentence(8 + random_() % 8) + "\n"; }
  std::size_t between(std::size_t low, std::size_t high) { return low + random_() % (high - low); }
  bool chinese() const { return chinese_; }

 private:
  static std::string text_of(std::size_t rank) {
    return rank < kVocabulary ? word_of(rank) : chinese_word(rank - kVocabulary);
  }
  std::size_t topic_word() {
    const std::size_t place = draw(topic_words_, random_);
    return 200 + mixed(topic_ * kTopicWords + place) % 40'000;
  }

  Random random_;
  const std::vector<double>& words_;
  const std::vector<double>& topic_words_;
  const std::vector<double>& chinese_words_;
  std::size_t topic_;
  bool chinese_;
  std::vector<std::size_t> used_;
};

}  // namespace

Corpus::Corpus(std::uint64_t seed)
    : seed_(seed),
      words_(frequencies(kVocabulary, 8, 0.85, 1000, 1.45)),
      topic_words_(frequencies(kTopicWords, 5, 1.0, 1000, 1.0)),
      chinese_words_(frequencies(kChineseWords, 8, 0.9, 1000, 1.3)) {}

Declaration Corpus::skill(std::uint64_t number) const {
  Author author(seed_, number, words_, topic_words_, chinese_words_);
  Declaration skill;
  skill.name = author.topic_text() + "-" + author.topic_text() + "-" + std::to_string(number);
  skill.description = author.sentence(author.between(12, 32));
  for (int i = 0; i < 3; ++i) {
    skill.triggers.push_back(author.chinese() ? author.word() + author.word()
                                              : author.topic_text() + " " + author.word());
  }
  // Sizes vary as in the sample: a quarter is short.
  const std::size_t bytes =
      author.between(0, 4) == 0 ? author.between(400, kBodyBytes) : kBodyBytes;
  while (skill.instructions.size() < bytes) skill.instructions += author.line();
  return skill;
}

Declaration Corpus::edited(std::uint64_t number, std::uint64_t edit) const {
  Declaration skill = this->skill(number);
  Author author(seed_ ^ mixed(edit + 1), number, words_, topic_words_, chinese_words_);
  std::string text;
  std::size_t line = edit % 10;
  for (std::size_t begin = 0; begin < skill.instructions.size(); ++line) {
    const std::size_t end = skill.instructions.find('\n', begin) + 1;
    text += line % 10 == 0 ? author.line() : skill.instructions.substr(begin, end - begin);
    begin = end;
  }
  skill.instructions = text;
  return skill;
}

const char* to_text(QueryKind kind) {
  constexpr const char* kNames[] = {"short", "medium", "long", "chinese"};
  return kNames[static_cast<std::size_t>(kind)];
}

namespace {

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 128;
    if (letter) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

/// The share of skills that hold a word of a question: what is not above `share` at `place` of 1.
struct AskedShare {
  double place;
  double share;
};
/// Of 83,125 words of real questions without stop words, in 5,301 real SKILL.md files. Rarer ones
/// are taken from the skill that is asked for.
constexpr AskedShare kAskedShares[] = {{0, 0.0002},   {0.25, 0.0036}, {0.4, 0.0113},
                                       {0.5, 0.0223}, {0.6, 0.0381},  {0.75, 0.0962},
                                       {0.9, 0.2394}, {0.97, 0.4039}, {1, 0.75}};

/// The share at `place`, between the known ones on a logarithmic scale.
double asked_share(double place) {
  const auto* above = std::ranges::upper_bound(std::begin(kAskedShares), std::end(kAskedShares) - 1,
                                               place, {}, &AskedShare::place);
  const AskedShare& low = above[-1];
  const double part = (place - low.place) / (above->place - low.place);
  return low.share * std::pow(above->share / low.share, part);
}

std::string chinese_query(const Declaration& skill, Random& random) {
  std::vector<char32_t> characters;
  const std::string text = skill.description + skill.instructions.substr(0, 1200);
  for (std::size_t i = 0; i < text.size();) {
    const DecodedChar c = decode_utf8(text, i);
    i += c.length;
    if (c.code_point >= 0x4E00 && c.code_point < 0xA000) characters.push_back(c.code_point);
  }
  std::string query;
  if (characters.size() < 16) return query;
  for (int part = 0; part < 3; ++part) {
    const std::size_t begin = random() % (characters.size() - 4);
    for (std::size_t i = 0; i < 2 + random() % 3; ++i) append_utf8(query, characters[begin + i]);
  }
  return query;
}

}  // namespace

std::string Corpus::query(const Declaration& skill, QueryKind kind, std::uint64_t seed) const {
  Random random(mixed(seed ^ 0x5EA7C4ULL));
  if (kind == QueryKind::chinese) return chinese_query(skill, random);
  const auto topic = words_in(skill.name);
  const std::size_t words = kind == QueryKind::short_words ? 1 + random() % 3
                            : kind == QueryKind::medium    ? 4 + random() % 5
                                                           : 15 + random() % 26;
  std::string query;
  for (std::size_t i = 0; i < words; ++i) {
    if (kind != QueryKind::short_words && random() % 5 == 0) {
      query += std::string(kSpeech[random() % kSpeech.size()]) + " ";
    }
    const double place = unit(random);
    query += place < kAskedShares[1].place ? topic[random() % topic.size()]
                                           : word_of(rank_of(asked_share(place)));
    query += ' ';
  }
  return query;
}

std::size_t Corpus::rank_of(double share) const {
  const double frequency = -std::log1p(-share) / kFreshWords;
  std::size_t low = kCommonWords.size();
  std::size_t high = words_.size() - 1;
  while (low < high) {
    const std::size_t rank = (low + high) / 2;
    if (words_[rank] - words_[rank - 1] > frequency) {
      low = rank + 1;
    } else {
      high = rank;
    }
  }
  return low;
}

}  // namespace skillcat::bench
