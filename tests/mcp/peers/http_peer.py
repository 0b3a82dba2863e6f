"""An MCP server over HTTP on loopback that behaves as its first argument says: one of the classes
below. It prints its port.

Each request goes to the file that PEER_LOG names: method, path, JSON-RPC method, and the headers
that matter, as one JSON object a line.
"""

import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]
LOGGED = ("Accept", "Content-Type", "Mcp-Session-Id", "MCP-Protocol-Version", "Authorization")
log_lock = threading.Lock()


def tools(*names: str) -> Json:
    return {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in names]}


class Plain(BaseHTTPRequestHandler):
    """Answers as JSON, without a session."""

    protocol_version = "HTTP/1.1"
    capabilities: Json = {"tools": {}}
    session: str | None = None

    def log_message(self, *_: object) -> None:
        pass

    def log_request_line(self, message: Json) -> None:
        entry = {"http": self.command, "path": self.path, "method": message.get("method"),
                 "answer": message.get("result", message.get("error"))}
        entry |= {name: self.headers.get(name) for name in LOGGED}
        with log_lock, open(os.environ["PEER_LOG"], "a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.log_request_line(message)
        self.take(message)

    def do_GET(self) -> None:
        self.log_request_line({})
        self.reply(405)

    def do_DELETE(self) -> None:
        self.log_request_line({})
        self.reply(200)

    def take(self, message: Json) -> None:
        method = message.get("method")
        if method == "initialize":
            self.initialize(message)
        elif "id" not in message or method is None:
            self.reply(202)
        elif method == "tools/list":
            self.list_tools(message)
        else:
            self.send_json({"id": message["id"],
                            "error": {"code": -32601, "message": "Method not found"}})

    def initialize(self, message: Json) -> None:
        self.send_json(self.opening(message))

    def opening(self, message: Json) -> Json:
        return {"id": message["id"], "result": {
            "protocolVersion": "2025-06-18", "capabilities": self.capabilities,
            "serverInfo": {"name": "peer", "version": "1"}}}

    def list_tools(self, message: Json) -> None:
        self.send_json({"id": message["id"], "result": tools("a", "b")})

    def reply(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if self.session and status == 200:
            self.send_header("Mcp-Session-Id", self.session)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_json(self, message: Json) -> None:
        body = json.dumps({"jsonrpc": "2.0"} | message).encode()
        self.reply(200, body, Content_Type="application/json; charset=utf-8")

    def begin_events(self) -> None:
        """Until the connection is closed."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        if self.session:
            self.send_header("Mcp-Session-Id", self.session)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def write(self, data: bytes) -> None:
        self.wfile.write(data)
        self.wfile.flush()


class Session(Plain):
    session = "session-1"


class Events(Session):
    """Answers as events, in every way that the format allows, cut into single bytes."""

    def initialize(self, message: Json) -> None:
        self.begin_events()
        body = json.dumps({"jsonrpc": "2.0"} | self.opening(message), indent=1).encode()
        # An event without data first; comments; CR LF; a field without a value.
        self.write(b": hello\r\nid: 1\r\ndata\r\n\r\nevent: message\r\nretry\r\n")
        self.write(b"".join(b"data: " + line + b"\r\n" for line in body.split(b"\n")) + b"\r\n")

    def list_tools(self, message: Json) -> None:
        self.begin_events()
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": tools("查询", "b")},
                          ensure_ascii=False).encode()
        for byte in b"data:" + body + b"\r\r: the end\r":
            self.write(bytes([byte]))


class NeverCloses(Session):
    """Sends the answer as an event, and leaves the stream open."""

    def list_tools(self, message: Json) -> None:
        self.begin_events()
        data = json.dumps({"jsonrpc": "2.0", "id": message["id"],
                           "result": tools("a") | self.following(message)})
        self.write(f"data: {data}\n\n".encode())
        time.sleep(60)

    @staticmethod
    def following(message: Json) -> Json:
        """Of forty pages."""
        page = int(message["params"].get("cursor", "1"))
        return {"nextCursor": str(page + 1)} if page < 40 else {}


class CutEvents(Events):
    """The answer ends in the middle of a character."""

    def list_tools(self, message: Json) -> None:
        self.begin_events()
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": tools("查询")},
                          ensure_ascii=False).encode()
        self.write(b"data: " + body[: body.index("询".encode()) + 1])


class Asks(Session):
    """The list comes once the requests in front of it are answered."""

    answered = 0

    def take(self, message: Json) -> None:
        if "method" not in message:
            type(self).answered += 1
        super().take(message)

    def list_tools(self, message: Json) -> None:
        self.begin_events()
        for request in ({"id": "p", "method": "ping"}, {"id": 7, "method": "roots/list"}):
            data = json.dumps({"jsonrpc": "2.0"} | request)
            self.write(f"data: {data}\n\n".encode())
        while type(self).answered < 2:
            time.sleep(0.01)
        data = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": tools("a")})
        self.write(f"data: {data}\n\n".encode())


class Forgets(Plain):
    """Each session is forgotten at its first list; the third is kept unless FORGETS is "always"."""

    status = 404
    sessions = 0

    def initialize(self, message: Json) -> None:
        type(self).sessions += 1
        self.session = f"session-{self.sessions}"
        super().initialize(message)

    def list_tools(self, message: Json) -> None:
        if self.sessions > 1 and os.environ.get("FORGETS") != "always":
            super().list_tools(message)
        else:
            self.reply(self.status, b'{"error": "no such session"}')


class ForgetsWith400(Forgets):
    status = 400


class Unauthorized(Plain):
    """Shows the token that it refuses."""

    def take(self, message: Json) -> None:
        self.reply(401, f"bad token {self.headers.get('Authorization')}".encode())


class NotFound(Plain):
    def take(self, message: Json) -> None:
        self.reply(404, b"nothing here")


class Page(Plain):
    def take(self, message: Json) -> None:
        self.reply(200, b"<html>hello</html>", Content_Type="text/html")


class RedirectsHome(Session):
    def take(self, message: Json) -> None:
        if self.path == "/mcp":
            self.reply(307, Location="/mcp/")
        else:
            super().take(message)


class RedirectsForEver(Plain):
    def take(self, message: Json) -> None:
        self.reply(307, Location=self.path + "x")


class RedirectsAway(Plain):
    def take(self, message: Json) -> None:
        self.reply(307, Location=os.environ["PEER_AWAY"])


class Silent(Plain):
    def list_tools(self, message: Json) -> None:
        time.sleep(60)


class Drips(Plain):
    """One byte every 20 ms, for ever."""

    def list_tools(self, message: Json) -> None:
        self.begin_events()
        while True:
            self.write(b":")
            time.sleep(0.02)


class TooBig(Plain):
    def list_tools(self, message: Json) -> None:
        self.begin_events()
        self.write(b"data: ")
        while True:
            self.write(b"x" * (1 << 20))


class Accepts(Plain):
    """Takes the request and never answers it."""

    def list_tools(self, message: Json) -> None:
        self.reply(202)


class OnFile(Session):
    """Announces changes on a stream; its tools are the lines of the file that PEER_TOOLS names."""

    capabilities = {"tools": {"listChanged": True}}

    @staticmethod
    def read() -> list[str]:
        with open(os.environ["PEER_TOOLS"], encoding="utf-8") as file:
            return file.read().split()

    def list_tools(self, message: Json) -> None:
        self.send_json({"id": message["id"], "result": tools(*self.read())})

    def do_GET(self) -> None:
        self.log_request_line({})
        self.begin_events()
        before = self.read()
        while True:
            time.sleep(0.02)
            if (now := self.read()) != before:
                before = now
                data = json.dumps({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
            else:
                data = ""  # an event that says nothing, so that a closed stream is noticed
            self.write(f"data: {data}\n\n".encode())


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        pass  # clients that leave


server = Server(("127.0.0.1", 0), globals()[sys.argv[1]])
print(server.server_port, flush=True)
server.serve_forever()
