# A snapshot is one compact file, a catalog like any other.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ mkdir -p ~/.claude/skills/pdf; printf -- '---\nname: pdf\ndescription: Fill PDF forms\n---\nDo.\n' > ~/.claude/skills/pdf/SKILL.md
  $ skillcat index -q
  $ skillcat export skills.db
  $WORK/skills.db  * kB (glob)
  $ ls; stat -c %a skills.db
  skills.db
  640
  $ skillcat --catalog skills.db show pdf --json | grep -c user-claude/pdf
  1
  $ skillcat export skills.db
  skillcat: cannot export to $WORK/skills.db: the file exists (hint: --force replaces it)
  [2]
  $ skillcat export skills.db --force --json | py '[list(d), d["revision"], d["path"]]'
  [["revision", "as_of", "complete", "path", "size_bytes"], 1, "$WORK/skills.db"]
  $ skillcat export ~/.local/share/skillcat/catalog.db --force
  skillcat: cannot export to $HOME/.local/share/skillcat/catalog.db: it is the catalog itself (hint: name another file)
  [2]
  $ skillcat export nowhere/skills.db
  skillcat: cannot create $WORK/nowhere/skills.db: No such file or directory (hint: name a file in a folder that can be written)
  [2]
  $ python3 -c 'import sqlite3; print(sqlite3.connect("file:skills.db?immutable=1", uri=True).execute("SELECT name FROM v1_skill WHERE source = ?", ["local"]).fetchall())'
  [('pdf',)]
