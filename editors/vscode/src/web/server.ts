// The language server of the web: the protocol over the engine, as far as the engine answers there. The engine has a
// worker of its own, which is replaced where template code takes too long.

import {
  CodeActionKind, CodeActionRequest, CompletionItemKind, CompletionItemTag, CompletionRequest, CompletionResolveRequest, DefinitionRequest,
  DiagnosticSeverity, DidChangeTextDocumentNotification, DidCloseTextDocumentNotification, DidOpenTextDocumentNotification,
  DocumentFormattingRequest, DocumentSymbolRequest, ErrorCodes, HoverRequest, InitializeRequest, InsertTextFormat, InsertTextMode, MarkupKind,
  PrepareRenameRequest, PublishDiagnosticsNotification, ReferencesRequest, RenameRequest, ResponseError, ShutdownRequest, SymbolKind, TextDocumentContentRefreshRequest, TextDocumentContentRequest, TextDocumentSyncKind,
} from "vscode-languageclient/browser";
import type {
  CodeAction, CompletionItem, Diagnostic, DocumentSymbol, Location, ProtocolConnection, ServerCapabilities, TextDocumentEdit, TextEdit,
  WorkspaceEdit,
} from "vscode-languageclient/browser";

import type * as engine from "@sayl/web";
import type { Sayl } from "@sayl/web";

import type { MappedView } from "../protocol.ts";
import { Paths } from "./paths.ts";

/** Of the extension: files of the workspace as they were read, by their addresses; `null` for those that are gone. */
export const FILES = "sayl/files";

const SCHEME = "sayl";

const CAPABILITIES: ServerCapabilities = {
  positionEncoding: "utf-16",
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  hoverProvider: true,
  completionProvider: { triggerCharacters: [":", " ", "-", "@", "/", "\"", "'", "|", "=", "<", ",", ".", "(", "[", "{", "*"], resolveProvider: true },
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
  documentFormattingProvider: true,
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite] },
  workspace: { textDocumentContent: { schemes: [SCHEME] } },
};

/** Answers whoever is at the other end of the connection. */
export function serve(connection: ProtocolConnection, sayl: Sayl, version: string): void {
  const paths = new Paths();
  const views = new Views(connection, sayl, paths);
  const problems = new Problems(connection, sayl, paths, views);
  connection.onRequest(InitializeRequest.type, () => ({ capabilities: CAPABILITIES, serverInfo: { name: "sayl", version } }));
  connection.onRequest(ShutdownRequest.type, () => sayl.stop());
  followTexts(connection, sayl, paths, problems);
  answerAboutPlaces(connection, sayl, paths);
  answerRenames(connection, sayl, paths);
  answerAboutFiles(connection, sayl, paths);
  connection.listen();
}

function followTexts(connection: ProtocolConnection, sayl: Sayl, paths: Paths, problems: Problems): void {
  connection.onNotification(FILES, ({ files }: { files: Record<string, string | null> }) => {
    const texts = Object.entries(files).map(([uri, text]) => [paths.of(uri), text]);
    void sayl.setFiles(Object.fromEntries(texts));
    problems.refresh();
  });
  connection.onNotification(DidOpenTextDocumentNotification.type, ({ textDocument: { uri, text, languageId } }) => {
    void sayl.open(paths.of(uri), text, languageId === "ytt");
    problems.refresh();
  });
  connection.onNotification(DidChangeTextDocumentNotification.type, ({ textDocument: { uri }, contentChanges }) => {
    const path = paths.of(uri);
    for (const change of contentChanges) {
      void ("range" in change ? sayl.edit(path, [{ range: change.range, text: change.text }]) : sayl.open(path, change.text));
    }
    problems.refresh();
  });
  connection.onNotification(DidCloseTextDocumentNotification.type, ({ textDocument: { uri } }) => {
    void sayl.close(paths.of(uri));
    problems.refresh();
  });
}

function answerAboutPlaces(connection: ProtocolConnection, sayl: Sayl, paths: Paths): void {
  connection.onRequest(HoverRequest.type, async ({ textDocument: { uri }, position }) => {
    const hover = await sayl.hover(paths.of(uri), position);
    return hover && { contents: { kind: MarkupKind.Markdown, value: hover.markdown }, range: hover.range };
  });
  connection.onRequest(CompletionRequest.type, async ({ textDocument: { uri }, position }) => {
    const items = await sayl.completion(paths.of(uri), position);
    return { isIncomplete: false, items: (items ?? []).map(completionItem) };
  });
  connection.onRequest(CompletionResolveRequest.type, async (item) => {
    const documentation = await sayl.documentation(Number(item.data));
    return documentation === null ? item : { ...item, documentation: { kind: MarkupKind.Markdown, value: documentation } };
  });
  connection.onRequest(DefinitionRequest.type, async ({ textDocument: { uri }, position }) => {
    const found = await sayl.definition(paths.of(uri), position);
    return (found ?? []).map(({ path, selection }) => ({ uri: paths.uri(path), range: selection }));
  });
  connection.onRequest(ReferencesRequest.type, async ({ textDocument: { uri }, position }) => {
    const found = await sayl.references(paths.of(uri), position);
    return (found ?? []).map((place) => location(place, paths));
  });
}

function answerRenames(connection: ProtocolConnection, sayl: Sayl, paths: Paths): void {
  connection.onRequest(PrepareRenameRequest.type, async ({ textDocument: { uri }, position }) => {
    const name = await sayl.prepareRename(paths.of(uri), position);
    return name && "refused" in name ? refusal(name) : name && { range: name.range, placeholder: name.name };
  });
  connection.onRequest(RenameRequest.type, async ({ textDocument: { uri }, position, newName }) => {
    const renamed = await sayl.rename(paths.of(uri), position, newName);
    return renamed && "refused" in renamed ? refusal(renamed) : renamed && { documentChanges: documentEdits(renamed.edits, paths) };
  });
}

/** What editors show to whoever asked. */
function refusal({ refused }: engine.Refused): ResponseError {
  return new ResponseError(ErrorCodes.InvalidRequest, refused);
}

function answerAboutFiles(connection: ProtocolConnection, sayl: Sayl, paths: Paths): void {
  connection.onRequest(DocumentSymbolRequest.type, async ({ textDocument: { uri } }) => (await sayl.symbols(paths.of(uri)))?.map(symbol) ?? []);
  connection.onRequest(DocumentFormattingRequest.type, async ({ textDocument: { uri } }) => {
    const edits = await sayl.format(paths.of(uri));
    return (edits ?? []).map(({ range, text }) => ({ range, newText: text }));
  });
  connection.onRequest(CodeActionRequest.type, async ({ textDocument: { uri }, range }) => {
    const fixes = await sayl.fixes(paths.of(uri), range);
    return (fixes ?? []).map((fix) => action(fix, paths));
  });
}

/** How many views are kept up to date: those that were asked for last. */
const MOST_VIEWS = 8;

/** Texts that nobody wrote, under addresses of their own. */
class Views {
  /** What was told last of each. */
  private readonly told = new Map<string, string>();

  constructor(
    private readonly connection: ProtocolConnection,
    private readonly sayl: Sayl,
    private readonly paths: Paths,
  ) {
    type About = { textDocument: { uri: string } };
    connection.onRequest("sayl/dataValues", ({ textDocument: { uri } }: About) => this.view("values", uri));
    connection.onRequest("sayl/rendered", ({ textDocument: { uri } }: About) => this.view("rendered", uri));
    connection.onRequest(TextDocumentContentRequest.type, async ({ uri }) => {
      const text = await this.content(uri);
      this.told.delete(uri);
      this.told.set(uri, text);
      this.forget();
      return { text };
    });
  }

  /** Tells of those that would be others now. */
  async refresh(): Promise<void> {
    for (const [uri, text] of this.told) {
      if ((await this.content(uri)) !== text) {
        await this.connection.sendRequest(TextDocumentContentRefreshRequest.type, { uri });
      }
    }
  }

  private forget(): void {
    const [oldest] = this.told.keys();
    if (this.told.size > MOST_VIEWS && oldest !== undefined) {
      this.told.delete(oldest);
    }
  }

  /** As the content of its address. */
  private async content(uri: string): Promise<string> {
    const [, kind, about] = /^sayl:\/(values|rendered)\/[^?]*\?(.*)$/.exec(uri) ?? [];
    const path = this.paths.of(decodeURIComponent(about ?? ""));
    const text = kind === "values" ? (await this.sayl.values(path))?.commented : (await this.sayl.rendered(path))?.text;
    return text ?? "";
  }

  /** As the answer to a request of the extension. */
  private async view(kind: "values" | "rendered", uri: string): Promise<MappedView | null> {
    const path = this.paths.of(uri);
    const shown = kind === "values" ? await this.sayl.values(path) : await this.sayl.rendered(path);
    const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
    const isText = shown !== null && "isText" in shown && shown.isText;
    return shown && {
      uri: `${SCHEME}:/${kind}/${encodeURIComponent(`${name} ${kind}`)}.${isText ? "txt" : "yml"}?${encodeURIComponent(uri)}`,
      languageId: isText ? "plaintext" : "yaml",
      text: shown.text,
      origins: shown.origins.map((origin) => ({ line: origin.line, location: location(origin, this.paths) })),
      ...("isCurrent" in shown ? { isCurrent: shown.isCurrent } : {}),
    };
  }
}

/** Tells of problems where they have changed, and asks no more often than answers come. */
class Problems {
  private told = new Map<string, string>();
  private isOutdated = false;
  private isAsking = false;

  constructor(
    private readonly connection: ProtocolConnection,
    private readonly sayl: Sayl,
    private readonly paths: Paths,
    private readonly views: Views,
  ) {}

  refresh(): void {
    this.isOutdated = true;
    if (!this.isAsking) {
      this.isAsking = true;
      void this.ask().finally(() => (this.isAsking = false));
    }
  }

  private async ask(): Promise<void> {
    while (this.isOutdated) {
      this.isOutdated = false;
      const files = await this.sayl.problems().catch(() => undefined);
      if (files !== undefined && !this.isOutdated) {
        this.tell(files);
        await this.views.refresh().catch(() => undefined);
      }
    }
  }

  private tell(files: engine.FileProblems[]): void {
    const before = this.told;
    this.told = new Map();
    for (const { path, problems } of files) {
      const diagnostics = problems.map((problem) => diagnostic(problem, this.paths));
      const text = JSON.stringify(diagnostics);
      this.told.set(path, text);
      if ((before.get(path) ?? "[]") !== text) {
        void this.connection.sendNotification(PublishDiagnosticsNotification.type, { uri: this.paths.uri(path), diagnostics });
      }
    }
    for (const path of before.keys()) {
      if (!this.told.has(path)) {
        void this.connection.sendNotification(PublishDiagnosticsNotification.type, { uri: this.paths.uri(path), diagnostics: [] });
      }
    }
  }
}

// From the engine to the protocol.

function location({ path, range }: engine.Location, paths: Paths): Location {
  return { uri: paths.uri(path), range };
}

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

function diagnostic(problem: engine.Problem, paths: Paths): Diagnostic {
  const facts = [["found", problem.found], ["expected", problem.expected], ...problem.hints.map((hint) => ["hint", hint])];
  const lines = facts.filter(([, fact]) => fact !== null).map(([name, fact]) => `${name}: ${fact}`);
  return {
    range: problem.range,
    severity: SEVERITIES[problem.severity],
    code: problem.code,
    source: "sayl",
    message: [problem.message, ...lines].join("\n"),
    relatedInformation: problem.related.map((place) => ({ location: location(place, paths), message: place.message })),
  };
}

/** Edits of each file together. */
function documentEdits(all: engine.Edits["edits"], paths: Paths): TextDocumentEdit[] {
  const edits = new Map<string, TextEdit[]>();
  for (const { path, range, text } of all) {
    edits.set(path, [...(edits.get(path) ?? []), { range, newText: text }]);
  }
  return [...edits].map(([path, edits]) => ({ textDocument: { uri: paths.uri(path), version: null }, edits }));
}

function action(fix: engine.Fix, paths: Paths): CodeAction {
  const edit: WorkspaceEdit = { documentChanges: [...created(fix, paths), ...documentEdits(fix.edits, paths)] };
  return {
    title: fix.title,
    edit,
    isPreferred: fix.isPreferred,
    kind: fix.problem === null ? CodeActionKind.RefactorRewrite : CodeActionKind.QuickFix,
    ...(fix.problem === null ? {} : { diagnostics: [diagnostic(fix.problem, paths)] }),
  };
}

function created({ newFile }: engine.Fix, paths: Paths): NonNullable<WorkspaceEdit["documentChanges"]> {
  if (newFile === null) {
    return [];
  }
  const uri = paths.uri(newFile.path);
  const start = { line: 0, character: 0 };
  return [
    { kind: "create", uri },
    { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText: newFile.text }] },
  ];
}

const COMPLETIONS: Record<engine.CompletionKind, CompletionItemKind> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  enumMember: CompletionItemKind.EnumMember,
  variable: CompletionItemKind.Variable,
  parameter: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
  annotation: CompletionItemKind.Function,
  keyword: CompletionItemKind.Keyword,
  type: CompletionItemKind.Class,
  module: CompletionItemKind.Module,
  file: CompletionItemKind.File,
};

function completionItem(item: engine.Completion, index: number): CompletionItem {
  const isLong = item.text.includes("\n");
  return {
    label: item.label,
    kind: COMPLETIONS[item.kind],
    ...(item.detail === null ? {} : { detail: item.detail }),
    sortText: item.sort,
    textEdit: { range: item.range, newText: item.text },
    insertTextFormat: item.isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    ...(isLong ? { insertTextMode: item.isSnippet ? InsertTextMode.adjustIndentation : InsertTextMode.asIs } : {}),
    ...(item.isDeprecated ? { tags: [CompletionItemTag.Deprecated] } : {}),
    ...(item.also === null ? {} : { additionalTextEdits: [{ range: item.also.range, newText: item.also.text }] }),
    data: index,
  };
}

const SYMBOLS: Record<engine.SymbolKind, SymbolKind> = {
  document: SymbolKind.Module,
  type: SymbolKind.Class,
  function: SymbolKind.Function,
  variable: SymbolKind.Variable,
  mapping: SymbolKind.Object,
  sequence: SymbolKind.Array,
  string: SymbolKind.String,
  number: SymbolKind.Number,
  boolean: SymbolKind.Boolean,
  null: SymbolKind.Null,
};

function symbol(found: engine.DocumentSymbol): DocumentSymbol {
  return {
    // Clients refuse symbols without a name, and YAML has keys that are.
    name: found.name.trim() === "" ? `"${found.name}"` : found.name,
    ...(found.detail === null ? {} : { detail: found.detail }),
    kind: SYMBOLS[found.kind],
    range: found.range,
    selectionRange: found.selection,
    children: found.children.map(symbol),
  };
}
