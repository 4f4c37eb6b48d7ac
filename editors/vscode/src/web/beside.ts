// What stands beside the text: words, folds, links, hints, lenses, names of the workspace, and what governs a file.

import {
  CodeLensRequest, CodeLensResolveRequest, DocumentLinkRequest, FoldingRangeKind, FoldingRangeRequest, InlayHintKind, InlayHintRequest, MarkupKind,
  SelectionRangeRequest, SemanticTokensRangeRequest, SemanticTokensRequest, SymbolKind, WorkspaceSymbolRequest,
} from "vscode-languageclient/browser";
import type { CodeLens, DocumentLink, FoldingRange, InlayHint, ProtocolConnection, SelectionRange, ServerCapabilities } from "vscode-languageclient/browser";

import type * as engine from "@sayl/web";
import type { Sayl } from "@sayl/web";

import type { FileStatus } from "../protocol.ts";
import { SHOW_REFERENCES } from "../references.ts";
import type { Paths } from "./paths.ts";
import { linked, location, semanticTokens } from "./toProtocol.ts";

/** The kinds of words, in the order of the engine's numbers. */
const WORDS = ["type", "class", "property", "operator", "string", "number", "keyword", "decorator", "parameter", "function", "variable", "namespace"];

/** What is offered. */
export const BESIDE: ServerCapabilities = {
  semanticTokensProvider: { legend: { tokenTypes: WORDS, tokenModifiers: [] }, full: true, range: true },
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  documentLinkProvider: {},
  inlayHintProvider: true,
  codeLensProvider: { resolveProvider: true },
  workspaceSymbolProvider: true,
};

/** What a lens leaves for later. */
interface Later {
  uri: string;
  kind: string;
}

export function answerBesideTheText(connection: ProtocolConnection, sayl: Sayl, paths: Paths): void {
  answerAboutWords(connection, sayl, paths);
  answerAboutLenses(connection, sayl, paths);
  connection.onRequest(DocumentLinkRequest.type, async ({ textDocument: { uri } }) =>
    ((await sayl.links(paths.of(uri))) ?? []).map((found) => link(found, paths)));
  connection.onRequest(InlayHintRequest.type, async ({ textDocument: { uri }, range }) =>
    ((await sayl.hints(paths.of(uri), range)) ?? []).map((found) => hint(found, paths)));
  connection.onRequest(WorkspaceSymbolRequest.type, async ({ query }) =>
    ((await sayl.workspaceSymbols(query)) ?? []).map((found) => ({
      name: found.name,
      containerName: found.container,
      kind: NAMES[found.kind],
      location: location(found, paths),
    })));
  connection.onRequest("sayl/status", async ({ textDocument: { uri } }: { textDocument: { uri: string } }) => {
    const status = await sayl.status(paths.of(uri));
    return status && fileStatus(status, paths);
  });
}

function answerAboutWords(connection: ProtocolConnection, sayl: Sayl, paths: Paths): void {
  const tokens = async (uri: string, range?: engine.Range) => {
    const found = await sayl.tokens(paths.of(uri), range);
    return found && semanticTokens(found);
  };
  connection.onRequest(SemanticTokensRequest.type, ({ textDocument: { uri } }) => tokens(uri));
  connection.onRequest(SemanticTokensRangeRequest.type, ({ textDocument: { uri }, range }) => tokens(uri, range));
  connection.onRequest(FoldingRangeRequest.type, async ({ textDocument: { uri } }) =>
    ((await sayl.folds(paths.of(uri))) ?? []).map(fold).filter(({ startLine, endLine }) => startLine < endLine));
  connection.onRequest(SelectionRangeRequest.type, async ({ textDocument: { uri }, positions }) =>
    ((await sayl.selectionRanges(paths.of(uri), positions)) ?? []).flatMap(selection));
}

function answerAboutLenses(connection: ProtocolConnection, sayl: Sayl, paths: Paths): void {
  connection.onRequest(CodeLensRequest.type, async ({ textDocument: { uri } }) =>
    ((await sayl.lenses(paths.of(uri))) ?? []).map(({ range, kind }): CodeLens => ({ range, data: { uri, kind } satisfies Later })));
  connection.onRequest(CodeLensResolveRequest.type, async (lens) => {
    const { uri, kind } = lens.data as Later;
    const text = await sayl.lens(paths.of(uri), lens.range.start, kind);
    const places = (text?.places ?? []).map((place) => location(place, paths));
    const command = places.length === 0 ? { command: "" } : { command: SHOW_REFERENCES, arguments: [uri, lens.range.start, places] };
    // A lens without a command would be asked for again and again.
    return { range: lens.range, command: { title: text?.title ?? "", ...command } };
  });
}

const FOLDS = { content: {}, comment: { kind: FoldingRangeKind.Comment }, imports: { kind: FoldingRangeKind.Imports }, region: { kind: FoldingRangeKind.Region } };

function fold({ range, kind, summary }: engine.Fold): FoldingRange {
  return { startLine: range.start.line, endLine: range.end.line, ...FOLDS[kind], ...(summary === null ? {} : { collapsedText: summary }) };
}

/** The ranges around a place, each in the next. */
function selection(ranges: engine.Range[]): SelectionRange[] {
  const around = ranges.reduceRight<SelectionRange | undefined>((parent, range) => (parent === undefined ? { range } : { range, parent }), undefined);
  return around === undefined ? [] : [around];
}

function link({ range, target }: engine.Link, paths: Paths): DocumentLink {
  if ("url" in target) {
    return { range, target: target.url };
  }
  const start = target.range?.start;
  const name = target.path.slice(target.path.lastIndexOf("/") + 1);
  return { range, target: paths.uri(target.path) + (start === undefined ? "" : `#L${start.line + 1},${start.character + 1}`), tooltip: `Open ${name}` };
}

function hint({ position, label, isType, target, markdown }: engine.Hint, paths: Paths): InlayHint {
  return {
    position,
    label: [{ value: label, ...(target === null ? {} : { location: location(target, paths) }) }],
    paddingLeft: true,
    ...(isType ? { kind: InlayHintKind.Type } : {}),
    ...(markdown === null ? {} : { tooltip: { kind: MarkupKind.Markdown, value: linked(markdown, paths) } }),
  };
}

const NAMES: Record<engine.WorkspaceSymbol["kind"], SymbolKind> = {
  key: SymbolKind.Property,
  function: SymbolKind.Function,
  resource: SymbolKind.Module,
  type: SymbolKind.Class,
};

function fileStatus({ bundles, resources, reason }: engine.Status, paths: Paths): FileStatus {
  return {
    bundles: bundles.map((bundle) => ({ ...bundle, schemas: bundle.schemas.map((path) => paths.uri(path)) })),
    resources: resources.map(({ kind, name, refersTo }) => ({
      kind,
      name,
      refersTo: refersTo.map((other) => ({ kind: other.kind, name: other.name, uri: paths.uri(other.path) })),
    })),
    ...(reason === null ? {} : { reason }),
  };
}
