# match answers with the skills that a message calls for, and says why.

  $ mkdir -p ~/.claude/skills/release-notes
  $ cat > ~/.claude/skills/release-notes/SKILL.md <<'END'
  > ---
  > name: release-notes
  > description: Collect merged pull requests since the last tag.
  > triggers: [what changed]
  > patterns: [/notes]
  > ---
  > Write one line each.
  > END
  $ skillcat index -q

Evidence is a pattern, a keyword, the name, or strong text relevance.

  $ skillcat match "tell me what changed" --explain
  release-notes  Collect merged pull requests si…  local:user-claude/release-notes
      keyword in triggers: what changed
      score 0.890, phrase 0.890
  $ skillcat match /notes v2
  release-notes  Collect merged pull requests si…  local:user-claude/release-notes
  $ echo "请帮我分析代码" | skillcat match -
  code-analysis  代码分析技能 - 分析代码结构、复杂度、依赖…  bundled:code-analysis

Most messages call for none.

  $ skillcat match "hello, how are you?"
  skillcat: the message calls for no skill
  [1]
  $ skillcat match "see https://example.org/notes"
  skillcat: the message calls for no skill
  [1]
  $ skillcat match
  skillcat: match needs MESSAGE... (hint: see 'skillcat match --help')
  [2]

The same for programs, and as text for a prompt.

  $ skillcat match "what changed" --json | python3 -c 'import json,sys; a = json.load(sys.stdin); print(a["total"], a["skills"][0]["ref"], a["skills"][0]["evidence"])'
  1 local:user-claude/release-notes [{'kind': 'keyword', 'field': 'triggers', 'text': 'what changed', 'terms': []}]
  $ skillcat context --message "what changed" | head -3


  === Skill: release-notes [local:user-claude/release-notes *] === (glob)
