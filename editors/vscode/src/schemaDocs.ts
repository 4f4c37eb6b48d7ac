// The documentation of the schema that governs a file, beside it, in the colours of the theme.

import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

import { nameOf } from "./mappedViews.ts";
import { inTheme } from "./page.ts";
import { identified, VIEW_CHANGED } from "./protocol.ts";
import type { SchemaDocs } from "./protocol.ts";

/** The panels that are open, each under the file that it is about. */
export class SchemaDocsPanels implements vscode.Disposable {
  private readonly panels = new Map<string, Panel>();
  private readonly subscription: vscode.Disposable;

  constructor(private readonly client: BaseLanguageClient) {
    this.subscription = client.onNotification(VIEW_CHANGED, async ({ uri }: { uri: string }) => {
      for (const panel of this.panels.values()) {
        if (panel.view === uri) {
          await this.fill(panel);
        }
      }
    });
  }

  /** Shows the documentation for a file; what is shown already comes to the front. */
  async show(about: vscode.Uri): Promise<void> {
    const known = this.panels.get(about.toString());
    if (known !== undefined) {
      known.web.reveal();
      return;
    }
    const docs = await this.ask(about);
    if (docs === null) {
      void vscode.window.showInformationMessage(`No schema governs ${nameOf(about)}, and it holds none.`);
      return;
    }
    const title = `Schema of ${nameOf(about)}`;
    const web = vscode.window.createWebviewPanel("sayl.schemaDocs", title, vscode.ViewColumn.Beside, {
      enableScripts: true,
      localResourceRoots: [],
      enableFindWidget: true,
    });
    const panel = { about, web, view: docs.uri };
    this.panels.set(about.toString(), panel);
    web.onDidDispose(() => this.panels.delete(about.toString()));
    display(web, docs);
  }

  dispose(): void {
    this.subscription.dispose();
    for (const { web } of [...this.panels.values()]) {
      web.dispose();
    }
  }

  private async fill(panel: Panel): Promise<void> {
    const docs = await this.ask(panel.about);
    if (docs !== null) {
      display(panel.web, docs);
    }
  }

  private ask(about: vscode.Uri): Promise<SchemaDocs | null> {
    return this.client.sendRequest<SchemaDocs | null>("sayl/schemaDocs", identified(about.toString()));
  }
}

interface Panel {
  about: vscode.Uri;
  web: vscode.WebviewPanel;
  /** The address of the view, as the server calls it. */
  view: string;
}

function display(web: vscode.WebviewPanel, docs: SchemaDocs): void {
  web.webview.html = inTheme(docs.html, crypto.randomUUID());
}
