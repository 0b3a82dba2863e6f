# A skill's other files, and the content of one.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ mkdir -p ~/.claude/skills/pdf/scripts
  $ printf -- '---\nname: pdf\ndescription: Fill PDF forms\n---\nDo.\n' > ~/.claude/skills/pdf/SKILL.md
  $ cd ~/.claude/skills/pdf; printf 'print(1)\n' > scripts/fill.py; printf '\211PNG\r\n\032\n' > logo.png
  $ printf 'secret\n' > ~/secret; ln -s ~/secret link; printf 'a\033[31mb\n' > escapes.txt
  $ skillcat index -q
  $ skillcat files pdf
  escapes.txt      8 bytes
  link             7 bytes
  logo.png         8 bytes
  scripts/fill.py  9 bytes
  $ skillcat files pdf scripts/fill.py
  print(1)
  $ skillcat files pdf escapes.txt
  a\x1b[31mb
  $ skillcat files pdf logo.png
  logo.png: image/png, 8 bytes
  skillcat: its content is not text (hint: --raw prints it as it is)
  $ skillcat files pdf logo.png --raw | od -c | head -n 1
  0000000 211   P   N   G  \r  \n 032  \n

# Nothing outside the folder, nothing that is not listed.

  $ skillcat files pdf link
  skillcat: cannot read 'link' of local:user-claude/pdf: $HOME/.claude/skills/pdf/link leaves the folder (hint: 'skillcat files local:user-claude/pdf' lists what there is)
  [1]
  $ skillcat files pdf ../../../secret
  skillcat: cannot read '../../../secret' of local:user-claude/pdf: $HOME/.claude/skills/pdf/../../../secret leaves the folder (hint: 'skillcat files local:user-claude/pdf' lists what there is)
  [1]
  $ touch new; skillcat files pdf new
  skillcat: cannot read 'new' of local:user-claude/pdf: the last pass did not list it as a file of this skill (hint: a new file is listed after 'skillcat sync')
  [1]
  $ skillcat files pdf absent
  skillcat: cannot read 'absent' of local:user-claude/pdf: cannot open $HOME/.claude/skills/pdf/absent: No such file or directory (hint: 'skillcat files local:user-claude/pdf' lists what there is)
  [1]
  $ skillcat files nothing
  skillcat: no skill is called 'nothing' (hint: 'skillcat search' finds skills by what they do, 'skillcat list' shows all)
  [1]
  $ skillcat files git-helper SKILL.md
  skillcat: cannot read 'SKILL.md' of bundled:git-helper: this skill has no folder of its own
  [1]
  $ skillcat files pdf a b
  skillcat: files takes a NAME and a PATH (hint: see 'skillcat files --help')
  [2]

# For programs.

  $ skillcat files pdf --json | py '[list(d), d["ref"], d["files"][1]]'
  [["revision", "as_of", "complete", "ref", "directory", "files"], "local:user-claude/pdf", {"path": "link", "size_bytes": 7}]
  $ skillcat files pdf scripts/fill.py --json | py '[list(d), d["media_type"], d["content"]]'
  [["revision", "as_of", "complete", "ref", "path", "media_type", "size_bytes", "content"], "text/plain", "print(1)\n"]
  $ skillcat files pdf logo.png --json | py '[d["media_type"], d["size_bytes"], d["content"]]'
  ["image/png", 8, null]
