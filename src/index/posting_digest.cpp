#include "index/posting_digest.h"

#include <SQLiteCpp/Statement.h>
#include <skillcat/error.h>

#include <functional>

#include "base/digest.h"
#include "db/posting_codec.h"
#include "db/posting_meta.h"
#include "db/posting_score.h"
#include "index/document_terms.h"
#include "index/length_table.h"
#include "index/stored_text.h"

namespace skillcat::index {
namespace {

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

std::uint64_t hash_of(std::string_view term) {
  return static_cast<std::uint64_t>(fingerprint(sha256(term)));
}

class Summer {
 public:
  void add_posting(std::uint64_t term_hash, std::uint32_t doc, std::uint8_t tf2) {
    add(term_hash, (std::uint64_t{doc} << 8) | tf2);
    ++digest.postings;
  }
  void add_document(std::uint32_t doc, std::uint16_t length) {
    add(~std::uint64_t{0}, (std::uint64_t{doc} << 16) | length);
    ++digest.documents;
    digest.total_length += length;
  }
  PostingDigest digest;

 private:
  void add(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t high = mixed(a ^ mixed(b));
    digest.high += high;
    digest.low += mixed(high ^ a);
  }
};

std::string_view blob(SQLite::Statement& row, int index) {
  const SQLite::Column column = row.getColumn(index);
  return {static_cast<const char*>(column.getBlob()), static_cast<std::size_t>(column.getBytes())};
}

/// One list as the tables hold it.
struct StoredList {
  std::string term;
  std::int64_t documents = 0;
  std::uint8_t bound = 0;
  std::vector<db::ChunkRef> chunks;
  std::vector<db::Posting> postings;  ///< with the bounds of their blocks
};

/// Calls visit(list) for every term.
void read_lists(SQLite::Database& database, const std::function<void(const StoredList&)>& visit) {
  SQLite::Statement row(database,
                        "SELECT text, term_id, documents, bound, bytes FROM posting_term"
                        " JOIN posting_list USING (term_id)");
  Prepared select_chunk(database, "SELECT bytes FROM posting_chunk WHERE chunk_id = ?");
  db::Chunk chunk;
  while (row.executeStep()) {
    StoredList list{row.getColumn(0).getString(),
                    row.getColumn(2).getInt64(),
                    static_cast<std::uint8_t>(row.getColumn(3).getInt()),
                    {},
                    {}};
    const auto documents = static_cast<std::size_t>(list.documents);
    if (documents <= db::kInlinePostings) {
      chunk.assign(blob(row, 4), documents, list.bound);
      chunk.append_to(list.postings);
    } else {
      list.chunks = db::decode_directory(blob(row, 4));
    }
    for (const db::ChunkRef& ref : list.chunks) {
      const bool found = select_chunk.first(
          [&](Prepared& stored) { chunk.assign(stored.bytes(0), ref.n, ref.max); },
          db::chunk_key(row.getColumn(1).getInt64(), ref.first));
      if (!found) {
        throw Error(ErrorCode::catalog, "a chunk of the term '" + list.term + "' is missing");
      }
      chunk.append_to(list.postings);
    }
    visit(list);
  }
}

std::string finding_about(const StoredList& list, LengthTable& lengths,
                          const db::ImpactScale& scale) {
  const std::string of_term = " of the term '" + list.term + "'";
  if (static_cast<std::int64_t>(list.postings.size()) != list.documents) {
    return "the number of postings" + of_term + " is not what its list says";
  }
  for (std::size_t i = 0; i < list.postings.size(); ++i) {
    const db::Posting& posting = list.postings[i];
    if (i > 0 && list.postings[i - 1].doc >= posting.doc) {
      return "the postings" + of_term + " are out of order";
    }
    const std::uint16_t length = lengths.get(posting.doc);
    if (length == 0) return "a posting" + of_term + " is of no skill";
    if (scale.impact(posting.tf2, length) > posting.impact || posting.impact > list.bound) {
      return "a bound" + of_term + " is too low";
    }
  }
  std::size_t at = 0;
  for (const db::ChunkRef& ref : list.chunks) {
    for (std::size_t i = 0; i < ref.n; ++i, ++at) {
      if (list.postings[at].doc < ref.first || list.postings[at].impact > ref.max) {
        return "a chunk" + of_term + " is not what its directory says";
      }
    }
  }
  return {};
}

std::vector<std::string> check_structure(SQLite::Database& database) {
  std::vector<std::string> findings;
  SQLite::Statement select_meta(database, db::kSelectPostingMeta);
  if (!select_meta.executeStep()) return {"the row of posting_meta is missing"};
  const db::PostingMeta meta = db::read_posting_meta(select_meta);
  LengthTable lengths(database);
  std::int64_t lists = 0;
  std::int64_t chunks = 0;
  constexpr std::size_t kMaxFindings = 20;
  const db::ImpactScale scale(meta.reference_length);
  read_lists(database, [&](const StoredList& list) {
    ++lists;
    chunks += static_cast<std::int64_t>(list.chunks.size());
    if (findings.size() == kMaxFindings) return;
    if (auto finding = finding_about(list, lengths, scale); !finding.empty()) {
      findings.push_back(std::move(finding));
    }
  });
  const auto rows = [&](const char* table) {
    return database.execAndGet(std::string("SELECT count(*) FROM ") + table).getInt64();
  };
  if (rows("posting_term") != lists || rows("posting_list") != lists) {
    findings.push_back("terms and lists of postings are not the same");
  }
  if (rows("posting_chunk") != chunks) findings.push_back("a chunk of postings is of no list");
  const PostingDigest digest = digest_of_postings(database);
  if (digest.documents != meta.documents || digest.total_length != meta.total_length) {
    findings.push_back("posting_meta does not count the skills as they are");
  }
  return findings;
}

}  // namespace

PostingDigest digest_of_postings(SQLite::Database& database) {
  Summer sum;
  read_lists(database, [&](const StoredList& list) {
    const std::uint64_t hash = hash_of(list.term);
    for (const db::Posting& posting : list.postings) {
      sum.add_posting(hash, posting.doc, posting.tf2);
    }
  });
  SQLite::Statement pages(database, "SELECT page, bytes FROM posting_length");
  db::LengthPage page;
  while (pages.executeStep()) {
    db::decode_lengths(blob(pages, 1), page);
    const auto first = static_cast<std::uint32_t>(pages.getColumn(0).getInt64() *
                                                  std::int64_t{db::kPageDocuments});
    for (std::uint32_t i = 0; i < page.size(); ++i) {
      if (page[i] != 0) sum.add_document(first + i, page[i]);
    }
  }
  return sum.digest;
}

PostingDigest digest_of_text(SQLite::Database& database) {
  Summer sum;
  TermTable terms;
  DocumentAnalyser analyser(terms);
  std::vector<std::uint64_t> hashes;
  StoredTextReader reader(database);
  reader.each([&](std::int64_t skill_id, const DocumentText& text) {
    const DocumentTerms document = analyser.analyse(text);
    const auto doc = static_cast<std::uint32_t>(skill_id);
    for (const TermCount& count : document.counts) {
      while (hashes.size() <= count.term) {
        hashes.push_back(hash_of(terms.text(static_cast<std::uint32_t>(hashes.size()))));
      }
      sum.add_posting(hashes[count.term], doc, count.tf2);
    }
    sum.add_document(doc, document.length);
  });
  return sum.digest;
}

std::vector<std::string> verify_postings(SQLite::Database& database) {
  try {
    auto findings = check_structure(database);
    if (digest_of_postings(database) != digest_of_text(database)) {
      findings.push_back("the postings are not what the text of the skills makes");
    }
    return findings;
  } catch (const Error& error) {
    return {error.what()};
  }
}

}  // namespace skillcat::index
