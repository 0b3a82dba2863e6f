# An answer that cannot be written is told as that, whatever the command.

  $ skillcat index -q
  $ skillcat list > /dev/full
  skillcat: cannot write the answer to stdout: No space left on device (hint: look where the output goes: the answer there is not whole)
  [74]
  $ skillcat list --json > /dev/full
  skillcat: cannot write the answer to stdout: No space left on device (hint: look where the output goes: the answer there is not whole)
  [74]
  $ skillcat --help > /dev/full
  skillcat: cannot write the answer to stdout: No space left on device (hint: look where the output goes: the answer there is not whole)
  [74]
  $ skillcat changes --follow --since 0 > /dev/full
  skillcat: cannot write the answer to stdout: No space left on device (hint: look where the output goes: the answer there is not whole)
  [74]

# The first failure counts, also where something is said on stderr in between.

  $ skillcat search --json zzzz > /dev/full
  skillcat: no skill fits 'zzzz'
  skillcat: cannot write the answer to stdout: No space left on device (hint: look where the output goes: the answer there is not whole)
  [74]
  $ skillcat list >&-
  skillcat: cannot write the answer to stdout: Bad file descriptor (hint: look where the output goes: the answer there is not whole)
  [74]

# A reader that has seen enough is no failure: the program ends as others do, also where SIGPIPE is
# ignored.

  $ nobody_reads() { python3 -c '
  > import os, subprocess, sys
  > end, start = os.pipe()
  > os.close(end)
  > default = sys.argv[1] == "default"
  > print(subprocess.run(["skillcat", "list"], stdout=start, restore_signals=default).returncode)' "$1"; }
  $ nobody_reads default; nobody_reads ignored
  -13
  -13
