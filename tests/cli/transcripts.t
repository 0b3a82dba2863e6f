# What a transcript can say. The commands of a file share one bash in a scratch home, with the built
# skillcat first in PATH and nothing else of the caller's environment.

  $ echo one; \
  > echo two >&2
  one
  two
  $ cd /; word=kept; (exit 3)
  [3]
  $ pwd; echo $word
  /
  kept
  $ printf 'no newline'
  no newline (no-eol)

# Empty lines between lines of output belong to it.

  $ printf 'a\n\nb\n'
  a

  b

# Paths are the same everywhere: the home, the first working folder, this file's folder.

  $ echo $HOME/x $WORK $TESTDIR $XDG_DATA_HOME $XDG_CONFIG_HOME
  $HOME/x $WORK $TESTDIR $HOME/.local/share $HOME/.config
  $ echo $COLUMNS $TZ $LC_ALL ${SKILLCAT_CATALOG-unset}
  80 UTC C.UTF-8 unset

# Patterns, for what is different each time.

  $ date +%Y-%m-%d; echo took $RANDOM ms
  \d{4}-\d\d-\d\d (re)
  took * ms (glob)

# What a command leaves running ends with the file.

  $ sleep 1000 &
