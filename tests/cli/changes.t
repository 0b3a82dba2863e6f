# The last change of each ref, in the order of revisions.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ mkdir -p ~/.claude/skills/{a,b}; printf '{"bundled": false}' > none.json; export SKILLCAT_CONFIG=$PWD/none.json
  $ for name in a b; do printf -- "---\nname: $name\ndescription: A skill\n---\nDo.\n" > ~/.claude/skills/$name/SKILL.md; done
  $ skillcat index -q; skillcat changes
  $ rm -r ~/.claude/skills/a; echo More. >> ~/.claude/skills/b/SKILL.md; skillcat index -q
  $ skillcat changes --since 1
  $ skillcat changes --since 0
  $ skillcat changes --since 2
  $ skillcat changes --since 1 --json | py '[d["revision"], list(d)] + [[c["revision"], c["ref"], c["change"]] for c in d["changes"]]'
  $ skillcat changes --since x

# --follow prints changes as they come, and ends when nobody reads them or on SIGINT.

  $ (sleep 0.5; mkdir ~/.claude/skills/c; sed 's/: b/: c/' ~/.claude/skills/b/SKILL.md > ~/.claude/skills/c/SKILL.md; skillcat index -q) &
  $ timeout 20 skillcat changes --follow | head -n 1
  $ timeout 20 skillcat changes --follow --since 2 --json | head -n 1 | py '[d["revision"], d["ref"], d["change"]]'
  $ timeout --signal=INT --preserve-status 0.5 skillcat changes --follow
