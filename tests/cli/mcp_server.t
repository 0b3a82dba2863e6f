# serve --mcp speaks the Model Context Protocol on standard input and output, a message a line.

  $ skillcat index -q
  $ ask() { printf '%s\n' "$@" | skillcat serve --mcp; }

It answers with the revision that the client asks for, else with its newest.

  $ ask '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}' | python3 -c 'import json,sys; print(json.load(sys.stdin)["result"]["protocolVersion"])'
  2024-11-05
  $ ask '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2099-01-01","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}' | python3 -c 'import json,sys; print(json.load(sys.stdin)["result"]["protocolVersion"])'
  2025-11-25

Four tools, in under 2,000 bytes: every agent pays for them in each conversation.

  $ ask '{"jsonrpc":"2.0","id":"a","method":"tools/list"}' > tools; python3 -c 'import json; print([t["name"] for t in json.load(open("tools"))["result"]["tools"]])'; test $(stat -c %s tools) -lt 2000
  ['search_skills', 'match_skills', 'get_skill_context', 'read_skill_file']

A result is text for the model and data for programs.

  $ ask '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_skills","arguments":{"query":"git commit","limit":1}}}' | python3 -c 'import json,sys; r = json.load(sys.stdin)["result"]; print(r["content"][0]["text"][:35]); print(r["structuredContent"]["skills"][0]["ref"])'
  git-helper (bundled:git-helper): Gi
  bundled:git-helper

What fails tells the model what to do next.

  $ ask '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_skill_context","arguments":{"names":["none such"]}}}'
  {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"no skill is called 'none such' (hint: search_skills finds skills by what they do)"}],"isError":true}}
  $ ask '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_skills","arguments":{"query":7}}}'
  {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"the argument 'query' must be a string (hint: call the tool again with arguments as in its schema)"}],"isError":true}}
  $ ask '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_skills","arguments":{"query":"git"}}}' > /dev/null; mv ~/.local/share/skillcat/catalog.db ~/aside; ask '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_skills","arguments":{"query":"git"}}}'; mv ~/aside ~/.local/share/skillcat/catalog.db
  {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"cannot open $HOME/.local/share/skillcat/catalog.db: No such file or directory (hint: run 'skillcat index' first)"}],"isError":true}}

Lists of what it does not have are empty, notifications and blank lines get no answer.

  $ ask '{"jsonrpc":"2.0","id":1,"method":"resources/list"}' '' '{"jsonrpc":"2.0","method":"notifications/initialized"}' '{"jsonrpc":"2.0","id":2,"method":"prompts/list"}'
  {"jsonrpc":"2.0","id":1,"result":{"resources":[]}}
  {"jsonrpc":"2.0","id":2,"result":{"prompts":[]}}
  $ ask '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  {"jsonrpc":"2.0","id":1,"result":{}}

Nonsense is answered too, and the next message is served.

  $ ask 'nonsense' '{"id":1}' '{"jsonrpc":"2.0","id":1,"method":"none"}' '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not JSON"}}
  {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the message is not a JSON-RPC 2.0 request"}}
  {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"there is no method none"}}
  {"jsonrpc":"2.0","id":1,"result":{}}
  $ python3 -c 'print("[" * 100000)' | skillcat serve --mcp
  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is nested too deep"}}
  $ python3 -c 'print("x" * 9000000); print("""{"jsonrpc":"2.0","id":1,"method":"ping"}""")' | skillcat serve --mcp
  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is larger than 4 MiB"}}
  {"jsonrpc":"2.0","id":1,"result":{}}
  $ printf '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"}]' | skillcat serve --mcp
  [{"jsonrpc":"2.0","id":1,"result":{}}]
