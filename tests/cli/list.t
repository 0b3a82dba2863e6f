# All copies, in the order of their refs.

  $ mkdir -p lib/{a,b,c}
  $ for name in a b c; do printf -- "---\nname: $name\ndescription: skill $name\n---\n" > lib/$name/SKILL.md; done
  $ skillcat index lib -q
  $ skillcat list
  code-analysis    代码分析技能 - 分析代码结构、复杂度、…  bundled:code-analysis
  file-management  文件管理技能 - 组织和管理文件。File m…  bundled:file-management
  git-helper       Git 操作助手 - 管理 Git 仓库和操作。G…  bundled:git-helper
  task-planning    任务规划技能 - 拆解和规划复杂任务。Ta…  bundled:task-planning
  web-research     网络研究技能 - 搜索和抓取网页内容。We…  bundled:web-research
  a                skill a                                 local:lib/a
  b                skill b                                 local:lib/b
  c                skill c                                 local:lib/c

# Filters and pages.

  $ skillcat list --source local -n 2
  a  skill a                                                           local:lib/a
  b  skill b                                                           local:lib/b
  $ skillcat list --source local -n 2 --after local:lib/b
  c  skill c                                                           local:lib/c
  $ skillcat list --root bundled -n 1
  code-analysis  代码分析技能 - 分析代码结构、复杂度、依赖…  bundled:code-analysis
  $ skillcat list --json -n 1 --root lib | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(*answer)
  > print(answer["total"], answer["skills"][0]["ref"])
  > print(*answer["skills"][0])'
  revision as_of complete total skills
  3 local:lib/a
  ref name description version author source root scope file_path directory agents state repaired shadowed_by triggers patterns tools hooks commands config_schema license compatibility allowed_tools metadata digest size_bytes tokens indexed_at changed_revision problems

# An empty list is an answer. That a root is not there is said besides.

  $ skillcat list --source mcp
  $ skillcat list --source mcp --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["skills"])'
  []
  $ skillcat list --root lib --after local:lib/c
  $ skillcat list --root nowhere
  skillcat: no root is called 'nowhere' (hint: 'skillcat root list' shows them)
  $ skillcat list --root nowhere -q
