// Life beside Red Hat's YAML extension, which takes `#@` values for mistakes: it can be told to leave validation alone.

import * as vscode from "vscode";

const EXTENSION = "redhat.vscode-yaml";
const ASKED = "sayl.askedAboutRedHatYaml";

/** Offers once in a workspace to quieten the other extension, if it validates. */
export async function offerQuiet(context: vscode.ExtensionContext): Promise<void> {
  if (!validates() || context.workspaceState.get<boolean>(ASKED)) {
    return;
  }
  await context.workspaceState.update(ASKED, true);
  const quieten = "Turn its validation off here";
  const choice = await vscode.window.showInformationMessage(
    "Red Hat's YAML extension flags template code (`#@`) as wrong. sayl checks these files too; completion and hover of both go on.",
    quieten,
    "Leave it",
  );
  if (choice === quieten) {
    await quiet();
  }
}

/** Turns the other's validation off, for the workspace if there is one. */
export async function quiet(): Promise<void> {
  const target = vscode.workspace.workspaceFolders ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration("yaml").update("validate", false, target);
}

function validates(): boolean {
  return vscode.extensions.getExtension(EXTENSION) !== undefined
    && vscode.workspace.getConfiguration("yaml").get<boolean>("validate", true);
}
