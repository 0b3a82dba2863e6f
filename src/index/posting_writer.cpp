#include "index/posting_writer.h"

#include <skillcat/error.h>

#include <algorithm>
#include <limits>

#include "db/posting_score.h"

namespace skillcat::index {
namespace {

/// Entries that are collected before they are written: bounds memory in large imports.
constexpr std::size_t kFlushEntries = 4'000'000;

/// Bounds made at another average length hold, but prune less. Beyond this ratio, either way, all
/// is made again; the average of a large catalog does not move that far.
constexpr double kLooseBounds = 1.5;

std::uint32_t document_of(std::int64_t skill_id) {
  if (skill_id < 0 || skill_id > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::catalog, "skill_id " + std::to_string(skill_id) + " is out of range",
                "run 'skillcat rebuild'");
  }
  return static_cast<std::uint32_t>(skill_id);
}

}  // namespace

PostingWriter::PostingWriter(SQLite::Database& database)
    : database_(database),
      analyser_(terms_),
      lengths_(database),
      lists_(database, lengths_),
      stored_(database),
      select_meta_(database, db::kSelectPostingMeta),
      put_meta_(database,
                "UPDATE posting_meta SET generation = ?, next_term_id = ?, documents = ?,"
                " total_length = ?, reference_length = ?"),
      select_term_(database, "SELECT term_id FROM posting_term WHERE text = ?"),
      insert_term_(database, "INSERT INTO posting_term (text, term_id) VALUES (?, ?)"),
      delete_term_(database, "DELETE FROM posting_term WHERE text = ?") {}

void PostingWriter::begin(bool rebuild) {
  if (open_) {  // the last transaction was rolled back
    lengths_.forget();
    buffer_.clear();
    terms_.clear();
  }
  open_ = true;
  rebuild_ = rebuild;
  changed_ = false;
  read_meta();
}

void PostingWriter::read_meta() {
  select_meta_.executeStep();
  meta_ = db::read_posting_meta(select_meta_);
  select_meta_.reset();
  lists_.set_reference_length(meta_.reference_length);
}

void PostingWriter::remove(std::int64_t skill_id) {
  if (rebuild_) return;
  if (const auto text = stored_.find(skill_id)) {
    add(document_of(skill_id), *text, PostingBuffer::Kind::removed);
  }
}

void PostingWriter::put(std::int64_t skill_id, const Declaration& declaration) {
  if (rebuild_) return;
  add(document_of(skill_id), text_of(declaration), PostingBuffer::Kind::added);
}

void PostingWriter::add(std::uint32_t doc, const DocumentText& text, PostingBuffer::Kind kind) {
  buffer_.add(doc, analyser_.analyse(text), kind);
  if (buffer_.size() >= kFlushEntries) flush();
}

void PostingWriter::commit() {
  if (!rebuild_) flush();
  if (rebuild_ || bounds_are_loose()) rebuild();
  if (changed_) {
    put_meta_.run(meta_.generation + 1, meta_.next_term_id, meta_.documents, meta_.total_length,
                  meta_.reference_length);
  }
  open_ = false;
}

bool PostingWriter::bounds_are_loose() const {
  if (meta_.documents == 0 || meta_.reference_length == 0) return false;
  const double ratio = meta_.average_length() / meta_.reference_length;
  return ratio > kLooseBounds || ratio < 1 / kLooseBounds;
}

/// Makes all postings from the stored text, in the order of documents, so that lists only grow.
void PostingWriter::rebuild() {
  for (const char* table : {"posting_term", "posting_list", "posting_chunk", "posting_length"}) {
    database_.exec(std::string("DELETE FROM ") + table);
  }
  lengths_.forget();
  const std::int64_t generation = meta_.generation;
  meta_ = {};
  meta_.generation = generation;
  changed_ = true;
  stored_.each([&](std::int64_t skill_id, const DocumentText& text) {
    add(document_of(skill_id), text, PostingBuffer::Kind::added);
  });
  flush();
}

void PostingWriter::flush() {
  if (buffer_.lengths().empty()) return;
  changed_ = true;
  apply_lengths();
  buffer_.sort(terms_.size());
  apply_terms();
  lengths_.write();
  buffer_.clear();
  terms_.clear();
}

void PostingWriter::apply_lengths() {
  for (auto& [doc, length] : buffer_.lengths()) {
    length.before = lengths_.get(doc);
    if (length.before == length.after) continue;
    lengths_.set(doc, length.after);
    meta_.documents += (length.after != 0 ? 1 : 0) - (length.before != 0 ? 1 : 0);
    meta_.total_length += length.after - length.before;
  }
  if (meta_.reference_length == 0) {
    meta_.reference_length = meta_.average_length();
    lists_.set_reference_length(meta_.reference_length);
  }
}

std::int64_t PostingWriter::find_term(const std::string& text) {
  std::int64_t term_id = 0;
  select_term_.first([&](Prepared& row) { term_id = row.column(0).getInt64(); }, text);
  return term_id;
}

void PostingWriter::apply_terms() {
  struct Term {
    std::uint32_t number;
    std::int64_t id;
  };
  std::vector<Term> terms;
  for (std::uint32_t number = 0; number < terms_.size(); ++number) {
    if (!buffer_.changes_of(number).empty()) terms.push_back({number, 0});
  }
  // In the order of the tables they are looked up in, so that pages are met once.
  std::ranges::sort(
      terms, {}, [&](const Term& term) -> const std::string& { return terms_.text(term.number); });
  for (Term& term : terms) {
    const std::string& text = terms_.text(term.number);
    term.id = find_term(text);
    if (term.id != 0) continue;
    term.id = meta_.next_term_id++;
    insert_term_.run(text, term.id);
  }
  std::ranges::sort(terms, {}, &Term::id);
  for (const Term& term : terms) {
    const auto outcome = lists_.apply(term.id, buffer_.changes_of(term.number));
    if (outcome == PostingLists::Outcome::emptied) {
      delete_term_.run(terms_.text(term.number));
    }
  }
}

}  // namespace skillcat::index
