// The extension's life: it starts the server, keeps its state in sight, and offers the commands.

import * as vscode from "vscode";
import { State } from "vscode-languageclient/node";
import type { LanguageClient } from "vscode-languageclient/node";

import { createClient, locate } from "./client.ts";
import type { Views } from "./client.ts";
import { generateValues } from "./generateValues.ts";
import { DATA_VALUES, MappedViews, RENDERED } from "./mappedViews.ts";
import { offerQuiet, quiet } from "./redHatYaml.ts";
import { showReferences } from "./references.ts";
import { GRAPH, PagePanels, SCHEMA_DOCS } from "./pages.ts";
import { offerSnippets } from "./snippets.ts";
import { Status } from "./status.ts";

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const current = new Session(context);
  session = current;
  context.subscriptions.push(
    current,
    offerSnippets(),
    vscode.commands.registerCommand("sayl.restart", () => current.restart()),
    vscode.commands.registerCommand("sayl.showOutput", () => current.output.show()),
    vscode.commands.registerCommand("sayl.generateValues", () => current.generateValues()),
    vscode.commands.registerCommand("sayl.compareRendered", () => current.compareRendered()),
    vscode.commands.registerCommand("sayl.quietRedHatYaml", quiet),
    vscode.commands.registerCommand("sayl.openWalkthrough", () =>
      vscode.commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#start`),
    ),
    vscode.workspace.onDidGrantWorkspaceTrust(() => current.restart()),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("sayl.server")) {
        await current.restart();
      }
    }),
  );
  await current.start();
  void offerQuiet(context);
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}

/** The server of this window, of which there is one at a time. */
class Session implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel("sayl", { log: true });
  private readonly status = new Status();
  private client: LanguageClient | undefined;
  private views: vscode.Disposable | undefined;
  private mapped: MappedViews | undefined;

  constructor(private readonly context: vscode.ExtensionContext) {}

  async start(): Promise<void> {
    const found = locate(this.context);
    if (found.program === undefined) {
      this.status.showMissing();
      await this.explainMissing(found.tried);
      return;
    }
    this.output.info(`Starting ${found.program} (${found.from}).`);
    const views: Views = {};
    const client = createClient(found.program, this.output, views);
    const [mapped, docs, graphs] = [new MappedViews(client), new PagePanels(client, SCHEMA_DOCS), new PagePanels(client, GRAPH)];
    views["sayl.showDataValues"] = (about) => mapped.show(DATA_VALUES, about);
    views["sayl.showRendered"] = (about) => mapped.show(RENDERED, about);
    views["sayl.showSchemaDocs"] = (about) => docs.show(about);
    views["sayl.showGraph"] = (about) => graphs.show(about);
    this.client = client;
    this.mapped = mapped;
    this.views = vscode.Disposable.from(mapped, docs, graphs, showReferences(client));
    client.onDidChangeState(({ newState }) => {
      this.status.show(client, newState);
      void vscode.commands.executeCommand("setContext", "sayl.isRunning", newState === State.Running);
    });
    try {
      await client.start();
    } catch (error) {
      this.output.error(String(error));
      void vscode.window.showErrorMessage(`sayl could not be started: ${String(error)}`);
    }
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.views?.dispose();
    await client?.dispose();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async generateValues(): Promise<void> {
    const about = vscode.window.activeTextEditor?.document.uri;
    if (this.client !== undefined && about !== undefined) {
      await generateValues(this.client, about);
    }
  }

  async compareRendered(): Promise<void> {
    const about = vscode.window.activeTextEditor?.document.uri;
    if (about !== undefined) {
      await this.mapped?.compare(about);
    }
  }

  dispose(): void {
    this.views?.dispose();
    this.status.dispose();
    this.output.dispose();
  }

  private async explainMissing(tried: string[]): Promise<void> {
    this.output.error(`There is no program at:\n${tried.map((file) => `  ${file}`).join("\n")}`);
    const settings = "Open Settings";
    const choice = await vscode.window.showErrorMessage(
      "The program `sayl` was not found. Install it with `cargo install --locked --path server`, or say where it is.",
      settings,
      "Show Output",
    );
    if (choice === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "sayl.server.path");
    } else if (choice !== undefined) {
      this.output.show();
    }
  }
}
