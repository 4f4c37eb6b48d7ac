// What stands beside the text, and how it is laid out.

import * as fs from "node:fs";
import * as path from "node:path";

const UNTIDY = "web-app/envs/untidy.yml";

export async function formatsADocument(workbench) {
  fs.writeFileSync(path.join(workbench.folder, UNTIDY), '#@data/values\n---\ncopies:    3   #! three of them\nimage:\n  tag:    "1.2"\nenv:\n   - name: A\n');
  await workbench.run("View: Close All Editors");
  await workbench.open(UNTIDY);
  await workbench.shows(/\ncopies: {4}3/);
  await workbench.run("Format Document");
  await workbench.shows(/\ncopies: 3 {3}#! three of them\nimage:\n {2}tag: "1\.2"\nenv:\n {2}- name: A/);
}

export async function goesThroughTheOutline(workbench) {
  await workbench.open("openchoreo/types/web-app.yml");
  const box = await workbench.boxOf("Control+Shift+O", "@logLevel");
  await box.locator(".monaco-list-row").filter({ hasText: "logLevel" }).first().waitFor();
  await workbench.press("Enter");
  await box.waitFor({ state: "hidden" });
  await workbench.page.locator(".statusbar").getByText("Ln 20,").waitFor();
  await workbench.page.locator(".editor-group-container.active .monaco-breadcrumb-item").filter({ hasText: "logLevel" }).first().waitFor();
}

export async function switchesHintsAndLensesOn(workbench) {
  for (const setting of ["sayl.inlayHints.defaults", "sayl.codeLens.references"]) {
    await workbench.run("View: Close All Editors");
    await workbench.run("Preferences: Open Settings (UI)");
    await workbench.page.locator(".settings-editor .search-container .monaco-editor").click();
    await workbench.press("Control+A");
    await workbench.type(setting);
    const box = workbench.page.locator(`.settings-editor [data-key="${setting}"] [role=checkbox]`).first();
    await box.waitFor();
    await box.click();
    await workbench.page.locator(`.settings-editor [data-key="${setting}"] [role=checkbox][aria-checked=true]`).first().waitFor();
  }
}

export async function followsALens(workbench) {
  await workbench.run("View: Close All Editors");
  await workbench.open("web-app/config/schema.yml");
  const lens = workbench.editor.locator(".codelens-decoration a:visible").filter({ hasText: /^set 3 times, used once$/ }).first();
  await lens.waitFor();
  await workbench.picture("lenses");
  await lens.click();
  const places = workbench.page.locator(".reference-zone-widget .ref-tree");
  await places.getByText("prod.yml").first().waitFor();
}

export async function seesTheHints(workbench) {
  await workbench.press("Escape");
  await workbench.run("View: Close All Editors");
  await workbench.open("web-app/envs/prod.yml");
  await workbench.shows(/\ncopies: 6 *default 2\n/);
}

const CODE = "web-app/config/code.yml";

/** The server says what the words are; without it they are parts of a comment. */
export async function seesTheWordsOfCode(workbench) {
  fs.writeFileSync(path.join(workbench.folder, CODE), '#@ def label(name, size=1):\n#@   return name * size\n#@ end\n---\nname: #@ label("x", size=2)\n');
  await workbench.run("View: Close All Editors");
  await workbench.open(CODE);
  const colour = (word) => workbench.line("name:").locator("span span", { hasText: word }).last().evaluate((span) => getComputedStyle(span).color);
  await workbench.until(async () => (await colour("label")) !== (await colour("size")), async () => `label and size are both ${await colour("label")}`);
}

export async function seesTheArguments(workbench) {
  await workbench.goTo(5, 1);
  await workbench.press("End", "Enter");
  await workbench.type("other: #@ label(");
  await workbench.page.locator(".parameter-hints-widget.visible").getByText("label(name, size=1)").first().waitFor();
  await workbench.picture("arguments");
  await workbench.press("Escape");
  await workbench.run("File: Revert File");
  await workbench.run("View: Close All Editors");
  fs.rmSync(path.join(workbench.folder, CODE));
}

export async function findsANameOfTheWorkspace(workbench) {
  const box = await workbench.boxOf("Control+T", "#pull_policy");
  await box.locator(".monaco-list-row").filter({ hasText: "schema.yml" }).first().waitFor();
  await workbench.press("Enter");
  await workbench.page.locator(".tab.active").getByText("schema.yml", { exact: true }).waitFor();
  await workbench.page.locator(".statusbar").getByText(/Ln 1\d,/).waitFor();
}

/** What the settings say of a code counts at once. */
export async function setsASeverity(workbench) {
  const BROKEN = "web-app/envs/severe.yml";
  fs.writeFileSync(path.join(workbench.folder, BROKEN), "#@data/values\n---\nnope: 1\n");
  await workbench.run("View: Close All Editors");
  await workbench.open(BROKEN);
  await workbench.editor.locator(".squiggly-error").first().waitFor();
  const settings = path.join(workbench.folder, ".vscode/settings.json");
  const before = fs.existsSync(settings) ? fs.readFileSync(settings, "utf8") : "{}";
  fs.mkdirSync(path.dirname(settings), { recursive: true });
  fs.writeFileSync(settings, JSON.stringify({ ...JSON.parse(before), "sayl.severity": { "unknown-key": "warning" } }));
  await workbench.editor.locator(".squiggly-warning").first().waitFor();
  await workbench.editor.locator(".squiggly-error").first().waitFor({ state: "detached" });
  await workbench.picture("severity");
  fs.writeFileSync(settings, before);
  await workbench.run("View: Close All Editors");
  fs.rmSync(path.join(workbench.folder, BROKEN));
}
