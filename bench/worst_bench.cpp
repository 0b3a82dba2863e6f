// worst_bench CATALOG [RANDOM [KIND]]: what the worst texts cost a search and a match.
//
// Asks a catalog texts that are made to be slow, of its own most frequent words among others, and
// RANDOM more (1,000). Prints the slowest of each kind, in ms of CPU time, the best of three; fails
// when one throws. KIND asks the texts alone whose name holds it, to be profiled. search_bench
// --keep leaves a catalog of any size to ask.
#include <skillcat/catalog.h>

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "measure.h"

namespace skillcat::bench {
namespace {

constexpr std::size_t kMaxQueryBytes = 4096;  // more of a query is not used
constexpr std::size_t kMaxTerms = 64;

struct WorstText {
  std::string kind;
  std::string text;
};

using Words = std::vector<std::string>;
using Random = std::mt19937_64;

/// Terms of the catalog, the most frequent first.
Words frequent_terms(const std::string& path, bool chinese) {
  Words words;
  const SQLite::Database database(path, SQLite::OPEN_READONLY);
  SQLite::Statement row(database,
                        "SELECT text FROM posting_list JOIN posting_term USING (term_id)"
                        " ORDER BY documents DESC LIMIT 20000");
  while (row.executeStep()) {
    std::string word = row.getColumn(0).getString();
    const bool wide = static_cast<unsigned char>(word[0]) >= 0xE4;
    if (wide == chinese) words.push_back(std::move(word));
  }
  return words;
}

std::string joined(const Words& words, std::size_t first, std::size_t step, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count && first + i * step < words.size(); ++i) {
    text += words[first + i * step] + ' ';
  }
  return text;
}

std::string repeated(std::string_view text, std::size_t bytes = kMaxQueryBytes) {
  std::string out;
  while (out.size() + text.size() <= bytes) out += text;
  return out;
}

/// Words nobody wrote, one edit from frequent ones: each letter is doubled in turn.
std::string misspelt(const Words& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size() && text.size() < kMaxQueryBytes; ++i) {
    std::string word = words[i];
    if (word.size() < 5) continue;
    word.insert(word.size() / 2, 1, 'q');
    text += word + ' ';
  }
  return text;
}

std::string random_letters(Random& random, std::size_t length) {
  std::string word;
  for (std::size_t i = 0; i < length; ++i) word += static_cast<char>('a' + random() % 26);
  return word;
}

std::vector<WorstText> made_texts(const Words& words, const Words& chinese) {
  Random random(7);
  std::string unknown, long_words;
  while (unknown.size() < kMaxQueryBytes) {
    unknown += random_letters(random, 5 + random() % 9) + ' ';
    long_words += random_letters(random, 60) + ' ';
  }
  return {
      {"the most frequent words", joined(words, 0, 1, kMaxTerms)},
      {"every 10th frequent word", joined(words, 0, 10, kMaxTerms)},
      {"every 100th frequent word", joined(words, 0, 100, kMaxTerms)},
      {"4 KiB of frequent words", joined(words, 0, 1, 800)},
      {"one frequent word, 4 KiB of it", repeated(words.empty() ? "a " : words.front() + ' ')},
      {"pairs of frequent words", repeated(joined(words, 0, 1, 8))},
      {"frequent Chinese", joined(chinese, 0, 1, kMaxTerms)},
      {"4 KiB of Chinese without a stop", repeated(joined(chinese, 0, 3, 300))},
      {"one Chinese character", repeated("\u7684")},
      {"misspelt frequent words", misspelt(words)},
      {"unknown words", unknown},
      {"long unknown words", long_words},
      {"one word of 4 KiB", repeated("a")},
      {"one word of digits and letters", repeated("a1")},
      {"camelCase without an end", repeated("aB")},
      {"dashes", repeated("a-")},
      {"paths", repeated("a/b_c.")},
      {"combining marks", repeated("e\u0301\u0302\u0303")},
      {"marks alone", repeated("\u0301")},
      {"a ligature of 18 letters", repeated("\uFDFA")},
      {"Hangul", repeated("\uD55C\uAD6D")},
      {"emoji", repeated("\U0001F468\u200D\U0001F469")},
      {"zero-width", repeated("a\u200B\u200D")},
      {"right to left", repeated("\u202E\u0627\u0644 ")},
      {"invalid UTF-8", repeated("\xC3\xFF\x80 ")},
      {"NULs", repeated(std::string_view("a\0 ", 3))},
      {"FTS5 syntax", repeated("\"a\" NEAR(b c, 1) AND NOT {name}:x* OR ^")},
      {"parentheses", repeated("((((")},
      {"code fences", repeated("```\na\n")},
      {"slash commands", repeated("/a /review ")},
      {"URLs", repeated("https://a.b/c?d=e ")},
      {"1 MiB of frequent words", repeated(joined(words, 0, 1, 200), 1 << 20)},
      {"1 MiB of Chinese", repeated(joined(chinese, 0, 1, 200), 1 << 20)},
      {"64 KiB of distinct words", joined(words, 0, 1, 10'000)},
      {"64 KiB of distinct Chinese", joined(chinese, 0, 1, 10'000)},
      {"1 MiB of brackets", repeated("[", 1 << 20)},
      {"nothing", ""},
      {"a blank", " "},
  };
}

/// Bytes, characters, or words of the catalog with marks between them.
std::string random_text(Random& random, const Words& words, const Words& chinese) {
  std::string text;
  const std::size_t bytes = 1 + random() % kMaxQueryBytes;
  const std::size_t kind = random() % 3;
  while (text.size() < bytes) {
    if (kind == 0) {
      text += static_cast<char>(random() % 256);
    } else if (kind == 1) {
      append_utf8(text, static_cast<char32_t>(1 + random() % 0xD7FE));
    } else {
      const Words& from = !chinese.empty() && random() % 4 == 0 ? chinese : words;
      if (!from.empty()) text += from[random() % std::min<std::size_t>(from.size(), 2000)];
      text += " -/\n"[random() % 4];
    }
  }
  return text;
}

/// The slowest text of a kind of question.
class Worst {
 public:
  Worst(const char* question, std::function<void(const std::string&)> ask)
      : question_(question), ask_(std::move(ask)) {}

  void measure(const WorstText& text) {
    double best = 1e9;
    try {
      for (int i = 0; i < 3; ++i) {
        const Timer timer;
        ask_(text.text);
        best = std::min(best, timer.ms());
      }
    } catch (const std::exception& error) {
      ++failures_;
      std::printf("%s FAILED, %s: %s\n", question_, text.kind.c_str(), error.what());
      return;
    }
    times_.push_back({best, text.kind});
  }

  std::size_t report() {
    std::ranges::sort(times_, std::greater<>{});
    std::printf("\n%s: %zu texts, %zu failed; the slowest, ms:\n", question_, times_.size(),
                failures_);
    for (std::size_t i = 0; i < std::min<std::size_t>(8, times_.size()); ++i) {
      std::printf("  %8.2f  %s\n", times_[i].first, times_[i].second.c_str());
    }
    return failures_;
  }

 private:
  const char* question_;
  std::function<void(const std::string&)> ask_;
  std::vector<std::pair<double, std::string>> times_;
  std::size_t failures_ = 0;
};

int run(const std::string& path, std::uint64_t more, const std::string& kind) {
  Timer::use_cpu_time();
  Catalog catalog = Catalog::open(path);
  std::printf("%lld skills\n", static_cast<long long>(catalog.list({{}, 1, {}}).total));
  const Words words = frequent_terms(path, false);
  const Words chinese = frequent_terms(path, true);
  Worst search("search", [&](const std::string& text) { catalog.search({text, false, 10, {}}); });
  Worst match("match", [&](const std::string& text) { catalog.match({text, 10, {}, {}}); });
  for (const WorstText& text : made_texts(words, chinese)) {
    if (text.kind.find(kind) == std::string::npos) continue;
    search.measure(text);
    match.measure(text);
  }
  Random random(11);
  for (std::uint64_t i = 0; i < more; ++i) {
    const WorstText text{"random text " + std::to_string(i), random_text(random, words, chinese)};
    search.measure(text);
    match.measure(text);
  }
  return search.report() + match.report() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace skillcat::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: worst_bench CATALOG [RANDOM [KIND]]\n");
    return 2;
  }
  skillcat::bench::print_machine(argc, argv);
  return skillcat::bench::run(argv[1], argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1000,
                              argc > 3 ? argv[3] : "");
}
