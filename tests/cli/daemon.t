# A daemon keeps the catalog current, and the commands speak to it.

  $ skill() { mkdir -p $1; printf -- "---\nname: $(basename $1)\ndescription: $2\n---\nDo.\n" > $1/SKILL.md; }
  $ skill ~/.claude/skills/pdf "Fill forms"; skill lib/x "Another one"
  $ skillcat daemon 2> log &
  $ until skillcat status 2> /dev/null | grep -q '^daemon .* process'; do sleep 0.05; done
  $ skillcat sync -q; skillcat list --source local
  pdf  Fill forms                                            local:user-claude/pdf

# What was done before sync is searchable after it.

  $ skill ~/.claude/skills/pdf "Fill and sign"; skill ~/.claude/skills/new "Just made"
  $ skillcat sync | sed 's/ in .*//'
  7 skills: 7 active, 0 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, (glob)
  $ skillcat list --source local
  new  Just made                                             local:user-claude/new
  pdf  Fill and sign                                         local:user-claude/pdf

# Changed configuration is taken up without a restart.

  $ skillcat root add lib
  lib  added    $WORK/lib
  skillcat: 1 root added
  $ skillcat show x | head -n 1
  name           x
  $ skillcat root remove lib
  lib  added    $WORK/lib
  skillcat: removed
  $ skillcat show x
  skillcat: no skill is called 'x' (hint: did you mean web-research?)
  [1]
  $ skillcat index lib -q; skillcat list --root lib
  x  Another one                                                       local:lib/x

# Status says that it runs, and how each root is watched.

  $ skillcat status | sed -n '/^daemon/,$p'
  daemon     process * folder watches (glob)
  roots
    user-claude  local    ok          * $HOME/.claude/skills (glob)
    lib          local    ok          * $WORK/lib (glob)
    bundled      bundled  ok          events   -
  $ skillcat status --json | python3 -c '
  > import json, sys
  > print(*json.load(sys.stdin)["daemon"])'
  pid http started_at watches watches_allowed overflows last_full_pass_at log_held_since trouble

# What needs the catalog for itself is done by the daemon.

  $ skillcat verify
  the catalog is sound
  $ skillcat rebuild | sed 's/ in .*//'
  8 skills: 8 active, 0 stale, 0 rejected (0 repaired)
  9 files read, 0 folders excluded,
  $ skillcat daemon
  skillcat: a daemon keeps * current already: process * (hint: stop that one first, or use another --catalog) (glob)
  [4]

# A broken configuration changes nothing, and is said.

  $ mkdir -p ~/.config/skillcat; echo '{"roots": 1}' > ~/.config/skillcat/config.json
  $ until skillcat status | grep -q 'roots is not a list; what was configured before stays in use'; do sleep 0.05; done

# Then sync still sees to it that changed skills are searchable; it exits as for the broken file.

  $ skill ~/.claude/skills/new "Made in the meantime"; printf '{\n "roots": [,]\n}' > ~/.config/skillcat/config.json
  $ skillcat sync > out
  skillcat: cannot use $HOME/.config/skillcat/config.json: parse error at line 2, column 12: * (hint: correct the file; *; until then the daemon keeps what was configured before) (glob)
  [2]
  $ head -n 1 out; skillcat list --root user-claude
  8 skills: 8 active, 0 stale, 0 rejected (0 repaired)
  new  Made in the meantime                                  local:user-claude/new
  pdf  Fill and sign                                         local:user-claude/pdf
  $ skillcat sync -q 2> /dev/null
  [2]
  $ skillcat index lib 2> /dev/null
  [2]
  $ rm ~/.config/skillcat/config.json; skillcat sync -q; skillcat status | grep -c 'not a list'
  0
  [1]

# SIGTERM ends it.

  $ kill %1; wait %1
  $ skillcat status | grep ^daemon
  daemon     none: roots are read by 'skillcat index'
  $ sed -n '1p;$p' log
  skillcat: info: everything: * added, 0 changed, 0 removed (*, ...); 2 folders listed, * files read in * ms; revision * (glob)
  skillcat: info: stopped; the log was emptied
