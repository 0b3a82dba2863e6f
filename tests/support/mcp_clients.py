"""The MCP server works with real clients: mcp_clients.py PROGRAM NODE_MODULES

Runs the TypeScript SDK and the inspector's command line, installed in NODE_MODULES, against
`PROGRAM serve --mcp` on a catalog of the bundled skills.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CLIENTS = Path(__file__).resolve().parents[1] / "serve" / "clients"

SDK_OUTPUT = """\
search_skills match_skills get_skill_context read_skill_file
1 text
true
true no skill is called 'no-such-skill' (hint: search_skills finds skills by what they do)
0
{"files":[]}
"""


def output_of(command: list[str], environment: dict[str, str], folder: Path) -> str:
    run = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{run.stdout}{run.stderr}")
    return run.stdout


def check(what: str, actual: object, expected: object) -> None:
    if actual != expected:
        sys.exit(f"{what}: got\n{actual}\ninstead of\n{expected}")


def main(program: str, node_modules: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = os.environ | {"HOME": name, "SKILLCAT_CATALOG": f"{name}/catalog.db",
                                    "SKILLCAT_CONFIG": f"{name}/config.json"}
        output_of([program, "index", "-q"], environment, folder)
        # Node finds packages beside the file that imports them.
        client = Path(node_modules).parent / "sdk_client.mjs"
        shutil.copy(CLIENTS / "sdk_client.mjs", client)
        check("the SDK", output_of(["node", str(client), program], environment, folder), SDK_OUTPUT)
        inspector = [f"{node_modules}/.bin/mcp-inspector", "--cli", program, "serve", "--mcp"]
        tools = json.loads(output_of([*inspector, "--method", "tools/list"], environment, folder))
        check("the inspector's list", len(tools["tools"]), 4)
        found = json.loads(output_of(
            [*inspector, "--method", "tools/call", "--tool-name", "search_skills",
             "--tool-arg", "query=git commit", "--tool-arg", "limit=1"], environment, folder))
        check("the inspector's search", found["structuredContent"]["skills"][0]["ref"],
              "bundled:git-helper")


main(*sys.argv[1:])
