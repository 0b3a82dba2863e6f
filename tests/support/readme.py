"""Runs the commands of a Markdown file: readme.py BIN_FOLDER README.md

Every fenced block tagged `console` is run, in order, in one scratch home: lines that begin with
`$ ` are commands (`> ` continues one), the others the output they must have. `…` or `...` alone on
a line stands for any lines, `…` inside a line for any text. A command must exit with 0, unless the
last line of its output is a status like `[1]`.
"""

import difflib
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from shell import fits, run_commands


@dataclass
class Example:
    command: list[str]
    output: list[str] = field(default_factory=list)


def examples_of(markdown: str) -> list[Example]:
    examples: list[Example] = []
    for block in re.findall(r"^```console\n(.*?)^```$", markdown, re.M | re.S):
        for line in block.removesuffix("\n").split("\n"):
            if line.startswith("$ "):
                examples.append(Example([line[2:]]))
            elif line.startswith("> ") and not examples[-1].output:
                examples[-1].command.append(line[2:])
            else:
                examples[-1].output.append(line)
        while examples[-1].output and not examples[-1].output[-1]:
            examples[-1].output.pop()  # a blank line before the fence is layout
    return examples


def pattern_of(line: str) -> str:
    if line.strip() in ("…", "..."):
        return r"(?:.*\n)*?"
    return ".*?".join(map(re.escape, line.split("…"))) + r"\n"


def failures(markdown: str, bin_folder: Path, folder: Path) -> list[str]:
    """A difference for each command that does not do what the text says."""
    examples = examples_of(markdown)
    outputs = run_commands(["\n".join(example.command) for example in examples], bin_folder, folder)
    found = []
    for example, output in zip(examples, outputs):
        status = f"[{output.status}]" if output.status else None
        shown = not status or example.output[-1:] == [status]  # else `…` would hide it
        if shown and fits(example.output, output.shown(), pattern_of):
            continue
        diff = difflib.unified_diff(
            example.output, output.shown(), "the text", "what it printed", lineterm=""
        )
        found.append("\n".join(["$ " + "\n> ".join(example.command), *diff]))
    return found


if __name__ == "__main__":
    bin_folder, file = (Path(argument).resolve() for argument in sys.argv[1:])
    sys.exit("\n\n".join(failures(file.read_text(encoding="utf-8"), bin_folder, file.parent)) or 0)
