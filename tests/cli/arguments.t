# What the command line reads as a command, an option or text.

  $ mkdir -p lib/status lib/list
  $ printf -- '---\nname: git-status\ndescription: Read the status of a git repository [a, b] --bar ++ %%s key=value\n---\n' > lib/status/SKILL.md
  $ printf '{"defaults": false, "bundled": false}' > config.json; export SKILLCAT_CONFIG=$WORK/config.json
  $ skillcat index lib -q

# A word that is a command's name is text behind another command.

  $ skillcat search git status
  git-status  Read the status of a git repository [a, b] --bar …  local:lib/status
  $ skillcat search status
  git-status  Read the status of a git repository [a, b] --bar …  local:lib/status

# Options are understood before and after the command and its arguments.

  $ skillcat --json search status | cut -c1-12
  {"revision":
  $ skillcat search status --json | cut -c1-12
  {"revision":
  $ skillcat search -n1 status --color never
  git-status  Read the status of a git repository [a, b] --bar …  local:lib/status
  $ skillcat search --root=lib status
  git-status  Read the status of a git repository [a, b] --bar …  local:lib/status

# No word is split, emptied or taken for a sign to the parser.

  $ skillcat search '[a, b]'
  git-status  Read the status of a git repository [a, b] --bar …  local:lib/status
  $ skillcat search --json '[a, b]' '{}' %s key=value ++ '' | python3 -c 'import json, sys; print(json.load(sys.stdin)["query"])'
  [a, b] {} %s key=value ++
  $ skillcat search --json --tool ++ x | python3 -c 'import json, sys; print(json.load(sys.stdin)["total"])'
  skillcat: no skill names the tool '++' (hint: 'skillcat tools' shows them)
  0
  $ skillcat search ''
  skillcat: no skill fits ''
  [1]

# Everything behind -- is text, what looks like an option too.

  $ skillcat search foo -- --bar
  git-status  Read the status of a git repository [a, b] --bar …  local:lib/status
  $ skillcat search --json -- -n --json -- x | python3 -c 'import json, sys; print(json.load(sys.stdin)["query"])'
  skillcat: no skill fits '-n --json -- x'
  -n --json -- x
  $ skillcat search --
  skillcat: search needs either a QUERY or --fts EXPR (hint: see 'skillcat search --help')
  [2]

# Wrong usage exits with 2 and says where to read on.

  $ skillcat frobnicate
  skillcat: no command is called 'frobnicate' (hint: see 'skillcat --help')
  [2]
  $ skillcat frobnicate search x
  skillcat: no command is called 'frobnicate' (hint: see 'skillcat --help')
  [2]
  $ skillcat --frobnicate
  skillcat: no option is called '--frobnicate' (hint: see 'skillcat --help')
  [2]
  $ skillcat search x --frobnicate
  skillcat: no option is called '--frobnicate' (hint: see 'skillcat search --help')
  [2]
  $ skillcat search -n
  skillcat: -n needs a value (hint: see 'skillcat search --help')
  [2]
  $ skillcat search -n 0 x
  skillcat: -n takes a number above 0, not '0' (hint: see 'skillcat search --help')
  [2]
  $ skillcat search -n 3x x
  skillcat: -n takes a number above 0, not '3x' (hint: see 'skillcat search --help')
  [2]
  $ skillcat search --source nowhere x
  skillcat: --source takes local, plugin, bundled or mcp, not 'nowhere' (hint: see 'skillcat search --help')
  [2]
  $ skillcat search
  skillcat: search needs either a QUERY or --fts EXPR (hint: see 'skillcat search --help')
  [2]
  $ skillcat search --fts a b
  skillcat: search needs either a QUERY or --fts EXPR (hint: see 'skillcat search --help')
  [2]
  $ skillcat search --fts 'name:'
  skillcat: cannot search for 'name:': fts5: syntax error near "" (hint: see SQLite's FTS5 query syntax, or search for plain words without --fts)
  [2]
  $ skillcat status now
  skillcat: status takes no arguments, and got 'now' (hint: see 'skillcat status --help')
  [2]
  $ skillcat show
  skillcat: show needs NAME (hint: see 'skillcat show --help')
  [2]
  $ skillcat show a b
  skillcat: show takes one argument, and got 'b' (hint: see 'skillcat show --help')
  [2]
  $ skillcat --color sometimes status
  skillcat: --color takes auto, always or never, not 'sometimes' (hint: see 'skillcat status --help')
  [2]
  $ skillcat --cwd $WORK/nowhere status
  skillcat: cannot start in $WORK/nowhere: it is not a folder (hint: name a folder with --cwd)
  [2]
  $ skillcat --catalog '' status
  skillcat: --catalog needs a path, not an empty text (hint: see 'skillcat status --help')
  [2]
  $ skillcat index $WORK/nowhere
  skillcat: cannot index $WORK/nowhere: No such file or directory (hint: name a folder that exists)
  [2]
  $ skillcat index config.json
  skillcat: cannot index $WORK/config.json: it is not a folder (hint: name a folder, or a SKILL.md in it)
  [2]
  $ skillcat check nowhere
  skillcat: cannot check nowhere: No such file or directory (hint: name a SKILL.md or a folder that exists)
  [2]

# With --json an error is an object on stdout too.

  $ skillcat search --source nowhere x --json 2>/dev/null
  {"error":{"code":"usage","message":"--source takes local, plugin, bundled or mcp, not 'nowhere'","hint":"see 'skillcat search --help'"}}
  [2]
  $ skillcat --json frobnicate 2>/dev/null
  {"error":{"code":"usage","message":"no command is called 'frobnicate'","hint":"see 'skillcat --help'"}}
  [2]
