# The tools and hooks that skills name, and the skills that name them.

  $ mkdir -p ~/.claude/skills/{a,b}
  $ printf -- '---\nname: a\ndescription: A skill\ntools: [grep, fetch]\nhooks: [on_commit]\n---\nDo.\n' > ~/.claude/skills/a/SKILL.md
  $ printf -- '---\nname: b\ndescription: A skill\ntools: [fetch]\n---\nDo.\n' > ~/.claude/skills/b/SKILL.md
  $ skillcat index -q
  $ skillcat tools
  $ skillcat tools grep
  $ skillcat tools nothing
  $ skillcat hooks
  $ skillcat hooks on_commit
  $ skillcat tools grep --json | jq -c '[keys_unsorted, .tools]'
  $ skillcat hooks --json | jq -c .hooks
