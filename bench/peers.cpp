#include "peers.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <xapian.h>

#include <filesystem>
#include <optional>

#include "base/index_terms.h"
#include "base/text.h"
#include "index/document_terms.h"
#include "query/terms.h"

namespace skillcat::bench {
namespace {

namespace fs = std::filesystem;

std::int64_t size_of_folder(const std::string& folder) {
  std::int64_t size = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) size += static_cast<std::int64_t>(entry.file_size());
  }
  return size;
}

std::string folder_below(const std::string& folder, const std::string& name, bool keep) {
  const std::string path = folder + "/" + name;
  if (!keep) fs::remove_all(path);
  fs::create_directories(path);
  return path;
}

class Fts5 : public Peer {
 public:
  Fts5(const std::string& folder, Fts5Text text, Fts5Order order, bool shares_index)
      : bodies_(text == Fts5Text::with_bodies),
        order_(order),
        shares_index_(shares_index),
        folder_(folder_below(folder, bodies_ ? "fts5-bodies" : "fts5", shares_index)),
        database_(folder_ + "/index.db", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {
    database_.exec("PRAGMA cache_size = -16384");
    if (shares_index) return;
    database_.exec("PRAGMA journal_mode = WAL");
    database_.exec(std::string("CREATE VIRTUAL TABLE t USING fts5 (name, triggers, description") +
                   (bodies_ ? ", body" : "") + ", content = '', tokenize = 'porter unicode61')");
    database_.exec("BEGIN");
  }

  std::string name() const override {
    return std::string("FTS5 ") + (order_ == Fts5Order::rank ? "ORDER BY rank" : "bm25() LIMIT") +
           (bodies_ ? "" : ", no bodies");
  }

  void add(std::uint32_t doc, const Declaration& skill) override {
    if (shares_index_) return;
    if (!insert_) {
      insert_.emplace(database_, bodies_ ? "INSERT INTO t (rowid, name, triggers, description,"
                                           " body) VALUES (?, ?, ?, ?, ?)"
                                         : "INSERT INTO t (rowid, name, triggers, description)"
                                           " VALUES (?, ?, ?, ?)");
    }
    std::string triggers;
    for (const std::string& trigger : skill.triggers) triggers += segment(trigger) + " ";
    insert_->bind(1, static_cast<std::int64_t>(doc));
    insert_->bind(2, segment(skill.name));
    insert_->bind(3, triggers);
    insert_->bind(4, segment(skill.description));
    if (bodies_) insert_->bind(5, segment(first_characters(skill.instructions, kBodyCharacters)));
    insert_->exec();
    insert_->reset();
  }

  void finish() override {
    insert_.reset();
    if (!shares_index_) {
      database_.exec("COMMIT");
      database_.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    const std::string bm25 = bodies_ ? "bm25(t, 2.0, 2.0, 1.0, 0.5)" : "bm25(t, 2.0, 2.0, 1.0)";
    const std::string by_rank = bodies_ ? "bm25(2.0, 2.0, 1.0, 0.5)" : "bm25(2.0, 2.0, 1.0)";
    select_.emplace(database_,
                    order_ == Fts5Order::rank
                        ? "SELECT rowid FROM t WHERE t MATCH ? AND rank MATCH '" + by_rank +
                              "' ORDER BY rank LIMIT ?"
                        : "SELECT rowid FROM t WHERE t MATCH ? ORDER BY " + bm25 + " LIMIT ?");
  }

  std::vector<std::uint32_t> search(const std::string& query, std::size_t k) override {
    std::vector<std::uint32_t> docs;
    const std::string expression = query::fts_expression(query::terms_of(query));
    if (expression.empty()) return docs;
    select_->bind(1, expression);
    select_->bind(2, static_cast<std::int64_t>(k));
    while (select_->executeStep()) {
      docs.push_back(static_cast<std::uint32_t>(select_->getColumn(0).getInt64()));
    }
    select_->reset();
    return docs;
  }

  std::int64_t size_bytes() const override { return size_of_folder(folder_); }

 private:
  bool bodies_;
  Fts5Order order_;
  bool shares_index_;
  std::string folder_;
  SQLite::Database database_;
  std::optional<SQLite::Statement> insert_, select_;
};

class XapianPeer : public Peer {
 public:
  explicit XapianPeer(const std::string& folder)
      : folder_(folder_below(folder, "xapian", false)),
        writable_(folder_, Xapian::DB_CREATE_OR_OVERWRITE | Xapian::DB_NO_SYNC),
        analyser_(terms_) {}

  std::string name() const override { return "Xapian"; }

  void add(std::uint32_t doc, const Declaration& skill) override {
    Xapian::Document document;
    for (const index::TermCount& count : analyser_.analyse(index::text_of(skill)).counts) {
      const std::string& term = terms_.text(count.term);
      if (term.size() < 240) document.add_term(term, count.tf2);
    }
    writable_.replace_document(doc, document);
  }

  void finish() override {
    writable_.commit();
    writable_.close();
    database_ = Xapian::Database(folder_);
    terms_.clear();
  }

  std::vector<std::uint32_t> search(const std::string& query, std::size_t k) override {
    std::vector<Xapian::Query> parts;
    for (const query::WeightedTerm& term : query::weighted_terms_of(query)) {
      parts.emplace_back(Xapian::Query::OP_SCALE_WEIGHT, Xapian::Query(term.text),
                         static_cast<double>(term.weight));
    }
    std::vector<std::uint32_t> docs;
    if (parts.empty()) return docs;
    Xapian::Enquire enquire(database_);
    // Counts are doubled, so k1 is.
    enquire.set_weighting_scheme(Xapian::BM25Weight(2.4, 0, 1, 0.75, 0.01));
    enquire.set_query(Xapian::Query(Xapian::Query::OP_OR, parts.begin(), parts.end()));
    const Xapian::MSet found = enquire.get_mset(0, static_cast<Xapian::doccount>(k));
    for (auto hit = found.begin(); hit != found.end(); ++hit) docs.push_back(*hit);
    return docs;
  }

  std::int64_t size_bytes() const override { return size_of_folder(folder_); }

 private:
  std::string folder_;
  Xapian::WritableDatabase writable_;
  Xapian::Database database_;
  index::TermTable terms_;
  index::DocumentAnalyser analyser_;
};

}  // namespace

std::unique_ptr<Peer> make_fts5(const std::string& folder, Fts5Text text, Fts5Order order,
                                bool shares_index) {
  return std::make_unique<Fts5>(folder, text, order, shares_index);
}

std::unique_ptr<Peer> make_xapian(const std::string& folder) {
  return std::make_unique<XapianPeer>(folder);
}

}  // namespace skillcat::bench
