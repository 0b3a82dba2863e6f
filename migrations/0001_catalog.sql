-- The catalog: roots, files, copies of skills, and what is derived from them.
-- Times (*_at) are unix milliseconds. Nothing here is STRICT: stock clients bring older SQLites.

-- Single values: revision, as_of, complete, text_version, parser_version.
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value
) WITHOUT ROWID;
INSERT INTO meta VALUES ('revision', 0), ('as_of', 0), ('complete', 0);

-- Values that no public view may show (the key of context marks).
CREATE TABLE secret (
  key TEXT PRIMARY KEY,
  value BLOB NOT NULL
) WITHOUT ROWID;
INSERT INTO secret VALUES ('mark', randomblob(32));

CREATE TABLE root (
  root_id INTEGER PRIMARY KEY,
  label TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL CHECK (source IN ('local', 'plugin', 'bundled', 'mcp')),
  scope TEXT NOT NULL CHECK (scope IN ('user', 'project', 'system')),
  path TEXT NOT NULL,                      -- absolute; '' where no folder holds it
  project_path TEXT NOT NULL DEFAULT '',   -- the project's folder, for scope 'project'
  -- Who wins a bare name: lower first. Class of the root, then its place in the configuration.
  precedence INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'ok' CHECK (state IN ('ok', 'partial', 'gone', 'unreadable')),
  skipped_folders INTEGER NOT NULL DEFAULT 0,
  last_pass_at INTEGER NOT NULL DEFAULT 0,
  UNIQUE (source, path)
);

-- What a pass compares: one row a candidate file. The stamp is compared by equality alone.
CREATE TABLE file (
  file_id INTEGER PRIMARY KEY,
  root_id INTEGER NOT NULL REFERENCES root ON DELETE CASCADE,
  path TEXT NOT NULL,                      -- below the root
  dev INTEGER NOT NULL,
  ino INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL,
  racy INTEGER NOT NULL,                   -- changed so shortly before the scan that the stamp may lie
  surroundings INTEGER NOT NULL,           -- fingerprint of what the scan saw around it
  digest BLOB,                             -- sha256; null when it could not be read
  UNIQUE (root_id, path)
);

-- What was read besides the candidate itself (instructions_file, agents/openai.yaml): a change of
-- one of these is a change of the candidate.
CREATE TABLE file_dependency (
  file_id INTEGER NOT NULL REFERENCES file ON DELETE CASCADE,
  path TEXT NOT NULL,                      -- below the root
  stamp INTEGER NOT NULL,                  -- fingerprint of its stamp; 0 = it was not there
  PRIMARY KEY (file_id, path)
) WITHOUT ROWID;

-- One row a copy: every occurrence of a skill in a root, whatever others are called.
CREATE TABLE skill (
  skill_id INTEGER PRIMARY KEY,
  ref TEXT NOT NULL UNIQUE,
  root_id INTEGER NOT NULL REFERENCES root ON DELETE CASCADE,
  file_id INTEGER NOT NULL REFERENCES file ON DELETE CASCADE,
  entry INTEGER NOT NULL DEFAULT 0,        -- place in a definitions file; 0 for SKILL.md
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL,               -- NFKC, case folded
  folded_folder TEXT NOT NULL,             -- the folder's name likewise: people call skills by it
  description TEXT NOT NULL,
  version TEXT NOT NULL,
  author TEXT NOT NULL,
  license TEXT NOT NULL,
  compatibility TEXT NOT NULL,
  config_schema TEXT NOT NULL,             -- a JSON object
  metadata TEXT NOT NULL,                  -- a JSON object
  file_path TEXT NOT NULL,                 -- absolute; '' where no file holds it
  directory TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'stale', 'rejected')),
  repaired INTEGER NOT NULL,
  had_frontmatter INTEGER NOT NULL,        -- losing it makes a new version broken
  digest BLOB NOT NULL,                    -- sha256 of the file, of the entry in a definitions file
  size_bytes INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  indexed_at INTEGER NOT NULL,
  added_revision INTEGER NOT NULL,
  changed_revision INTEGER NOT NULL,
  record INTEGER NOT NULL                  -- fingerprint of all that is visible: equal means no change
);
CREATE INDEX skill_by_name ON skill (folded_name);
CREATE INDEX skill_by_folder ON skill (folded_folder);
CREATE INDEX skill_by_file ON skill (file_id);
CREATE INDEX skill_by_root ON skill (root_id, ref);
CREATE INDEX skill_by_digest ON skill (digest);
CREATE INDEX skill_by_state ON skill (state, repaired, root_id);  -- covers the counts

-- Apart from skill, so that reading rows does not drag bodies through the cache.
CREATE TABLE body (
  skill_id INTEGER PRIMARY KEY REFERENCES skill ON DELETE CASCADE,
  instructions TEXT NOT NULL
);

CREATE TABLE trigger_phrase (
  skill_id INTEGER NOT NULL REFERENCES skill ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('keyword', 'pattern')),
  place INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (skill_id, kind, place)
) WITHOUT ROWID;

CREATE TABLE capability (
  skill_id INTEGER NOT NULL REFERENCES skill ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('tool', 'hook', 'command', 'allowed_tool')),
  place INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (skill_id, kind, place)
) WITHOUT ROWID;
CREATE INDEX capability_by_name ON capability (kind, name, skill_id);

-- A skill's other files: names and sizes, never content.
CREATE TABLE skill_file (
  skill_id INTEGER NOT NULL REFERENCES skill ON DELETE CASCADE,
  path TEXT NOT NULL,                      -- below the skill's folder
  size_bytes INTEGER NOT NULL,
  PRIMARY KEY (skill_id, path)
) WITHOUT ROWID;

-- Findings. About a copy (skill_id), else about a file (file_id), else about the root.
CREATE TABLE problem (
  problem_id INTEGER PRIMARY KEY,
  root_id INTEGER NOT NULL REFERENCES root ON DELETE CASCADE,
  file_id INTEGER REFERENCES file ON DELETE CASCADE,
  skill_id INTEGER REFERENCES skill ON DELETE CASCADE,
  code TEXT NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('note', 'warning', 'error')),
  message TEXT NOT NULL,
  path TEXT NOT NULL,
  line INTEGER NOT NULL,
  column INTEGER NOT NULL
);
CREATE INDEX problem_by_skill ON problem (skill_id);
CREATE INDEX problem_by_file ON problem (file_id) WHERE skill_id IS NULL;
CREATE INDEX problem_by_root ON problem (root_id) WHERE file_id IS NULL;
CREATE INDEX problem_by_code ON problem (code);

-- The change feed: the last change of each ref, removed ones included, so that it is bounded by
-- the number of refs ever seen and a client that was away for long still gets everything.
CREATE TABLE change (
  ref TEXT PRIMARY KEY,
  revision INTEGER NOT NULL,
  added_revision INTEGER NOT NULL,         -- of its present life: newer than a client's = added
  change TEXT NOT NULL CHECK (change IN ('added', 'changed', 'removed')),
  at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX change_by_revision ON change (revision);

-- The public search index. Text is segmented before it is stored (migrations/README.md), so that
-- a stock tokenizer serves every language and every client. It keeps its own content: contentless
-- forms lose rows silently when a delete names the wrong text.
CREATE VIRTUAL TABLE skill_fts USING fts5 (
  name, triggers, description,
  tokenize = 'porter unicode61'
);

-- The public views. Additions only: see migrations/README.md.
CREATE VIEW v1_meta AS
  SELECT key, value FROM meta;

CREATE VIEW v1_root AS
  SELECT root_id, label, source, scope, nullif(path, '') AS path,
         nullif(project_path, '') AS project_path, precedence, state, last_pass_at
  FROM root;

CREATE VIEW v1_skill AS
  SELECT s.skill_id, s.ref, s.name, s.description, s.version,
         nullif(s.author, '') AS author, r.source, r.label AS root, r.scope,
         nullif(s.file_path, '') AS file_path, nullif(s.directory, '') AS directory,
         s.state, s.repaired,
         nullif((SELECT w.ref
                 FROM skill AS w JOIN root AS wr USING (root_id)
                 WHERE w.folded_name = s.folded_name AND w.state <> 'rejected'
                 ORDER BY wr.precedence, w.ref LIMIT 1), s.ref) AS shadowed_by,
         s.config_schema, nullif(s.license, '') AS license,
         nullif(s.compatibility, '') AS compatibility, s.metadata,
         'sha256:' || lower(hex(s.digest)) AS digest, s.size_bytes, s.tokens, s.indexed_at,
         s.changed_revision, b.instructions
  FROM skill AS s JOIN root AS r USING (root_id) LEFT JOIN body AS b USING (skill_id);

CREATE VIEW v1_trigger AS
  SELECT skill_id, kind, place, text FROM trigger_phrase;

CREATE VIEW v1_capability AS
  SELECT skill_id, kind, place, name FROM capability;

CREATE VIEW v1_problem AS
  SELECT p.problem_id, r.label AS root, s.ref, p.code, p.severity, p.message,
         nullif(p.path, '') AS path, nullif(p.line, 0) AS line, nullif(p.column, 0) AS column
  FROM problem AS p JOIN root AS r USING (root_id) LEFT JOIN skill AS s USING (skill_id);

CREATE VIEW v1_change AS
  SELECT revision, ref, change, at FROM change;
