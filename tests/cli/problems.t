# Stored problems, errors first, each with what to do about it.

  $ mkdir -p lib/bad lib/empty
  $ printf -- '---\nname: Bad Name\ndescription: Something\n---\n' > lib/bad/SKILL.md
  $ : > lib/empty/SKILL.md
  $ skillcat index lib
  7 skills: 6 active, 0 stale, 1 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 1 (glob)
  problems ('skillcat problems' lists them):
    empty               1
    name_nonconforming  1
  $ skillcat problems
  $WORK/lib/empty/SKILL.md: error empty: the file holds nothing but blanks
      Write the skill, or delete the file.
  $WORK/lib/bad/SKILL.md: warning name_nonconforming: the name is not 1 to 64 of a-z, 0-9 and single dashes
      Rename the skill, for example my-skill.
  $ skillcat problems --code empty
  $WORK/lib/empty/SKILL.md: error empty: the file holds nothing but blanks
      Write the skill, or delete the file.
  $ skillcat problems --code too_large
  $ skillcat problems --code no_such_code
  skillcat: --code takes the code of a problem, and none is called 'no_such_code' (hint: 'skillcat problems' shows those of this catalog, README.md lists all)
  [2]
  $ skillcat problems --code empty --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(*answer)
  > print(*answer["problems"][0])
  > print(answer["problems"][0]["ref"], answer["problems"][0]["root"], answer["problems"][0]["line"])'
  revision as_of complete total problems
  code severity message path line column ref root fix
  local:lib/empty lib None

# What is wrong with a root is told once, not once more for each of its skills.

  $ mkdir -p gone/x gone/y; for name in x y; do printf -- "---\nname: $name\ndescription: D\n---\n" > gone/$name/SKILL.md; done
  $ skillcat index gone -q; rm -r gone; skillcat index -q
  skillcat: the root $WORK/gone could not be read whole (hint: see 'skillcat problems')
  [5]
  $ skillcat problems --code root_gone
  $WORK/gone: error root_gone: cannot open $WORK/gone: No such file or directory (so for 2 skills)
      Bring the folder back, or forget it with `skillcat root remove`.
  $ skillcat problems --code root_gone --json | python3 -c 'import json, sys; print(sorted(str(p["ref"]) for p in json.load(sys.stdin)["problems"]))'
  ['None', 'local:gone/x', 'local:gone/y']
