"""The test scripts notice what they are there for: each rule is broken once here."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import arrows
import frozen
import readme
import transcripts


class InFolder(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def file(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


class Arrows(InFolder):
    def rules_broken(self, name: str, text: str) -> int:
        path = self.file(name, text + "\n")
        count = len(list(arrows.violations(self.root)))
        path.unlink()
        return count

    def test_what_is_drawn_is_allowed(self) -> None:
        for name, text in (
            ("src/query/a.cpp", '#include "db/open.h"'),
            ("src/query/a.cpp", '#include "base/text.h"'),
            ("src/cli/a.cpp", '#include "parse/skill_file.h"'),
            ("src/cli/args.cpp", "#include <CLI/CLI.hpp>"),
            ("src/base/log.cpp", "#include <spdlog/spdlog.h>"),
            ("src/parse/a.cpp", "#include <skillcat/skill.h>"),
            ("src/index/a.cpp", "#include <sys/inotify.h>"),
            ("src/index/a.cpp", "// never std::regex"),
            ("include/skillcat/a.h", "#include <skillcat/skill.h>\n#include <string>"),
        ):
            self.assertEqual(self.rules_broken(name, text), 0, f"{name}: {text}")

    def test_what_is_not_drawn_is_refused(self) -> None:
        for name, text in (
            ("src/query/a.cpp", '#include "index/scan.h"'),
            ("src/serve/a.cpp", '#include "parse/skill_file.h"'),
            ("src/serve/a.h", '#  include "mcp/client.h"'),
            ("src/base/a.h", '#include "db/open.h"'),
            ("src/index/a.cpp", '#include "query/search.h"'),
            ("src/index/a.cpp", "#include <skillcat/catalog.h>"),
            ("src/query/a.cpp", '#include "../index/scan.h"'),
            ("src/cli/search.cpp", "#include <CLI/CLI.hpp>"),
            ("src/base/text.h", "#include <spdlog/spdlog.h>"),
            ("src/serve/a.cpp", "#include <sqlite3.h>"),
            ("src/base/a.cpp", "#include <nlohmann/json.hpp>"),
            ("src/base/a.cpp", "#include <boost/regex.hpp>"),
            ("include/skillcat/a.h", "#include <nlohmann/json.hpp>"),
            ("include/skillcat/a.h", '#include "base/text.h"'),
            ("src/parse/a.cpp", "#include <regex>"),
            ("tests/parse/a_test.cpp", "std::regex pattern;"),
        ):
            self.assertEqual(self.rules_broken(name, text), 1, f"{name}: {text}")


class Frozen(InFolder):
    def test_a_landed_migration_cannot_change_or_go(self) -> None:
        migration = self.file("migrations/0001_first.sql", "create table a (b);")
        self.assertIn("not in", frozen.problems(self.root)[0])
        frozen.freeze(self.root)
        self.assertEqual(frozen.problems(self.root), [])
        migration.write_text("create table a (b, c);")
        frozen.freeze(self.root)
        self.assertIn("changed", frozen.problems(self.root)[0])
        migration.unlink()
        self.assertIn("gone", frozen.problems(self.root)[0])


class Transcripts(InFolder):
    def check(self, text: str, update: bool = False) -> bool:
        self.transcript = self.file("a.t", text)
        with contextlib.redirect_stdout(io.StringIO()):
            return transcripts.check(self.transcript, self.root, update)

    def test_every_difference_fails(self) -> None:
        self.assertTrue(self.check("  $ echo one\n  one\n"))
        for text in (
            "  $ echo one\n  two\n",
            "  $ echo one\n",
            "  $ true\n  one\n",
            "  $ printf one\n  one\n",
            "  $ false\n",
            "  $ false\n  [2]\n",
            "  $ true\n  [1]\n",
            "  $ echo one >&2\n",
            "  $ echo one\n  o (re)\n",
            "  $ echo one\n  *two (glob)\n",
            "  $ if\n",
            "  $ exit 0\n  $ true\n",
        ):
            self.assertFalse(self.check(text), text)

    def test_update_writes_what_passes_and_keeps_patterns(self) -> None:
        kept = "# Prose.\n\n  $ cat <<end\n  > 1\n  > end\n  \\d (re)\n\n# More.\n"
        lost = "  $ printf 'a\\n\\nb (re)\\n\\n'; false\n  old\n"
        self.assertTrue(self.check(kept + lost, update=True))
        updated = self.transcript.read_text()
        self.assertTrue(updated.startswith(kept))
        self.assertTrue(updated.endswith("\n  a\n\n  b\\ \\(re\\) (re)\n\n  [1]\n"))
        self.assertTrue(self.check(updated))


class Readme(InFolder):
    def failures(self, block: str) -> int:
        return len(readme.failures(f"Text.\n```console\n{block}```\n", self.root, self.root))

    def test_ellipses_stand_for_any_text(self) -> None:
        self.assertEqual(self.failures("$ seq 5\n1\n…\n5\n"), 0)
        self.assertEqual(self.failures("$ echo took 12 ms\ntook … ms\n$ false\n[1]\n"), 0)

    def test_every_difference_fails(self) -> None:
        for block in ("$ seq 5\n1\n…\n6\n", "$ echo ab\nb…\n", "$ false\n…\n", "$ echo a\n"):
            self.assertEqual(self.failures(block), 1, block)


if __name__ == "__main__":
    unittest.main()
