// package.mjs FOLDER: the npm package, packed, installed in a fresh folder and bundled into a page, shows what its README
// says. FOLDER is what web/build.sh made.

import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { build } from "esbuild";
import { chromium } from "playwright-core";

import { serve } from "./serve.mjs";
import { CHROMIUM } from "./steps/page.mjs";

const folder = path.resolve(process.argv[2]);
const work = fs.mkdtempSync(path.join(os.tmpdir(), "sayl-package-"));
const npm = (...args) => execFileSync("npm", args, { cwd: work, encoding: "utf8" });

try {
  const packed = npm("pack", "--silent", path.join(folder, "package")).trim();
  npm("install", "--offline", "--no-audit", "--no-fund", "--silent", `./${packed}`);
  const readme = fs.readFileSync(path.join(work, "node_modules/@sayl/web/README.md"), "utf8");
  const [, example] = /^```js\n(.*?)^```/ms.exec(readme);
  fs.writeFileSync(path.join(work, "main.js"), example);
  fs.mkdirSync(path.join(work, "page"));
  await build({ absWorkingDir: work, entryPoints: ["main.js"], bundle: true, format: "esm", target: "es2022", outfile: "page/main.js", logLevel: "warning" });
  fs.copyFileSync(path.join(work, "node_modules/@sayl/web/sayl.wasm"), path.join(work, "page/sayl.wasm"));
  fs.writeFileSync(path.join(work, "page/index.html"), "<!doctype html><link rel=icon href=data:,><script type=module src=main.js></script>");
  const said = await consoleOf(path.join(work, "page"));
  const expected = "/values.yml:3: error[unknown-key]: The key `prot` is not declared in the schema";
  if (said !== expected) {
    throw new Error(`the page says “${said}” and not “${expected}”`);
  }
  console.log(`ok: the README's first problem from ${packed}`);
} finally {
  fs.rmSync(work, { recursive: true });
}

/** The first line that a page writes to its console. */
async function consoleOf(page) {
  const server = await serve(page);
  const browser = await chromium.launch(CHROMIUM);
  try {
    const tab = await browser.newPage();
    const [message] = await Promise.all([tab.waitForEvent("console", { timeout: 60_000 }), tab.goto(server.url)]);
    return message.text();
  } finally {
    await browser.close();
    server.stop();
  }
}
