# How the catalog is.

  $ mkdir -p lib/a; printf -- '---\nname: a\ndescription: A skill\n---\n' > lib/a/SKILL.md
  $ skillcat index lib -q; skillcat status
  catalog    $HOME/.local/share/skillcat/catalog.db
  size       279 kB and 0 bytes of log; schema 3
  revision   1
  last pass  * ago) (glob)
  skills     5 bundled, 1 local; 6 active
  problems   none
  daemon     none: roots are read by 'skillcat index'
  roots
    lib      local    ok          $WORK/lib
    bundled  bundled  ok          -
  $ skillcat status --json | python3 -c '
  > import json, sys
  > status = json.load(sys.stdin)
  > print(*status)
  > print(status["skills"], status["daemon"], status["servers"])
  > print(*status["roots"][0])
  > print([root["mode"] for root in status["roots"] if root["label"] == "lib"])'
  revision as_of complete schema catalog size_bytes skills roots servers daemon wal_bytes problems quarantined
  {'by_source': {'local': 1, 'plugin': 0, 'bundled': 5, 'mcp': 0}, 'by_state': {'active': 6, 'stale': 0, 'rejected': 0}} None []
  label source scope path state mode last_pass_at
  ['manual']

# A root that was lost is shown; places that never were are not.

  $ rm -r lib; skillcat index -q
  skillcat: the root $WORK/lib could not be read whole (hint: see 'skillcat problems')
  [5]
  $ skillcat status | sed -n '/last pass/p; /^roots/,$p'
  last pass  * whole (glob)
  roots
    lib      local    gone        $WORK/lib
    bundled  bundled  ok          -
