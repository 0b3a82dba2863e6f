"""An MCP server on stdio that behaves as its first argument says: one of the functions below.

Its process id, and that of each child, goes to the file that PEER_PIDS names.
"""

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
lock = threading.Lock()


def note_pid(pid: int) -> None:
    with open(os.environ["PEER_PIDS"], "a", encoding="utf-8") as file:
        file.write(f"{pid}\n")


def write(text: str) -> None:
    with lock:
        sys.stdout.write(text)
        sys.stdout.flush()


def send(message: Json) -> None:
    write(json.dumps({"jsonrpc": "2.0"} | message) + "\n")


def answer(request: Json, result: Json) -> None:
    send({"id": request["id"], "result": result})


def tool(name: str, description: str = "") -> Json:
    return {"name": name, "description": description or f"The tool {name}.",
            "inputSchema": {"type": "object"}}


def tools(*names: str) -> Json:
    return {"tools": [tool(name) for name in names]}


def initialize(request: Json, capabilities: Json | None = None) -> None:
    answer(request, {"protocolVersion": "2025-11-25",
                     "capabilities": {"tools": {}} if capabilities is None else capabilities,
                     "serverInfo": {"name": "peer", "version": "1"}})


def messages():
    for line in sys.stdin:
        yield json.loads(line)


def serve(on_tools: Callable[[Json], None], capabilities: Json | None = None,
          others: dict[str, Callable[[Json], None]] | None = None) -> None:
    """Answers until the end of stdin."""
    handlers = {"initialize": lambda request: initialize(request, capabilities),
                "tools/list": on_tools} | (others or {})
    for message in messages():
        if handler := handlers.get(message.get("method", "")):
            handler(message)
        elif "id" in message and "method" in message:
            send({"id": message["id"], "error": {"code": -32601, "message": "Method not found"}})


def plain() -> None:
    serve(lambda request: answer(request, tools("b_two", "a_one")))


def everything() -> None:
    serve(lambda request: answer(request, tools("a")),
          {"tools": {}, "prompts": {}, "resources": {}},
          {"prompts/list": lambda request: answer(request, {"prompts": [{"name": "p"}]}),
           "resources/list": lambda request: answer(
               request, {"resources": [{"uri": "x:1", "name": "r"}, {"name": "no uri"}]})})


def refuses_prompts() -> None:
    serve(lambda request: answer(request, tools("a")), {"tools": {}, "prompts": {}},
          {"prompts/list": lambda request: send(
              {"id": request["id"], "error": {"code": -32000, "message": "not today"}})})


def refuses() -> None:
    serve(lambda request: send({"id": request["id"],
                                "error": {"code": -32000, "message": "the token has expired"}}))


def knows_no_lists() -> None:
    for message in messages():
        if message.get("method") == "initialize":
            initialize(message, {"tools": {}, "prompts": {}, "resources": {}})
        elif "id" in message:
            send({"id": message["id"], "error": {"code": -32601, "message": "Method not found"}})


def pages() -> None:
    """Four pages; the cursor of the second is an empty text."""
    following = {None: ("a", ""), "": ("b", "x"), "x": ("c", "y"), "y": ("d", None)}

    def list_page(request: Json) -> None:
        name, cursor = following[request.get("params", {}).get("cursor")]
        answer(request, tools(name) | {"nextCursor": cursor})

    serve(list_page)


def repeats_cursor() -> None:
    """Ignores the cursor: every page is the first."""
    serve(lambda request: answer(request, tools("a", "b") | {"nextCursor": "again"}))


def endless_pages() -> None:
    count = 0

    def list_page(request: Json) -> None:
        nonlocal count
        count += 1
        answer(request, tools(f"t{count}") | {"nextCursor": str(count)})

    serve(list_page)


def many_tools() -> None:
    serve(lambda request: answer(request, tools(*(f"t{i}" for i in range(5_001)))))


def bad_tools() -> None:
    listed = [tool("good"), 7, {"description": "no name"}, {"name": ""}, {"name": 3},
              {"name": "text", "description": ["no", "text"]},
              {"name": "schema", "inputSchema": "none"},
              {"name": "no_type", "inputSchema": {"properties": {}}}, {"name": "bare"}]
    serve(lambda request: answer(request, {"tools": listed}))


def no_list() -> None:
    serve(lambda request: answer(request, {"tools": "many"}))


def after_initialized() -> None:
    """A tool more once the client has said that it is ready."""
    names = ["a"]
    serve(lambda request: answer(request, tools(*names)),
          others={"notifications/initialized": lambda _: names.append("b")})


def list_changed() -> None:
    """Says so, unannounced, with the first list; the second one is longer."""
    count = 0

    def list_tools(request: Json) -> None:
        nonlocal count
        count += 1
        if count == 1:
            send({"method": "notifications/tools/list_changed"})
        answer(request, tools(*(f"t{i}" for i in range(count))))

    serve(list_tools)


def always_changing() -> None:
    count = 0

    def list_tools(request: Json) -> None:
        nonlocal count
        count += 1
        send({"method": "notifications/tools/list_changed"})
        answer(request, tools(f"t{count}"))

    serve(list_tools)


def on_file() -> None:
    """Announces changes; its tools are the lines of the file that PEER_TOOLS names."""
    path = os.environ["PEER_TOOLS"]

    def read() -> list[str]:
        with open(path, encoding="utf-8") as file:
            return file.read().split()

    def watch() -> None:
        before = read()
        while True:
            time.sleep(0.02)
            if (now := read()) != before:
                before = now
                send({"method": "notifications/tools/list_changed"})

    threading.Thread(target=watch, daemon=True).start()
    serve(lambda request: answer(request, tools(*read())), {"tools": {"listChanged": True}})


def chatters() -> None:
    """Announces changes, and then talks and talks."""
    def list_tools(request: Json) -> None:
        answer(request, tools("a"))
        while True:
            send({"method": "notifications/message", "params": {"data": "still here"}})

    serve(list_tools, {"tools": {"listChanged": True}})


def fails_on_file() -> None:
    """Works as long as the file that PEER_BREAK names is not there."""
    if os.path.exists(os.environ["PEER_BREAK"]):
        sys.exit("Error: the licence has expired")
    plain()


def silent() -> None:
    for _ in messages():
        pass


def silent_list() -> None:
    serve(lambda _: None)


def drips() -> None:
    """One byte every 20 ms, for ever."""
    def list_tools(request: Json) -> None:
        write('{"jsonrpc":"2.0","id":%d,"result":"' % request["id"])
        while True:
            write("x")
            time.sleep(0.02)

    serve(list_tools)


def floods_stderr() -> None:
    def list_tools(request: Json) -> None:
        for _ in range(128):
            os.write(2, b"complaint " * 6_553 + b"\n")
        answer(request, tools("a"))

    serve(list_tools)


def floods_stdout() -> None:
    """Lines that are no messages, for ever."""
    def list_tools(_: Json) -> None:
        while True:
            write("still working\n" * 1_000)

    serve(list_tools)


def noisy() -> None:
    write("Server starting...\n\r\n  \n[not json\n42\n{\"neither\": true}\n")
    for message in messages():
        if message.get("method") == "initialize":
            initialize(message)
        elif message.get("method") == "tools/list":
            write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": tools("a")}) + "\r\n")


def big_line() -> None:
    serve(lambda request: answer(request, {"tools": [tool("a", "x" * 20_000_000)]}))


def too_big_line() -> None:
    def list_tools(_: Json) -> None:
        chunk = "x" * (1 << 20)
        while True:
            write(chunk)

    serve(list_tools)


def deep() -> None:
    serve(lambda request: write('{"jsonrpc":"2.0","id":%d,"result":{"tools":%s}}\n'
                                % (request["id"], "[" * 100_000 + "]" * 100_000)))


def not_utf8() -> None:
    serve(lambda request: sys.stdout.buffer.write(
        b'{"jsonrpc":"2.0","id":%d,"result":{"tools":[{"name":"a","description":"caf\xe9"}]}}\n'
        % request["id"]) and sys.stdout.buffer.flush())


def exits() -> None:
    """In the middle of its answer."""
    def list_tools(_: Json) -> None:
        write('{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"a"')
        os.write(2, b"starting\nError: out of luck\nPeer v1\n")
        os._exit(3)

    serve(list_tools)


def ignores_the_end() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    plain()
    while True:
        time.sleep(60)


def ignores_the_end_of_stdin() -> None:
    """Ends with SIGTERM, in its own way."""
    def leave(*_: object) -> None:
        with open(os.environ["PEER_PIDS"] + ".terminated", "w", encoding="utf-8"):
            os._exit(0)

    signal.signal(signal.SIGTERM, leave)
    plain()
    while True:
        time.sleep(60)


def leaves_a_grandchild() -> None:
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(60)
    note_pid(pid)
    plain()


def asks() -> None:
    """Requests of its own before the list; the list tells what it was answered."""
    def list_tools(request: Json) -> None:
        send({"id": "p", "method": "ping"})
        send({"id": 1, "method": "roots/list"})
        send({"id": 2, "method": "sampling/createMessage", "params": {}})
        answers = []
        while len(answers) < 3:
            message = json.loads(sys.stdin.readline())
            code = message.get("error", {}).get("code", message.get("result"))
            answers.append(f"{message['id']}: {json.dumps(code)}")
        answer(request, tools(*answers))

    serve(list_tools)


def asks_without_reading() -> None:
    """More than any pipe holds; then its list."""
    def list_tools(request: Json) -> None:
        for number in range(40_000):
            send({"id": number, "method": "ping"})
        answer(request, tools("a"))

    serve(list_tools)


def batches() -> None:
    serve(lambda request: write(json.dumps(
        [{"jsonrpc": "2.0", "method": "notifications/message", "params": {}},
         {"jsonrpc": "2.0", "id": request["id"], "result": tools("a")}]) + "\n"))


def tells_where_it_runs() -> None:
    """Its environment, folder, group, descriptors and signals as the names of tools."""
    with open("/proc/self/status", encoding="utf-8") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    # Python itself ignores SIGPIPE (13) and SIGXFSZ (25).
    ignored = int(status["SigIgn"], 16) & ~(1 << 12) & ~(1 << 24)
    facts = [f"folder {os.getcwd()}", f"leader {os.getpgrp() == os.getpid()}",
             f"blocked {int(status['SigBlk'], 16)}", f"ignored {ignored}",
             "descriptors " + " ".join(sorted(os.listdir("/proc/self/fd"))[:-1]),
             "variables " + " ".join(sorted(os.environ))]
    serve(lambda request: answer(request, tools(*facts)))


def tells_secrets() -> None:
    """Everywhere: texts, keys, numbers, stderr, noise. Also its arguments, and a short one."""
    words = os.environ["PEER_SECRET"]
    number = os.environ["PEER_NUMBER"]
    others = " ".join(sys.argv[2:] + [os.environ.get("PEER_PIN", "")])
    sys.stderr.write(f"Error: {words} {others}\n")
    sys.stderr.flush()
    write(f"noise {words}\n")
    listed = [tool("a", f"say {words} and {json.dumps(words)} with {others}"),
              {"name": words, "inputSchema": {"properties": {words: {"default": int(number)}}}},
              {"name": "bad " + words, "description": 3}]
    serve(lambda request: answer(request, {"tools": listed}))


def tells_secrets_and_fails() -> None:
    others = " ".join(sys.argv[2:] + [os.environ.get("PEER_PIN", "")])
    sys.exit(f"Error: cannot log in with {others} {os.environ['PEER_SECRET']}")


note_pid(os.getpid())
globals()[sys.argv[1]]()
