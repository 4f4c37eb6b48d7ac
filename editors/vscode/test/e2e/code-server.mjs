// A code-server of one's own: it starts with an empty profile, this extension and nothing else, and ends with the test.

import { spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { PATIENCE } from "./workbench.mjs";

const SETTINGS = {
  "chat.disableAIFeatures": true,
  "editor.minimap.enabled": false,
  "editor.hover.delay": 100,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.editor.useModal": "off",
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.tips.enabled": false,
};

/** The same where extensions that can run in a browser do so. */
const IN_BROWSER = { "remote.extensionKind": { "sayl.sayl": ["web"] } };

/**
 * Starts it on a copy of the folder `examples`; of each of the `others` an extension there is the manifest alone.
 * `isInBrowser`: the extension runs beside the page, as in VS Code for the Web, and not beside the files.
 */
export async function start({ programs, extension, examples, others, isInBrowser }) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "sayl-vscode-"));
  const folder = path.join(home, "examples");
  fs.cpSync(examples, folder, { recursive: true });
  write(path.join(home, "data", "User", "settings.json"), { ...SETTINGS, ...(isInBrowser ? IN_BROWSER : {}) });
  for (const manifest of others) {
    write(path.join(home, "extensions", `${manifest.publisher}.${manifest.name}-${manifest.version}`, "package.json"), manifest);
  }
  const program = path.join(programs, "node_modules/code-server/out/node/entry.js");
  const profile = ["--user-data-dir", path.join(home, "data"), "--extensions-dir", path.join(home, "extensions")];
  const installed = spawnSync(process.execPath, [program, ...profile, "--install-extension", extension], { encoding: "utf8" });
  if (installed.status !== 0) {
    throw new Error(`the extension cannot be installed: ${installed.stdout}${installed.stderr}`);
  }
  // It takes a port that is free and says which.
  const flags = ["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"];
  const child = spawn(process.execPath, [program, ...profile, ...flags, folder], { stdio: ["ignore", "pipe", "pipe"], detached: true });
  const log = collect(child);
  const stop = () => {
    if (child.exitCode === null) {
      // It starts processes of its own, which belong to the same group.
      process.kill(-child.pid, "SIGTERM");
    }
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const address = await addressOf(child, log);
    return { url: `${address}/?folder=${encodeURIComponent(folder)}`, home, folder, stop };
  } catch (error) {
    stop();
    throw error;
  }
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

/** Where it can be reached, once it says so. */
async function addressOf(child, log) {
  for (const end = Date.now() + PATIENCE; Date.now() < end && child.exitCode === null; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const address = log().match(/listening on (http:\/\/127\.0\.0\.1:\d+)/)?.[1];
    const answer = address && (await fetch(`${address}/healthz`).catch(() => undefined));
    if (answer?.ok) {
      return address;
    }
  }
  throw new Error(`code-server does not answer: ${log()}`);
}
