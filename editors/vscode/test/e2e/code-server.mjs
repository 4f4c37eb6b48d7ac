// A code-server of one's own: it starts with an empty profile, this extension and nothing else, and ends with the test.

import { spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as net from "node:net";
import * as os from "node:os";
import * as path from "node:path";

const SETTINGS = {
  "chat.disableAIFeatures": true,
  "editor.minimap.enabled": false,
  "editor.hover.delay": 100,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.tips.enabled": false,
};

/** Starts it on a copy of the folder `examples`; of each of the `others` an extension there is the manifest alone. */
export async function start({ programs, extension, examples, others }) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "sayl-vscode-"));
  const folder = path.join(home, "examples");
  fs.cpSync(examples, folder, { recursive: true });
  write(path.join(home, "data", "User", "settings.json"), SETTINGS);
  for (const manifest of others) {
    write(path.join(home, "extensions", `${manifest.publisher}.${manifest.name}-${manifest.version}`, "package.json"), manifest);
  }
  const program = path.join(programs, "node_modules/code-server/out/node/entry.js");
  const profile = ["--user-data-dir", path.join(home, "data"), "--extensions-dir", path.join(home, "extensions")];
  const installed = spawnSync(process.execPath, [program, ...profile, "--install-extension", extension], { encoding: "utf8" });
  if (installed.status !== 0) {
    throw new Error(`the extension cannot be installed: ${installed.stdout}${installed.stderr}`);
  }
  const port = await freePort();
  const flags = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"];
  const child = spawn(process.execPath, [program, ...profile, ...flags, folder], { stdio: ["ignore", "pipe", "pipe"], detached: true });
  const log = collect(child);
  await answers(port, log);
  const stop = () => {
    // It starts processes of its own, which belong to the same group.
    process.kill(-child.pid, "SIGTERM");
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  return { url: `http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`, home, folder, stop };
}

function write(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(value));
}

function collect(child) {
  const chunks = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  child.stderr.on("data", (chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answers(port, log) {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`code-server does not answer: ${log()}`);
}
