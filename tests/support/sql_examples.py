"""The programs of migrations/README.md work: sql_examples.py BIN_FOLDER MIGRATIONS_README

Runs the page's Python on a fresh catalog, with stock sqlite3, and compares the two forms of the
segmentation rule with each other on text of many scripts.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TEXTS = ["分析代码", "日", "한국어 검색", "カタカナとかな", "getUserNames c++ pre-commit", "é ﬁ Ａ１",
         "分析code代码", "", "a-b_c", "Straße ΣΑΣ", "\"quoted\" OR x*", "𠀀𠀁𠀂"]


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.M | re.S)


def check(what: str, actual: object, expected: object) -> None:
    if actual != expected:
        sys.exit(f"{what}: got {actual!r} instead of {expected!r}")


def search(program: str, catalog: str, query: str) -> str:
    run = subprocess.run([sys.executable, "-c", program, catalog, query], capture_output=True,
                         text=True, check=True)
    return run.stdout


def main(bin_folder: str, readme: str) -> None:
    page = Path(readme).read_text()
    python = blocks(page, "python")
    namespace: dict = {}
    exec(python[0], namespace)
    expected = [namespace["fts_query"](text) for text in TEXTS]
    check("the worked example", expected[0], '"分析" OR "析代" OR "代码"')
    if shutil.which("node"):
        script = f"{blocks(page, 'javascript')[0]}\nconsole.log(JSON.stringify({json.dumps(TEXTS)}.map(ftsQuery)))"
        run = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
        check("JavaScript beside Python", json.loads(run.stdout), expected)
    with tempfile.TemporaryDirectory() as folder:
        catalog = f"{folder}/catalog.db"
        environment = os.environ | {"HOME": folder, "SKILLCAT_CATALOG": catalog,
                                    "SKILLCAT_CONFIG": f"{folder}/config.json"}
        subprocess.run([f"{bin_folder}/skillcat", "index", "-q"], env=environment, cwd=folder,
                       check=True)
        program = "\n".join(python)
        check("Chinese", search(program, catalog, "分析代码").split("\n")[0],
              "code-analysis  bundled:code-analysis")
        check("English", search(program, catalog, "git commit").split("\n")[0],
              "git-helper  bundled:git-helper")
        check("nothing", search(program, catalog, "zzzz"), "")


main(*sys.argv[1:])
