// start.mjs SAYL: starts what the files for Sublime Text and JetBrains name, as those editors do, and sees a problem in an
// example; compares what the extension of Zed says of itself. The editors themselves are not to be had for a test.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { pathToFileURL } from "node:url";

const here = import.meta.dirname;
const sayl = path.resolve(process.argv[2] ?? assert.fail("usage: start.mjs SAYL"));
const broken = path.resolve(here, "../examples/web-app/envs/broken.yml");
const read = (name) => fs.readFileSync(path.join(here, name), "utf8");

/** The codes of the problems that a server tells of the example, started by a command. */
async function codes([program, ...args]) {
  const env = { ...process.env, PATH: `${path.dirname(sayl)}${path.delimiter}${process.env.PATH}` };
  const server = spawn(program, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const [uri, root] = [broken, path.dirname(path.dirname(broken))].map((name) => pathToFileURL(name).href);
  send({ id: 1, method: "initialize", params: { processId: process.pid, rootUri: root, capabilities: {}, workspaceFolders: [{ uri: root, name: "web-app" }] } });
  send({ method: "initialized", params: {} });
  send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "yaml", version: 1, text: fs.readFileSync(broken, "utf8") } } });
  try {
    for await (const { method, params } of messages(server.stdout)) {
      if (method === "textDocument/publishDiagnostics" && params.uri === uri && params.diagnostics.length > 0) {
        return params.diagnostics.map(({ code }) => code);
      }
    }
    assert.fail(`${program} ended`);
  } finally {
    server.kill();
  }
}

/** The messages of a stream of the protocol. */
async function* messages(stream) {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk]);
    for (let end; (end = rest.indexOf("\r\n\r\n")) >= 0; ) {
      const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, end).toString())[1]);
      if (rest.length < end + 4 + length) {
        break;
      }
      yield JSON.parse(rest.subarray(end + 4, end + 4 + length).toString());
      rest = rest.subarray(end + 4 + length);
    }
  }
}

async function starts(editor, command) {
  const found = await codes(command);
  assert.ok(found.includes("unknown-key"), `${editor}: ${found}`);
  console.log(`ok: ${editor}: ${command.join(" ")}: ${found.length} problems`);
}

const settings = JSON.parse(read("sublime/LSP.sublime-settings").replaceAll(/^\s*\/\/.*$/gm, ""));
await starts("Sublime Text", settings.clients.sayl.command);
const template = JSON.parse(read("jetbrains/template.json"));
await starts("JetBrains", template.programArgs.default.split(" "));
JSON.parse(read("jetbrains/settings.json"));

const version = /^version = "(.*)"/m.exec(fs.readFileSync(path.join(here, "../Cargo.toml"), "utf8"))[1];
for (const name of ["zed/extension.toml", "zed/Cargo.toml"]) {
  assert.equal(/^version = "(.*)"/m.exec(read(name))[1], version, name);
}
console.log(`ok: Zed: the extension is of version ${version}`);
