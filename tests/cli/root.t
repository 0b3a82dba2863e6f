# Where skills come from. Nothing is needed for the usual places.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ mkdir -p ~/.claude/skills/pdf lib/x code/app/.git code/app/.claude/skills/deploy code/app/pkg/.agents/skills/y code/plain/.claude/skills/z
  $ for folder in ~/.claude/skills/pdf lib/x code/app/.claude/skills/deploy; do
  >   printf -- "---\nname: $(basename $folder)\ndescription: A skill\n---\nDo.\n" > $folder/SKILL.md
  > done
  $ skillcat root list
  user-claude  default  $HOME/.claude/skills
  bundled      bundled  (compiled in)

# A folder of one's own, under the folder's name or another.

  $ skillcat root add lib
  lib  added    $WORK/lib
  skillcat: 1 root added (hint: 'skillcat index' reads what is new)
  $ skillcat root add lib
  skillcat: no new root
  $ mkdir team; skillcat root add team --label ours
  ours  added    $WORK/team
  skillcat: 1 root added (hint: 'skillcat index' reads what is new)
  $ mkdir other; skillcat root add other --label ours
  skillcat: cannot call $WORK/other 'ours': another root is called so (hint: choose another label; 'skillcat root list' shows those in use)
  [2]
  $ skillcat root add nowhere
  skillcat: cannot index $WORK/nowhere: No such file or directory (hint: name a folder that exists)
  [2]

# The projects in every repository below a folder.

  $ skillcat root add code --projects
  app-claude  project  $WORK/code/app/.claude/skills
  pkg-agents  project  $WORK/code/app/pkg/.agents/skills
  skillcat: 2 roots added (hint: 'skillcat index' reads what is new)
  $ skillcat root list
  user-claude  default  $HOME/.claude/skills
  lib          added    $WORK/lib
  ours         added    $WORK/team
  bundled      bundled  (compiled in)
  app-claude   project  $WORK/code/app/.claude/skills
  pkg-agents   project  $WORK/code/app/pkg/.agents/skills
  $ skillcat index -q; skillcat list --source local
  deploy  A skill                                          local:app-claude/deploy
  x       A skill                                          local:lib/x
  pdf     A skill                                          local:user-claude/pdf

# Removed by label or by path. What is found by default stays away, until it is added again.

  $ skillcat root remove ours
  ours  added    $WORK/team
  skillcat: removed (hint: 'skillcat index' takes its skills out of the catalog)
  $ skillcat root remove ~/.claude/skills
  user-claude  default  $HOME/.claude/skills
  skillcat: removed (hint: 'skillcat index' takes its skills out of the catalog)
  $ skillcat root remove app-claude
  app-claude  project  $WORK/code/app/.claude/skills
  skillcat: removed (hint: 'skillcat index' takes its skills out of the catalog)
  $ skillcat --cwd code/app index -q; skillcat list --source local
  x  A skill                                                           local:lib/x
  $ skillcat root add ~/.claude/skills; skillcat root list
  user-claude  default  $HOME/.claude/skills
  skillcat: 1 root added (hint: 'skillcat index' reads what is new)
  user-claude  default  $HOME/.claude/skills
  lib          added    $WORK/lib
  bundled      bundled  (compiled in)
  pkg-agents   project  $WORK/code/app/pkg/.agents/skills
  $ skillcat root remove nothing
  skillcat: no root is called 'nothing' (hint: 'skillcat root list' shows them)
  [1]
  $ skillcat root remove bundled
  skillcat: cannot remove the bundled skills by a command (hint: write "bundled": false in config.json)
  [2]

# Projects whose folder is gone are forgotten.

  $ rm -r code; skillcat root prune
  pkg-agents  project  $WORK/code/app/pkg/.agents/skills (not there)
  $ skillcat root prune

# For programs; without a catalog the revision is 0.

  $ skillcat root list --json | py '[list(d), d["roots"][0]]'
  [["revision", "as_of", "complete", "roots"], {"label": "user-claude", "source": "local", "scope": "user", "path": "$HOME/.claude/skills", "origin": "default", "exists": true}]
  $ skillcat --catalog none.db root list --json | py '[d["revision"], d["as_of"], d["complete"]]'
  [0, null, false]
  $ skillcat root
  skillcat: root needs list | add DIR | remove LABEL|PATH | prune (hint: see 'skillcat root --help')
  [2]
  $ skillcat root list --label x
  skillcat: --label, --projects and --plugins are options of 'root add' (hint: see 'skillcat root --help')
  [2]
