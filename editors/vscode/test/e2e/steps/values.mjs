// A values file of ytt with mistakes: seen, understood, mended.

import * as fs from "node:fs";
import * as path from "node:path";

const BROKEN = "web-app/envs/broken.yml";

export async function seesTheSquiggle(workbench) {
  await workbench.open(BROKEN);
  await workbench.editor.locator(".squiggly-error").first().waitFor();
}

export async function seesTheProblems(workbench) {
  await workbench.showProblems("**/web-app/**");
  await workbench.problem("The key `replicsa` is not declared in the schema").waitFor();
  await workbench.problem("`tag` must be a string").waitFor();
}

export async function seesTheHover(workbench) {
  const words = workbench.page.locator(".monaco-hover").getByText("Environment variables of the container").first();
  await workbench.hovers(workbench.line(/^env:/), words, { position: { x: 12, y: 8 } });
}

export async function seesWhatGovernsTheFile(workbench) {
  const status = workbench.page.locator(".hover-language-status");
  const item = workbench.page.locator("[id='status.languageStatus']");
  await workbench.hovers(item, status.getByText("on top of bundle config"));
  await status.getByText("config/schema.yml").waitFor();
}

export async function readsThePageOfAProblem(workbench) {
  await workbench.goTo(3, 4);
  await workbench.fix("Explain `unknown-key`");
  await workbench.page.locator(".tab.active").getByText("unknown-key.md").waitFor();
  await workbench.shows(/The key is not declared in the schema\./);
  await workbench.run("View: Close Editor");
}

export async function appliesTheFix(workbench) {
  // Far from the key, on its line.
  await workbench.goTo(3, 12);
  await workbench.fix("replicas");
  await workbench.shows(/\nreplicas: 4\n/);
  await workbench.problem("`replicsa`").waitFor({ state: "detached" });
}

export async function acceptsACompletion(workbench) {
  await workbench.goTo(6, 1);
  await workbench.press("End", "Control+Enter");
  await workbench.type("repo");
  const row = workbench.page.locator(".suggest-widget.visible .monaco-list-row").filter({ hasText: "repository" }).first();
  await row.waitFor();
  await workbench.picture("completion-offered");
  await row.click();
  await workbench.shows(/\n {2}repository: /);
}

export async function isOfferedTheValuesOfAKey(workbench) {
  await workbench.press("Escape");
  await workbench.type("nginx");
  await workbench.goTo(6, 1);
  await workbench.press("End", "Shift+Home", "Delete");
  await workbench.type("pull_");
  const row = workbench.page.locator(".suggest-widget.visible .monaco-list-row");
  await row.filter({ hasText: "pull_policy" }).first().click();
  await row.filter({ hasText: "IfNotPresent" }).first().waitFor();
  await workbench.picture("values-offered");
  await row.filter({ hasText: "Always" }).first().click();
  await workbench.shows(/\n {2}pull_policy: Always\n/);
}

export async function followsTheDeclarationOfAKey(workbench) {
  const link = workbench.page.locator(".monaco-hover a", { hasText: "schema.yml:17" }).first();
  await workbench.hovers(workbench.line(/^\s*tag:/), link, { position: { x: 30, y: 8 } });
  await link.click();
  await workbench.page.locator(".tab.active").getByText("schema.yml", { exact: true }).waitFor();
  await workbench.page.locator(".statusbar").getByText("Ln 17,").waitFor();
}

/** The rows of the list that opens when somebody asks for completions at the cursor. */
async function offered(workbench) {
  await workbench.press("Control+Space");
  const list = workbench.page.locator(".suggest-widget.visible");
  await list.waitFor();
  const rows = await list.locator(".monaco-list-row .label-name").allTextContents();
  await workbench.press("Escape");
  return rows;
}

export async function isOfferedSnippetsWhereTheyFit(workbench) {
  const write = (name, text) => fs.writeFileSync(path.join(workbench.folder, name), text);
  write("web-app/envs/empty.yml", "");
  await workbench.open("web-app/envs/empty.yml");
  await workbench.picture("snippets");
  const rows = await offered(workbench);
  if (rows.filter((row) => row === "schema").length !== 1 || rows.includes("def")) {
    throw new Error(`in an empty file: ${rows}`);
  }
  write("workflow.yml", "on: push\n\njobs: {}\n");
  await workbench.open("workflow.yml");
  await workbench.goTo(2, 1);
  const others = await offered(workbench);
  if (others.some((row) => ["schema", "values", "def", "for"].includes(row))) {
    throw new Error(`in a workflow: ${others}`);
  }
}
