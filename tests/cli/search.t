# Search prints a line a skill, best first: name, description cut to the width, ref.

  $ mkdir -p lib/{pdf,review,long,evil}
  $ printf -- '---\nname: pdf-forms\ndescription: Fill PDF forms 填写表单 and everything else that people do with forms all day long\ntools: [grep, read]\n---\n' > lib/pdf/SKILL.md
  $ printf -- '---\nname: review\ndescription: Review a form\ntriggers: [code review]\n---\n' > lib/review/SKILL.md
  $ printf -- '---\nname: a-name-that-is-longer-than-the-column-for-names\ndescription: A form\n---\n' > lib/long/SKILL.md
  $ printf -- '---\nname: evil\ndescription: "A form \\e[31mred\\a"\n---\n' > lib/evil/SKILL.md
  $ skillcat index lib -q
  $ skillcat search form
  pdf-forms                   Fill PDF forms 填写表单 and …  local:lib/pdf
  evil                        A form \x1b[31mred\x07         local:lib/evil
  review                      Review a form                  local:lib/review
  a-name-that-is-longer-than-the-column-for-names  A form                local:lib/long
  code-analysis               代码分析技能 - 分析代码结构…   bundled:code-analysis
  web-research                网络研究技能 - 搜索和抓取网…   bundled:web-research
  $ COLUMNS=60 skillcat search form
  pdf-forms             Fill PDF forms 填写…  local:lib/pdf
  evil                  A form \x1b[31mred\…  local:lib/evil
  review                Review a form         local:lib/review
  a-name-that-is-longer-than-the-column-for-names  A form                local:lib/long
  code-analysis         代码分析技能 - 分析…  bundled:code-analysis
  web-research          网络研究技能 - 搜索…  bundled:web-research
  $ env -u COLUMNS skillcat search forms
  pdf-forms                     Fill PDF forms 填写表单 and everything else th…  local:lib/pdf
  evil                          A form \x1b[31mred\x07                           local:lib/evil
  review                        Review a form                                    local:lib/review
  a-name-that-is-longer-than-the-column-for-names  A form                        local:lib/long
  code-analysis                 代码分析技能 - 分析代码结构、复杂度、依赖关系…   bundled:code-analysis
  web-research                  网络研究技能 - 搜索和抓取网页内容。Web researc…  bundled:web-research
  $ skillcat search --color always -n 1 forms | cat -v
  ^[[1mpdf-forms^[[0m  Fill PDF forms M-eM-!M-+M-eM-^FM-^YM-hM-!M-(M-eM-^MM-^U and everything else that peopM-bM-^@M-&  ^[[2mlocal:lib/pdf^[[0m

# Filters and the number of skills.

  $ skillcat search -n 1 form
  pdf-forms  Fill PDF forms 填写表单 and everything else that peop…  local:lib/pdf
  $ skillcat search --tool grep form
  pdf-forms      Fill PDF forms 填写表单 and everything el…  local:lib/pdf
  code-analysis  代码分析技能 - 分析代码结构、复杂度、依赖…  bundled:code-analysis
  $ skillcat search --root lib --source local review
  review  Review a form                                           local:lib/review
  $ skillcat search --root lib zzzz
  skillcat: no skill fits 'zzzz'
  [1]

# A filter that names nothing known is told from one that keeps nothing.

  $ skillcat search --root nowhere form
  skillcat: no root is called 'nowhere' (hint: 'skillcat root list' shows them)
  [1]
  $ skillcat search --tool grepp form
  skillcat: no skill names the tool 'grepp' (hint: 'skillcat tools' shows them)
  [1]
  $ skillcat search --tool grep zzzz
  skillcat: no skill fits 'zzzz'
  [1]
  $ skillcat search --source bundled 'git'
  git-helper       Git 操作助手 - 管理 Git 仓库和操作。G…  bundled:git-helper
  code-analysis    代码分析技能 - 分析代码结构、复杂度、…  bundled:code-analysis
  file-management  文件管理技能 - 组织和管理文件。File m…  bundled:file-management
  web-research     网络研究技能 - 搜索和抓取网页内容。We…  bundled:web-research

# Why each is there.

  $ skillcat search --explain code review
  review         Review a form                               local:lib/review
      name in name: review
      keyword in triggers: code review
      text in description: Review a form
      score 0.474, bm25 3.697, trigger 1.109, name 2.403
  code-analysis  代码分析技能 - 分析代码结构、复杂度、依赖…  bundled:code-analysis
      name in name: code-analysis
      keyword in triggers: 分析代码
      keyword in triggers: 代码分析
      keyword in triggers: code analysis
      pattern in triggers: /code-analysis
      text in description: 代码分析技能 - 分析代码结构、复杂度、依赖关系。Co…
      text in instructions: code, 代码, 评审
      score 0.367, bm25 1.512, lexicon 1.964, trigger 0.240, name 0.929
  task-planning  任务规划技能 - 拆解和规划复杂任务。Task p…  bundled:task-planning
      text in instructions: code, review
      score 0.094, bm25 0.828
  web-research   网络研究技能 - 搜索和抓取网页内容。Web re…  bundled:web-research
      text in instructions: code
      score 0.088, bm25 0.768
  git-helper     Git 操作助手 - 管理 Git 仓库和操作。Git h…  bundled:git-helper
      text in instructions: review
      score 0.057, bm25 0.486

# SQLite's FTS5 syntax.

  $ skillcat search --fts 'name : review NOT pdf'
  review  Review a form                                           local:lib/review

# Nothing found exits with 1; the JSON is there all the same.

  $ skillcat search zzzz
  skillcat: no skill fits 'zzzz'
  [1]
  $ skillcat search zzzz --json
  {"revision":1,"as_of":"*","complete":true,"query":"zzzz","corrected":null,"total":0,"skills":[]} (glob)
  skillcat: no skill fits 'zzzz'
  [1]
  $ skillcat search zzzz -q
  [1]

# For programs: every field, in this order.

  $ skillcat search --json review | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print(*answer)
  > print(*answer["skills"][0])
  > print(answer["skills"][0]["explain"])'
  revision as_of complete query corrected total skills
  ref name description version author source root scope file_path directory agents state repaired shadowed_by triggers patterns tools hooks commands config_schema license compatibility allowed_tools metadata digest size_bytes tokens indexed_at changed_revision problems score evidence snippet snippet_parts copies explain
  None
  $ skillcat search --json --explain review | python3 -c 'import json, sys; print(*json.load(sys.stdin)["skills"][0]["explain"])'
  exact_name

# An old catalog is said to be old, once.

  $ python3 -c '
  > import os, sqlite3
  > catalog = sqlite3.connect(os.environ["HOME"] + "/.local/share/skillcat/catalog.db")
  > catalog.execute("UPDATE meta SET value = value - 3 * 3600 * 1000 WHERE key = ?", ["as_of"])
  > catalog.commit()'
  $ skillcat search review
  skillcat: the last pass ended 3.0 h ago (hint: run 'skillcat index')
  review         Review a form                               local:lib/review
  git-helper     Git 操作助手 - 管理 Git 仓库和操作。Git h…  bundled:git-helper
  task-planning  任务规划技能 - 拆解和规划复杂任务。Task p…  bundled:task-planning
  code-analysis  代码分析技能 - 分析代码结构、复杂度、依赖…  bundled:code-analysis
  $ skillcat search -q review
  review         Review a form                               local:lib/review
  git-helper     Git 操作助手 - 管理 Git 仓库和操作。Git h…  bundled:git-helper
  task-planning  任务规划技能 - 拆解和规划复杂任务。Task p…  bundled:task-planning
  code-analysis  代码分析技能 - 分析代码结构、复杂度、依赖…  bundled:code-analysis
