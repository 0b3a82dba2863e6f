# Show prints the fields that a skill has, then its instructions.

  $ mkdir -p ~/.claude/skills/pdf ~/.agents/skills/pdf app/.git app/.claude/skills/pdf
  $ cat > ~/.claude/skills/pdf/SKILL.md <<'END'
  > ---
  > name: pdf
  > description: Fill PDF forms
  > version: 2.1.0
  > license: MIT
  > compatibility: needs pdftk
  > triggers: [pdf, form]
  > allowed-tools: Read, Bash(pdftk:*)
  > color: blue
  > ---
  > # PDF
  > 
  > 	Read the form first.
  > END
  $ cp ~/.claude/skills/pdf/SKILL.md ~/.agents/skills/pdf/SKILL.md
  $ printf -- '---\nname: pdf\ndescription: PDF of the app\n---\n\033[31mred' > app/.claude/skills/pdf/SKILL.md
  $ skillcat --cwd app index -q
  $ skillcat show pdf
  name           pdf
  description    Fill PDF forms
  ref            local:user-claude/pdf
  version        2.1.0
  license        MIT
  works with     needs pdftk
  file           $HOME/.claude/skills/pdf/SKILL.md
  agents         claude, copilot, cursor, opencode
  state          active
  triggers       pdf, form
  allowed tools  Read, Bash(pdftk:*)
  same as        local:user-agents/pdf (codex, copilot, cursor, gemini, openclaw, opencode)
  wins over      local:app-claude/pdf

  # PDF

  	Read the form first.

# The winner depends on the working folder; a ref means one copy.

  $ skillcat --cwd app show PDF
  name           pdf
  description    PDF of the app
  ref            local:app-claude/pdf
  version        1.0.0
  file           $WORK/app/.claude/skills/pdf/SKILL.md
  agents         claude, copilot, cursor, opencode
  state          active
  wins over      local:user-claude/pdf
  wins over      local:user-agents/pdf
  $WORK/app/.claude/skills/pdf/SKILL.md:5: note control_characters: a control character
      Remove them; they usually came with text copied from a terminal.

  \x1b[31mred
  $ cd app; skillcat show pdf | sed -n '/ref/p'; cd ..
  ref            local:app-claude/pdf
  $ skillcat show local:user-agents/pdf | sed -n '/ref\|wins/p'
  ref            local:user-agents/pdf

# For programs: the skill, its instructions, and all copies of the name.

  $ skillcat show pdf --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(*answer)
  > for field in "version", "license", "metadata", "config_schema", "allowed_tools", "instructions", "copies", "author":
  >   print(field, json.dumps(answer[field]))'
  revision as_of complete ref name description version author source root scope file_path directory agents state repaired shadowed_by triggers patterns tools hooks commands config_schema license compatibility allowed_tools metadata digest size_bytes tokens indexed_at changed_revision problems instructions copies places
  version "2.1.0"
  license "MIT"
  metadata {"color": "blue"}
  config_schema {}
  allowed_tools ["Read", "Bash(pdftk:*)"]
  instructions "# PDF\n\n\tRead the form first.\n"
  copies ["local:user-claude/pdf", "local:user-agents/pdf", "local:app-claude/pdf"]
  author null

# A name that nothing has.

  $ skillcat show pdf-forms
  skillcat: no skill is called 'pdf-forms' (hint: did you mean pdf, file-management?)
  [1]
  $ skillcat show zzzz
  skillcat: no skill is called 'zzzz' (hint: 'skillcat list' shows all)
  [1]
  $ skillcat show zzzz --json 2>/dev/null
  {"error":{"code":"not_found","message":"no skill is called 'zzzz'","hint":"'skillcat list' shows all"}}
  [1]
