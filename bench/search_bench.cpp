// Ranked search beside its peers, in one run over the same rows and queries:
//   search_bench [--skills N,N…] [--queries N] [--folder DIR] [--no-peers] [--updates N]
//                [--history N] [--keep] [--cpu] [--results FILE] [--dump]
// Prints one table a size. --keep leaves the catalogs, and uses those that are there. --cpu
// measures the time that the thread has run, for a machine that others use. --history proves that
// after N random updates answers are exact and the postings are those of a rebuild. --results
// appends each line to a file for the chart. --dump leaves rows and queries for peers.mjs.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "catalog_under_test.h"
#include "corpus.h"
#include "dump.h"
#include "measure.h"
#include "peers.h"
#include "results.h"
#include "table.h"

namespace skillcat::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostForXapian = 200'000;  // a million take it the better part of an hour

struct Options {
  Results results;
  std::vector<std::uint64_t> skills = {1'000, 10'000};
  std::uint64_t queries = 200;  ///< of each kind
  std::uint64_t updates = 100;
  std::uint64_t history = 0;  ///< random updates after which all must still be exact
  std::string folder = "search_bench.data";
  bool peers = true;
  bool keep = false;
  bool dump = false;
};

std::vector<AskedQuery> make_queries(const Corpus& corpus, std::uint64_t skills,
                                     std::uint64_t of_each) {
  std::vector<AskedQuery> queries;
  for (const QueryKind kind :
       {QueryKind::short_words, QueryKind::medium, QueryKind::long_text, QueryKind::chinese}) {
    for (std::uint64_t i = 0; i < of_each; ++i) {
      std::uint64_t number = (i * 7919 + 13) % skills;
      if (kind == QueryKind::chinese) number = number / 20 * 20 + 7;  // those are Chinese
      queries.push_back({corpus.query(corpus.skill(number), kind, i), kind});
    }
  }
  return queries;
}

void measure_peer(Peer& peer, CatalogUnderTest& catalog, const std::vector<AskedQuery>& queries) {
  double generating = 0;
  Timer generate;
  const Timer timer;
  catalog.each_document([&](std::uint32_t doc, const Declaration& skill) {
    generating += generate.ms();
    peer.add(doc, skill);
    generate = Timer();
  });
  peer.finish();
  Row row;
  row.system = peer.name();
  row.build_s = (timer.ms() - generating) / 1000;
  row.size_mb = static_cast<double>(peer.size_bytes()) / 1e6;
  const auto answers =
      ask(queries, 1, row, [&](const std::string& text) { return peer.search(text, kTop); });
  row.overlap = overlap_of(answers, catalog.answers());
  catalog.show(row);
}

void measure_peers(const Options& options, CatalogUnderTest& catalog, std::uint64_t skills,
                   const std::vector<AskedQuery>& queries) {
  for (const Fts5Text text : {Fts5Text::without_bodies, Fts5Text::with_bodies}) {
    for (const Fts5Order order : {Fts5Order::bm25, Fts5Order::rank}) {
      const auto peer = make_fts5(options.folder, text, order, order == Fts5Order::rank);
      measure_peer(*peer, catalog, queries);
    }
  }
  if (skills > kMostForXapian) return;
  const auto xapian = make_xapian(options.folder);
  measure_peer(*xapian, catalog, queries);
}

void dump(const Options& options, CatalogUnderTest& catalog, std::uint64_t skills,
          const std::vector<AskedQuery>& queries) {
  Dump files(options.folder + "/rows-" + std::to_string(skills));
  catalog.each_document(
      [&](std::uint32_t doc, const Declaration& skill) { files.add(doc, skill); });
  files.add_queries(queries, catalog.answers());
}

Options parse(int argc, char** argv) {
  Options options{Results(argc, argv)};
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const auto value = [&] { return std::string(i + 1 < argc ? argv[++i] : "0"); };
    if (name == "--skills") {
      options.skills.clear();
      std::stringstream list(value());
      for (std::string n; std::getline(list, n, ',');) options.skills.push_back(std::stoull(n));
    } else if (name == "--queries") {
      options.queries = std::stoull(value());
    } else if (name == "--updates") {
      options.updates = std::stoull(value());
    } else if (name == "--history") {
      options.history = std::stoull(value());
    } else if (name == "--folder") {
      options.folder = value();
    } else if (name == "--no-peers") {
      options.peers = false;
    } else if (name == "--cpu") {
      Timer::use_cpu_time();
    } else if (name == "--results") {
      options.results.write_to(value());
    } else if (name == "--dump") {
      options.dump = true;
    } else if (name == "--keep") {
      options.keep = true;
    } else {
      std::fprintf(stderr, "search_bench: unknown option %s\n", name.c_str());
      std::exit(2);
    }
  }
  return options;
}

void run(const Options& options) {
  const Corpus corpus(1);
  fs::create_directories(options.folder);
  for (const std::uint64_t skills : options.skills) {
    std::printf("\n## %llu skills\n", static_cast<unsigned long long>(skills));
    CatalogUnderTest catalog(options.folder, options.keep, options.results, corpus, skills);
    catalog.build();
    const auto queries = make_queries(corpus, skills, options.queries);
    std::printf(
        "\n| p50/p99 ms | all | short | medium | long | Chinese | overlap@10 | build s | MB"
        " | MB more while asked |\n|---|---|---|---|---|---|---|---|---|---|\n");
    catalog.measure_queries(queries);
    catalog.measure_match();
    if (options.dump) dump(options, catalog, skills, queries);
    if (options.peers) measure_peers(options, catalog, skills, queries);
    catalog.measure_first_answers(queries);
    if (options.updates > 0) {
      std::printf(
          "\n| skills | one edited, commit ms | one replaced whole | 100 replaced in one"
          " commit | checkpoint after an edit |\n|---|---|---|---|---|\n");
      catalog.measure_updates(options.updates);
    }
    if (options.history > 0) catalog.prove_history(queries, options.history);
  }
}

}  // namespace
}  // namespace skillcat::bench

int main(int argc, char** argv) {
  if (argc == 4 && std::strcmp(argv[1], "--answer") == 0) {
    return skillcat::bench::answer_once(argv[2], argv[3]);
  }
  skillcat::bench::print_machine(argc, argv);
  skillcat::bench::run(skillcat::bench::parse(argc, argv));
}
