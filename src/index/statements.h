// Every statement that changes the catalog, prepared once.
//
// A statement that may touch several rows and fail half-way (RETURNING, REPLACE or a new key in a
// table with foreign keys, INSERT ... SELECT) runs under a savepoint of its own, on which FTS5
// writes out what it has collected. So the frequent ones here are plain INSERT and UPDATE: first
// indexing spent a tenth of its time in such savepoints.
#pragma once

#include "index/statement.h"

namespace skillcat::index {

struct Statements {
  explicit Statements(SQLite::Database& database) : db(database) {}

  SQLite::Database& db;

  Prepared select_revision{db, "SELECT value FROM meta WHERE key = 'revision'"};
  Prepared set_meta{db, "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"};

  Prepared select_root{db, "SELECT root_id FROM root WHERE source = ? AND path = ?"};
  Prepared insert_root{db,
                       "INSERT INTO root (source, path, label, scope, project_path, precedence)"
                       " VALUES (?, ?, ?, ?, ?, ?)"};
  Prepared update_root{db,
                       "UPDATE root SET label = ?2, scope = ?3, project_path = ?4, precedence = ?5"
                       " WHERE root_id = ?1 AND (label, scope, project_path, precedence)"
                       " IS NOT (?2, ?3, ?4, ?5)"};
  Prepared delete_root{db, "DELETE FROM root WHERE root_id = ?"};
  Prepared move_root{db, "UPDATE root SET path = ?2 WHERE root_id = ?1"};
  Prepared free_label{db, "UPDATE root SET label = 'renamed:' || root_id WHERE root_id = ?"};
  Prepared files_of_root{db, "SELECT file_id FROM file WHERE root_id = ?"};
  Prepared update_root_state{db, "UPDATE root SET state = ?2 WHERE root_id = ?1 AND state <> ?2"};
  Prepared update_skipped{
      db, "UPDATE root SET skipped_folders = ?2 WHERE root_id = ?1 AND skipped_folders <> ?2"};
  Prepared update_last_pass{db, "UPDATE root SET last_pass_at = ? WHERE root_id = ?"};

  Prepared insert_file{
      db,
      "INSERT INTO file (dev, ino, size_bytes, mtime_ns, ctime_ns, racy,"
      " surroundings, digest, root_id, path) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
  Prepared update_file{db,
                       "UPDATE file SET dev = ?, ino = ?, size_bytes = ?, mtime_ns = ?,"
                       " ctime_ns = ?, racy = ?, surroundings = ?, digest = ? WHERE file_id = ?"};
  Prepared touch_file{db,
                      "UPDATE file SET dev = ?, ino = ?, size_bytes = ?, mtime_ns = ?,"
                      " ctime_ns = ?, racy = ? WHERE file_id = ?"};
  Prepared forget_stamp{db, "UPDATE file SET ctime_ns = 0, digest = NULL WHERE file_id = ?"};
  Prepared delete_file{db, "DELETE FROM file WHERE file_id = ?"};
  Prepared delete_dependencies{db, "DELETE FROM file_dependency WHERE file_id = ?"};
  Prepared insert_dependency{
      db, "INSERT OR IGNORE INTO file_dependency (file_id, path, stamp) VALUES (?, ?, ?)"};

  Prepared skills_of_file{db,
                          "SELECT skill_id, ref, state, had_frontmatter, record, changed_revision"
                          " FROM skill WHERE file_id = ? ORDER BY skill_id"};
  Prepared skill_of_ref{db,
                        "SELECT skill_id, ref, state, had_frontmatter, record, changed_revision"
                        " FROM skill WHERE ref = ? AND root_id = ?"};
  Prepared select_ref{db, "SELECT 1 FROM skill WHERE ref = ?"};
  Prepared move_skill{db, "UPDATE skill SET file_id = ? WHERE skill_id = ?"};
  Prepared insert_skill{
      db,
      "INSERT INTO skill (entry, name, folded_name, folded_folder, description, version, author,"
      " license, compatibility, config_schema, metadata, file_path, directory, state, repaired,"
      " had_frontmatter, digest, size_bytes, tokens, indexed_at, changed_revision, record,"
      " added_revision, ref, root_id, file_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
      " ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?21, ?23, ?24, ?25)"};
  Prepared update_skill{
      db,
      "UPDATE skill SET entry = ?, name = ?, folded_name = ?, folded_folder = ?, description = ?,"
      " version = ?, author = ?, license = ?, compatibility = ?, config_schema = ?, metadata = ?,"
      " file_path = ?, directory = ?, state = ?, repaired = ?, had_frontmatter = ?, digest = ?,"
      " size_bytes = ?, tokens = ?, indexed_at = ?, changed_revision = ?, record = ?"
      " WHERE skill_id = ?"};
  Prepared make_stale{db,
                      "UPDATE skill SET state = 'stale', indexed_at = ?, changed_revision = ?,"
                      " record = ? WHERE skill_id = ?"};
  Prepared delete_skill{db, "DELETE FROM skill WHERE skill_id = ?"};
  Prepared upsert_change{db,
                         "INSERT INTO change (ref, revision, added_revision, change, at)"
                         " VALUES (?1, ?2, ?2, ?3, ?4) ON CONFLICT (ref) DO UPDATE SET"
                         " revision = ?2, change = ?3, at = ?4, added_revision ="
                         " CASE ?3 WHEN 'added' THEN ?2 ELSE added_revision END"};

  Prepared insert_body{db, "INSERT INTO body (instructions, skill_id) VALUES (?, ?)"};
  Prepared update_body{db, "UPDATE body SET instructions = ? WHERE skill_id = ?"};
  Prepared delete_triggers{db, "DELETE FROM trigger_phrase WHERE skill_id = ?"};
  Prepared insert_trigger{
      db, "INSERT INTO trigger_phrase (skill_id, kind, place, text) VALUES (?, ?, ?, ?)"};
  Prepared delete_capabilities{db, "DELETE FROM capability WHERE skill_id = ?"};
  Prepared insert_capability{
      db, "INSERT INTO capability (skill_id, kind, place, name) VALUES (?, ?, ?, ?)"};
  Prepared delete_files{db, "DELETE FROM skill_file WHERE skill_id = ?"};
  // IGNORE: names that differ only in bytes that are not UTF-8 are stored as one.
  Prepared insert_skill_file{
      db, "INSERT OR IGNORE INTO skill_file (skill_id, path, size_bytes) VALUES (?, ?, ?)"};

  Prepared select_root_problems{db,
                                "SELECT code, severity, message, path, line, column FROM problem"
                                " WHERE root_id = ? AND file_id IS NULL ORDER BY problem_id"};
  Prepared select_file_problems{db,
                                "SELECT code, severity, message, path, line, column FROM problem"
                                " WHERE file_id = ? AND skill_id IS NULL ORDER BY problem_id"};
  Prepared delete_root_problems{db, "DELETE FROM problem WHERE root_id = ? AND file_id IS NULL"};
  Prepared delete_file_problems{db, "DELETE FROM problem WHERE file_id = ? AND skill_id IS NULL"};
  Prepared delete_skill_problems{db, "DELETE FROM problem WHERE skill_id = ?"};
  Prepared insert_problem{db,
                          "INSERT INTO problem (root_id, file_id, skill_id, code, severity,"
                          " message, path, line, column) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"};

  Prepared replace_fts{db,
                       "INSERT OR REPLACE INTO skill_fts (rowid, name, triggers, description)"
                       " VALUES (?, ?, ?, ?)"};
  Prepared delete_fts{db, "DELETE FROM skill_fts WHERE rowid = ?"};
  Prepared select_stale{db, "SELECT skill_id, name, description FROM skill WHERE state = 'stale'"};
  Prepared select_triggers{
      db, "SELECT text FROM trigger_phrase WHERE skill_id = ? ORDER BY kind, place"};
};

}  // namespace skillcat::index
