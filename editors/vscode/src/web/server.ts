// The language server of the web: the protocol over the engine, as far as the engine answers there. The engine has a
// worker of its own, which is replaced where template code takes too long.

import {
  CodeActionKind, CodeActionRequest, CompletionRequest, CompletionResolveRequest, DefinitionRequest, DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification, DidCloseTextDocumentNotification, DidOpenTextDocumentNotification, DocumentFormattingRequest,
  DocumentHighlightKind, DocumentHighlightRequest, DocumentOnTypeFormattingRequest, DocumentRangeFormattingRequest, DocumentSymbolRequest,
  ErrorCodes, ExecuteCommandRequest, HoverRequest, InitializeRequest, LinkedEditingRangeRequest, LogMessageNotification, MarkupKind, MessageType,
  PrepareRenameRequest, ReferencesRequest, RenameRequest, ResponseError, ShowDocumentRequest, ShutdownRequest, SignatureHelpRequest,
  TextDocumentSyncKind, TypeDefinitionRequest,
} from "vscode-languageclient/browser";
import type { Definition, FormattingOptions, MarkupContent, ProtocolConnection, ServerCapabilities, SignatureInformation, TextEdit } from "vscode-languageclient/browser";

import type * as engine from "@sayl/web";
import type { Sayl } from "@sayl/web";

import { forServer } from "../settings.ts";
import { answerBesideTheText, BESIDE } from "./beside.ts";
import { Paths } from "./paths.ts";
import { Problems } from "./problems.ts";
import { action, codeOf, completionItem, documentEdits, EXPLAIN, explanations, linked, location, SCHEME, symbol } from "./toProtocol.ts";
import { Views } from "./views.ts";

/** Of the extension: files of the workspace as they were read, by their addresses; `null` for those that are gone. */
export const FILES = "sayl/files";

/** All that is obvious, at once. */
const FIX_ALL = "source.fixAll.sayl";

const CAPABILITIES: ServerCapabilities = {
  positionEncoding: "utf-16",
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  hoverProvider: true,
  completionProvider: { triggerCharacters: [":", " ", "-", "@", "/", "\"", "'", "|", "=", "<", ",", ".", "(", "[", "{", "*"], resolveProvider: true },
  signatureHelpProvider: { triggerCharacters: ["=", "(", ","], retriggerCharacters: [" "] },
  definitionProvider: true,
  typeDefinitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  linkedEditingRangeProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  documentOnTypeFormattingProvider: { firstTriggerCharacter: "\n" },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, FIX_ALL] },
  executeCommandProvider: { commands: [EXPLAIN] },
  ...BESIDE,
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
  answerBesideTheText(connection, sayl, paths);
  takeSettings(connection, sayl, problems);
  explain(connection);
  connection.listen();
}

/** Settings come with the start of the client, and when they change. */
function takeSettings(connection: ProtocolConnection, sayl: Sayl, problems: Problems): void {
  connection.onNotification(DidChangeConfigurationNotification.type, async ({ settings }) => {
    for (const message of await sayl.configure(forServer((settings as { sayl?: unknown } | null)?.sayl))) {
      void connection.sendNotification(LogMessageNotification.type, { type: MessageType.Warning, message });
    }
    problems.refresh();
  });
}

function explain(connection: ProtocolConnection): void {
  connection.onRequest(ExecuteCommandRequest.type, async ({ arguments: [code] = [] }) => {
    const uri = `${SCHEME}:///problems/${String(code)}.md`;
    if (codeOf(uri) !== undefined) {
      await connection.sendRequest(ShowDocumentRequest.type, { uri, takeFocus: true });
    }
    return null;
  });
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
    return hover && { contents: { kind: MarkupKind.Markdown, value: linked(hover.markdown, paths) }, range: hover.range };
  });
  connection.onRequest(CompletionRequest.type, async ({ textDocument: { uri }, position }) => {
    const items = await sayl.completion(paths.of(uri), position);
    return { isIncomplete: false, items: (items ?? []).map(completionItem) };
  });
  connection.onRequest(CompletionResolveRequest.type, async (item) => {
    const documentation = await sayl.documentation(Number(item.data));
    return documentation === null ? item : { ...item, documentation: { kind: MarkupKind.Markdown, value: linked(documentation, paths) } };
  });
  connection.onRequest(SignatureHelpRequest.type, async ({ textDocument: { uri }, position }) => {
    const found = await sayl.signature(paths.of(uri), position);
    return found && { signatures: [signature(found, paths)], activeSignature: 0, activeParameter: found.active };
  });
  connection.onRequest(DefinitionRequest.type, async ({ textDocument: { uri }, position }) =>
    definitions(await sayl.definition(paths.of(uri), position), paths));
  connection.onRequest(TypeDefinitionRequest.type, async ({ textDocument: { uri }, position }) =>
    definitions(await sayl.typeDefinition(paths.of(uri), position), paths));
  connection.onRequest(ReferencesRequest.type, async ({ textDocument: { uri }, position, context }) => {
    const found = await sayl.references(paths.of(uri), position, context.includeDeclaration);
    return (found ?? []).map((place) => location(place, paths));
  });
  connection.onRequest(DocumentHighlightRequest.type, async ({ textDocument: { uri }, position }) => {
    const found = await sayl.highlights(paths.of(uri), position);
    return (found ?? []).map(({ range, isDeclaration }) => ({ range, kind: isDeclaration ? DocumentHighlightKind.Write : DocumentHighlightKind.Read }));
  });
  connection.onRequest(LinkedEditingRangeRequest.type, async ({ textDocument: { uri }, position }) => {
    const ranges = (await sayl.linkedRanges(paths.of(uri), position)) ?? [];
    return ranges.length === 0 ? null : { ranges, wordPattern: "[^\\s\\[\\]{},]+" };
  });
}

function definitions(found: engine.Definition[] | null, paths: Paths): Definition {
  return (found ?? []).map(({ path, selection }) => ({ uri: paths.uri(path), range: selection }));
}

function signature({ label, documentation, parameters }: engine.Signature, paths: Paths): SignatureInformation {
  const words = (text: string): { documentation?: MarkupContent } =>
    text === "" ? {} : { documentation: { kind: MarkupKind.Markdown, value: linked(text, paths) } };
  return { label, ...words(documentation), parameters: parameters.map((it) => ({ label: it.label, ...words(it.documentation) })) };
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
  connection.onRequest(DocumentFormattingRequest.type, async ({ textDocument: { uri }, options }) =>
    textEdits(await sayl.format(paths.of(uri), style(options))));
  connection.onRequest(DocumentRangeFormattingRequest.type, async ({ textDocument: { uri }, range, options }) =>
    textEdits(await sayl.format(paths.of(uri), style(options), range)));
  connection.onRequest(DocumentOnTypeFormattingRequest.type, async ({ textDocument: { uri }, position, options }) =>
    textEdits(await sayl.formatLine(paths.of(uri), position, style(options))));
  connection.onRequest(CodeActionRequest.type, async ({ textDocument: { uri }, range, context: { only } }) => {
    if (only?.some((kind) => kind.startsWith("source"))) {
      const all = await sayl.fixAll(paths.of(uri));
      return all === null ? [] : [action(all, paths, FIX_ALL)];
    }
    const fixes = (await sayl.fixes(paths.of(uri), range)) ?? [];
    const problems = fixes.flatMap(({ problem }) => problem ?? []);
    return [...fixes.map((fix) => action(fix, paths)), ...explanations(problems, paths)];
  });
}

function textEdits(edits: engine.TextEdit[] | null): TextEdit[] {
  return (edits ?? []).map(({ range, text }) => ({ range, newText: text }));
}

/** YAML is not indented by tabs: of an editor that would do so, the width of a tab says nothing. */
function style({ tabSize, insertSpaces, trimTrailingWhitespace, trimFinalNewlines, insertFinalNewline }: FormattingOptions): engine.FormatStyle {
  return {
    width: insertSpaces ? tabSize : null,
    trimsLines: trimTrailingWhitespace ?? true,
    trimsEnd: trimFinalNewlines ?? true,
    endsLastLine: insertFinalNewline ?? true,
  };
}
