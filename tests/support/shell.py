"""Runs shell commands as a user would type them and compares what they print.

Shared by transcripts.py and readme.py. All commands of a document run in one bash, so that `cd` and
variables carry over, in a scratch home that is removed afterwards. Paths inside it are shown as
`$HOME`, `$WORK` (the working folder) and `$TESTDIR` (the document's folder).
"""

import os
import re
import secrets
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

TIMEOUT_SECONDS = 60
SANITIZER_OPTIONS = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS")


@dataclass
class Output:
    """What a command printed (stderr included) and its exit status."""

    lines: list[str] = field(default_factory=list)
    status: int = 0

    def shown(self) -> list[str]:
        """As documents write it: a status other than 0 is a last line `[2]`."""
        return self.lines + ([f"[{self.status}]"] if self.status else [])


def run_commands(commands: list[str], bin_folder: Path, test_folder: Path) -> list[Output]:
    """The output of each command; those after an `exit` or a timeout say that they did not run."""
    # A fixed parent keeps path lengths, and so what is cut to the width, the same everywhere.
    with tempfile.TemporaryDirectory(prefix="skillcat-", dir="/tmp") as scratch:
        home, work = Path(scratch, "home"), Path(scratch, "work")
        home.mkdir()
        work.mkdir()
        environment = scratch_environment(home, work, bin_folder, test_folder)
        marker = secrets.token_hex(8)
        text, status = run_bash(script_of(commands, marker), Path(scratch), work, environment)
    for name in ("HOME", "WORK", "TESTDIR"):
        text = text.replace(environment[name], f"${name}")
    return split_output(text, marker, status, len(commands))


def scratch_environment(
    home: Path, work: Path, bin_folder: Path, test_folder: Path
) -> dict[str, str]:
    """Nothing of the caller's environment but the sanitizers' options."""
    kept = {name: os.environ[name] for name in SANITIZER_OPTIONS if name in os.environ}
    return kept | {
        "HOME": str(home),
        "WORK": str(work),
        "TESTDIR": str(test_folder),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "PATH": f"{bin_folder}:/usr/local/bin:/usr/bin:/bin",
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "80",
        "TERM": "dumb",
    }


def script_of(commands: list[str], marker: str) -> str:
    """eval keeps a syntax error inside its command."""
    lines = ["exec 2>&1"]
    for command in commands:
        lines += [f"eval {shlex.quote(command)}", f"printf '\\n%s %d\\n' {marker} $?"]
    return "\n".join(lines) + "\n"


def run_bash(
    script: str, scratch: Path, work: Path, environment: dict[str, str]
) -> tuple[str, int]:
    """What the script printed and its exit status. No process of it stays behind."""
    script_file, output_file = scratch / "script", scratch / "output"
    script_file.write_text(script, encoding="utf-8")
    # Into a file: a daemon left running would hold a pipe open.
    with output_file.open("wb") as output:
        bash = subprocess.Popen(
            ["bash", script_file],
            cwd=work,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            start_new_session=True,
        )
        late = ""
        try:
            status = bash.wait(TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            status = 124  # as timeout(1)
            late = f"(stopped after {TIMEOUT_SECONDS} s)\n"
        try:
            os.killpg(bash.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        bash.wait()
    return output_file.read_bytes().decode("utf-8", "backslashreplace") + late, status


def split_output(text: str, marker: str, status: int, count: int) -> list[Output]:
    pieces = re.split(rf"\n{marker} (\d+)\n", text)
    ended = [Output(lines_of(out), int(code)) for out, code in zip(pieces[0::2], pieces[1::2])]
    if len(ended) < count:  # the one that ended the shell
        ended.append(Output(lines_of(pieces[-1]), status))
    return ended + [Output(["(not run)"]) for _ in range(count - len(ended))]


def lines_of(text: str) -> list[str]:
    if not text:
        return []
    whole = text.removesuffix("\n") if text.endswith("\n") else f"{text} (no-eol)"
    return whole.split("\n")


# Comparing. A document's line stands for a regular expression over whole lines with their newlines.
LinePattern = Callable[[str], str]


def fits(expected: list[str], actual: list[str], pattern_of: LinePattern) -> bool:
    pattern = "".join(f"(?:{pattern_of(line)})" for line in expected)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in actual)) is not None


def merge(expected: list[str], actual: list[str], pattern_of: LinePattern) -> list[str]:
    """`actual`, with each line that an expected one stands for written as that one."""
    merged: list[str] = []
    start = 0
    for line in actual:
        for n in range(start, len(expected)):
            if fits([expected[n]], [line], pattern_of):
                merged.append(expected[n])
                start = n + 1
                break
        else:
            merged.append(line)
    return merged
