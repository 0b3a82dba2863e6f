# config.json is written by hand: roots, what to leave out, and what not to look for.

  $ mkdir -p ~/.config/skillcat ~/lib/a ~/lib/drafts/b beside/c ~/beside/c ~/.claude/skills/d
  $ for skill in ~/lib/a ~/lib/drafts/b beside/c ~/beside/c ~/.claude/skills/d; do
  >   printf -- "---\nname: $(basename $skill)\ndescription: A skill\n---\n" > $skill/SKILL.md
  > done
  $ cat > ~/.config/skillcat/config.json <<'END'
  > {
  >   // Comments are allowed.
  >   "roots": [{"path": "~/lib", "label": "mine"}, {"path": "$HOME/beside", "scope": "system"}],
  >   "exclude": ["drafts"],
  >   "bundled": false,
  >   "defaults": false
  > }
  > END
  $ skillcat index
  2 skills: 2 active, 0 stale, 0 rejected (0 repaired)
  * read, 1 folder excluded, in *; revision 1 (glob)
  $ skillcat list
  c  A skill                                                        local:beside/c
  a  A skill                                                        local:mine/a

# --config and $SKILLCAT_CONFIG name another file; a relative root is below its folder.

  $ printf '{"roots": [{"path": "beside"}], "bundled": false}' > other.json
  $ skillcat --config other.json index -q; skillcat list
  c  A skill                                                   local:beside/c
  d  A skill                                                   local:user-claude/d
  $ SKILLCAT_CONFIG=other.json skillcat index -q

# So do --catalog and $SKILLCAT_CATALOG, the first before the second.

  $ export SKILLCAT_CATALOG=$WORK/x/env.db; skillcat --catalog y/option.db index -q; skillcat index -q; ls x y
  x:
  env.db
  env.db-shm
  env.db-wal
  env.db.lock

  y:
  option.db
  option.db-shm
  option.db-wal
  option.db.lock
  $ unset SKILLCAT_CATALOG

# An unknown key is a warning.

  $ printf '{"rots": [], "roots": [{"path": "~/lib", "lable": "x"}]}' > other.json
  $ skillcat --config other.json index | head -n 1
  skillcat: warning: $WORK/other.json: unknown key 'roots[0].lable' is ignored
  skillcat: warning: $WORK/other.json: unknown key 'rots' is ignored
  8 skills: 8 active, 0 stale, 0 rejected (0 repaired)
  $ skillcat --config other.json index -q

# What cannot be used is refused with the place.

  $ printf '{\n  "roots": [,]\n}' > other.json; skillcat --config other.json index
  skillcat: cannot use $WORK/other.json: parse error at line 2, column 13: syntax error while parsing value - unexpected ','; expected '[', '{', or a literal (hint: correct the file; comments are allowed, trailing commas are not)
  [2]
  $ skillcat --config other.json index --json 2>/dev/null
  {"error":{"code":"config","message":"cannot use $WORK/other.json: parse error at line 2, column 13: syntax error while parsing value - unexpected ','; expected '[', '{', or a literal","hint":"correct the file; comments are allowed, trailing commas are not"}}
  [2]
  $ printf '[]' > other.json; skillcat --config other.json index
  skillcat: cannot use $WORK/other.json: it holds no JSON object (hint: write {"roots": [...]})
  [2]
  $ printf '{"roots": [{"label": "x"}]}' > other.json; skillcat --config other.json index
  skillcat: cannot use $WORK/other.json: roots[0].path is not the path of a folder (hint: correct the file)
  [2]
  $ printf '{"roots": [{"path": "x", "scope": "all"}]}' > other.json; skillcat --config other.json index
  skillcat: cannot use $WORK/other.json: roots[0].scope is not user, project or system (hint: correct the file)
  [2]
  $ printf '{"roots": [{"path": "x", "label": "a/b"}]}' > other.json; skillcat --config other.json index
  skillcat: cannot call the root $WORK/x 'a/b': a label is not empty and has no / (hint: choose another label)
  [2]
  $ printf '{"exclude": "x"}' > other.json; skillcat --config other.json index
  skillcat: cannot use $WORK/other.json: exclude is not a list (hint: correct the file)
  [2]
  $ printf '{"bundled": 1}' > other.json; skillcat --config other.json index
  skillcat: cannot use $WORK/other.json: bundled is not true or false (hint: correct the file)
  [2]
  $ mkdir folder.json; skillcat --config folder.json index
  skillcat: cannot use $WORK/folder.json: $WORK/folder.json is not a regular file (hint: make it a file that you may read)
  [2]

# A configured root that is not there fails the pass, after the others were indexed.

  $ printf '{"roots": [{"path": "nowhere"}, {"path": "beside"}], "bundled": false, "defaults": false}' > other.json
  $ skillcat --config other.json index; skillcat list
  1 skill: 1 active, 0 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 4 (glob)
  problems ('skillcat problems' lists them):
    root_gone  1
  skillcat: the root $WORK/nowhere could not be read whole (hint: see 'skillcat problems')
  c  A skill                                                        local:beside/c

# The same folder by two names is one root.

  $ ln -s beside link; printf '{"roots": [{"path": "link"}, {"path": "beside"}], "bundled": false, "defaults": false}' > other.json
  $ skillcat --config other.json index -q; skillcat list
  c  A skill                                                          local:link/c
