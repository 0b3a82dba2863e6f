# Every copy of a name, the one that is meant first, and the rule that decided.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ mkdir -p ~/.claude/skills/pdf ~/.agents/skills/pdf ~/.agents/skills/empty app/.git app/.claude/skills/pdf ~/.claude/skills/node_modules/x other
  $ for folder in ~/.claude/skills/pdf ~/.agents/skills/pdf app/.claude/skills/pdf ~/.claude/skills/node_modules/x other; do
  >   printf -- '---\nname: pdf\ndescription: Fill PDF forms\n---\nDo.\n' > $folder/SKILL.md
  > done
  $ : > ~/.agents/skills/empty/SKILL.md
  $ skillcat --cwd app index -q
  $ skillcat why pdf
  local:user-claude/pdf
    active; wins its name over 2: its root user-claude comes first
    file: $HOME/.claude/skills/pdf/SKILL.md
    wins over: local:user-agents/pdf
    wins over: local:app-claude/pdf
  local:user-agents/pdf
    active; its name means local:user-claude/pdf: its root user-claude comes first
    file: $HOME/.agents/skills/pdf/SKILL.md
  local:app-claude/pdf
    active; its name means local:user-claude/pdf: user roots come before other projects
    file: $WORK/app/.claude/skills/pdf/SKILL.md
  $ skillcat --cwd app why pdf | head -n 2
  local:app-claude/pdf
    active; wins its name over 2: the working folder's project root comes first
  $ skillcat why empty
  local:user-agents/empty
    rejected: the file holds nothing but blanks
    file: $HOME/.agents/skills/empty/SKILL.md
    error empty: the file holds nothing but blanks
  $ skillcat why local:user-agents/pdf
  local:user-agents/pdf
    active; its name means local:user-claude/pdf: its root user-claude comes first
    file: $HOME/.agents/skills/pdf/SKILL.md

# A path: the copy in it, or the rule that keeps it out.

  $ skillcat why ~/.claude/skills/pdf | head -n 1
  local:user-claude/pdf
  $ skillcat why ~/.claude/skills/node_modules/x/SKILL.md
  $HOME/.claude/skills/node_modules/x/SKILL.md
    it is inside a folder called node_modules, which is never entered
  $ skillcat why other/SKILL.md
  $WORK/other/SKILL.md
    it is not below any root: 'skillcat root list' shows them, 'skillcat root add' adds one
  $ mkdir ~/.claude/skills/new; cp ~/.claude/skills/pdf/SKILL.md ~/.claude/skills/new; skillcat why ~/.claude/skills/new
  $HOME/.claude/skills/new
    the last pass did not see it, so it is newer: run 'skillcat sync'
  $ touch ~/.claude/skills/pdf/notes.md; skillcat index -q; cd ~/.claude/skills; skillcat why pdf/notes.md
  $HOME/.claude/skills/pdf/notes.md
    it is not called SKILL.md; it is a file of the skill local:user-claude/pdf
  $ skillcat why ./gone
  $HOME/.claude/skills/gone
    there is no such file or folder
  [1]
  $ skillcat why nothing
  skillcat: nothing is called 'nothing' (hint: name its folder or its SKILL.md)
  [1]

# For programs.

  $ skillcat why pdf --json | py '[list(d), list(d["copies"][0])] + [[c["ref"], c["state"], c["wins_over"]] for c in d["copies"]]'
  [["revision", "as_of", "complete", "copies"], ["ref", "name", "source", "root", "file_path", "state", "reason", "wins_over", "problems"], ["local:user-claude/new", "active", ["local:user-claude/pdf", "local:user-agents/pdf", "local:app-claude/pdf"]], ["local:user-claude/pdf", "active", []], ["local:user-agents/pdf", "active", []], ["local:app-claude/pdf", "active", []]]
  $ skillcat why ./gone --json | py '[(c["ref"], c["state"], c["reason"]) for c in d["copies"]]'
  [[null, null, "there is no such file or folder"]]
