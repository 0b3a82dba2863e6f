# Where skills come from. Nothing is needed for the usual places.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ mkdir -p ~/.claude/skills/pdf lib/x work/app/.git work/app/.claude/skills/deploy work/app/pkg/.agents/skills/y work/plain/.claude/skills/z
  $ for folder in ~/.claude/skills/pdf lib/x work/app/.claude/skills/deploy; do
  >   printf -- "---\nname: $(basename $folder)\ndescription: A skill\n---\nDo.\n" > $folder/SKILL.md
  > done
  $ skillcat root list

# A folder of one's own, under the folder's name or another.

  $ skillcat root add lib
  $ skillcat root add lib
  $ mkdir team; skillcat root add team --label ours
  $ mkdir other; skillcat root add other --label ours
  $ skillcat root add nowhere

# The projects in every repository below a folder.

  $ skillcat root add work --projects
  $ skillcat root list
  $ skillcat index -q; skillcat list --source local

# Removed by label or by path. What is found by default stays away, until it is added again.

  $ skillcat root remove ours
  $ skillcat root remove ~/.claude/skills
  $ skillcat root remove app-claude
  $ skillcat --cwd work/app index -q; skillcat list --source local
  $ skillcat root add ~/.claude/skills; skillcat root list
  $ skillcat root remove nothing
  $ skillcat root remove bundled

# Projects whose folder is gone are forgotten.

  $ rm -r work; skillcat root prune
  $ skillcat root prune

# For programs; without a catalog the revision is 0.

  $ skillcat root list --json | py '[list(d), d["roots"][0]]'
  $ skillcat --catalog none.db root list --json | py '[d["revision"], d["as_of"], d["complete"]]'
  $ skillcat root
  $ skillcat root list --label x
