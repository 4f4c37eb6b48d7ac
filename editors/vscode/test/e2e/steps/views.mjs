// What the server makes of a schema, its values and templates, shown beside them.

import * as fs from "node:fs";
import * as path from "node:path";

export async function seesTheDataValues(workbench) {
  await workbench.open("web-app/envs/prod.yml");
  await workbench.run("sayl: Show Data Values");
  await workbench.shows(/copies: 6 # prod\.yml:3/);
  await workbench.shows(/port: 443 # prod\.yml:7/);
}

export async function followsALinkToTheOrigin(workbench) {
  const link = workbench.editor.locator(".detected-link", { hasText: "schema.yml:16" }).first();
  await link.waitFor();
  await workbench.page.keyboard.down("Control");
  await link.click();
  await workbench.page.keyboard.up("Control");
  await workbench.page.locator(".tab.active").getByText("schema.yml", { exact: true }).waitFor();
  await workbench.page.locator(".statusbar").getByText("Ln 16,").waitFor();
}

const MANY = "web-app/config/many.yml";

/** A template of 1,000 lines. */
function template() {
  const lines = Array.from({ length: 998 }, (_, index) => `key${index + 3}: ${index % 2 === 0 ? "fixed" : "#@ data.values.copies"}`);
  return ['#@ load("@ytt:data", "data")', "---", ...lines, ""].join("\n");
}

export async function seesTheRenderedOutput(workbench) {
  fs.writeFileSync(path.join(workbench.folder, MANY), template());
  await workbench.run("View: Close All Editors");
  await workbench.open(MANY);
  await workbench.goTo(501, 14);
  await workbench.run("sayl: Open Rendered Output");
  await workbench.shows(/^key501: fixed$/m);
  await workbench.shows(/^key502: \d+$/m);
}

/** How long the output of a key may take, in milliseconds: of nine keys the one in the middle. */
const SOON = Number(process.env.SAYL_SOON ?? 100);

/** From a key in the template to its output beside it. What else the machine does may slow some keys: it is tried again. */
export async function seesTheOutputOfWhatIsTyped(workbench) {
  await workbench.run("View: Focus First Editor Group");
  await workbench.press("End");
  for (let tries = 1, typed = 0; ; tries++) {
    const took = [];
    while (took.length < 9) {
      took.push(await millisecondsUntilShown(workbench, "x", `key501: fixed${"x".repeat(++typed)}`));
      await workbench.page.waitForTimeout(300);
    }
    took.sort((one, other) => one - other);
    const words = `${Math.round(took[4])} ms after a key, at most ${Math.round(took[8])} ms`;
    console.log(`    the output of 1,000 lines: ${words}`);
    if (took[4] <= SOON) {
      return;
    }
    if (tries === 5) {
      throw new Error(`the output came ${words}`);
    }
  }
}

/** Presses a key, and gives how long it takes until a line of the other group is that text, by the clock of the page. */
async function millisecondsUntilShown(workbench, key, text) {
  await workbench.page.evaluate((wanted) => void (globalThis.shown = new Promise((resolve) => {
    let pressed;
    addEventListener("keydown", ({ timeStamp }) => (pressed = timeStamp), { once: true, capture: true });
    const output = document.querySelector(".editor-group-container:not(.active) .view-lines");
    new MutationObserver((_, observer) => {
      if ([...output.querySelectorAll(".view-line")].some((line) => line.textContent.replaceAll("\u00a0", " ") === wanted)) {
        observer.disconnect();
        resolve(performance.now() - pressed);
      }
    }).observe(output, { subtree: true, childList: true, characterData: true });
  })), text);
  await workbench.press(key);
  return workbench.page.evaluate(() => globalThis.shown);
}

export async function comparesTheOutputWithWhatWasSaved(workbench) {
  await switchAutoSaveOff(workbench);
  await workbench.type("unsaved");
  await workbench.run("sayl: Compare Rendered Output with Last Saved");
  const diff = workbench.page.locator(".monaco-diff-editor");
  await diff.locator(".editor.modified .view-line").filter({ hasText: /^key501:.fixedx+unsaved$/ }).first().waitFor();
  await diff.locator(".line-insert, .char-insert").first().waitFor({ state: "attached" });
  await workbench.picture("output-compared");
  await workbench.run("View: Close Editor");
  await workbench.run("File: Toggle Auto Save");
}

/** In a browser VS Code saves by itself, and does so until the settings have been written: what is typed before that is saved. */
async function switchAutoSaveOff(workbench) {
  await workbench.run("File: Toggle Auto Save");
  const settings = path.join(workbench.home, "data", "User", "settings.json");
  const read = () => fs.readFileSync(settings, "utf8");
  await workbench.until(() => /"files\.autoSave": "off"/.test(read()), () => `the settings say\n${read()}`);
}

export async function followsALineToItsTemplate(workbench) {
  const output = workbench.page.locator(".editor-group-container:not(.active)");
  await workbench.page.keyboard.down("Control");
  await output.locator(".view-line", { hasText: "key503" }).first().getByText("key503").first().click();
  await workbench.page.keyboard.up("Control");
  await workbench.page.locator(".editor-group-container.active .tab.active").getByText("many.yml", { exact: true }).waitFor();
  await workbench.page.locator(".statusbar").getByText("Ln 503,").waitFor();
  await workbench.press("Control+Z");
  fs.rmSync(path.join(workbench.folder, MANY));
}

export async function searchesTheSchemasDocumentation(workbench) {
  await workbench.run("View: Close All Editors");
  await workbench.open("web-app/envs/prod.yml");
  await workbench.run("sayl: Show Documentation of the Schema");
  const page = workbench.page.frameLocator("iframe.webview").frameLocator("#active-frame");
  await page.getByText("Copies of the application that run at the same time").first().waitFor();
  const colours = await page.locator("body").evaluate((body) => [getComputedStyle(body).backgroundColor, getComputedStyle(body).getPropertyValue("--vscode-editor-background")]);
  const [shown, theme] = colours.map((colour) => colour.match(/[0-9a-f]{6}/i)?.[0] ?? colour.match(/\d+/g).map((part) => Number(part).toString(16).padStart(2, "0")).join(""));
  if (shown.toLowerCase() !== theme.toLowerCase()) {
    throw new Error(`the page is ${shown}, the theme ${theme}`);
  }
  await workbench.picture("documentation");
  await page.locator("input[type=search]").click();
  await workbench.type("under which");
  await page.locator("output").getByText("1 key").waitFor();
  await page.locator(".key:visible .name", { hasText: "host" }).first().waitFor();
}

export async function generatesAValuesFile(workbench) {
  await workbench.run("View: Close All Editors");
  await workbench.open("web-app/config/schema.yml");
  await workbench.run("sayl: Generate a Values File");
  await workbench.page.locator(".tab.active").getByText("values-2.yml", { exact: true }).waitFor();
  await workbench.shows(/^copies: 2$/m);
}
