# Help is on stdout when it was asked for, examples first.

  $ skillcat --help
  Examples:
    skillcat index                          find and index the skills of this machine
    skillcat search "review code changes"   the skills that fit, best first
    skillcat show git-helper                one of them, whole
    skillcat check path/to/skill            what is wrong with a SKILL.md

  Usage: skillcat COMMAND [ARGUMENTS] [OPTIONS]

  Commands:
    index       find and index all skills; PATHs are added as roots
    sync        return once every change made before is searchable
    search      the skills that fit a query, best first
    show        one skill, whole
    list        all skills, in the order of their refs
    check       what is wrong with SKILL.md files; needs no catalog
    problems    what was found wrong, and what to do about it
    status      how the catalog is: freshness, roots, counts
    verify      whether the catalog is sound
    rebuild     read everything again, in one transaction
    help        print the manual of a command

  Options of every command:
    --catalog PATH    the catalog file
    --config PATH     the configuration file
    --cwd DIR         as if started there
    --json            the answer as JSON
    --color WHEN      auto, always or never
    -v, --verbose     say more on stderr
    -q, --quiet       say only errors on stderr
    --version         print the version
    --help, -h        print this; of a command, its manual

  `--` ends options; everything after it is text.
  $ skillcat --version
  skillcat 0.1.0
  $ skillcat help sync
  Examples:
    skillcat sync && skillcat search "deploy"   search what is on disk now
    skillcat sync --full                        when stamps may lie (restored backups, odd disks)

  Usage: skillcat sync [OPTIONS]

  Options:
    --full            compare digests of all files, not stamps

  Options of every command:
    --catalog PATH    the catalog file
    --config PATH     the configuration file
    --cwd DIR         as if started there
    --json            the answer as JSON
    --color WHEN      auto, always or never
    -v, --verbose     say more on stderr
    -q, --quiet       say only errors on stderr
    --version         print the version
    --help, -h        print this; of a command, its manual
  $ skillcat sync --help | cmp - <(skillcat help sync)
  $ skillcat help | cmp - <(skillcat --help)

# It is given though the rest of the line is wrong.

  $ skillcat search --help -n | head -n 2
  Examples:
    skillcat search review code changes       words, in any order and language
  $ skillcat show --help | head -n 1
  Examples:

# Every command has a manual that starts with examples.

  $ for command in $(skillcat --help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  >   skillcat help $command | sed -n '1s/$/ '$command'/p'
  > done
  Examples: index
  Examples: sync
  Examples: search
  Examples: show
  Examples: list
  Examples: check
  Examples: problems
  Examples: status
  Examples: verify
  Examples: rebuild
  Examples: help

# Without a command it is the error.

  $ skillcat > /dev/null
  Examples:
    skillcat index                          find and index the skills of this machine
    skillcat search "review code changes"   the skills that fit, best first
    skillcat show git-helper                one of them, whole
    skillcat check path/to/skill            what is wrong with a SKILL.md

  Usage: skillcat COMMAND [ARGUMENTS] [OPTIONS]

  Commands:
    index       find and index all skills; PATHs are added as roots
    sync        return once every change made before is searchable
    search      the skills that fit a query, best first
    show        one skill, whole
    list        all skills, in the order of their refs
    check       what is wrong with SKILL.md files; needs no catalog
    problems    what was found wrong, and what to do about it
    status      how the catalog is: freshness, roots, counts
    verify      whether the catalog is sound
    rebuild     read everything again, in one transaction
    help        print the manual of a command

  Options of every command:
    --catalog PATH    the catalog file
    --config PATH     the configuration file
    --cwd DIR         as if started there
    --json            the answer as JSON
    --color WHEN      auto, always or never
    -v, --verbose     say more on stderr
    -q, --quiet       say only errors on stderr
    --version         print the version
    --help, -h        print this; of a command, its manual

  `--` ends options; everything after it is text.
  [2]
  $ skillcat 2>/dev/null
  [2]
  $ skillcat help frobnicate
  skillcat: no command is called 'frobnicate' (hint: see 'skillcat --help')
  [2]
