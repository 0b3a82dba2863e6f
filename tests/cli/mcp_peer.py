"""An MCP server on stdio for the transcripts: two groups of tools. It repeats its environment's
TOKEN and its other arguments where a careless server would, and with an argument it first writes
that file."""

import json
import os
import sys

TOKEN = " ".join([os.environ.get("TOKEN", "none"), *sys.argv[2:]])
TOOLS = [
    {"name": "get_page", "description": f"Gets a page. Token {TOKEN}.", "inputSchema": {}},
    {"name": "get_list", "description": "Lists pages."},
    {"name": "echo", "title": "Echo"},
]

if len(sys.argv) > 1:
    open(sys.argv[1], "w").close()
print(f"started with {TOKEN}", file=sys.stderr, flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}}
        result |= {"serverInfo": {"name": TOKEN, "version": "1"}, "instructions": TOKEN}
    elif message.get("method") == "tools/list":
        result = {"tools": TOOLS}
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
