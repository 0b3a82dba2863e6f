// Ranked search beside its peers, in one run over the same rows and queries:
//   search_bench [--skills N,N…] [--queries N] [--folder DIR] [--no-peers] [--updates N]
//                [--history N] [--keep] [--cpu]
// Prints one table a size. --keep leaves the catalogs, and uses those that are there. --cpu
// measures the time that the thread has run, for a machine that others use. --history proves that
// after N random updates answers are exact and the postings are those of a rebuild.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

#include "corpus.h"
#include "index/posting_digest.h"
#include "measure.h"
#include "peers.h"
#include "query/reader.h"
#include "query/terms.h"
#include "query/top_k.h"
#include "support/exhaustive.h"
#include "support/skill_writer.h"
#include "table.h"

namespace skillcat::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTop = 10;
constexpr std::size_t kBatch = 20'000;
constexpr std::uint64_t kMostForXapian = 200'000;  // a million take it the better part of an hour

struct Options {
  std::vector<std::uint64_t> skills = {1'000, 10'000};
  std::uint64_t queries = 200;  ///< of each kind
  std::uint64_t updates = 100;
  std::uint64_t history = 0;  ///< random updates after which all must still be exact
  std::string folder = "search_bench.data";
  bool peers = true;
  bool keep = false;
};

std::vector<AskedQuery> make_queries(const Corpus& corpus, std::uint64_t skills,
                                     std::uint64_t of_each) {
  std::vector<AskedQuery> queries;
  for (const QueryKind kind :
       {QueryKind::short_words, QueryKind::medium, QueryKind::long_text, QueryKind::chinese}) {
    for (std::uint64_t i = 0; i < of_each; ++i) {
      std::uint64_t number = (i * 7919 + 13) % skills;
      if (kind == QueryKind::chinese) number = number / 20 * 20 + 7;  // those are Chinese
      queries.push_back({query_for(corpus.skill(number), kind, i), kind});
    }
  }
  return queries;
}

Docs docs_of(const std::vector<query::ScoredDoc>& scored) {
  Docs docs;
  for (const query::ScoredDoc& doc : scored) docs.push_back(doc.doc);
  return docs;
}

/// The catalog of one size, and what is measured on it.
class CatalogBench {
 public:
  CatalogBench(const Options& options, const Corpus& corpus, std::uint64_t skills)
      : options_(options),
        corpus_(corpus),
        skills_(skills),
        path_(options.folder + "/catalog-" + std::to_string(skills) + ".db") {}

  const std::string& path() const { return path_; }

  void build() {
    if (options_.keep && fs::exists(path_)) return;
    for (const char* end : {"", "-wal", "-shm"}) fs::remove(path_ + end);
    test::SkillWriter writer(path_);
    double generating = 0;
    const Timer timer;
    writer.begin();
    for (std::uint64_t i = 0; i < skills_; ++i) {
      const Timer generate;
      const Declaration skill = corpus_.skill(i);
      generating += generate.ms();
      writer.put(i, skill);
      if (i % kBatch == kBatch - 1) {
        writer.commit();
        writer.begin();
      }
    }
    writer.commit();
    const double whole = (timer.ms() - generating) / 1000;
    // The postings alone: all of them made again from the rows.
    const Timer again;
    writer.begin(true);
    writer.commit();
    postings_s_ = again.ms() / 1000;
    std::printf("catalog of %llu skills: all rows %.1f s, the postings alone %.1f s\n",
                static_cast<unsigned long long>(skills_), whole, postings_s_);
  }

  void measure_queries(const std::vector<AskedQuery>& queries) {
    {
      query::Reader reader(path_);
      row_.system = "**skillcat**, exact top 10";
      answers_ = ask(queries, 3, row_, [&](const std::string& text) { return top(reader, text); });
      print_counters(reader, queries);
      require_exact(reader, queries);
    }
    row_.build_s = postings_s_;
    row_.size_mb = size_of_postings();
    print(row_);
    measure_filter(queries);
    measure_answers(queries);
  }

  const std::vector<Docs>& answers() const { return answers_; }

  /// Documents by their numbers in the catalog, for peers.
  template <class Visit>
  void each_document(Visit&& visit) {
    const SQLite::Database database(path_, SQLite::OPEN_READONLY);
    SQLite::Statement row(database, "SELECT ref, skill_id FROM skill ORDER BY skill_id");
    while (row.executeStep()) {
      const std::string ref = row.getColumn(0).getString();
      visit(static_cast<std::uint32_t>(row.getColumn(1).getInt64()),
            corpus_.skill(std::stoull(ref.substr(ref.rfind('s') + 1))));
    }
  }

  void measure_updates() {
    test::SkillWriter writer(path_);
    // A checkpoint is not part of a commit: it is timed by itself.
    writer.database().exec("PRAGMA wal_autocheckpoint = 0");
    Samples edits, replacements, checkpoints;
    // Another run over a kept catalog makes other edits.
    const auto run = static_cast<std::uint64_t>(db::meta_value(writer.database(), "revision"));
    for (std::uint64_t i = 0; i < options_.updates; ++i) {
      const std::uint64_t number = (i * 104'729 + 3) % skills_;
      const Declaration edited = corpus_.edited(number, run + i);
      edits.add(timed(writer, [&] { writer.put(number, edited); }));
      const Timer timer;
      writer.database().exec("PRAGMA wal_checkpoint(PASSIVE)");
      checkpoints.add(timer.ms());
    }
    for (std::uint64_t i = 0; i < options_.updates; ++i) {
      const std::uint64_t number = (i * 104'729 + 5) % skills_;
      const Declaration other = corpus_.skill((run + 1) * skills_ + number);
      replacements.add(timed(writer, [&] { writer.put(number, other); }));
      writer.database().exec("PRAGMA wal_checkpoint(PASSIVE)");
    }
    const double hundred = timed(writer, [&] {
      for (std::uint64_t i = 0; i < 100; ++i) {
        const std::uint64_t number = (i * 104'729 + 7) % skills_;
        writer.put(number, corpus_.skill((run + 2) * skills_ + number));
      }
    });
    std::printf("| %llu | %s | %s | %.0f | %s |\n", static_cast<unsigned long long>(skills_),
                edits.text().c_str(), replacements.text().c_str(), hundred,
                checkpoints.text().c_str());
  }

  /// Random additions, edits and removals in commits of random size, then every proof there is.
  void prove_history(const std::vector<AskedQuery>& queries) {
    test::SkillWriter writer(path_);
    std::mt19937_64 random(skills_);
    for (std::uint64_t left = options_.history; left > 0;) {
      writer.begin();
      for (std::uint64_t i = std::min<std::uint64_t>(left, 1 + random() % 50); i > 0; --i, --left) {
        const std::uint64_t number = random() % (skills_ + skills_ / 10);
        const std::uint64_t kind = random() % 10;
        if (kind == 0) {
          writer.remove(number);
        } else {
          writer.put(number, kind < 7 ? corpus_.edited(number, random())
                                      : corpus_.skill(skills_ + random() % (10 * skills_)));
        }
      }
      writer.commit();
    }
    const auto findings = index::verify_postings(writer.database());
    const auto history = index::digest_of_postings(writer.database());
    std::printf("after %llu random updates: %zu findings; ",
                static_cast<unsigned long long>(options_.history), findings.size());
    {
      query::Reader reader(path_);
      require_exact(reader, queries);
    }
    writer.begin(true);
    writer.commit();
    const bool equal = index::digest_of_postings(writer.database()) == history;
    std::printf("the digest of a rebuild is %s\n", equal ? "equal" : "ANOTHER");
  }

  /// Open and first answer of new processes: each is this program with --answer.
  void measure_first_answers(const std::vector<AskedQuery>& queries) {
    Samples whole, inside;
    for (std::size_t i = 0; i < queries.size();
         i += std::max<std::size_t>(1, queries.size() / 40)) {
      int pipes[2];
      if (::pipe(pipes) != 0) return;
      const Timer timer;
      const pid_t child = ::fork();
      if (child == 0) {
        ::dup2(pipes[1], STDOUT_FILENO);
        ::execl("/proc/self/exe", "search_bench", "--answer", path_.c_str(),
                queries[i].text.c_str(), nullptr);
        ::_exit(127);
      }
      ::close(pipes[1]);
      char buffer[64] = {};
      [[maybe_unused]] const ssize_t n = ::read(pipes[0], buffer, sizeof buffer - 1);
      ::close(pipes[0]);
      ::waitpid(child, nullptr, 0);
      whole.add(timer.ms());
      inside.add(std::atof(buffer));
    }
    std::printf("open + first answer of a new process: %s ms; with starting it: %s ms\n",
                inside.text().c_str(), whole.text().c_str());
  }

 private:
  static Docs top(query::Reader& reader, const std::string& text) {
    const query::Snapshot snapshot(reader.database());
    return docs_of(query::top_k(reader.postings(), query::weighted_terms_of(text), kTop, nullptr));
  }

  void print_counters(query::Reader& reader, const std::vector<AskedQuery>& queries) {
    const query::Snapshot snapshot(reader.database());
    query::Postings& postings = reader.postings();
    postings.counters = {};
    for (const AskedQuery& query : queries) {
      query::top_k(postings, query::weighted_terms_of(query.text), kTop, nullptr);
    }
    const auto n = static_cast<double>(queries.size());
    std::printf("a query reads %.1f kB of postings and decodes %.0f documents\n",
                static_cast<double>(postings.counters.bytes) / n / 1000,
                static_cast<double>(postings.counters.postings) / n);
  }

  void require_exact(query::Reader& reader, const std::vector<AskedQuery>& queries) {
    const query::Snapshot snapshot(reader.database());
    query::Postings& postings = reader.postings();
    std::size_t equal = 0;
    for (const AskedQuery& query : queries) {
      const auto terms = query::weighted_terms_of(query.text);
      equal += query::top_k(postings, terms, kTop, nullptr) ==
               query::exhaustive_top_k(postings, terms, kTop, nullptr);
    }
    std::printf("ids and scores equal exhaustive scoring on %zu of %zu queries\n", equal,
                queries.size());
  }

  void measure_filter(const std::vector<AskedQuery>& queries) {
    query::Reader reader(path_);
    query::DocSet filter((skills_ + 64) / 64 + 1);
    for (std::uint64_t doc = 1; doc <= skills_; doc += 20) {
      filter[doc / 64] |= std::uint64_t{1} << (doc % 64);
    }
    Row row;
    row.system = "skillcat, filter that keeps 5 %";
    ask(queries, 1, row, [&](const std::string& text) {
      const query::Snapshot snapshot(reader.database());
      return docs_of(
          query::top_k(reader.postings(), query::weighted_terms_of(text), kTop, &filter));
    });
    print(row);
  }

  /// The whole answer of the library: rows, evidence, snippets, copies.
  void measure_answers(const std::vector<AskedQuery>& queries) {
    Catalog catalog = Catalog::open(path_);
    Row row;
    row.system = "skillcat, whole answer of Catalog::search";
    ask(queries, 1, row, [&](const std::string& text) {
      Docs docs;
      for (const Hit& hit : catalog.search({text, false, kTop, {}}).hits) {
        docs.push_back(static_cast<std::uint32_t>(hit.skill_id));
      }
      return docs;
    });
    print(row);
  }

  template <class Change>
  static double timed(test::SkillWriter& writer, Change&& change) {
    const Timer timer;
    writer.begin();
    change();
    writer.commit();
    return timer.ms();
  }

  double size_of_postings() const {
    const SQLite::Database database(path_, SQLite::OPEN_READONLY);
    SQLite::Statement row(database,
                          "SELECT sum(length(bytes)) FROM (SELECT bytes FROM posting_list UNION ALL"
                          " SELECT bytes FROM posting_chunk UNION ALL SELECT bytes FROM"
                          " posting_length)");
    return row.executeStep() ? row.getColumn(0).getDouble() / 1e6 : 0;
  }

  const Options& options_;
  const Corpus& corpus_;
  std::uint64_t skills_;
  std::string path_;
  double postings_s_ = 0;
  Row row_;
  std::vector<Docs> answers_;
};

void measure_peer(Peer& peer, CatalogBench& catalog, const std::vector<AskedQuery>& queries) {
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
  print(row);
}

void measure_peers(const Options& options, CatalogBench& catalog, std::uint64_t skills,
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

int answer_once(const char* path, const char* text) {
  const Timer timer;
  query::Reader reader(path);
  const query::Snapshot snapshot(reader.database());
  const auto found = query::top_k(reader.postings(), query::weighted_terms_of(text), kTop, nullptr);
  std::printf("%f %zu\n", timer.ms(), found.size());
  return 0;
}

Options parse(int argc, char** argv) {
  Options options;
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
    CatalogBench catalog(options, corpus, skills);
    catalog.build();
    const auto queries = make_queries(corpus, skills, options.queries);
    std::printf(
        "\n| p50/p99 ms | all | short | medium | long | Chinese | overlap@10 | build s | MB"
        " | MB more while asked |\n|---|---|---|---|---|---|---|---|---|---|\n");
    catalog.measure_queries(queries);
    if (options.peers) measure_peers(options, catalog, skills, queries);
    catalog.measure_first_answers(queries);
    if (options.updates > 0) {
      std::printf(
          "\n| skills | one edited, commit ms | one replaced whole | 100 replaced in one"
          " commit | checkpoint after an edit |\n|---|---|---|---|---|\n");
      catalog.measure_updates();
    }
    if (options.history > 0) catalog.prove_history(queries);
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
