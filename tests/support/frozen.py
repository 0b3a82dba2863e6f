"""Landed migrations never change: frozen.py [--freeze]

Every migrations/NNNN_*.sql has its sha256 in tests/data/migrations.sha256, as sha256sum writes it.
`--freeze` adds those that are new; it never replaces a line.
"""

import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = Path("tests/data/migrations.sha256")


def digests(root: Path) -> dict[str, str]:
    return {
        file.relative_to(root).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in root.glob("migrations/*.sql")
    }


def frozen(root: Path) -> dict[str, str]:
    if not (root / LIST).exists():
        return {}
    lines = (root / LIST).read_text().splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


def problems(root: Path) -> list[str]:
    now, landed = digests(root), frozen(root)
    found = []
    for name in sorted(now | landed):
        if name not in now:
            found.append(f"{name}: landed, but is gone")
        elif name not in landed:
            found.append(f"{name}: not in {LIST}; run tests/support/frozen.py --freeze")
        elif now[name] != landed[name]:
            found.append(f"{name}: changed after it landed; write a new migration")
    return found


def freeze(root: Path) -> None:
    entries = digests(root) | frozen(root)
    (root / LIST).parent.mkdir(parents=True, exist_ok=True)
    (root / LIST).write_text("".join(f"{entries[name]}  {name}\n" for name in sorted(entries)))


if __name__ == "__main__":
    if sys.argv[1:] == ["--freeze"]:
        freeze(ROOT)
    sys.exit("\n".join(problems(ROOT)) or 0)
