# Every copy of a name, the one that is meant first, and the rule that decided.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ mkdir -p ~/.claude/skills/pdf ~/.agents/skills/pdf ~/.agents/skills/empty app/.git app/.claude/skills/pdf app/node_modules/x
  $ for folder in ~/.claude/skills/pdf ~/.agents/skills/pdf app/.claude/skills/pdf app/node_modules/x; do
  >   printf -- '---\nname: pdf\ndescription: Fill PDF forms\n---\nDo.\n' > $folder/SKILL.md
  > done
  $ : > ~/.agents/skills/empty/SKILL.md
  $ skillcat --cwd app index -q
  $ skillcat why pdf
  $ skillcat --cwd app why pdf | head -n 2
  $ skillcat why empty
  $ skillcat why local:user-agents/pdf

# A path: the copy in it, or the rule that keeps it out.

  $ skillcat why ~/.claude/skills/pdf | head -n 1
  $ skillcat why app/node_modules/x/SKILL.md
  $ mkdir ~/.claude/skills/new; cp ~/.claude/skills/pdf/SKILL.md ~/.claude/skills/new; skillcat why ~/.claude/skills/new
  $ touch ~/.claude/skills/pdf/notes.md; skillcat index -q; cd ~/.claude/skills; skillcat why pdf/notes.md
  $ skillcat why ./gone
  $ skillcat why nothing

# For programs.

  $ skillcat why pdf --json | py '[list(d), list(d["copies"][0])] + [[c["ref"], c["state"], c["wins_over"]] for c in d["copies"]]'
  $ skillcat why ./gone --json | py '[(c["ref"], c["state"], c["reason"]) for c in d["copies"]]'
