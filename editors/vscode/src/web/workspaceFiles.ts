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

  /** `leaveOut` is told what is not read, as a sentence. */
  constructor(private readonly tell: (files: Texts) => void, private readonly leaveOut: (sentence: string) => void) {
    const changed = (uri: vscode.Uri): void => void this.text(uri).then((text) => this.tell({ [uri.toString()]: text }));
    this.subscription = vscode.Disposable.from(
      this.watcher,
      this.watcher.onDidCreate(changed),
      this.watcher.onDidChange(changed),
      this.watcher.onDidDelete((uri) => this.tell({ [uri.toString()]: null })),
      vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => void this.read(added)),
    );
  }

  async read(folders: readonly vscode.WorkspaceFolder[] = vscode.workspace.workspaceFolders ?? []): Promise<void> {
    const all = (await Promise.all(folders.map(({ uri }) => below(uri)))).flat();
    if (all.length > MOST_FILES) {
      this.leaveOut(`The workspace has ${all.length} files of YAML, Starlark and text; ${all.length - MOST_FILES} of them are not checked, for ${MOST_FILES} are the most here.`);
    }
    const uris = all.slice(0, MOST_FILES);
    const texts = await Promise.all(uris.map(async (uri): Promise<[string, string | null]> => [uri.toString(), await this.text(uri)]));
    this.tell(Object.fromEntries(texts.filter(([, text]) => text !== null)));
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async text(uri: vscode.Uri): Promise<string | null> {
    const bytes = await vscode.workspace.fs.readFile(uri).then((bytes) => bytes, () => undefined);
    if (bytes !== undefined && bytes.length > MOST_BYTES) {
      this.leaveOut(`${vscode.workspace.asRelativePath(uri)} is larger than 1 MiB, so it is checked only while it is open.`);
      return null;
    }
    return bytes === undefined ? null : new TextDecoder().decode(bytes);
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
