// A graph of kro with mistakes, and an instance of it: seen, mended, completed, drawn.

import * as fs from "node:fs";
import * as path from "node:path";

const FILE = "graphs/store.yaml";
const TEXT = `apiVersion: kro.run/v1alpha1
kind: ResourceGraphDefinition
metadata: {name: store}
spec:
  schema:
    apiVersion: v1alpha1
    kind: Store
    spec:
      name: string | required=true
      size: integer | default=1
  resources:
  - id: config
    template:
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: "\${schema.spec.name}"}
  - id: secret
    template:
      apiVersion: v1
      kind: Secret
      metadata:
        name: \${confg.metadata.name}
---
apiVersion: kro.run/v1alpha1
kind: Store
metadata: {name: main}
spec:
  name: main
  sizes: 3
`;

function offered(workbench, text) {
  return workbench.page.locator(".suggest-widget.visible .monaco-list-row").filter({ hasText: text }).first();
}

export async function seesMistakesInAGraphAndItsInstance(workbench) {
  fs.mkdirSync(path.join(workbench.folder, path.dirname(FILE)));
  fs.writeFileSync(path.join(workbench.folder, FILE), TEXT);
  await workbench.run("View: Close All Editors");
  await workbench.open(FILE);
  await workbench.showProblems("**/graphs/**");
  await workbench.problem("There is no variable `confg` here").waitFor();
  await workbench.problem("`sizes`").waitFor();
  await workbench.picture("graph-problems");
}

export async function mendsThem(workbench) {
  await workbench.goTo(22, 18);
  await workbench.fix("config");
  await workbench.shows(/name: \$\{config\.metadata\.name\}/);
  await workbench.problem("There is no variable").waitFor({ state: "detached" });
  await workbench.goTo(29, 4);
  await workbench.fix("size");
  await workbench.shows(/^ {2}size: 3$/m);
  await workbench.problem("`sizes`").waitFor({ state: "detached" });
  await workbench.press("F12");
  await workbench.page.locator(".statusbar").getByText("Ln 10,").waitFor();
}

export async function completesAMarkerAndAnId(workbench) {
  await workbench.goTo(10, 1);
  await workbench.press("End");
  await workbench.type(" mini");
  await offered(workbench, "minimum").waitFor();
  await workbench.picture("marker-offered");
  await offered(workbench, "minimum").click();
  await workbench.shows(/integer \| default=1 minimum=/);
  await workbench.press("Escape");
  await workbench.type("1");
  await workbench.goTo(22, 1);
  await workbench.press("End", "Shift+Home");
  await workbench.type("        name: ${con");
  await offered(workbench, "config").waitFor();
  await offered(workbench, "config").click();
  await workbench.shows(/name: \$\{config/);
}

export async function seesThePicture(workbench) {
  await workbench.run("sayl: Show the Graph of Resources");
  const page = workbench.page.frameLocator("iframe.webview").frameLocator("#active-frame");
  await page.locator("svg text.id", { hasText: "config" }).waitFor();
  await page.locator("h1", { hasText: "Store" }).waitFor();
  // It goes straight down, so it has no width.
  await page.locator("svg path.arrow").first().waitFor({ state: "attached" });
  await workbench.picture("graph");
  await workbench.run("View: Close All Editors");
}
