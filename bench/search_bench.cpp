#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include "corpus.h"
#include "query/reader.h"
#include "query/terms.h"
#include "query/top_k.h"
#include "support/exhaustive.h"
#include "support/skill_writer.h"
using namespace skillcat;
using Clk = std::chrono::steady_clock;
double ms(Clk::time_point a) { return std::chrono::duration<double, std::milli>(Clk::now() - a).count(); }
double pct(std::vector<double> v, double p) { std::sort(v.begin(), v.end()); return v[std::min(v.size()-1, size_t(p*double(v.size())))]; }
int main(int argc, char** argv) {
  const size_t n = std::stoul(argv[1]);
  const std::string path = std::string(argv[2]);
  const bool build = argc > 3 && std::string(argv[3]) == "build";
  const size_t batch = argc > 4 ? std::stoul(argv[4]) : 20000;
  bench::Corpus corpus(1);
  if (build) {
    std::filesystem::remove(path); std::filesystem::remove(path + "-wal"); std::filesystem::remove(path+"-shm");
    auto t = Clk::now();
    double gen = 0;
    test::SkillWriter w(path);
    w.begin();
    for (size_t i = 0; i < n; ++i) {
      auto g = Clk::now();
      auto d = corpus.skill(i);
      gen += ms(g);
      w.put(i, d);
      if (i % batch == batch - 1) { w.commit(); w.begin(); }
    }
    w.commit();
    printf("build %.0f ms + generate %.0f ms, size %.1f MB\n", ms(t) - gen, gen, double(std::filesystem::file_size(path)) / 1e6);
  }
  query::Reader reader(path);
  query::Postings postings(reader.database());
  std::vector<std::string> queries;
  std::vector<int> kinds;
  for (int kind = 0; kind < 4; ++kind)
    for (uint64_t i = 0; i < 200; ++i) {
      uint64_t no = (i * 7919 + 13) % n;
      if (kind == 3) no = no / 20 * 20 + 7;
      queries.push_back(bench::query_for(corpus.skill(no % n), bench::QueryKind(kind), i));
      kinds.push_back(kind);
    }
  std::vector<std::vector<query::ScoredDoc>> got(queries.size());
  std::vector<double> all; std::vector<double> per[4];
  for (int round = 0; round < 3; ++round)
    for (size_t i = 0; i < queries.size(); ++i) {
      if (round == 1 && i == 0) postings.counters = {};
      auto t = Clk::now();
      {
        query::Snapshot s(reader.database());
        postings.refresh();
        got[i] = query::top_k(postings, query::weighted_terms_of(queries[i]), 10, nullptr);
      }
      if (round > 0) { all.push_back(ms(t)); per[kinds[i]].push_back(ms(t)); }
    }
  printf("all p50 %.3f p99 %.3f | ", pct(all, .5), pct(all, .99));
  for (auto& p : per) printf(" %.3f/%.3f", pct(p, .5), pct(p, .99));
  printf(" bytes/query %.0f postings/query %.0f\n", double(postings.counters.bytes) / double(all.size()), double(postings.counters.postings) / double(all.size()));
  size_t same = 0;
  if (argc <= 5)
  for (size_t i = 0; i < queries.size(); ++i) {
    query::Snapshot s(reader.database());
    postings.refresh();
    auto want = query::exhaustive_top_k(postings, query::weighted_terms_of(queries[i]), 10, nullptr);
    same += want == got[i];
  }
  printf("same %zu of %zu\n", same, queries.size());
}
