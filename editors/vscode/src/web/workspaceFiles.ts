// The files of the workspace, wherever they are: the engine has no disk there, so it is given them.

import * as vscode from "vscode";

/** What the engine reads: YAML, Starlark, text templates, and its configuration. */
const NAMES = /(\.(ya?ml|star|txt)|\/sayl\.toml)$/;
const PATTERN = "**/{*.yml,*.yaml,*.star,*.txt,sayl.toml}";
/** What no file of a project lies in. */
const OTHERS = new Set([".git", "node_modules", "target"]);
const MOST_FILES = 5000;
const MOST_BYTES = 1 << 20;

export type Texts = Record<string, string | null>;

/** Reads them all, and tells of those that change. */
export class WorkspaceFiles implements vscode.Disposable {
  private readonly watcher = vscode.workspace.createFileSystemWatcher(PATTERN);
  private readonly subscription: vscode.Disposable;

  constructor(private readonly tell: (files: Texts) => void) {
    const changed = (uri: vscode.Uri): void => void text(uri).then((text) => this.tell({ [uri.toString()]: text }));
    this.subscription = vscode.Disposable.from(
      this.watcher,
      this.watcher.onDidCreate(changed),
      this.watcher.onDidChange(changed),
      this.watcher.onDidDelete((uri) => this.tell({ [uri.toString()]: null })),
      vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => void this.read(added)),
    );
  }

  async read(folders: readonly vscode.WorkspaceFolder[] = vscode.workspace.workspaceFolders ?? []): Promise<void> {
    const uris = (await Promise.all(folders.map(({ uri }) => below(uri)))).flat().slice(0, MOST_FILES);
    const texts = await Promise.all(uris.map(async (uri): Promise<[string, string | null]> => [uri.toString(), await text(uri)]));
    this.tell(Object.fromEntries(texts.filter(([, text]) => text !== null)));
  }

  dispose(): void {
    this.subscription.dispose();
  }
}

async function below(folder: vscode.Uri): Promise<vscode.Uri[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then((entries) => entries, () => []);
  const found = entries.map(async ([name, type]) => {
    const uri = vscode.Uri.joinPath(folder, name);
    if ((type & vscode.FileType.Directory) !== 0) {
      return OTHERS.has(name) || (type & vscode.FileType.SymbolicLink) !== 0 ? [] : below(uri);
    }
    return NAMES.test(uri.path) ? [uri] : [];
  });
  return (await Promise.all(found)).flat();
}

async function text(uri: vscode.Uri): Promise<string | null> {
  const bytes = await vscode.workspace.fs.readFile(uri).then((bytes) => bytes, () => undefined);
  return bytes === undefined || bytes.length > MOST_BYTES ? null : new TextDecoder().decode(bytes);
}
