// The server's life beside other extensions, and after its death.

import * as fs from "node:fs";
import * as path from "node:path";

/** What stands in for Red Hat's extension: its name, and the setting that counts. */
export const OTHER_YAML_EXTENSION = {
  name: "vscode-yaml",
  publisher: "redhat",
  version: "0.0.1",
  engines: { vscode: "^1.91.0" },
  contributes: { configuration: { properties: { "yaml.validate": { type: "boolean", default: true } } } },
};

export async function quietensTheOtherExtension(workbench) {
  await workbench.open("web-app/envs/prod.yml");
  const offer = workbench.page.locator(".notification-toast").filter({ hasText: "flags template code" });
  await offer.waitFor();
  await workbench.picture("offer");
  await offer.getByText("Turn its validation off here").click();
  await workbench.saved(".vscode/settings.json", /"yaml\.validate": false/);
}

export async function recoversFromACrash(workbench) {
  await workbench.open("web-app/envs/prod.yml");
  const before = servers(workbench);
  if (before.length === 0) {
    throw new Error("no server is running");
  }
  before.forEach((id) => process.kill(id, "SIGKILL"));
  await workbench.press("Control+End");
  await workbench.type("nope: 1");
  await workbench.showProblems("nope");
  await workbench.problem("`nope`").waitFor();
  const after = servers(workbench);
  if (after.length === 0 || after.some((id) => before.includes(id))) {
    throw new Error(`the server was not started anew: ${before} before, ${after} after`);
  }
}

/** An endless loop is a problem of its file, and the other files go on. */
export async function seesThatCodeDoesNotEnd(workbench) {
  fs.writeFileSync(path.join(workbench.folder, "web-app/config/endless.yml"), "#@ def endless():\n#@   for i in range(1000000000):\n#@   end\n#@ end\n---\na: #@ endless()\n");
  await workbench.run("View: Close All Editors");
  await workbench.open("web-app/config/endless.yml");
  await workbench.showProblems("evaluation-budget");
  await workbench.problem("endless.yml").waitFor();
  await workbench.open("web-app/envs/prod.yml");
  await workbench.press("Control+End");
  await workbench.type("nope: 1");
  await workbench.showProblems("nope");
  await workbench.problem("`nope`").waitFor();
}

/** The servers that come with the extension of this test. */
function servers({ home }) {
  const processes = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const started = (id) => {
    try {
      return fs.readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0").slice(0, 2).join(" ");
    } catch {
      return "";
    }
  };
  return processes.filter((id) => started(id).startsWith(home) && started(id).endsWith("/server/sayl --stdio")).map(Number);
}

/** In the browser the engine is given the files, but for very large ones. */
export async function seesWhatIsNotRead(workbench) {
  const file = path.join(workbench.folder, "web-app/large.yml");
  fs.writeFileSync(file, `#@data/values\n---\nname: ${"x".repeat(1 << 20)}\n`);
  await workbench.page.locator(".notification-toast", { hasText: "web-app/large.yml is larger than 1 MiB" }).waitFor();
  fs.rmSync(file);
}
