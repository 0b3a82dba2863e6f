# A skill's other files, and the content of one.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ mkdir -p ~/.claude/skills/pdf/scripts
  $ printf -- '---\nname: pdf\ndescription: Fill PDF forms\n---\nDo.\n' > ~/.claude/skills/pdf/SKILL.md
  $ cd ~/.claude/skills/pdf; printf 'print(1)\n' > scripts/fill.py; printf '\211PNG\r\n\032\n' > logo.png
  $ printf 'secret\n' > ~/secret; ln -s ~/secret link; printf 'a\033[31mb\n' > escapes.txt
  $ skillcat index -q
  $ skillcat files pdf
  $ skillcat files pdf scripts/fill.py
  $ skillcat files pdf escapes.txt
  $ skillcat files pdf logo.png
  $ skillcat files pdf logo.png --raw | od -c | head -n 1

# Nothing outside the folder, nothing that is not listed.

  $ skillcat files pdf link
  $ skillcat files pdf ../../../secret
  $ touch new; skillcat files pdf new
  $ skillcat files pdf absent
  $ skillcat files nothing
  $ skillcat files git-helper SKILL.md
  $ skillcat files pdf a b

# For programs.

  $ skillcat files pdf --json | py '[list(d), d["ref"], d["files"][1]]'
  $ skillcat files pdf scripts/fill.py --json | py '[list(d), d["media_type"], d["content"]]'
  $ skillcat files pdf logo.png --json | py '[d["media_type"], d["size_bytes"], d["content"]]'
