// From the engine to the protocol.

import { CodeActionKind, CompletionItemKind, CompletionItemTag, DiagnosticSeverity, DiagnosticTag, InsertTextFormat, InsertTextMode, SymbolKind, SymbolTag } from "vscode-languageclient/browser";
import type {
  CodeAction, CompletionItem, Diagnostic, DocumentSymbol, Location, SemanticTokens, TextDocumentEdit, TextEdit, WorkspaceEdit,
} from "vscode-languageclient/browser";

import type * as engine from "@sayl/web";

import type { Paths } from "./paths.ts";

/** Of the addresses of what nobody wrote. */
export const SCHEME = "sayl";

/** The command that shows the page of the code that is its argument. */
export const EXPLAIN = "sayl.explain";

export function location({ path, range }: engine.Location, paths: Paths): Location {
  return { uri: paths.uri(path), range };
}

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export function diagnostic(problem: engine.Problem, paths: Paths): Diagnostic {
  const facts = [["found", problem.found], ["expected", problem.expected], ...problem.hints.map((hint) => ["hint", hint])];
  const lines = facts.filter(([, fact]) => fact !== null).map(([name, fact]) => `${name}: ${fact}`);
  return {
    range: problem.range,
    severity: SEVERITIES[problem.severity],
    code: problem.code,
    source: "sayl",
    message: [problem.message, ...lines].join("\n"),
    codeDescription: { href: pageOf(problem.code) },
    tags: [...(problem.isIdle ? [DiagnosticTag.Unnecessary] : []), ...(problem.isOld ? [DiagnosticTag.Deprecated] : [])],
    relatedInformation: problem.related.map((place) => ({ location: location(place, paths), message: place.message })),
  };
}

/** What is said where problems of a file are hidden. */
export function more(hidden: number): Diagnostic {
  const start = { line: 0, character: 0 };
  const message = `${hidden} more ${hidden === 1 ? "problem is" : "problems are"} not shown: the setting \`limits.max-problems\` says how many are.`;
  return { range: { start, end: start }, severity: DiagnosticSeverity.Information, source: "sayl", message };
}

/** The address of the page that explains a code. */
function pageOf(code: string): string {
  return `${SCHEME}:///problems/${code}.md`;
}

/** The code whose page an address names. */
export function codeOf(uri: string): string | undefined {
  return /^sayl:\/(?:\/\/)?problems\/([\w-]+)\.md$/.exec(uri)?.[1];
}

/** An offer to explain each code among some fixes. */
export function explanations(problems: engine.Problem[], paths: Paths): CodeAction[] {
  return [...new Set(problems.map(({ code }) => code))].map((code) => ({
    title: `Explain \`${code}\``,
    kind: CodeActionKind.QuickFix,
    diagnostics: problems.filter((problem) => problem.code === code).map((problem) => diagnostic(problem, paths)),
    command: { title: `Explain \`${code}\``, command: EXPLAIN, arguments: [code] },
  }));
}

/** Edits of each file together. */
export function documentEdits(all: engine.Edits["edits"], paths: Paths): TextDocumentEdit[] {
  const edits = new Map<string, TextEdit[]>();
  for (const { path, range, text } of all) {
    edits.set(path, [...(edits.get(path) ?? []), { range, newText: text }]);
  }
  return [...edits].map(([path, edits]) => ({ textDocument: { uri: paths.uri(path), version: null }, edits }));
}

export function action(fix: engine.Fix, paths: Paths, kind: string = fix.problem === null ? CodeActionKind.RefactorRewrite : CodeActionKind.QuickFix): CodeAction {
  const edit: WorkspaceEdit = { documentChanges: [...created(fix, paths), ...documentEdits(fix.edits, paths)] };
  return {
    title: fix.title,
    edit,
    isPreferred: fix.isPreferred,
    kind,
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

export function completionItem(item: engine.Completion, index: number): CompletionItem {
  const isLong = item.text.includes("\n");
  return {
    label: item.label,
    kind: COMPLETIONS[item.kind],
    ...(item.detail === null ? {} : { detail: item.detail }),
    sortText: item.sort,
    ...(item.filter === null ? {} : { filterText: item.filter }),
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

export function symbol(found: engine.DocumentSymbol): DocumentSymbol {
  return {
    // Clients refuse symbols without a name, and YAML has keys that are.
    name: found.name.trim() === "" ? `"${found.name}"` : found.name,
    ...(found.detail === null ? {} : { detail: found.detail }),
    kind: SYMBOLS[found.kind],
    ...(found.isDeprecated ? { tags: [SymbolTag.Deprecated] } : {}),
    range: found.range,
    selectionRange: found.selection,
    children: found.children.map(symbol),
  };
}

/** Each placed from the one before. */
export function semanticTokens({ numbers }: engine.Tokens): SemanticTokens {
  const data: number[] = [];
  let [before, column] = [0, 0];
  for (let at = 0; at < numbers.length; at += 4) {
    const [line = 0, character = 0, length = 0, kind = 0] = numbers.slice(at, at + 4);
    data.push(line - before, line === before ? character - column : character, length, kind, 0);
    [before, column] = [line, character];
  }
  return { data };
}

/** Markdown whose links lead to files as the editor names them. */
export function linked(markdown: string, paths: Paths): string {
  return markdown.replaceAll(/<file:\/\/([^>#]*)(#[^>]*)?>/g, (_, path: string, place = "") => `<${paths.uri(decodeURIComponent(path))}${place}>`);
}
