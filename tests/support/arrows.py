"""Includes follow the arrows between the rooms, and each library has its home.

Checks every #include of src/ and include/ against the tables below, and that nothing at all uses
std::regex.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# A room may include itself, these rooms, and what they may include.
ARROWS: dict[str, set[str]] = {
    "base": set(),
    "db": {"base"},
    "query": {"db"},
    "serve": {"query"},
    "parse": {"base"},
    "mcp": {"base"},
    "source": {"parse", "mcp"},
    "index": {"source", "db"},
    "cli": {"serve", "index"},
}

# The room that a public header belongs to: these hold the types that every room shares, every other
# one is the query library's.
PUBLIC_HOME = {"error.h": "base", "skill.h": "base"}

# How a library's headers begin -> how the paths below src/ begin that may include them.
JSON_ROOMS = ("db/", "parse/", "source/", "index/", "query/", "serve/", "cli/", "mcp/")
LIBRARIES: dict[str, tuple[str, ...]] = {
    "CLI/": ("cli/args.cpp",),
    "SQLiteCpp/": ("db/", "query/", "index/"),
    "cmark-gfm": ("parse/",),
    "curl/": ("mcp/",),
    "fmt/": ("",),
    "yaml.h": ("parse/",),
    "libstemmer.h": ("base/",),
    "microhttpd.h": ("serve/http.cpp",),
    "nlohmann/": JSON_ROOMS,
    "openssl/": ("base/",),
    "re2/": ("base/regex.h", "parse/", "query/", "index/"),
    "spdlog/": ("base/log.",),
    "sqlite3.h": ("db/", "query/", "index/"),
    "tl/": ("base/result.h",),
    "toml++/": ("parse/toml.cpp",),
    "utf8proc.h": ("base/",),
}

STANDARD = re.compile("[a-z0-9_]+")
# Of the C library and the kernel.
SYSTEM = re.compile(
    r"(sys|linux|netinet|arpa)/.*|(dirent|dlfcn|fcntl|fnmatch|ftw|glob|grp|langinfo|netdb|poll|pthread|pwd"
    r"|signal|spawn|stdlib|syslog|termios|time|unistd|wordexp)\.h"
)


def reachable(room: str) -> set[str]:
    return {room}.union(*(reachable(below) for below in ARROWS[room]))


def broken_rule(file: str, header: str, is_sibling: bool) -> str | None:
    """What `#include header` breaks in `file`, a path below the project."""
    if header == "regex":
        return "std::regex crashes on long input; use RE2"
    if not file.startswith(("src/", "include/")):
        return None
    is_public_file = file.startswith("include/")
    if header.startswith("skillcat/"):
        target = PUBLIC_HOME.get(header.removeprefix("skillcat/"), "query")
    elif is_public_file:
        return None if STANDARD.fullmatch(header) else "not of the standard library"
    elif is_sibling or STANDARD.fullmatch(header):
        return None
    else:
        target = header.split("/")[0]
        if target not in ARROWS:
            return broken_home(file, header)
    if is_public_file:
        return None
    room = file.split("/")[1]
    return None if target in reachable(room) else f"no arrow from {room} to {target}"


def broken_home(file: str, header: str) -> str | None:
    homes = next((homes for start, homes in LIBRARIES.items() if header.startswith(start)), None)
    if homes is None:
        return None if SYSTEM.fullmatch(header) else "a library without a home; add it to arrows.py"
    if file.removeprefix("src/").startswith(homes):
        return None
    return f"its home is {', '.join(homes)}"


def is_source(path: Path) -> bool:
    return path.parts[0] in ("src", "include", "tests", "bench") and path.suffix in (".h", ".cpp")


def violations(root: Path) -> Iterator[str]:
    for file in sorted(path for path in root.glob("*/**/*") if is_source(path.relative_to(root))):
        name = file.relative_to(root).as_posix()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if include := re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line):
                header = include[1]
                is_sibling = "/" not in header and (file.parent / header).exists()
                if rule := broken_rule(name, header, is_sibling):
                    yield f"{name}:{number}: {line.strip()}: {rule}"
            elif "std::regex" in line.split("//")[0]:
                yield f"{name}:{number}: std::regex crashes on long input; use RE2"


if __name__ == "__main__":
    sys.exit("\n".join(violations(ROOT)) or 0)
