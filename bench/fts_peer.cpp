#include "fts_peer.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

namespace skillcat::bench {
namespace {

/// Runs of letters, digits and everything that is not ASCII, each quoted, joined by OR.
std::string expression_of(const std::string& question) {
  std::string expression;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) expression += (expression.empty() ? "\"" : " OR \"") + word + "\"";
    word.clear();
  };
  for (const char c : question) {
    const bool is_word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                         (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 128;
    if (is_word) {
      word += c;
    } else {
      end_word();
    }
  }
  end_word();
  return expression;
}

}  // namespace

FtsPeer::FtsPeer(const LabelledSet& set, const std::string& tokenizer, const std::string& weights)
    : database_(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE), weights_(weights) {
  database_.exec(
      "CREATE VIRTUAL TABLE d USING fts5(name, triggers, description, body, tokenize = '" +
      tokenizer + "')");
  SQLite::Transaction transaction(database_);
  SQLite::Statement insert(database_,
                           "INSERT INTO d (rowid, name, triggers, description, body)"
                           " VALUES (?, ?, ?, ?, ?)");
  for (const Document& document : set.documents) {
    std::string triggers;
    for (const std::string& trigger : document.triggers) triggers += trigger + "\n";
    insert.bind(1, static_cast<std::int64_t>(ids_.size()));
    insert.bind(2, document.name);
    insert.bind(3, triggers);
    insert.bind(4, document.description);
    insert.bind(5, document.body);
    insert.exec();
    insert.reset();
    ids_.push_back(document.id);
  }
  transaction.commit();
}

std::vector<std::string> FtsPeer::search(const std::string& question) {
  std::vector<std::string> found;
  const std::string expression = expression_of(question);
  if (expression.empty()) return found;
  SQLite::Statement rows(database_, "SELECT rowid FROM d WHERE d MATCH ? ORDER BY bm25(d, " +
                                        weights_ + "), rowid LIMIT 10");
  const bool with_body = !weights_.ends_with(", 0");
  rows.bind(1, with_body ? expression : "{name triggers description} : (" + expression + ")");
  while (rows.executeStep()) {
    found.push_back(ids_[static_cast<std::size_t>(rows.getColumn(0).getInt64())]);
  }
  return found;
}

}  // namespace skillcat::bench
