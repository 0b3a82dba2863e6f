# The last change of each ref, in the order of revisions.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ mkdir -p ~/.claude/skills/{a,b}; printf '{"bundled": false}' > none.json; export SKILLCAT_CONFIG=$PWD/none.json
  $ for name in a b; do printf -- "---\nname: $name\ndescription: A skill\n---\nDo.\n" > ~/.claude/skills/$name/SKILL.md; done
  $ skillcat index -q; skillcat changes
  1  added    local:user-claude/a
  1  added    local:user-claude/b
  $ rm -r ~/.claude/skills/a; echo More. >> ~/.claude/skills/b/SKILL.md; skillcat index -q
  $ skillcat changes --since 1
  2  removed  local:user-claude/a
  2  changed  local:user-claude/b
  $ skillcat changes --since 0
  2  removed  local:user-claude/a
  2  added    local:user-claude/b
  $ skillcat changes --since 2
  $ skillcat changes --since 1 --json | py '[d["revision"], list(d)] + [[c["revision"], c["ref"], c["change"]] for c in d["changes"]]'
  [2, ["revision", "as_of", "complete", "changes"], [2, "local:user-claude/a", "removed"], [2, "local:user-claude/b", "changed"]]
  $ skillcat changes --since x
  skillcat: --since takes a revision, not 'x' (hint: 'skillcat status' shows the revision of now)
  [2]

# --follow prints changes as they come, and ends when nobody reads them or on SIGINT.

  $ (sleep 0.3; mkdir ~/.claude/skills/c; sed 's/: b/: c/' ~/.claude/skills/b/SKILL.md > ~/.claude/skills/c/SKILL.md; skillcat index -q) &
  $ timeout 50 skillcat changes --follow --since 2 | head -n 1
  3  added    local:user-claude/c
  $ timeout 50 skillcat changes --follow --since 2 --json | head -n 1 | py '[d["revision"], d["ref"], d["change"]]'
  [3, "local:user-claude/c", "added"]
  $ timeout --signal=INT --preserve-status 0.5 skillcat changes --follow
  [130]
