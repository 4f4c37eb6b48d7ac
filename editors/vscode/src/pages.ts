// Pages that the server makes of a file, beside it and in the colours of the theme: the documentation of its schema, and
// its graphs.

import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

import { nameOf } from "./mappedViews.ts";
import { inTheme } from "./page.ts";
import { identified, VIEW_CHANGED } from "./protocol.ts";
import type { Page } from "./protocol.ts";

/** What pages show. */
export interface PageKind {
  request: string;
  /** The type of its panels. */
  panel: string;
  title: (file: string) => string;
  /** What is said where there is none. */
  missing: (file: string) => string;
}

export const SCHEMA_DOCS: PageKind = {
  request: "sayl/schemaDocs",
  panel: "sayl.schemaDocs",
  title: (file) => `Schema of ${file}`,
  missing: (file) => `No schema governs ${file}, and it holds none.`,
};

export const GRAPH: PageKind = {
  request: "sayl/graph",
  panel: "sayl.graph",
  title: (file) => `Graph of ${file}`,
  missing: (file) => `${file} holds no ResourceGraphDefinition.`,
};

/** The panels of a kind that are open, each under the file that it is about. */
export class PagePanels implements vscode.Disposable {
  private readonly panels = new Map<string, Panel>();
  private readonly subscription: vscode.Disposable;

  constructor(private readonly client: BaseLanguageClient, private readonly kind: PageKind) {
    this.subscription = client.onNotification(VIEW_CHANGED, async ({ uri }: { uri: string }) => {
      for (const panel of this.panels.values()) {
        if (panel.view === uri) {
          await this.fill(panel);
        }
      }
    });
  }

  /** Shows the page of a file; what is shown already comes to the front. */
  async show(about: vscode.Uri): Promise<void> {
    const known = this.panels.get(about.toString());
    if (known !== undefined) {
      known.web.reveal();
      return;
    }
    const page = await this.ask(about);
    const file = nameOf(about);
    if (page === null) {
      void vscode.window.showInformationMessage(this.kind.missing(file));
      return;
    }
    const web = vscode.window.createWebviewPanel(this.kind.panel, this.kind.title(file), vscode.ViewColumn.Beside, {
      enableScripts: true,
      localResourceRoots: [],
      enableFindWidget: true,
    });
    const panel = { about, web, view: page.uri };
    this.panels.set(about.toString(), panel);
    web.onDidDispose(() => this.panels.delete(about.toString()));
    display(web, page);
  }

  dispose(): void {
    this.subscription.dispose();
    for (const { web } of [...this.panels.values()]) {
      web.dispose();
    }
  }

  private async fill(panel: Panel): Promise<void> {
    const page = await this.ask(panel.about);
    if (page !== null) {
      display(panel.web, page);
    }
  }

  private ask(about: vscode.Uri): Promise<Page | null> {
    return this.client.sendRequest<Page | null>(this.kind.request, identified(about.toString()));
  }
}

interface Panel {
  about: vscode.Uri;
  web: vscode.WebviewPanel;
  /** The address of the view, as the server calls it. */
  view: string;
}

function display(web: vscode.WebviewPanel, page: Page): void {
  web.webview.html = inTheme(page.html, crypto.randomUUID());
}
