// A resource type of OpenChoreo v1 with mistakes, and a resource of it: seen, mended, followed.

import * as fs from "node:fs";
import * as path from "node:path";

const FILE = "platform/db.yaml";
const TEXT = `apiVersion: openchoreo.dev/v1alpha1
kind: ResourceType
metadata: {name: db}
spec:
  parameters:
    openAPIV3Schema:
      type: object
      properties:
        size: {$ref: "#/$defs/Siez"}
      $defs:
        Size: {type: string, default: 1Gi}
  resources:
  - id: claim
    template:
      apiVersion: example.com/v1
      kind: Database
      metadata: {name: "\${metadata.name}", namespace: "\${metadata.namespace}"}
      spec:
        size: \${parameters.size}
        tier: \${envOverrides.tier}
---
apiVersion: openchoreo.dev/v1alpha1
kind: Resource
metadata: {name: orders}
spec:
  owner: {projectName: default}
  type: {kind: ResourceType, name: db}
  parameters:
    size: 5
`;

export async function seesMistakesInAResourceType(workbench) {
  fs.mkdirSync(path.join(workbench.folder, path.dirname(FILE)));
  fs.writeFileSync(path.join(workbench.folder, FILE), TEXT);
  await workbench.run("View: Close All Editors");
  await workbench.open(FILE);
  await workbench.showProblems("**/platform/**");
  await workbench.problem("There is no definition `Siez`").waitFor();
  await workbench.problem("There is no variable `envOverrides` here").waitFor();
}

export async function mendsAReferenceAndFollowsIt(workbench) {
  await workbench.goTo(9, 30);
  await workbench.fix("#/$defs/Size");
  await workbench.shows(/size: \{\$ref: "#\/\$defs\/Size"\}/);
  await workbench.problem("There is no definition").waitFor({ state: "detached" });
  // The schema is known now, and so is what the resource gives to it.
  await workbench.problem("`size` must be a string").waitFor();
  await workbench.press("F12");
  await workbench.page.locator(".statusbar").getByText("Ln 11,").waitFor();
}

export async function completesAKeywordAndAName(workbench) {
  await workbench.goTo(11, 1);
  await workbench.press("End", "ArrowLeft");
  await workbench.type(", maxLen");
  const keyword = workbench.page.locator(".suggest-widget.visible .monaco-list-row").filter({ hasText: "maxLength" }).first();
  await keyword.waitFor();
  await workbench.picture("keyword-offered");
  await keyword.click();
  await workbench.shows(/default: 1Gi, maxLength: /);
  await workbench.press("Escape");
  await workbench.goTo(20, 1);
  await workbench.press("End", "Shift+Home");
  await workbench.type("        tier: ${para");
  const name = workbench.page.locator(".suggest-widget.visible .monaco-list-row").filter({ hasText: "parameters" }).first();
  await name.waitFor();
  await name.click();
  await workbench.shows(/tier: \$\{parameters/);
  await workbench.problem("There is no variable `envOverrides` here").waitFor({ state: "detached" });
}
