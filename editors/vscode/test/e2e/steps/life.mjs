// The server's life beside other extensions, and after its death.

import * as fs from "node:fs";

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
