# One pass finds what agents use, without any configuration.

  $ mkdir -p ~/.claude/skills/pdf ~/.agents/skills/pdf app/.git app/.claude/skills/deploy app/skills/lint app/src
  $ printf -- '---\nname: pdf\ndescription: Fill PDF forms\n---\n# PDF\n' | tee ~/.claude/skills/pdf/SKILL.md > ~/.agents/skills/pdf/SKILL.md
  $ printf -- '---\nname: deploy\ndescription: Deploy the app\n---\n' > app/.claude/skills/deploy/SKILL.md
  $ printf -- '---\nname: Lint It\n---\n' > app/skills/lint/SKILL.md
  $ skillcat index
  7 skills: 7 active, 0 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 1 (glob)
  $ skillcat index
  7 skills: 7 active, 0 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 1 (glob)

# In a repository: the folders from here up to it, and skills/ of the working folder only.

  $ cd app/src; skillcat index
  8 skills: 8 active, 0 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 2 (glob)
  $ cd ..; skillcat index
  9 skills: 9 active, 0 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 3 (glob)
  problems ('skillcat problems' lists them):
    description_missing  1
    name_nonconforming   1
  $ cd ..; skillcat list
  code-analysis    代码分析技能 - 分析代码结构、复杂度、…  bundled:code-analysis
  file-management  文件管理技能 - 组织和管理文件。File m…  bundled:file-management
  git-helper       Git 操作助手 - 管理 Git 仓库和操作。G…  bundled:git-helper
  task-planning    任务规划技能 - 拆解和规划复杂任务。Ta…  bundled:task-planning
  web-research     网络研究技能 - 搜索和抓取网页内容。We…  bundled:web-research
  deploy           Deploy the app                          local:app-claude/deploy
  Lint It                                                  local:app-skills/lint
  pdf              Fill PDF forms                          local:user-agents/pdf
  pdf              Fill PDF forms                          local:user-claude/pdf

# A project found once is remembered, and is listed from elsewhere.

  $ cat ~/.config/skillcat/managed.json
  {
    "roots": [],
    "projects": [
      {
        "path": "$WORK/app/.claude/skills",
        "label": "app-claude",
        "project": "$WORK/app"
      },
      {
        "path": "$WORK/app/skills",
        "label": "app-skills",
        "project": "$WORK/app"
      }
    ]
  }
  $ stat -c %a ~/.config/skillcat ~/.config/skillcat/managed.json
  700
  600

# Paths are added as roots: a folder, or a skill file for its folder. A root is added once.

  $ mkdir -p more/skills/review; printf -- '---\nname: review\ndescription: Review changes\n---\n' > more/skills/review/SKILL.md
  $ skillcat index more/skills more/skills/ ~/.claude/skills
  10 skills: 10 active, 0 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 4 (glob)
  problems ('skillcat problems' lists them):
    description_missing  1
    name_nonconforming   1
  $ skillcat index more/skills/review/SKILL.md -q; skillcat list --root review
  review  Review changes                                              local:review
  $ skillcat --cwd more index skills -q; skillcat list --root skills
  review  Review changes                                       local:skills/review

# A folder of the same name gets a label of its own.

  $ mkdir -p other/skills/x; printf -- '---\nname: x\ndescription: x\n---\n' > other/skills/x/SKILL.md
  $ skillcat index other/skills -q; skillcat list | tail -n 1
  pdf              Fill PDF forms                          local:user-claude/pdf

# -q prints nothing; --json the report.

  $ skillcat index -q
  $ skillcat index --json | python3 -c '
  > import json, sys
  > report = json.load(sys.stdin)
  > print(*report)
  > print(report["candidates"], report["active"] + report["stale"] + report["rejected"], report["problems"])'
  revision as_of complete candidates active stale rejected repaired skipped files_read duration_us problems
  12 12 {'description_missing': 1, 'name_nonconforming': 1}
  $ skillcat sync --json | python3 -c 'import json, sys; print(*json.load(sys.stdin))'
  revision as_of complete candidates active stale rejected repaired skipped files_read duration_us problems
  $ skillcat sync
  12 skills: 12 active, 0 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 6 (glob)
  problems ('skillcat problems' lists them):
    description_missing  1
    name_nonconforming   1
  $ skillcat sync --full
  12 skills: 12 active, 0 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 6 (glob)
  problems ('skillcat problems' lists them):
    description_missing  1
    name_nonconforming   1

# A broken file keeps its last good version; a root that a person named must be there.

  $ : > more/skills/review/SKILL.md
  $ skillcat index
  12 skills: 10 active, 2 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 7 (glob)
  problems ('skillcat problems' lists them):
    description_missing  1
    empty                2
    name_nonconforming   1
  $ rm -r other/skills
  $ skillcat index
  12 skills: 9 active, 3 stale, 0 rejected (0 repaired)
  * read, 0 folders excluded, in *; revision 8 (glob)
  problems ('skillcat problems' lists them):
    description_missing  1
    empty                2
    name_nonconforming   1
    root_gone            2
  skillcat: the root $WORK/other/skills could not be read whole (hint: see 'skillcat problems')
  [5]
  $ skillcat index --json 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["complete"])'
  False
  $ skillcat index -q
  skillcat: the root $WORK/other/skills could not be read whole (hint: see 'skillcat problems')
  [5]
  $ skillcat show x | sed -n '/state/p'
  state          stale

# A folder that agents use may go: it is noticed, and is no failure.

  $ rm -r ~/.agents; mkdir -p other/skills; skillcat index 2>&1 | sed -n '1p; $p'
  11 skills: 8 active, 3 stale, 0 rejected (0 repaired)
  skillcat: the root $HOME/.agents/skills could not be read whole (hint: see 'skillcat problems')
  $ skillcat status | sed -n '/user-/p'
    user-claude    local    ok          $HOME/.claude/skills
    user-agents    local    gone        $HOME/.agents/skills

# The catalog is not for others.

  $ stat -c %a ~/.local/share/skillcat ~/.local/share/skillcat/catalog.db
  750
  640
