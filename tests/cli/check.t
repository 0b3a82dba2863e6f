# Check lints skill files. It needs no catalog and makes none.

  $ mkdir -p lib/good lib/bad lib/empty
  $ printf -- '---\nname: good\ndescription: All is well\n---\n# Good\n' > lib/good/SKILL.md
  $ printf -- '---\nname: Bad Name\ndescription: a: b\n---\n# Bad\n' > lib/bad/SKILL.md
  $ : > lib/empty/SKILL.md
  $ skillcat check
  lib/bad/SKILL.md: warning name_nonconforming: the name is not 1 to 64 of a-z, 0-9 and single dashes
      Rename the skill, for example my-skill.
  lib/bad/SKILL.md:3: warning repaired_colon: the value of "description" is not YAML as written
      Put the value in double quotes.
  lib/empty/SKILL.md: error empty: the file holds nothing but blanks
      Write the skill, or delete the file.
  skillcat: 3 files checked, 3 problems
  $ skillcat check lib/good
  skillcat: 1 file checked, 0 problems
  $ skillcat check lib/bad/SKILL.md lib/good/SKILL.md -q
  lib/bad/SKILL.md: warning name_nonconforming: the name is not 1 to 64 of a-z, 0-9 and single dashes
      Rename the skill, for example my-skill.
  lib/bad/SKILL.md:3: warning repaired_colon: the value of "description" is not YAML as written
      Put the value in double quotes.
  $ cd lib/bad; skillcat check SKILL.md ../good -q; cd ../..
  SKILL.md: warning name_nonconforming: the name is not 1 to 64 of a-z, 0-9 and single dashes
      Rename the skill, for example my-skill.
  SKILL.md:3: warning repaired_colon: the value of "description" is not YAML as written
      Put the value in double quotes.
  $ skillcat --cwd lib check empty -q
  empty/SKILL.md: error empty: the file holds nothing but blanks
      Write the skill, or delete the file.
  $ ls ~/.local ~/.config
  ls: * (glob)
  ls: cannot access '$HOME/.config': No such file or directory
  [2]

# For a pipeline: 3 when there is a warning or an error.

  $ skillcat check --strict lib/good
  skillcat: 1 file checked, 0 problems
  $ skillcat check --strict -q lib/empty
  lib/empty/SKILL.md: error empty: the file holds nothing but blanks
      Write the skill, or delete the file.
  [3]

# For programs.

  $ skillcat check --json lib/empty
  {"revision":null,"as_of":null,"complete":true,"files":1,"problems":[{"code":"empty","severity":"error","message":"the file holds nothing but blanks","path":"lib/empty/SKILL.md","line":null,"column":null,"fix":"Write the skill, or delete the file."}]}

# Definitions files are checked too.

  $ printf '[{"name": "one"}, 2]' > lib/x.skills.json; skillcat check -q lib/x.skills.json
  lib/x.skills.json:1: warning description_missing: the entry has no description
      Add `description:` to the frontmatter: what the skill does and when to use it.
  lib/x.skills.json:1: error entry_not_object: the entry is not an object
      Write each skill as {"name": ..., "description": ...}.

# No skill at all is no problem.

  $ mkdir none; skillcat check --strict none
  skillcat: 0 files checked, 0 problems
