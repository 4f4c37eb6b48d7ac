// editor.mjs TOOLS SAYL EXTENSION: what a person does in VS Code, in a browser, and what they see.

import * as fs from "node:fs";
import { createRequire } from "node:module";
import * as path from "node:path";
import { execFileSync } from "node:child_process";

import { start } from "./code-server.mjs";

const [tools, sayl, extension] = process.argv.slice(2);
const { chromium } = createRequire(path.join(tools, "package.json"))("playwright-core");

const files = {
  "schema.yml": `#@data/values-schema
---
#@schema/title "Application"
app:
  #@schema/desc "How many copies run at the same time."
  #@schema/validation min=1
  replicas: 1
  #@schema/desc "Where the image comes from."
  image: "registry.example/app"
`,
  "values.yml": `#@data/values
---
app:
  replcas: 3
  image: registry.example/other
`,
};

const CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const EDITOR = ".editor-container";
const PATIENCE = 30_000;

const pictures = path.join(tools, "pictures");
fs.rmSync(pictures, { recursive: true, force: true });
fs.mkdirSync(pictures, { recursive: true });

const server = await start({ tools, sayl, extension, files });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: CHROMIUM });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
page.setDefaultTimeout(PATIENCE);

let step = "starting";
try {
  await page.goto(server.url);
  for (const [name, act] of Object.entries({
    "a squiggle below the misspelt key": seesTheSquiggle,
    "an entry in the Problems panel": seesTheProblem,
    "the description in a hover": seesTheHover,
    "the quick fix, applied": appliesTheFix,
    "a completion, accepted": acceptsACompletion,
    "problems again after the server was killed": recoversFromACrash,
  })) {
    step = name;
    await act();
    await page.screenshot({ path: path.join(pictures, `${name.replaceAll(/\W+/g, "-")}.png`) });
    console.log(`ok: ${name}`);
  }
} catch (error) {
  await page.screenshot({ path: path.join(pictures, "failure.png") }).catch(() => {});
  console.error(`missing: ${step}\n${error}\npicture: ${pictures}/failure.png`);
  process.exitCode = 1;
} finally {
  await browser.close();
  server.stop();
}

/** Opens a file of the workspace in the editor, by keys. */
async function open(name) {
  await page.keyboard.press("Control+P");
  await page.locator(".quick-input-widget input").fill(name);
  await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(`.tab[data-resource-name="${name}"]`).waitFor();
}

/** Puts the cursor on a line, counted from 1, at a column. */
async function goTo(line, column) {
  await page.keyboard.press("Control+G");
  await page.locator(".quick-input-widget input").fill(`:${line}:${column}`);
  await page.keyboard.press("Enter");
}

/** What the editor shows, without the odd spaces that it draws. */
async function text() {
  const lines = await page.locator(`${EDITOR} .view-line`).all();
  const placed = await Promise.all(lines.map(async (line) => [(await line.boundingBox())?.y ?? 0, await line.innerText()]));
  return placed.sort((a, b) => a[0] - b[0]).map(([, shown]) => shown.replaceAll("\u00a0", " ")).join("\n");
}

/** Waits until the editor shows what is looked for. */
async function shows(pattern) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await page.waitForTimeout(100)) {
    if (pattern.test(await text())) {
      return;
    }
  }
  throw new Error(`the editor shows\n${await text()}\nand not ${pattern}`);
}

async function seesTheSquiggle() {
  await page.locator(".monaco-workbench").waitFor();
  await page.locator(".explorer-folders-view").waitFor();
  await open("values.yml");
  await page.locator(`${EDITOR} .squiggly-error`).first().waitFor();
}

async function seesTheProblem() {
  await page.keyboard.press("Control+Shift+M");
  await page.locator(".markers-panel").getByText("replcas", { exact: false }).first().waitFor();
}

async function seesTheHover() {
  await page.locator(`${EDITOR} .view-line`).getByText("image", { exact: false }).first().hover();
  await page.locator(".monaco-hover").getByText("Where the image comes from.").first().waitFor();
  await page.screenshot({ path: path.join(pictures, "hover.png") });
  await page.mouse.move(5, 5);
  await page.locator(".monaco-hover").first().waitFor({ state: "hidden" });
}

async function appliesTheFix() {
  await open("values.yml");
  await goTo(4, 4);
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget").getByText("replicas", { exact: false }).first().waitFor();
  await page.keyboard.press("Enter");
  await shows(/\n {2}replicas: 3\n/);
  await page.locator(`${EDITOR} .squiggly-error`).first().waitFor({ state: "detached" });
}

async function acceptsACompletion() {
  await goTo(4, 1);
  await page.keyboard.press("Control+Shift+K");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("repl");
  await page.keyboard.press("Control+Space");
  await page.locator(".suggest-widget .monaco-list-row").getByText("replicas", { exact: false }).first().waitFor();
  await page.keyboard.press("Enter");
  await shows(/\n {2}replicas: /);
}

async function recoversFromACrash() {
  const before = processes();
  if (before.length === 0) {
    throw new Error("no server is running");
  }
  before.forEach((id) => process.kill(id, "SIGKILL"));
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nnope: 1");
  await page.locator(".markers-panel").getByText("`nope`", { exact: false }).first().waitFor();
  const after = processes();
  if (after.length === 0 || after.some((id) => before.includes(id))) {
    throw new Error(`the server was not started anew: ${before} before, ${after} after`);
  }
}

/** The servers that this code-server started. */
function processes() {
  const listed = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" });
  return listed.split("\n").map((line) => line.trim().match(/^(\d+) (\S+) --stdio$/)).filter((it) => it?.[2] === sayl).map((it) => Number(it[1]));
}
