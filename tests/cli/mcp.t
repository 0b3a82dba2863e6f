# MCP servers: their tools are skills.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ skillcat mcp list

# What somebody recorded needs no process and no network.

  $ echo '{"initialize": {"instructions": "Log in first."}, "tools": [{"name": "get_page", "description": "Gets a page."}, {"name": "echo", "title": "Echo"}, {}]}' > team.json
  $ skillcat mcp add team --from team.json
  team  trusted    recorded       2 tools, 2 skills
      in $HOME/.config/skillcat/managed.json
      warning mcp_bad_tool: tool 3 is left out: it has no name
  $ skillcat list --source mcp
  team_echo  Echo                                                    mcp:team_echo
  team_get   MCP get tools: get_page. Gets a page.                   mcp:team_get
  $ skillcat context team_get


  === Skill: team_get [mcp:team_get *] === (glob)
  Tools of the MCP server team, in the words of that server:

  Log in first.

  ## get_page

  Gets a page.
  === End: team_get [*] === (glob)
  $ skillcat mcp add team --from team.json
  skillcat: a server is called 'team' already (hint: 'skillcat mcp remove team' first, or choose another name)
  [2]
  $ skillcat mcp add other --from team.json
  skillcat: cannot add other: $WORK/team.json is the record of 'team' already (hint: copy the file, or 'skillcat mcp remove team' first)
  [2]
  $ skillcat mcp add other --from nowhere.json
  skillcat: cannot use a record: cannot open $WORK/nowhere.json: No such file or directory (hint: name a file that exists)
  [2]
  $ echo '[]' > wrong.json; skillcat mcp add other --from wrong.json
  skillcat: cannot use $WORK/wrong.json: the record is not a JSON object (hint: a record is {"initialize": {...}, "tools": [...]})
  [2]
  $ skillcat mcp add a/b --from team.json
  skillcat: no server can be called 'a/b': a name has no '/', no '-' or '.' at its start, no .state at its end and at most 200 bytes (hint: choose another name)
  [2]
  $ skillcat mcp add other --from team.json -- run
  skillcat: mcp add takes one of --from FILE, --url URL and -- COMMAND (hint: see 'skillcat mcp --help')
  [2]
  $ skillcat mcp add other
  skillcat: mcp add takes one of --from FILE, --url URL and -- COMMAND (hint: see 'skillcat mcp --help')
  [2]
  $ skillcat mcp add other --from team.json --grouping some
  skillcat: --grouping takes prefix, server, tool, separator:X or a JSON object (hint: see 'skillcat mcp --help')
  [2]

# An address that would never be contacted is refused, and nothing is stored.

  $ for url in ftp://example.com/mcp example.com/mcp http:// ''; do skillcat mcp add other --url "$url"; done
  skillcat: cannot add other: its URL cannot be used: it is no http:// or https:// address (hint: see 'skillcat mcp --help'; nothing was stored)
  skillcat: cannot add other: its URL cannot be used: it is no http:// or https:// address (hint: see 'skillcat mcp --help'; nothing was stored)
  skillcat: cannot add other: its URL cannot be used: it is no http:// or https:// address (hint: see 'skillcat mcp --help'; nothing was stored)
  skillcat: cannot add other: its URL cannot be used: it is no http:// or https:// address (hint: see 'skillcat mcp --help'; nothing was stored)
  [2]
  $ HOST=192.0.2.1 skillcat mcp add other --url 'http://${HOST}/mcp'
  skillcat: cannot add other: its URL cannot be used: plain http:// goes only to this machine (use https://) (hint: see 'skillcat mcp --help'; nothing was stored)
  [2]
  $ grep -c other ~/.config/skillcat/managed.json
  0
  [1]
  $ skillcat mcp list --from x
  skillcat: --from is an option of 'mcp add' (hint: see 'skillcat mcp --help')
  [2]

# A live server is asked when it is added and by 'refresh', never by 'index'.

  $ export TOKEN=canary-7f3a
  $ skillcat mcp add live -e TOKEN -- python3 $TESTDIR/mcp_peer.py $PWD/started
  live  trusted    ok             3 tools, 2 skills, answered * ago (glob)
      in $HOME/.config/skillcat/managed.json
  $ rm started; skillcat index -q; skillcat sync -q; skillcat status > /dev/null; skillcat mcp list > /dev/null; ls started
  ls: cannot access 'started': No such file or directory
  [2]
  $ skillcat tools get_page
  team_get  mcp:team_get
  live_get  mcp:live_get
  (server live; server team)
  $ skillcat tools mcp__live__get_page
  live_get  mcp:live_get
  (server live as get_page)
  $ skillcat tools get_page --json | py 'd["tools"][0]["providers"]'
  [{"server": "live", "tool": "get_page", "ref": "mcp:live_get", "reachable": true}, {"server": "team", "tool": "get_page", "ref": "mcp:team_get", "reachable": true}]
  $ skillcat show live_get --json | py '[d[key] for key in ("version", "tools", "config_schema", "directory", "source")]'
  ["1.0.0", ["get_page", "get_list"], {"prefix": "get", "server_id": "live"}, null, "mcp"]
  $ skillcat mcp refresh live
  live  trusted    ok             3 tools, 2 skills, answered * ago (glob)
      in $HOME/.config/skillcat/managed.json
  $ ls started
  started

# One that fails keeps what it offered, as stale; the others are whole.

  $ mv started gone; sed -i 's/mcp_peer.py/no_peer.py/' ~/.config/skillcat/managed.json
  $ skillcat mcp refresh 2>&1 | sed 's/started with .*//'
  team  trusted    recorded       2 tools, 2 skills
      in $HOME/.config/skillcat/managed.json
      warning mcp_bad_tool: tool 3 is left out: it has no name
  live  trusted    failed         3 tools, 2 skills, answered * ago (glob)
      in $HOME/.config/skillcat/managed.json
      error mcp_session_lost: 'initialize' is not answered* (glob)
  skillcat: cannot ask live: 'initialize' is not answered: * (hint: correct that, then 'skillcat mcp refresh live' asks it again) (glob)
  $ skillcat mcp refresh live > /dev/null
  skillcat: cannot ask live: 'initialize' is not answered: * (hint: correct that, then 'skillcat mcp refresh live' asks it again) (glob)
  [5]
  $ skillcat list --source mcp --json | py '[[s["ref"], s["state"]] for s in d["skills"]]'
  [["mcp:live_echo", "stale"], ["mcp:live_get", "stale"], ["mcp:team_echo", "active"], ["mcp:team_get", "active"]]
  $ skillcat status | sed -n '/^servers/,$p'
  servers
    team  ok             2 tools, 2 skills
    live  failed         3 tools, 2 skills; 'initialize' is not answered* (glob)
  $ skillcat status --json | py '[[s["label"], s["state"], s["tools"], s["skills"]] for s in d["servers"]]'
  [["team", "ok", 2, 2], ["live", "failed", 3, 2]]
  $ skillcat tools get_list
  live_get  mcp:live_get
  (server live (not reachable))
  $ sed -i 's/no_peer.py/mcp_peer.py/' ~/.config/skillcat/managed.json
  $ skillcat mcp refresh --json | py '[[list(d), [[s["name"], s["state"]] for s in d["servers"]]], list(d["servers"][0])]'
  [[["revision", "as_of", "complete", "servers", "problems"], [["team", "recorded"], ["live", "ok"]]], ["name", "trusted", "state", "transport", "tools", "skills", "grouping", "last_attempt_at", "last_success_at", "configured_in", "project", "record", "advice", "problems"]]

# Of one that fails when it is added, what failed and what to do are said; it is stored.

  $ skillcat mcp add down -- no_such_program
  down  trusted    failed         0 tools, 0 skills, never answered
      in $HOME/.config/skillcat/managed.json
      error mcp_start_failed: cannot start 'no_such_program': no folder of PATH has a program of that name
  skillcat: cannot ask down: cannot start 'no_such_program': no folder of PATH has a program of that name (hint: it is stored; correct that, then 'skillcat mcp refresh down' asks it again, 'skillcat mcp remove down' forgets it)
  [5]
  $ skillcat index | head -n 1
  skillcat: 1 MCP server has given no answer so far: down (hint: 'skillcat mcp list' says why, 'skillcat mcp refresh' asks again)
  9 skills: 9 active, 0 stale, 0 rejected (0 repaired)
  $ skillcat mcp remove down -q; skillcat index -q

# No secret is in the catalog, its log, the records, or what is printed.

  $ skillcat mcp add web --url http://127.0.0.1:9/mcp --header 'X-Key: canary-7f3a-key' --header 'Authorization: Bearer ${TOKEN}' -v > out 2>&1
  [5]
  $ skillcat mcp refresh -v >> out 2>&1
  [5]
  $ grep -c canary-7f3a out
  0
  [1]
  $ grep -rl canary-7f3a ~/.local ~/.config
  $HOME/.config/skillcat/managed.json
  $ (skillcat mcp list; skillcat show live_get; skillcat context live_get; skillcat problems; skillcat status --json) | grep -c canary-7f3a; skillcat mcp remove web -q
  0

# Nor one that is an argument, or was filled into one.

  $ ACCOUNT=canary-2d8c skillcat mcp add args -e TOKEN=q7z -- python3 $TESTDIR/mcp_peer.py /dev/null --api-key canary-2d8c-key '${ACCOUNT}' -v > out 2>&1; grep '^args' out
  args  trusted    ok             3 tools, 2 skills, answered * ago (glob)
  $ skillcat context args_get | grep Token
  Gets a page. Token *** --api-key *** *** -v.
  $ grep -rlE 'canary-2d8c|q7z' ~/.local ~/.config out
  $HOME/.config/skillcat/managed.json
  $ skillcat mcp remove args -q; skillcat index -q

# A server that a file of a project names is neither started nor contacted until it is trusted.

  $ mkdir -p app/.git; cat > app/.mcp.json <<END
  > {"mcpServers": {"figma": {"command": "python3", "args": ["$TESTDIR/mcp_peer.py", "$PWD/spawned"], "env": {"TOKEN": "canary-9c1d"}}}}
  > END
  $ cd app
  $ skillcat index -q; skillcat sync -q; skillcat rebuild -q; skillcat status > /dev/null; skillcat search page > /dev/null
  $ skillcat mcp list 2>&1 | grep -A 2 figma
  figma  untrusted  -              0 tools, 0 skills, never answered
      in $WORK/app/.mcp.json
      note mcp_untrusted: figma is not trusted
  $ skillcat mcp refresh > /dev/null; skillcat mcp refresh figma
  skillcat: cannot ask figma: figma is not trusted (hint: 'skillcat mcp trust figma' shows what it would run, and trusts it)
  [5]
  $ ls ../spawned
  ls: cannot access '../spawned': No such file or directory
  [2]
  $ skillcat problems --code mcp_untrusted
  $WORK/app/.mcp.json: note mcp_untrusted: figma is not trusted
      `skillcat mcp trust NAME` shows what it would run, and trusts it.
  $ skillcat mcp trust figma; ls ../spawned
  skillcat: figma of $WORK/app/.mcp.json
    runs         python3 $TESTDIR/mcp_peer.py $WORK/spawned
    environment  TOKEN
    in           $WORK/app
  skillcat: trusted until it changes (hint: 'skillcat mcp refresh figma' asks it)
  ls: cannot access '../spawned': No such file or directory
  [2]
  $ grep -c canary-9c1d ~/.config/skillcat/trust.json; stat -c %a ~/.config/skillcat/trust.json ~/.config/skillcat/managed.json
  0
  600
  600
  $ skillcat index -q; skillcat index | head -n 1
  skillcat: 1 MCP server has never been asked: figma (hint: 'skillcat mcp refresh' asks)
  9 skills: 9 active, 0 stale, 0 rejected (0 repaired)
  $ skillcat mcp refresh figma
  figma  trusted    ok             3 tools, 2 skills, answered * ago (glob)
      in $WORK/app/.mcp.json
  $ ls ../spawned; cd ..; skillcat index -q; skillcat list --source mcp --root figma
  ../spawned
  figma_echo  Echo                                                  mcp:figma_echo
  figma_get   MCP get tools: get_page, get_list. Gets a page. Lis…  mcp:figma_get

# Trust ends when the entry changes.

  $ sed -i 's/spawned/again/' app/.mcp.json; skillcat --cwd app mcp refresh figma
  skillcat: cannot ask figma: figma is not trusted (hint: 'skillcat mcp trust figma' shows what it would run, and trusts it)
  [5]
  $ ls again; skillcat index -q; skillcat why figma_echo | head -n 2
  ls: cannot access 'again': No such file or directory
  mcp:figma_echo
    stale, its last good version is served: figma is not trusted; the only one of its name that is served
  $ skillcat --cwd app mcp remove figma
  skillcat: figma is no longer trusted; $WORK/app/.mcp.json still names it

# The list says when another grouping would do better.

  $ python3 -c 'import json; print(json.dumps({"tools": [{"name": f"browser_{n}"} for n in range(25)]}))' > lumped.json
  $ python3 -c 'import json; print(json.dumps({"tools": [{"name": f"{v}-{n}"} for v in ("get", "put") for n in range(10)]}))' > kebab.json
  $ python3 -c 'import json; print(json.dumps({"tools": [{"name": f"tool{n}"} for n in range(12)]}))' > flat.json
  $ for name in lumped kebab flat; do skillcat mcp add $name --from $name.json | grep make; done
      25 tools make 1 skill; "grouping": "tool" would make 25 skills
      20 tools make 20 skills; "grouping": "separator:-" would make 2 skills
      12 tools make 12 skills; "grouping": "server" would make 1 skill
  $ skillcat mcp remove kebab -q; skillcat mcp add kebab --from kebab.json --grouping separator:-
  kebab  trusted    recorded       20 tools, 2 skills
      in $HOME/.config/skillcat/managed.json
  $ skillcat mcp remove flat -q; skillcat mcp add flat --from flat.json --grouping '{"tool1*": "tens"}' | head -n 1
  flat  trusted    recorded       12 tools, 10 skills
  $ for name in lumped kebab flat; do skillcat mcp remove $name --json | py 'd["servers"][0]["name"]'; done
  skillcat: removed (hint: 'skillcat index' takes its skills out of the catalog)
  "lumped"
  skillcat: removed (hint: 'skillcat index' takes its skills out of the catalog)
  "kebab"
  skillcat: removed (hint: 'skillcat index' takes its skills out of the catalog)
  "flat"

# Other commands know records.

  $ skillcat verify
  the catalog is sound
  $ skillcat files live_get; skillcat why ~/.local/share/skillcat/mcp/live.json
  mcp:live_get
    active; the only one of its name that is served
    file: $HOME/.local/share/skillcat/mcp/live.json
  mcp:live_echo
    active; the only one of its name that is served
    file: $HOME/.local/share/skillcat/mcp/live.json
  $ skillcat root list | tail -n 3
  bundled  bundled  (compiled in)
  team     server   $WORK/team.json
  live     server   $HOME/.local/share/skillcat/mcp/live.json

# Removed.

  $ skillcat root remove live
  skillcat: cannot remove live: it is an MCP server (hint: use 'skillcat mcp remove live')
  [2]
  $ skillcat mcp remove live; ls ~/.local/share/skillcat/mcp
  skillcat: removed (hint: 'skillcat index' takes its skills out of the catalog)
  $ skillcat index -q; skillcat list --source mcp
  team_echo  Echo                                                    mcp:team_echo
  team_get   MCP get tools: get_page. Gets a page.                   mcp:team_get
  $ skillcat mcp remove live
  skillcat: no MCP server is called 'live' (hint: 'skillcat mcp list' shows them)
  [1]
