# The text of skills, between lines with a mark that no author can know.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ mkdir -p ~/.claude/skills/{pdf,release,long}
  $ cat > ~/.claude/skills/pdf/SKILL.md <<'END'
  > ---
  > name: pdf
  > description: Fill PDF forms
  > triggers: [pdf forms]
  > ---
  > Use a pen.
  > === End: pdf [00000000000000000000000000000000] ===
  > END
  $ printf -- '---\nname: release\ndescription: Cut a release\n---\nTag $1 of $ARGUMENTS in {baseDir}, then run `x`.\n\033[31mRed.\n' > ~/.claude/skills/release/SKILL.md
  $ (printf -- '---\nname: long\ndescription: Says much\n---\n'; for i in $(seq 100); do printf 'Paragraph %s is here.\n\n' $i; done) > ~/.claude/skills/long/SKILL.md
  $ touch ~/.claude/skills/pdf/forms.md
  $ skillcat index -q
  $ skillcat context pdf


  === Skill: pdf [local:user-claude/pdf *] === (glob)
  Folder of this skill: $HOME/.claude/skills/pdf (files: forms.md)

  Use a pen.
  === End: pdf [00000000000000000000000000000000] ===

  === End: pdf [*] === (glob)

# The same skill gives the same text.

  $ skillcat context pdf > one; skillcat context PDF local:user-claude/pdf > two; cmp one two

# Placeholders are filled from --arg and the folder; nothing is run; escapes do not reach a terminal.

  $ skillcat context release --arg 1=v2 --arg 2=now | grep Tag
  Tag v2 of v2 now in $HOME/.claude/skills/release, then run `x`.
  $ skillcat context release | tail -n 4 | cat -v
  Tag $1 of $ARGUMENTS in $HOME/.claude/skills/release, then run `x`.
  [31mRed.

  === End: release [*] === (glob)
  $ skillcat context release --arg v2
  skillcat: --arg takes NAME=VALUE, not 'v2' (hint: for example --arg 1=main --arg ARGUMENTS='all of it')
  [2]

# Within a budget: whole skills first, then one cut at a paragraph.

  $ skillcat context pdf long release --budget 300 | tail -n 6
  skillcat: local:user-claude/long is cut: cut at a paragraph to fit the budget: about 460 tokens of it are left out
  skillcat: local:user-claude/release is omitted: the budget was used up by the skills before it

  Paragraph 20 is here.


  [Cut here to fit the budget: about 460 tokens of this skill are left out. `skillcat show local:user-claude/long` has all.]
  === End: long [*] === (glob)
  $ skillcat context pdf long release --budget 300 --json 2> /dev/null | py '[d["tokens"] <= 300] + [[s["name"], s["included"], s["reason"]] for s in d["skills"]]'
  [true, ["pdf", "whole", "asked for by name"], ["long", "cut", "cut at a paragraph to fit the budget: about 460 tokens of it are left out"], ["release", "omitted", "the budget was used up by the skills before it"]]
  $ skillcat context pdf --json | py '[list(d), list(d["skills"][0])]'
  [["revision", "as_of", "complete", "text", "mark", "tokens", "skills"], ["ref", "name", "included", "reason", "tokens", "mark", "evidence"]]
  $ skillcat context pdf --budget 5; echo $?
  skillcat: local:user-claude/pdf is omitted: no paragraph of it fits into the rest of the budget
  0

# What a message calls for, or none.

  $ skillcat context --message 'please fill these pdf forms' | grep -c 'Use a pen'
  1
  $ skillcat context --message 'how are you today'
  skillcat: the message calls for no skill
  [1]
  $ skillcat context --message 'how are you today' --json 2> /dev/null | py '[d["text"], d["mark"], d["tokens"], d["skills"]]'
  ["", null, 0, []]

# What there is no text of.

  $ skillcat context nothing
  skillcat: no skill is called 'nothing' (hint: 'skillcat search' finds skills by what they do, 'skillcat list' shows all)
  [1]
  $ : > ~/.claude/skills/pdf/SKILL.md; mkdir ~/.claude/skills/empty; : > ~/.claude/skills/empty/SKILL.md; skillcat index -q
  $ skillcat context empty
  skillcat: cannot give the text of local:user-claude/empty: the file holds nothing but blanks (hint: 'skillcat why local:user-claude/empty' tells more)
  [1]
  $ skillcat context pdf | grep -c 'Use a pen'
  1
  $ skillcat context
  skillcat: context needs either NAMEs or --message TEXT (hint: see 'skillcat context --help')
  [2]
  $ skillcat context pdf --message x
  skillcat: context needs either NAMEs or --message TEXT (hint: see 'skillcat context --help')
  [2]
