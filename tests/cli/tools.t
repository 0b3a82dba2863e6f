# The tools and hooks that skills name, and the skills that name them.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ mkdir -p ~/.claude/skills/{a,b}
  $ printf -- '---\nname: a\ndescription: A skill\ntools: [grep, fetch]\nhooks: [on_commit]\n---\nDo.\n' > ~/.claude/skills/a/SKILL.md
  $ printf -- '---\nname: b\ndescription: A skill\ntools: [fetch]\n---\nDo.\n' > ~/.claude/skills/b/SKILL.md
  $ skillcat index -q
  $ skillcat tools
  create_task  1 skill     no known provider
  fetch        2 skills    no known provider
  file_read    1 skill     no known provider
  file_write   1 skill     no known provider
  get_tasks    1 skill     no known provider
  git_diff     1 skill     no known provider
  git_log      1 skill     no known provider
  git_status   1 skill     no known provider
  glob         2 skills    no known provider
  grep         2 skills    no known provider
  lint         1 skill     no known provider
  organize     1 skill     no known provider
  update_task  1 skill     no known provider
  web_fetch    1 skill     no known provider
  web_search   1 skill     no known provider
  $ skillcat tools grep
  a              local:user-claude/a
  code-analysis  bundled:code-analysis
  (no known provider)
  $ skillcat tools nothing
  skillcat: no skill names the tool 'nothing' (hint: 'skillcat tools' shows them)
  $ skillcat hooks nothing
  skillcat: no skill names the hook 'nothing' (hint: 'skillcat hooks' shows them)
  $ skillcat hooks
  on_commit  1 skill
  $ skillcat hooks on_commit
  a  local:user-claude/a
  $ skillcat tools grep --json | py '[list(d), d["tools"]]'
  [["revision", "as_of", "complete", "tools"], [{"name": "grep", "skills": [{"ref": "local:user-claude/a", "name": "a", "source": "local"}, {"ref": "bundled:code-analysis", "name": "code-analysis", "source": "bundled"}], "provided": false, "providers": []}]]
  $ skillcat hooks --json | py 'd["hooks"]'
  [{"name": "on_commit", "skills": [{"ref": "local:user-claude/a", "name": "a", "source": "local"}], "provided": false, "providers": []}]
