-- Postings: the index of ranked search over name, triggers, description and body. Internal: the
-- bytes are described in src/db/posting_codec.h, and everything here can be made again from the
-- rows of skill, trigger_phrase and body.

CREATE TABLE posting_meta (
  posting_meta_id INTEGER PRIMARY KEY CHECK (posting_meta_id = 1),
  generation INTEGER NOT NULL,             -- grows with each change of the postings
  next_term_id INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  total_length INTEGER NOT NULL,           -- of all documents, in terms
  reference_length REAL NOT NULL           -- the average that the stored bounds were made with
);
INSERT INTO posting_meta VALUES (1, 0, 1, 0, 0, 0);

CREATE TABLE posting_term (
  text TEXT PRIMARY KEY,
  term_id INTEGER NOT NULL                 -- not used for another term until a rebuild
) WITHOUT ROWID;

-- One row a term: its postings, or where they are.
CREATE TABLE posting_list (
  term_id INTEGER PRIMARY KEY,
  documents INTEGER NOT NULL,              -- that hold the term
  bound INTEGER NOT NULL,                  -- the largest impact
  bytes BLOB NOT NULL                      -- up to 128 documents: a chunk; more: its directory
);

CREATE TABLE posting_chunk (
  chunk_id INTEGER PRIMARY KEY,            -- term_id << 32 | first document
  bytes BLOB NOT NULL
);

CREATE TABLE posting_length (
  page INTEGER PRIMARY KEY,                -- skill_id / 1024
  bytes BLOB NOT NULL
);
