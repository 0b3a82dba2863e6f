# A catalog that cannot be used: exit 4, and what to do.

  $ skillcat list
  skillcat: cannot open $HOME/.local/share/skillcat/catalog.db: No such file or directory (hint: run 'skillcat index' first)
  [4]
  $ skillcat list --json 2>/dev/null
  {"error":{"code":"catalog","message":"cannot open $HOME/.local/share/skillcat/catalog.db: No such file or directory","hint":"run 'skillcat index' first"}}
  [4]
  $ skillcat verify
  skillcat: cannot open $HOME/.local/share/skillcat/catalog.db: No such file or directory (hint: run 'skillcat index' first)
  [4]
  $ printf '{"defaults": false}' > config.json; export SKILLCAT_CONFIG=$WORK/config.json SKILLCAT_CATALOG=$WORK/c/catalog.db
  $ skillcat index
  5 skills: 5 active, 0 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 1 (glob)
  $ skillcat verify
  the catalog is sound
  $ skillcat verify --json | python3 -c 'import json, sys; answer = json.load(sys.stdin); print(*answer, answer["findings"])'
  revision as_of complete findings []

# Of a newer skillcat.

  $ set_schema() {
  >   python3 -c '
  > import sqlite3, sys
  > catalog = sqlite3.connect("c/catalog.db")
  > print(*catalog.execute("PRAGMA user_version").fetchone())
  > catalog.execute(f"PRAGMA user_version = {sys.argv[1]}")' $1
  > }
  $ schema=$(set_schema 999)
  $ skillcat list
  skillcat: cannot open \$WORK/c/catalog\.db: schema 999, this skillcat knows \d+ \(hint: upgrade skillcat\) (re)
  [4]
  $ skillcat index
  skillcat: cannot open \$WORK/c/catalog\.db: schema 999, this skillcat knows \d+ \(hint: upgrade skillcat\) (re)
  [4]
  $ skillcat rebuild
  skillcat: cannot open \$WORK/c/catalog\.db: schema 999, this skillcat knows \d+ \(hint: upgrade skillcat\) (re)
  [4]
  $ set_schema $schema
  999

# Some other database, and a file that is none: never touched.

  $ python3 -c 'import sqlite3; sqlite3.connect("other.db").execute("CREATE TABLE t (x)")'
  $ skillcat --catalog other.db list
  skillcat: cannot open $WORK/other.db: it is not a skillcat catalog (hint: name another file with --catalog)
  [4]
  $ skillcat --catalog other.db index
  skillcat: cannot open $WORK/other.db: it is not a skillcat catalog (hint: name another file with --catalog)
  [4]
  $ skillcat --catalog other.db rebuild
  skillcat: cannot open $WORK/other.db: it is not a skillcat catalog (hint: name another file with --catalog)
  [4]
  $ seq 2000 > notes.txt
  $ skillcat --catalog notes.txt list
  skillcat: cannot open $WORK/notes.txt: it is not a skillcat catalog (hint: name another file with --catalog)
  [4]
  $ skillcat --catalog notes.txt index
  skillcat: cannot open $WORK/notes.txt: it is not a skillcat catalog (hint: name another file with --catalog)
  [4]
  $ skillcat --catalog notes.txt rebuild
  skillcat: cannot rebuild $WORK/notes.txt: it is not a database (hint: when it was the catalog, move it away and run 'skillcat index')
  [4]
  $ seq 2000 | cmp - notes.txt

# A folder where the file should be, and folders that cannot be made.

  $ skillcat --catalog c list
  skillcat: cannot open $WORK/c: it is not a regular file (hint: name another file with --catalog)
  [4]
  $ skillcat --catalog c index
  skillcat: cannot open $WORK/c: it is not a regular file (hint: name another file with --catalog)
  [4]
  $ skillcat --catalog notes.txt/x.db index
  skillcat: cannot open $WORK/notes.txt/x.db.lock: Not a directory (hint: the catalog's folder must be writable to index)
  [4]
  $ skillcat --catalog /proc/x/catalog.db index
  skillcat: cannot create folder /proc/x: No such file or directory (hint: choose another place with --catalog)
  [4]

# Rebuilding in place reads everything again, and what is equal keeps its revision.

  $ skillcat rebuild
  5 skills: 5 active, 0 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 1 (glob)

# What is lost from the catalog but not from the files is mended in place.

  $ change() {
  >   python3 -c '
  > import sqlite3, sys
  > catalog = sqlite3.connect("c/catalog.db")
  > catalog.execute(sys.argv[1])
  > catalog.commit()' "$1"
  > }
  $ change 'DELETE FROM body'
  $ skillcat verify
  bundled:code-analysis is served without instructions
  bundled:git-helper is served without instructions
  bundled:web-research is served without instructions
  bundled:file-management is served without instructions
  bundled:task-planning is served without instructions
  the postings are not what the text of the skills makes
  skillcat: 6 findings (hint: 'skillcat rebuild' makes the catalog anew)
  [4]
  $ skillcat verify --json 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["findings"][0])'
  {'message': 'bundled:code-analysis is served without instructions'}
  $ skillcat rebuild -q
  $ skillcat verify
  the catalog is sound

# A catalog whose promises stay broken is not: it is moved aside.

  $ change 'UPDATE skill SET changed_revision = 99'
  $ skillcat verify | wc -l
  skillcat: 5 findings (hint: 'skillcat rebuild' makes the catalog anew)
  5
  $ skillcat rebuild
  skillcat: the catalog was damaged (bundled:code-analysis changed in a revision that is yet to come) and is now in $WORK/c/catalog.db.damaged-*Z (glob)
  5 skills: 5 active, 0 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 1 (glob)
  $ skillcat verify
  the catalog is sound

# A damaged catalog is moved aside as a whole, and a new one made.

  $ python3 -c '
  > import os
  > size = os.path.getsize("c/catalog.db")
  > with open("c/catalog.db", "r+b") as catalog:
  >   catalog.seek(4096)
  >   catalog.write(b"\x55" * (size - 4096))'
  $ rm -f c/catalog.db-wal c/catalog.db-shm
  $ skillcat list
  skillcat: cannot open $WORK/c/catalog.db: database disk image is malformed (hint: run 'skillcat verify'; 'skillcat rebuild' makes it anew)
  [4]
  $ skillcat rebuild
  skillcat: the catalog was damaged (database disk image is malformed) and is now in $WORK/c/catalog.db.damaged-*Z (glob)
  5 skills: 5 active, 0 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 1 (glob)
  $ ls c c/catalog.db.damaged-*
  c:
  catalog.db
  catalog.db-shm
  catalog.db-wal
  catalog.db.damaged-*Z (glob)
  catalog.db.damaged-*Z (glob)
  catalog.db.lock

  c/catalog.db.damaged-*Z: (glob)
  catalog.db
  catalog.db-shm
  catalog.db-wal

  c/catalog.db.damaged-*Z: (glob)
  catalog.db
  $ skillcat list | head -n 1
  code-analysis    代码分析技能 - 分析代码结构、复杂度、…  bundled:code-analysis

# A destroyed header, at the place where the catalog always is. The newest three are kept.

  $ for n in 1 2 3 4; do
  >   printf 'SQLite format 3\0%2000s' | tr ' ' U > c/catalog.db; rm -f c/catalog.db-*; skillcat rebuild -q
  > done
  $ ls -d c/*.damaged-* | wc -l
  3
  $ skillcat list | wc -l
  5

# A full-text index that lost its content is damage too.

  $ python3 -c '
  > import sqlite3
  > catalog = sqlite3.connect("c/catalog.db")
  > catalog.execute("UPDATE skill_fts_data SET block = x'"'00'"' WHERE id > 10")
  > catalog.commit()'
  $ skillcat rebuild | head -n 1
  skillcat: the catalog was damaged (database disk image is malformed) and is now in $WORK/c/catalog.db.damaged-*Z (glob)
  5 skills: 5 active, 0 stale, 0 rejected (0 repaired)
  $ skillcat search git
  git-helper       Git 操作助手 - 管理 Git 仓库和操作。G…  bundled:git-helper
  code-analysis    代码分析技能 - 分析代码结构、复杂度、…  bundled:code-analysis
  file-management  文件管理技能 - 组织和管理文件。File m…  bundled:file-management
  web-research     网络研究技能 - 搜索和抓取网页内容。We…  bundled:web-research
