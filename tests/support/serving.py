"""Runs the served program as its users do: serving.py BIN_FOLDER README.md

The README's example client gets its text; a stream tells what another process commits; SIGTERM
ends the server, open streams and all, with exit status 0; a token file is asked for.
"""

import http.client
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from shell import scratch_environment

SKILL = "---\nname: {0}\ndescription: Fill PDF forms\ntriggers: [pdf forms]\n---\nUse a pen.\n"
CLIENT = re.compile(r"^<!-- example client: .*?^```python\n(.*?)^```$", re.M | re.S)
PATIENCE_SECONDS = 30


class Place:
    """A home with one skill, and a catalog of it."""

    def __init__(self, scratch: str, bin_folder: Path):
        self.home = Path(scratch, "home")
        self.home.mkdir()
        self.environment = scratch_environment(self.home, self.home, bin_folder, self.home)
        self.skillcat = bin_folder / "skillcat"
        self.add_skill("pdf")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(words, env=self.environment, cwd=self.home, capture_output=True,
                              text=True, check=True, timeout=PATIENCE_SECONDS)

    def add_skill(self, name: str) -> None:
        folder = self.home / ".claude/skills" / name
        folder.mkdir(parents=True)
        (folder / "SKILL.md").write_text(SKILL.format(name), encoding="utf-8")
        self.run(str(self.skillcat), "index", "-q")

    @contextmanager
    def served(self, *options: str):
        """The process and its URL."""
        command = [self.skillcat, "serve", "--http", "127.0.0.1:0", *options]
        with subprocess.Popen(command, env=self.environment, cwd=self.home, text=True,
                              stderr=subprocess.PIPE) as server:
            try:
                line = server.stderr.readline()
                assert line.startswith("skillcat: serving http://127.0.0.1:"), line
                yield server, line.split()[-1]
            finally:
                server.kill()


def check_example_client(place: Place, readme: Path) -> None:
    client = place.home / "client.py"
    client.write_text(CLIENT.search(readme.read_text(encoding="utf-8"))[1], encoding="utf-8")
    with place.served() as (_, url):
        done = place.run(sys.executable, str(client), url, "please fill these pdf forms")
        assert "=== Skill: pdf [local:user-claude/pdf " in done.stdout, done.stdout
        assert done.stdout.endswith("\n\nplease fill these pdf forms\n"), done.stdout
        assert done.stderr.startswith("whole: local:user-claude/pdf, keyword 'pdf forms'"), done
        done = place.run(sys.executable, str(client), url, "how are you")
        assert (done.stdout, done.stderr) == ("\n\nhow are you\n", ""), done


def next_event(stream: http.client.HTTPResponse) -> dict[str, str]:
    event: dict[str, str] = {}
    while line := stream.readline().decode().rstrip("\n"):
        name, _, value = line.partition(": ")
        event[name] = value
    return event


def check_stream_and_stop(place: Place) -> None:
    with place.served() as (server, url):
        connection = http.client.HTTPConnection(url.removeprefix("http://"),
                                                timeout=PATIENCE_SECONDS)
        connection.request("GET", "/api/events")
        stream = connection.getresponse()
        first = next_event(stream)
        assert first["event"] == "revision", first
        place.add_skill("other")
        event = next_event(stream)
        assert event["event"] == "changes" and int(event["id"]) > int(first["id"]), event
        assert "local:user-claude/other" in event["data"], event
        assert "local:user-claude/pdf" not in event["data"], event
        start = time.monotonic()
        server.send_signal(signal.SIGTERM)
        assert stream.read() == b""  # the stream ends as it should: its last chunk came
        assert server.wait(PATIENCE_SECONDS) == 0
        assert time.monotonic() - start < 5


def check_token(place: Place) -> None:
    token_file = place.home / "token"
    with place.served("--token-file", str(token_file)) as (_, url):
        assert token_file.stat().st_mode & 0o777 == 0o600
        token = token_file.read_text(encoding="utf-8").strip()
        for given, status in ((None, 401), ("wrong", 401), (token, 200)):
            connection = http.client.HTTPConnection(url.removeprefix("http://"),
                                                    timeout=PATIENCE_SECONDS)
            headers = {"Authorization": f"Bearer {given}"} if given else {}
            connection.request("GET", "/api/skills", headers=headers)
            assert connection.getresponse().status == status


if __name__ == "__main__":
    bin_folder, readme = (Path(argument).resolve() for argument in sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="skillcat-", dir="/tmp") as scratch:
        place = Place(scratch, bin_folder)
        check_example_client(place, readme)
        check_stream_and_stop(place)
        check_token(place)
