// The extension where there are no programs: in VS Code for the Web. The engine is a module of WebAssembly in a worker.

import * as vscode from "vscode";
import { BrowserMessageReader, BrowserMessageWriter, createProtocolConnection, LanguageClient, State } from "vscode-languageclient/browser";
import type { MessageTransports } from "vscode-languageclient/browser";

import { Sayl } from "@sayl/web";

import { DATA_VALUES, MappedViews, RENDERED } from "../mappedViews.ts";
import { LANGUAGES } from "../protocol.ts";
import { offerQuiet, quiet } from "../redHatYaml.ts";
import { FILES, serve } from "./server.ts";
import { WorkspaceFiles } from "./workspaceFiles.ts";

const STOPPED = "sayl: the template code used too much time or memory and was stopped. It is evaluated again once a text changes.";

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  void vscode.commands.executeCommand("setContext", "sayl.isInBrowser", true);
  const current = new Session(context);
  session = current;
  context.subscriptions.push(
    current,
    vscode.commands.registerCommand("sayl.restart", () => current.restart()),
    vscode.commands.registerCommand("sayl.showOutput", () => current.output.show()),
    vscode.commands.registerCommand("sayl.showDataValues", () => current.show(DATA_VALUES)),
    vscode.commands.registerCommand("sayl.showRendered", () => current.show(RENDERED)),
    vscode.commands.registerCommand("sayl.quietRedHatYaml", quiet),
    vscode.commands.registerCommand("sayl.openWalkthrough", () =>
      vscode.commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#start`),
    ),
  );
  await current.start();
  void offerQuiet(context);
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}

class Session implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel("sayl", { log: true });
  private client: LanguageClient | undefined;
  private views: MappedViews | undefined;
  private files: WorkspaceFiles | undefined;

  constructor(private readonly context: vscode.ExtensionContext) {}

  async start(): Promise<void> {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.context.extensionUri, "web", "sayl.wasm"));
    const module = await WebAssembly.compile(new Uint8Array(bytes));
    const client = new LanguageClient("sayl", "sayl", () => this.connect(module), {
      documentSelector: [...LANGUAGES.map((language) => ({ language })), { pattern: "**/sayl.toml" }],
      outputChannel: this.output,
    });
    this.client = client;
    this.views = new MappedViews(client);
    client.onDidChangeState(({ newState }) => {
      void vscode.commands.executeCommand("setContext", "sayl.isRunning", newState === State.Running);
    });
    await client.start();
    this.files = new WorkspaceFiles((files) => void client.sendNotification(FILES, { files }));
    await this.files.read();
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.dispose();
    await client?.dispose();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async show(kind: typeof DATA_VALUES): Promise<void> {
    const about = vscode.window.activeTextEditor?.document.uri;
    if (about !== undefined) {
      await this.views?.show(kind, about);
    }
  }

  dispose(): void {
    this.files?.dispose();
    this.views?.dispose();
  }

  /** A server of this window, and a worker for its engine. */
  private async connect(module: WebAssembly.Module): Promise<MessageTransports> {
    const sayl = await Sayl.start({ module, onReplaced: () => void vscode.window.showWarningMessage(STOPPED) });
    const { port1, port2 } = new MessageChannel();
    serve(createProtocolConnection(new BrowserMessageReader(port2), new BrowserMessageWriter(port2)), sayl, String(this.context.extension.packageJSON.version));
    return { reader: new BrowserMessageReader(port1), writer: new BrowserMessageWriter(port1) };
  }
}
