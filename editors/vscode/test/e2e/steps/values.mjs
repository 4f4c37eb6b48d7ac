// A values file of ytt with mistakes: seen, understood, mended.

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

export async function appliesTheFix(workbench) {
  await workbench.goTo(3, 4);
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
