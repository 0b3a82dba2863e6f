// The catalog over a folder of real skills, in one run: a first pass beside reading and hashing the
// same files, an unchanged pass beside a bare walk with stat, and what the query library answers.
//
//   catalog_bench FOLDER [ROUNDS]
#include <skillcat/catalog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/digest.h"
#include "base/fs.h"
#include "index/pass.h"
#include "measure.h"

namespace skillcat::bench {
namespace {

namespace fs = std::filesystem;

struct Tree {
  std::vector<std::string> skill_files;
  std::size_t files = 0;
  std::size_t folders = 0;
};

/// Every entry, each with its stat: the least that a pass can do.
Tree walk(const std::string& folder) {
  Tree tree;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    struct stat st {};
    if (::lstat(entry.path().c_str(), &st) != 0) continue;
    if (S_ISDIR(st.st_mode)) {
      ++tree.folders;
      continue;
    }
    ++tree.files;
    std::string name = entry.path().filename();
    for (char& c : name) c = static_cast<char>(c | 0x20);
    if (name == "skill.md") tree.skill_files.push_back(entry.path());
  }
  return tree;
}

std::size_t read_and_hash(const std::vector<std::string>& files) {
  std::size_t bytes = 0;
  for (const std::string& path : files) {
    const auto file = read_file(path, std::size_t{1} << 20);
    if (!file) continue;
    bytes += file->bytes.size();
    if (sha256(file->bytes)[0] == 0) continue;  // used, so that it is not left out
  }
  return bytes;
}

struct PassTimes {
  Samples walk, hash, first, unchanged;
  std::int64_t candidates = 0, rejected = 0, first_reads = 0, unchanged_reads = 0;
  std::size_t bytes = 0;
  std::uintmax_t catalog_bytes = 0;
};

void measure_passes(const std::string& folder, const std::string& catalog, const Tree& tree,
                    PassTimes& times) {
  source::Root root;
  root.label = "bench";
  root.path = folder;
  const SystemClock clock;
  const Timer walking;
  walk(folder);
  times.walk.add(walking.ms());
  const Timer hashing;
  times.bytes = read_and_hash(tree.skill_files);
  times.hash.add(hashing.ms());
  index::Indexer indexer(catalog, "catalog_bench", std::chrono::seconds(1), clock);
  const Timer first;
  auto report = indexer.run({root}, {}, {});
  times.first.add(first.ms());
  times.candidates = report.candidates;
  times.rejected = report.rejected;
  times.first_reads = report.files_read;
  const Timer unchanged;
  report = indexer.run({root}, {}, {});
  times.unchanged.add(unchanged.ms());
  times.unchanged_reads = report.files_read;
  times.catalog_bytes = fs::file_size(catalog);
}

constexpr const char* kMessages[] = {
    "please review the code changes in my pull request before I merge",
    "convert this pdf to text and extract the tables",
    "write release notes from the merged pull requests",
    "帮我分析这段代码的复杂度",
    "search arxiv for papers about diffusion models",
    "what is the weather in Paris tomorrow?",
    "hello, how are you?",
    "部署到阿里云的服务器上",
};

struct QueryTimes {
  Samples open, search, match, context, changes, list;
};

void measure_queries(const std::string& catalog_path, QueryTimes& times) {
  const Timer opening;
  Catalog catalog = Catalog::open(catalog_path);
  catalog.freshness();
  times.open.add(opening.ms());
  for (const char* text : kMessages) {
    Query query;
    query.text = text;
    const Timer searching;
    const auto found = catalog.search(query);
    times.search.add(searching.ms());
    Message message;
    message.text = text;
    const Timer matching;
    catalog.match(message);
    times.match.add(matching.ms());
    if (found.hits.empty()) continue;
    const Timer assembling;
    catalog.context(std::vector<std::string>{found.hits.front().ref}, {});
    times.context.add(assembling.ms());
  }
  const std::int64_t revision = catalog.freshness().revision;
  const Timer changing;
  catalog.changes_since(revision - 1);
  times.changes.add(changing.ms());
  ListOptions options;
  options.limit = 100;
  const Timer listing;
  catalog.list(options);
  times.list.add(listing.ms());
}

/// The program beside this one, from start to answer.
Samples measure_process(const std::string& program, const std::string& catalog) {
  Samples samples;
  const std::string command =
      program + " --catalog " + catalog + " search -q -n 5 'review code changes' > /dev/null 2>&1";
  for (int i = 0; i < 51; ++i) {
    const Timer timer;
    if (std::system(command.c_str()) != 0) return {};
    if (i > 0) samples.add(timer.ms());  // the first one warms the page cache
  }
  return samples;
}

int run(const std::string& folder, int rounds, const std::string& program) {
  const Tree tree = walk(folder);
  const fs::path scratch =
      fs::temp_directory_path() / ("catalog_bench." + std::to_string(::getpid()));
  PassTimes passes;
  QueryTimes queries;
  Samples process;
  for (int round = 0; round < rounds; ++round) {
    fs::remove_all(scratch);
    const std::string catalog = scratch / "catalog.db";
    measure_passes(folder, catalog, tree, passes);
    for (int i = 0; i < 20; ++i) measure_queries(catalog, queries);
    if (round + 1 == rounds) process = measure_process(program, catalog);
  }
  fs::remove_all(scratch);
  const double first = passes.first.percentile(0.5);
  std::printf(
      "%zu skill files (%.1f MB) of %zu files in %zu folders; %u cores; %d rounds, medians\n",
      tree.skill_files.size(), static_cast<double>(passes.bytes) / 1e6, tree.files, tree.folders,
      std::thread::hardware_concurrency(), rounds);
  std::printf("candidates %lld, rejected %lld\n", static_cast<long long>(passes.candidates),
              static_cast<long long>(passes.rejected));
  std::printf("read and sha256 of the same files   %8.1f ms\n", passes.hash.percentile(0.5));
  std::printf(
      "first pass                          %8.1f ms, %.0f files/s, %lld read, %.1f times the line "
      "above\n",
      first, static_cast<double>(passes.candidates) / first * 1e3,
      static_cast<long long>(passes.first_reads), first / passes.hash.percentile(0.5));
  std::printf("bare walk with stat                 %8.1f ms\n", passes.walk.percentile(0.5));
  std::printf(
      "unchanged pass                      %8.1f ms, %lld read, %.2f times the line above\n",
      passes.unchanged.percentile(0.5), static_cast<long long>(passes.unchanged_reads),
      passes.unchanged.percentile(0.5) / passes.walk.percentile(0.5));
  std::printf("catalog %.1f MB, peak memory %.0f MB\n",
              static_cast<double>(passes.catalog_bytes) / 1e6, memory_mb("VmHWM"));
  std::printf("ms, p50/p99: open %s, search %s, match %s, context %s, changes %s, list of 100 %s\n",
              queries.open.text().c_str(), queries.search.text().c_str(),
              queries.match.text().c_str(), queries.context.text().c_str(),
              queries.changes.text().c_str(), queries.list.text().c_str());
  std::printf("skillcat search, process start to answer, 50 runs: %s ms\n", process.text().c_str());
  return 0;
}

}  // namespace
}  // namespace skillcat::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: catalog_bench FOLDER [ROUNDS]\n");
    return 2;
  }
  const auto program =
      std::filesystem::canonical("/proc/self/exe").parent_path() / "../bin/skillcat";
  return skillcat::bench::run(argv[1], argc > 2 ? std::atoi(argv[2]) : 3, program);
}
