# The tools and hooks that skills name, and the skills that name them.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ mkdir -p ~/.claude/skills/{a,b}
  $ printf -- '---\nname: a\ndescription: A skill\ntools: [grep, fetch]\nhooks: [on_commit]\n---\nDo.\n' > ~/.claude/skills/a/SKILL.md
  $ printf -- '---\nname: b\ndescription: A skill\ntools: [fetch]\n---\nDo.\n' > ~/.claude/skills/b/SKILL.md
  $ skillcat index -q
  $ skillcat tools
  $ skillcat tools grep
  $ skillcat tools nothing
  $ skillcat hooks
  $ skillcat hooks on_commit
  $ skillcat tools grep --json | py '[list(d), d["tools"]]'
  $ skillcat hooks --json | py 'd["hooks"]'
