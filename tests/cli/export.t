# A snapshot is one compact file, a catalog like any other.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ mkdir -p ~/.claude/skills/pdf; printf -- '---\nname: pdf\ndescription: Fill PDF forms\n---\nDo.\n' > ~/.claude/skills/pdf/SKILL.md
  $ skillcat index -q
  $ skillcat export skills.db
  $ ls; stat -c %a skills.db
  $ skillcat --catalog skills.db search pdf
  $ skillcat export skills.db
  $ skillcat export skills.db --force --json | py '[list(d), d["revision"], d["path"]]'
  $ skillcat export ~/.local/share/skillcat/catalog.db --force
  $ skillcat export nowhere/skills.db
  $ python3 -c 'import sqlite3; print(sqlite3.connect("file:skills.db?immutable=1", uri=True).execute("SELECT name FROM v1_skill WHERE source = ?", ["local"]).fetchall())'
