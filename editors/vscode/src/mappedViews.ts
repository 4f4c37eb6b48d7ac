// Texts beside a file that nobody wrote, each line of which leads to its origin: the final data values that the file
// leads to, and what it is rendered to.

import * as vscode from "vscode";
import type { BaseLanguageClient, Location } from "vscode-languageclient";

import { identified } from "./protocol.ts";
import type { MappedView } from "./protocol.ts";

/** What the server's own addresses begin with; the client reads their texts from it. */
const SCHEME = "sayl";
/** The same for outputs of what was saved, which nobody but this view asks for. */
const SAVED = "sayl-saved";
const VIEWS: vscode.DocumentSelector = ["yaml", "plaintext"].map((language) => ({ scheme: SCHEME, language }));

/** So long nothing must be typed before the lines that belong together are looked for, in milliseconds. */
const PAUSE = 150;

/** A kind of them: what the server is asked for, and what is said where there is nothing. */
export interface Kind {
  request: "sayl/dataValues" | "sayl/rendered";
  nothing: (name: string) => string;
}

export const DATA_VALUES: Kind = {
  request: "sayl/dataValues",
  nothing: (name) => `${name} leads to no values: no schema governs it, and it holds no resource with values.`,
};

export const RENDERED: Kind = {
  request: "sayl/rendered",
  nothing: (name) => `${name} is rendered to nothing: it belongs to no bundle with output, or something in it is wrong.`,
};

/** A view that was shown: the file that it is about, and of which kind it is. */
interface Shown {
  about: vscode.Uri;
  kind: Kind;
}

/** Shows them, and leads from their lines to where these come from. */
export class MappedViews implements vscode.Disposable {
  /** What was shown, under the addresses of the views. */
  private readonly shown = new Map<string, Shown>();
  private readonly subscription: vscode.Disposable;
  private readonly sameOrigin = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.wordHighlightBackground"),
    isWholeLine: true,
  });
  private readonly outdated = vscode.window.createTextEditorDecorationType({
    after: { contentText: "as it was before the mistake", color: new vscode.ThemeColor("disabledForeground"), margin: "0 0 0 2em" },
  });
  private readonly saves = new vscode.EventEmitter<vscode.Uri>();
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly client: BaseLanguageClient) {
    this.subscription = vscode.Disposable.from(
      this.sameOrigin,
      this.outdated,
      this.saves,
      vscode.workspace.registerTextDocumentContentProvider(SAVED, {
        onDidChange: this.saves.event,
        provideTextDocumentContent: (uri) => this.saved(uri),
      }),
      vscode.workspace.onDidSaveTextDocument(() => this.renewSaved()),
      vscode.languages.registerDocumentLinkProvider(VIEWS, { provideDocumentLinks: (document) => this.links(document) }),
      vscode.languages.registerDefinitionProvider(VIEWS, {
        provideDefinition: async (document, position) => (await this.origins(document)).get(position.line),
      }),
      vscode.languages.registerReferenceProvider(VIEWS, {
        provideReferences: (document, position) => this.sources(document, position),
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.followSoon(textEditor)),
    );
  }

  /** Shows a view of a file beside it, at what comes from the line of the cursor. */
  async show(kind: Kind, about: vscode.Uri): Promise<void> {
    const origin = vscode.window.activeTextEditor;
    const view = await this.open(kind, about);
    if (view !== undefined) {
      await vscode.window.showTextDocument(view, { viewColumn: vscode.ViewColumn.Beside, preview: true });
      this.followSoon(origin);
    }
  }

  /** Shows what a file is rendered to beside what it was rendered to when everything was saved last. */
  async compare(about: vscode.Uri): Promise<void> {
    const origin = vscode.window.activeTextEditor;
    const view = await this.open(RENDERED, about);
    if (view !== undefined) {
      const [selection] = origin === undefined ? [] : this.linesFrom(await this.ask({ kind: RENDERED, about }), origin);
      const title = `${nameOf(about)}: output as saved ↔ as typed`;
      await vscode.commands.executeCommand("vscode.diff", view.uri.with({ scheme: SAVED }), view.uri, title, { selection });
    }
  }

  dispose(): void {
    clearTimeout(this.waiting);
    this.subscription.dispose();
  }

  /** The document of a view; says so where there is nothing to show. */
  private async open(kind: Kind, about: vscode.Uri): Promise<vscode.TextDocument | undefined> {
    const view = await this.ask({ kind, about });
    if (view === null) {
      void vscode.window.showInformationMessage(kind.nothing(nameOf(about)));
      return undefined;
    }
    const uri = vscode.Uri.parse(view.uri, true);
    this.shown.set(uri.toString(), { kind, about });
    const document = await vscode.workspace.openTextDocument(uri);
    return view.languageId === document.languageId ? document : vscode.languages.setTextDocumentLanguage(document, view.languageId);
  }

  private ask({ kind, about }: Shown): Promise<MappedView | null> {
    return this.client.sendRequest<MappedView | null>(kind.request, identified(about.toString()));
  }

  /** The output of what was saved; nothing where something is wrong there. */
  private async saved(uri: vscode.Uri): Promise<string> {
    const shown = this.shown.get(uri.with({ scheme: SCHEME }).toString());
    const about = shown === undefined ? undefined : identified(shown.about.toString());
    const saved = about && (await this.client.sendRequest<{ text: string } | null>("sayl/renderedSaved", about));
    return saved?.text ?? "";
  }

  private renewSaved(): void {
    for (const { uri } of vscode.workspace.textDocuments.filter((document) => document.uri.scheme === SAVED)) {
      this.saves.fire(uri);
    }
  }

  private async origins(document: vscode.TextDocument): Promise<Map<number, vscode.Location>> {
    const shown = this.shown.get(document.uri.toString());
    const view = shown === undefined ? null : await this.ask(shown);
    const { protocol2CodeConverter: convert } = this.client;
    return new Map(view?.origins.map(({ line, location }) => [line, convert.asLocation(location)]));
  }

  /** Every place that a line comes from: the template's, and those of the data values in it. */
  private async sources(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Location[]> {
    const { code2ProtocolConverter: ask, protocol2CodeConverter: convert } = this.client;
    const sources = await this.client.sendRequest<Location[] | null>("textDocument/references", {
      ...ask.asTextDocumentPositionParams(document, position),
      context: { includeDeclaration: true },
    });
    return (sources ?? []).map((source) => convert.asLocation(source));
  }

  /** The comment that names the origin is the link. */
  private async links(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    if (this.shown.get(document.uri.toString())?.kind !== DATA_VALUES) {
      return [];
    }
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

  private followSoon(editor: vscode.TextEditor | undefined): void {
    if (editor !== undefined && editor.document.uri.scheme !== SCHEME && this.views().length > 0) {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => void this.follow(editor), PAUSE);
    }
  }

  /** The views that are on the screen. */
  private views(): vscode.TextEditor[] {
    return vscode.window.visibleTextEditors.filter(({ document }) => this.shown.has(document.uri.toString()));
  }

  /** Marks in the views what comes from the line of the cursor, and brings it into sight. */
  private async follow(editor: vscode.TextEditor): Promise<void> {
    for (const view of this.views()) {
      const shown = this.shown.get(view.document.uri.toString());
      const answer = shown === undefined ? null : await this.ask(shown);
      const lines = this.linesFrom(answer, editor);
      view.setDecorations(this.sameOrigin, lines);
      view.setDecorations(this.outdated, answer?.isCurrent === false ? [new vscode.Range(0, 1000, 0, 1000)] : []);
      if (lines[0] !== undefined) {
        view.revealRange(lines[0], vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      }
    }
  }

  /** The lines of a view that come from the line of the cursor. */
  private linesFrom(view: MappedView | null, { document, selection }: vscode.TextEditor): vscode.Range[] {
    const from = document.uri.toString();
    const places = (view?.origins ?? []).filter(({ location: { range } }) => range.start.line === selection.active.line);
    const own = places.filter(({ location: { uri } }) => vscode.Uri.parse(uri, true).toString() === from);
    return own.map(({ line }) => new vscode.Range(line, 0, line, 0));
  }
}

/** The last part of an address's path. */
export function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf("/") + 1);
}
