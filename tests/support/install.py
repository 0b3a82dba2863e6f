"""Installs the library into a scratch prefix and builds tests/install/ against it.

install.py BUILD_FOLDER SKILLCAT CXX [SANITIZERS]: once with CMake, once with pkg-config. Each program
must find a skill, get its text, and wake when another process adds one.
"""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

CONSUMER = Path(__file__).resolve().parents[1] / "install"
SKILL = "---\nname: {0}\ndescription: Fill PDF forms\n---\nUse a pen.\n"


def run(*words: str | Path, **variables: str) -> str:
    environment = {**os.environ, **variables}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def build_with_cmake(prefix: Path, scratch: Path, cxx: str, flags: list[str]) -> Path:
    folder = scratch / "cmake"
    run("cmake", "-S", CONSUMER, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_CXX_COMPILER={cxx}", f"-DCMAKE_CXX_FLAGS={' '.join(flags)}")
    run("cmake", "--build", folder)
    return folder / "consumer"


def build_with_pkg_config(prefix: Path, scratch: Path, cxx: str, flags: list[str]) -> Path:
    path = next(prefix.glob("lib/**/skillcat.pc")).parent
    known = run("pkg-config", "--cflags", "--libs", "skillcat", PKG_CONFIG_PATH=str(path))
    program = scratch / "consumer"
    run(cxx, "-std=c++20", *flags, CONSUMER / "main.cpp", "-o", program, *shlex.split(known))
    return program


def check(program: Path, skillcat: str, scratch: Path) -> None:
    """Runs a program over a catalog of its own, and adds a skill while it waits."""
    home = scratch / f"home-{program.parent.name}"
    catalog = home / "catalog.db"
    variables = {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "SKILLCAT_CATALOG": str(catalog)}

    def add(name: str) -> None:
        folder = home / ".claude/skills" / name
        folder.mkdir(parents=True)
        (folder / "SKILL.md").write_text(SKILL.format(name), encoding="utf-8")
        run(skillcat, "--cwd", home, "index", **variables)

    add("pdf")
    consumer = subprocess.Popen([program, catalog, "pdf forms"], stdout=subprocess.PIPE, text=True)
    assert consumer.stdout
    lines = [consumer.stdout.readline()]
    add("letters")
    lines += consumer.stdout.read().splitlines(keepends=True)
    text = "".join(lines)
    for part in ("found pdf local:user-claude/pdf\n", "\nUse a pen.\n", "=== End: pdf [",
                 "added local:user-claude/letters\n"):
        if part not in text:
            sys.exit(f"{program} did not print {part!r} but\n{text}")
    if consumer.wait() != 0:
        sys.exit(f"{program} exits with {consumer.returncode}")


def main() -> None:
    build, skillcat, cxx, *sanitize = sys.argv[1:]
    flags = [f"-fsanitize={names}" for names in sanitize if names]
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder).resolve()
        prefix = scratch / "prefix"
        run("cmake", "--install", build, "--component", "library", "--prefix", prefix)
        for make in (build_with_cmake, build_with_pkg_config):
            check(make(prefix, scratch, cxx, flags), skillcat, scratch)


if __name__ == "__main__":
    main()
