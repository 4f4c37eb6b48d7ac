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
  const box = await workbench.boxOf("Control+Shift+O");
  await box.locator("input.input").fill("@logLevel");
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
