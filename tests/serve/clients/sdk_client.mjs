// A client made with the TypeScript SDK: calls every tool of `PROGRAM serve --mcp` and prints what it
// got. The SDK itself checks structured results against the output schemas.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
const transport = new StdioClientTransport({ command: process.argv[2], args: ["serve", "--mcp"], env: process.env });
const client = new Client({ name: "test", version: "1.0.0" });
await client.connect(transport);
const { tools } = await client.listTools();
console.log(tools.map((t) => t.name).join(" "));
const found = await client.callTool({ name: "search_skills", arguments: { query: "git commit", limit: 1 } });
console.log(found.structuredContent.skills.length, found.content[0].type);
const context = await client.callTool({ name: "get_skill_context", arguments: { names: ["bundled:git-helper"] } });
console.log(context.structuredContent.text.includes("=== Skill: git-helper"));
const wrong = await client.callTool({ name: "get_skill_context", arguments: { names: ["no-such-skill"] } });
console.log(wrong.isError, wrong.content[0].text);
const matched = await client.callTool({ name: "match_skills", arguments: { message: "hello there" } });
console.log(matched.structuredContent.skills.length);
const files = await client.callTool({ name: "read_skill_file", arguments: { name: "bundled:git-helper" } });
console.log(JSON.stringify(files.structuredContent));
await client.close();
