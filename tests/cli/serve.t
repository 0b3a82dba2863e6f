# What stops a server before it listens.

  $ skillcat serve
  skillcat: serve needs --http or --mcp (hint: see 'skillcat serve --help')
  [2]
  $ skillcat serve --http 127.0.0.1:0
  skillcat: cannot open $HOME/.local/share/skillcat/catalog.db: No such file or directory (hint: run 'skillcat index' first)
  [4]
  $ skillcat index -q
  $ skillcat serve --http example.com:80
  skillcat: 'example.com:80' is not an address and a port (hint: for example 127.0.0.1:7390, [::1]:7390, or port 0 for a free one)
  [2]
  $ skillcat serve --http 7390
  skillcat: '7390' is not an address and a port (hint: for example 127.0.0.1:7390, [::1]:7390, or port 0 for a free one)
  [2]
  $ skillcat serve --http 192.0.2.1:7390
  skillcat: cannot listen on 192.0.2.1:7390: Cannot assign requested address (hint: give an address of this machine and a free port)
  [5]
  $ echo secret > token
  $ skillcat serve --http 127.0.0.1:0 --token-file token
  skillcat: cannot trust the token in $WORK/token: others can read it (hint: chmod 600 $WORK/token, and change the token)
  [2]
  $ chmod 600 token; skillcat serve --http 127.0.0.1:0 --token-file token
  skillcat: cannot use the token in $WORK/token: it is shorter than 16 characters, or holds other characters than visible ASCII (hint: delete the file: a new one is made)
  [2]

# It says where it listens, and a signal ends it.

  $ skillcat serve --http 127.0.0.1:0 2> log & pid=$!; until grep -qs serving log; do sleep 0.05; done
  $ cat log; kill $pid; wait $pid
  skillcat: serving http://127.0.0.1:\d+ (re)
  $ rm log; skillcat serve --http localhost:0 2> log & pid=$!; until grep -qs serving log; do sleep 0.05; done
  $ port=$(sed 's/.*://' log); skillcat serve --http 127.0.0.1:$port 2>&1 | sed s/$port/PORT/; kill -INT $pid; wait $pid
  skillcat: cannot listen on 127.0.0.1:PORT: Address already in use (hint: another server has this port; port 0 takes a free one)
