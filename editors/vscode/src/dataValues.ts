// The final data values that a file leads to, as a text beside it that nobody wrote: each line leads to its origin.

import * as path from "node:path";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import { identified } from "./protocol.ts";
import type { DataValues } from "./protocol.ts";

/** What the server's own addresses begin with; the client reads their texts from it. */
const SCHEME = "sayl";
const VIEWS: vscode.DocumentSelector = { scheme: SCHEME, language: "yaml" };

/** Shows them, and leads from their lines to where the values were written. */
export class DataValuesView implements vscode.Disposable {
  /** The files that views are about, under the addresses of the views. */
  private readonly abouts = new Map<string, vscode.Uri>();
  private readonly subscription: vscode.Disposable;

  constructor(private readonly client: LanguageClient) {
    this.subscription = vscode.Disposable.from(
      vscode.languages.registerDocumentLinkProvider(VIEWS, { provideDocumentLinks: (document) => this.links(document) }),
      vscode.languages.registerDefinitionProvider(VIEWS, {
        provideDefinition: async (document, position) => (await this.origins(document)).get(position.line),
      }),
    );
  }

  /** Shows the values of a file beside it. */
  async show(about: vscode.Uri): Promise<void> {
    const values = await this.ask(about);
    if (values === null) {
      const name = path.posix.basename(about.path);
      void vscode.window.showInformationMessage(`${name} leads to no values: no schema governs it, and it holds no resource with values.`);
      return;
    }
    const view = vscode.Uri.parse(values.uri, true);
    this.abouts.set(view.toString(), about);
    const document = await vscode.workspace.openTextDocument(view);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private ask(about: vscode.Uri): Promise<DataValues | null> {
    return this.client.sendRequest<DataValues | null>("sayl/dataValues", identified(about.toString()));
  }

  private async origins(document: vscode.TextDocument): Promise<Map<number, vscode.Location>> {
    const about = this.abouts.get(document.uri.toString());
    const values = about === undefined ? null : await this.ask(about);
    const { protocol2CodeConverter: convert } = this.client;
    return new Map(values?.origins.map(({ line, location }) => [line, convert.asLocation(location)]));
  }

  /** The comment that names the origin is the link. */
  private async links(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    const origins = [...(await this.origins(document))].filter(([line]) => line < document.lineCount);
    return origins.flatMap(([line, { uri, range }]) => {
      const text = document.lineAt(line).text;
      const comment = / # (\S+:\d+)$/.exec(text)?.[1];
      if (comment === undefined) {
        return [];
      }
      const place = new vscode.Range(line, text.length - comment.length, line, text.length);
      const link = new vscode.DocumentLink(place, uri.with({ fragment: `L${range.start.line + 1},${range.start.character + 1}` }));
      link.tooltip = "Go to where the value is written";
      return [link];
    });
  }
}
