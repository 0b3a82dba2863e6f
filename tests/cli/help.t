# Help is on stdout when it was asked for, examples first, and exits with 0.

  $ skillcat --help | sed '/^Commands:/,/^$/d'
  Examples:
    skillcat index                          find and index the skills of this machine
    skillcat search "review code changes"   the skills that fit, best first
    skillcat show git-helper                one of them, whole
    skillcat check path/to/skill            what is wrong with a SKILL.md

  Usage: skillcat COMMAND [ARGUMENTS] [OPTIONS]

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
  $ skillcat --help | sed -n '/^Commands:/,+3p'
  Commands:
    index       find and index all skills; PATHs are added as roots
    daemon      keep the catalog current, until stopped
    sync        return once every change made before is searchable
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
  $ skillcat show -h | head -n 1
  Examples:

# Each command of the table has a manual: examples, usage, options.

  $ for command in $(skillcat --help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  >   skillcat help $command | sed -n '1p; s/^Usage: skillcat '$command'.*/Usage/p; s/^Options of every.*/Options/p' | paste -s
  > done | sort | uniq -c | sed 's/^ *[0-9]*//'
   Examples:	Usage	Options

# Without a command it is the error.

  $ skillcat 2>&1 > /dev/null | head -n 2
  Examples:
    skillcat index                          find and index the skills of this machine
  $ skillcat 2> /dev/null
  [2]
  $ skillcat help frobnicate
  skillcat: no command is called 'frobnicate' (hint: see 'skillcat --help')
  [2]
