// The extension where there are no programs: in VS Code for the Web. The engine is a module of WebAssembly in a worker.

import * as vscode from "vscode";
import { BrowserMessageReader, BrowserMessageWriter, createProtocolConnection, LanguageClient, State } from "vscode-languageclient/browser";
import type { MessageTransports } from "vscode-languageclient/browser";

import { Sayl } from "@sayl/web";

import { provideCompletionItem } from "../completions.ts";
import { generateValues } from "../generateValues.ts";
import { DATA_VALUES, MappedViews, RENDERED } from "../mappedViews.ts";
import { LANGUAGES } from "../protocol.ts";
import { offerQuiet, quiet } from "../redHatYaml.ts";
import { showReferences } from "../references.ts";
import { GRAPH, PagePanels, SCHEMA_DOCS } from "../pages.ts";
import { offerSnippets } from "../snippets.ts";
import { Status } from "../status.ts";
import { FILES, serve } from "./server.ts";
import { WorkspaceFiles } from "./workspaceFiles.ts";

const STOPPED = "sayl: the template code used too much time or memory and was stopped. It is evaluated again once a text changes.";

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const current = new Session(context);
  session = current;
  context.subscriptions.push(
    current,
    offerSnippets(),
    vscode.commands.registerCommand("sayl.restart", () => current.restart()),
    vscode.commands.registerCommand("sayl.showOutput", () => current.output.show()),
    vscode.commands.registerCommand("sayl.showDataValues", () => current.about((about) => current.shown?.views.show(DATA_VALUES, about))),
    vscode.commands.registerCommand("sayl.showRendered", () => current.about((about) => current.shown?.views.show(RENDERED, about))),
    vscode.commands.registerCommand("sayl.compareRendered", () => current.about((about) => current.shown?.views.compare(about))),
    vscode.commands.registerCommand("sayl.showSchemaDocs", () => current.about((about) => current.shown?.docs.show(about))),
    vscode.commands.registerCommand("sayl.showGraph", () => current.about((about) => current.shown?.graphs.show(about))),
    vscode.commands.registerCommand("sayl.generateValues", () => current.about((about) => current.client && generateValues(current.client, about))),
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

/** What shows something of a file beside it. */
interface Shown {
  views: MappedViews;
  docs: PagePanels;
  graphs: PagePanels;
}

class Session implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel("sayl", { log: true });
  private readonly status = new Status();
  client: LanguageClient | undefined;
  shown: Shown | undefined;
  private parts: vscode.Disposable | undefined;
  private hasLeftOut = false;

  constructor(private readonly context: vscode.ExtensionContext) {}

  async start(): Promise<void> {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.context.extensionUri, "web", "sayl.wasm"));
    const module = await WebAssembly.compile(new Uint8Array(bytes));
    const client = new LanguageClient("sayl", "sayl", () => this.connect(module), {
      documentSelector: [...LANGUAGES.map((language) => ({ language })), { pattern: "**/sayl.toml" }],
      outputChannel: this.output,
      synchronize: { configurationSection: "sayl" },
      middleware: { provideCompletionItem },
    });
    this.client = client;
    const [views, docs, graphs] = [new MappedViews(client), new PagePanels(client, SCHEMA_DOCS), new PagePanels(client, GRAPH)];
    this.shown = { views, docs, graphs };
    client.onDidChangeState(({ newState }) => {
      this.status.show(client, newState);
      void vscode.commands.executeCommand("setContext", "sayl.isRunning", newState === State.Running);
    });
    const references = showReferences(client);
    await client.start();
    const files = new WorkspaceFiles((files) => void client.sendNotification(FILES, { files }), (sentence) => this.leaveOut(sentence));
    this.parts = vscode.Disposable.from(views, docs, graphs, references, files);
    await files.read();
  }

  /** What is not checked goes to the output; the first time, somebody is told to look there. */
  private leaveOut(sentence: string): void {
    this.output.warn(sentence);
    if (!this.hasLeftOut) {
      this.hasLeftOut = true;
      void vscode.window.showWarningMessage(`sayl: ${sentence}`, "Show Output").then((chosen) => chosen && this.output.show());
    }
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.parts?.dispose();
    await client?.dispose();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Does something with the file that is open. */
  async about(act: (about: vscode.Uri) => Promise<void> | undefined): Promise<void> {
    const about = vscode.window.activeTextEditor?.document.uri;
    await (about && act(about));
  }

  dispose(): void {
    this.parts?.dispose();
    this.status.dispose();
    this.output.dispose();
  }

  /** A server of this window, and a worker for its engine. */
  private async connect(module: WebAssembly.Module): Promise<MessageTransports> {
    const sayl = await Sayl.start({ module, links: true, onReplaced: () => void vscode.window.showWarningMessage(STOPPED) });
    const { port1, port2 } = new MessageChannel();
    serve(createProtocolConnection(new BrowserMessageReader(port2), new BrowserMessageWriter(port2)), sayl, String(this.context.extension.packageJSON.version));
    return { reader: new BrowserMessageReader(port1), writer: new BrowserMessageWriter(port1) };
  }
}
