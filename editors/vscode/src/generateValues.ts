// A values file with every default, beside the schema that governs the open file. The server writes it, as a code action
// of the schema's first line.

import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

import { identified } from "./protocol.ts";
import type { FileStatus } from "./protocol.ts";

const TITLE = "Write a values file";

/** Makes the file and opens it; says so where there is no schema to make it of. */
export async function generateValues(client: BaseLanguageClient, about: vscode.Uri): Promise<void> {
  const status = await client.sendRequest<FileStatus>("sayl/status", identified(client.code2ProtocolConverter.asUri(about)));
  const schema = status.bundles.flatMap(({ schemas }) => schemas).map((uri) => vscode.Uri.parse(uri, true))[0];
  const edit = schema && (await editFor(schema));
  if (edit === undefined) {
    void vscode.window.showInformationMessage("No schema of data values governs this file.");
    return;
  }
  await vscode.workspace.applyEdit(edit);
  for (const [file] of edit.entries()) {
    await vscode.window.showTextDocument(file);
  }
}

async function editFor(schema: vscode.Uri): Promise<vscode.WorkspaceEdit | undefined> {
  await vscode.workspace.openTextDocument(schema);
  const start = new vscode.Range(0, 0, 0, 0);
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", schema, start, "refactor", 20);
  return actions.find(({ title }) => title.startsWith(TITLE))?.edit;
}
