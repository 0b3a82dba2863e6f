#include "catalog_under_test.h"

#include <skillcat/catalog.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "index/posting_digest.h"
#include "measure.h"
#include "query/message.h"
#include "query/phrases.h"
#include "query/reader.h"
#include "query/terms.h"
#include "query/top_k.h"
#include "support/exhaustive.h"
#include "support/skill_writer.h"

namespace skillcat::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBatch = 20'000;
constexpr std::uint64_t kMessages = 200;
constexpr std::size_t kMessageBytes = 500;

Docs docs_of(const std::vector<query::ScoredDoc>& scored) {
  Docs docs;
  for (const query::ScoredDoc& doc : scored) docs.push_back(doc.doc);
  return docs;
}

Docs top(query::Reader& reader, const std::string& text) {
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

template <class Change>
double timed(test::SkillWriter& writer, Change&& change) {
  const Timer timer;
  writer.begin();
  change();
  writer.commit();
  return timer.ms();
}

}  // namespace

CatalogUnderTest::CatalogUnderTest(std::string folder, bool keep, const Results& results,
                                   const Corpus& corpus, std::uint64_t skills)
    : results_(results),
      corpus_(corpus),
      skills_(skills),
      keep_(keep),
      path_(std::move(folder) + "/catalog-" + std::to_string(skills) + ".db") {}

void CatalogUnderTest::build() {
  if (keep_ && fs::exists(path_)) return;
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

void CatalogUnderTest::measure_queries(const std::vector<AskedQuery>& queries) {
  Row row;
  {
    query::Reader reader(path_);
    row.system = "**skillcat**, exact top 10";
    answers_ = ask(queries, 3, row, [&](const std::string& text) { return top(reader, text); });
    print_counters(reader, queries);
    require_exact(reader, queries);
  }
  row.build_s = postings_s_;
  row.size_mb = size_of_postings();
  show(row);
  measure_filter(queries);
  measure_answers(queries);
}

void CatalogUnderTest::show(const Row& row) const {
  print(row);
  results_.add(skills_, row);
}

void CatalogUnderTest::each_document(
    const std::function<void(std::uint32_t, const Declaration&)>& visit) {
  const SQLite::Database database(path_, SQLite::OPEN_READONLY);
  SQLite::Statement row(database, "SELECT ref, skill_id FROM skill ORDER BY skill_id");
  while (row.executeStep()) {
    const std::string ref = row.getColumn(0).getString();
    visit(static_cast<std::uint32_t>(row.getColumn(1).getInt64()),
          corpus_.skill(std::stoull(ref.substr(ref.rfind('s') + 1))));
  }
}

void CatalogUnderTest::measure_updates(std::uint64_t updates) {
  test::SkillWriter writer(path_);
  // A checkpoint is not part of a commit: it is timed by itself.
  writer.database().exec("PRAGMA wal_autocheckpoint = 0");
  Samples edits, replacements, checkpoints;
  // Another run over a kept catalog makes other edits.
  const auto run = static_cast<std::uint64_t>(db::meta_value(writer.database(), "revision"));
  for (std::uint64_t i = 0; i < updates; ++i) {
    const std::uint64_t number = (i * 104'729 + 3) % skills_;
    const Declaration edited = corpus_.edited(number, run + i);
    edits.add(timed(writer, [&] { writer.put(number, edited); }));
    const Timer timer;
    writer.database().exec("PRAGMA wal_checkpoint(PASSIVE)");
    checkpoints.add(timer.ms());
  }
  for (std::uint64_t i = 0; i < updates; ++i) {
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

void CatalogUnderTest::prove_history(const std::vector<AskedQuery>& queries,
                                     std::uint64_t updates) {
  test::SkillWriter writer(path_);
  std::mt19937_64 random(skills_);
  for (std::uint64_t left = updates; left > 0;) {
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
  std::printf("after %llu random updates: %zu findings; ", static_cast<unsigned long long>(updates),
              findings.size());
  {
    query::Reader reader(path_);
    require_exact(reader, queries);
  }
  writer.begin(true);
  writer.commit();
  const bool equal = index::digest_of_postings(writer.database()) == history;
  std::printf("the digest of a rebuild is %s\n", equal ? "equal" : "ANOTHER");
}

void CatalogUnderTest::measure_first_answers(const std::vector<AskedQuery>& queries) {
  Samples times;
  for (std::size_t i = 0; i < queries.size(); i += std::max<std::size_t>(1, queries.size() / 40)) {
    int pipes[2];
    if (::pipe(pipes) != 0) return;
    const pid_t child = ::fork();
    if (child == 0) {
      ::dup2(pipes[1], STDOUT_FILENO);
      ::execl("/proc/self/exe", "search_bench", "--answer", path_.c_str(), queries[i].text.c_str(),
              nullptr);
      ::_exit(127);
    }
    ::close(pipes[1]);
    char buffer[64] = {};
    [[maybe_unused]] const ssize_t n = ::read(pipes[0], buffer, sizeof buffer - 1);
    ::close(pipes[0]);
    ::waitpid(child, nullptr, 0);
    times.add(std::atof(buffer));
  }
  std::printf("open + first answer of a new process: %s ms of wall time\n", times.text().c_str());
}

void CatalogUnderTest::measure_filter(const std::vector<AskedQuery>& queries) {
  query::Reader reader(path_);
  query::DocSet filter((skills_ + 64) / 64 + 1);
  for (std::uint64_t doc = 1; doc <= skills_; doc += 20) {
    filter[doc / 64] |= std::uint64_t{1} << (doc % 64);
  }
  Row row;
  row.system = "skillcat, filter that keeps 5 %";
  ask(queries, 1, row, [&](const std::string& text) {
    const query::Snapshot snapshot(reader.database());
    return docs_of(query::top_k(reader.postings(), query::weighted_terms_of(text), kTop, &filter));
  });
  show(row);
}

void CatalogUnderTest::measure_answers(const std::vector<AskedQuery>& queries) {
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
  show(row);
}

void CatalogUnderTest::measure_match() {
  query::Reader reader(path_);
  Stemmer stemmer;
  std::vector<AskedQuery> messages;
  for (std::uint64_t i = 0; i < kMessages; ++i) {
    const Declaration skill = corpus_.skill((i * 7919 + 13) % skills_);
    std::string text =
        "Could you look at this, " + skill.triggers[i % skill.triggers.size()] + "? ";
    for (std::uint64_t part = 0; text.size() < kMessageBytes; ++part) {
      text += corpus_.query(skill, QueryKind::long_text, i * 16 + part) + ". ";
    }
    messages.push_back(
        {std::string(query::cut_to_bytes(text, kMessageBytes)), QueryKind::long_text});
  }
  const auto ids = [](const auto& found) {
    Docs docs;
    for (const auto& one : found) docs.push_back(static_cast<std::uint32_t>(one.skill_id));
    return docs;
  };
  Row phrases;
  phrases.system = "skillcat, triggers and names in a message of 500 characters";
  ask(messages, 1, phrases, [&](const std::string& text) {
    const query::Snapshot snapshot(reader.database());
    return ids(query::find_phrases(reader, query::read_message(text, stemmer), stemmer));
  });
  show(phrases);
  Catalog catalog = Catalog::open(path_);
  Row whole;
  whole.system = "skillcat, whole answer of Catalog::match";
  ask(messages, 1, whole, [&](const std::string& text) {
    return ids(catalog.match({text, kTop, {}, {}}).hits);
  });
  show(whole);
}

double CatalogUnderTest::size_of_postings() const {
  const SQLite::Database database(path_, SQLite::OPEN_READONLY);
  SQLite::Statement row(database,
                        "SELECT sum(length(bytes)) FROM (SELECT bytes FROM posting_list UNION ALL"
                        " SELECT bytes FROM posting_chunk UNION ALL SELECT bytes FROM"
                        " posting_length)");
  return row.executeStep() ? row.getColumn(0).getDouble() / 1e6 : 0;
}

int answer_once(const char* path, const char* text) {
  const Timer timer;
  query::Reader reader(path);
  const query::Snapshot snapshot(reader.database());
  const auto found = query::top_k(reader.postings(), query::weighted_terms_of(text), kTop, nullptr);
  std::printf("%f %zu\n", timer.ms(), found.size());
  return 0;
}

}  // namespace skillcat::bench
