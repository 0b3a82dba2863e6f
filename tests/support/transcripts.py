"""Runs CLI transcripts: transcripts.py BIN_FOLDER FILE.t... [--update]

A transcript is prose with commands and the output they must have (tests/cli/transcripts.t shows
all of the format):

    # Prose: every line that is not indented.
      $ echo one; \\
      > false
      one
      [1]

Output is compared literally, stderr included, unless the line ends in ` (re)` (a Python regular
expression) or ` (glob)` (`*` is any text). `[N]` is an exit status other than 0. An empty line
between two lines of output belongs to it; at the end of the output it is written as two blanks.
`(no-eol)` ends output that has no newline at its end.
`--update` rewrites the files with what the commands print now, keeping patterns that still match.
"""

import argparse
import difflib
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from shell import merge, run_commands

INDENT = "  "
# Lines of output, empty lines, and more output: as in the file, and with the empty ones indented.
INNER_EMPTY = re.compile(r"^(  .+\n)(\n+)(?=  (?!\$ ))", re.M)
INNER_INDENTED = re.compile(r"^(  .+\n)((?:  \n)+)(?=  (?!\$ ))", re.M)


@dataclass
class Step:
    """A command with its output, and the prose above it."""

    prose: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)  # empty: prose at the end of the file
    output: list[str] = field(default_factory=list)


def parse(text: str) -> list[Step]:
    text = INNER_EMPTY.sub(lambda found: found[1] + "  \n" * len(found[2]), text)
    steps = [Step()]
    for line in text.removesuffix("\n").split("\n"):
        content = line.removeprefix(INDENT)
        if steps[-1].command and (content == line or content.startswith("$ ")):
            steps.append(Step())
        step = steps[-1]
        if content == line:
            step.prose.append(line)
        elif content.startswith("$ ") or (content.startswith("> ") and not step.output):
            step.command.append(content[2:])
        else:
            step.output.append(content)
    return steps


def write(steps: list[Step]) -> str:
    lines: list[str] = []
    for step in steps:
        lines += step.prose
        lines += [f"{INDENT}{'> ' if n else '$ '}{line}" for n, line in enumerate(step.command)]
        lines += [INDENT + line for line in step.output]
    text = "\n".join(lines) + "\n"
    return INNER_INDENTED.sub(lambda found: found[1] + "\n" * found[2].count("\n"), text)


def pattern_of(line: str) -> str:
    """The regular expression that a line of expected output stands for."""
    if line.endswith(" (re)"):
        return line.removesuffix(" (re)") + "\n"
    if line.endswith(" (glob)"):
        return ".*".join(map(re.escape, line.removesuffix(" (glob)").split("*"))) + "\n"
    return re.escape(line) + "\n"


def unambiguous(line: str) -> str:
    """An output line that would read as something else, as a pattern of itself."""
    if line.startswith(("$ ", "> ")) or line.endswith((" (re)", " (glob)")):
        return re.escape(line) + " (re)"
    return line


def run(steps: list[Step], bin_folder: Path, test_folder: Path) -> list[Step]:
    """The same steps with the output of now."""
    texts = ["\n".join(step.command) for step in steps if step.command]
    outputs = iter(run_commands(texts, bin_folder, test_folder))
    after: list[Step] = []
    for step in steps:
        shown = list(map(unambiguous, next(outputs).shown())) if step.command else []
        after.append(Step(step.prose, step.command, merge(step.output, shown, pattern_of)))
    return after


def check(file: Path, bin_folder: Path, update: bool) -> bool:
    before = file.read_text(encoding="utf-8")
    after = write(run(parse(before), bin_folder, file.parent.resolve()))
    if before == after:
        return True
    if update:
        file.write_text(after, encoding="utf-8")
        print(f"updated {file}")
        return True
    diff = difflib.unified_diff(
        before.split("\n"), after.split("\n"), str(file), "what it printed", lineterm=""
    )
    print("\n".join(diff))
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description="Run CLI transcripts.")
    parser.add_argument("bin_folder", type=Path, help="the folder of the built skillcat")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE.t")
    parser.add_argument("--update", action="store_true", help="rewrite the files as it is now")
    options = parser.parse_args()
    good = [check(file, options.bin_folder.resolve(), options.update) for file in options.files]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
