// An editor of one file: what the engine says of it stands at its places.

import { autocompletion, completionKeymap, snippet, startCompletion } from "@codemirror/autocomplete";
import type { Completion as Option, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import type { ChangeSet, Extension, Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, showTooltip } from "@codemirror/view";
import type { Tooltip, ViewUpdate } from "@codemirror/view";

import type { Completion, Fix, Location, Problem, Sayl, TextEdit } from "../../package/src/index.ts";
import { button, element } from "./dom.ts";
import { look } from "./look.ts";
import { elementOf } from "./markdown.ts";
import { offset, position, span } from "./places.ts";
import { facts, withCode } from "./problemText.ts";

/** What an editor needs of the page around it. */
export interface Around {
  /** The engine, once it runs. */
  engine: () => Sayl | undefined;
  changed: (path: string, edits: TextEdit[]) => void;
  focused: (path: string) => void;
  goTo: (place: Location) => void;
  applyFix: (fix: Fix) => void;
}

/** What completes while somebody types, as the server of sayl announces it. */
const TRIGGERS = /[:\s\-@/"'|=<,.([{*]$/;

export function createEditor(path: string, text: string, around: Around): EditorView {
  return new EditorView({ state: EditorState.create({ doc: text, extensions: extensions(path, around) }) });
}

function extensions(path: string, around: Around): Extension[] {
  return [
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    bracketMatching(),
    highlightSelectionMatches(),
    indentUnit.of("  "),
    /\.(ya?ml)$/.test(path) ? yaml() : [],
    look,
    EditorView.contentAttributes.of({ "aria-label": path, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
    autocompletion({ override: [(context) => complete(path, around, context)], activateOnTypingDelay: 30 }),
    hoverTooltip((view, at) => said(path, around, view, at), { hoverTime: 200 }),
    explained,
    keymap.of([
      { key: "F1", run: (view) => explain(path, around, view), preventDefault: true },
      { key: "F12", run: (view) => follow(path, around, view), preventDefault: true },
      { key: "Escape", run: hideExplained },
      ...completionKeymap,
      ...lintKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => watch(path, around, update)),
  ];
}

function watch(path: string, around: Around, update: ViewUpdate): void {
  if (update.docChanged) {
    around.changed(path, editsOf(update.startState.doc, update.changes));
  }
  if (update.focusChanged && update.view.hasFocus) {
    around.focused(path);
  }
  const typed = update.transactions.some((transaction) => transaction.isUserEvent("input.type"));
  const before = update.state.doc.lineAt(update.state.selection.main.head);
  if (typed && TRIGGERS.test(before.text.slice(0, update.state.selection.main.head - before.from))) {
    startCompletion(update.view);
  }
}

/** From the last to the first, so that each stands where it did. */
function editsOf(doc: Text, changes: ChangeSet): TextEdit[] {
  const edits: TextEdit[] = [];
  changes.iterChanges((from, to, _, __, inserted) => {
    edits.unshift({ range: { start: position(doc, from), end: position(doc, to) }, text: inserted.toString() });
  });
  return edits;
}

async function complete(path: string, around: Around, context: CompletionContext): Promise<CompletionResult | null> {
  const engine = around.engine();
  const { doc } = context.state;
  const items = await engine?.completion(path, position(doc, context.pos));
  if (engine === undefined || !items || items.length === 0 || context.aborted) {
    return null;
  }
  const order = items.map((item, index) => ({ item, index })).sort((a, b) => (a.item.sort < b.item.sort ? -1 : 1));
  const from = Math.min(...items.map((item) => offset(doc, item.range.start)));
  const typed = /^[^\p{L}\p{N}_]*/u.exec(doc.sliceString(from, context.pos))?.[0].trimEnd() ?? "";
  const options = order.map(({ item, index }, rank) => option(engine, item, index, rank, typed));
  return { from, options, validFor: /^["'@/]?[\p{L}\p{N}_.\-/]*$/u };
}

/** What is compared with what is typed begins with the sign that stands there, such as an opening quote. */
function option(engine: Sayl, item: Completion, index: number, rank: number, typed: string): Option {
  const label = typed === "" || item.label.startsWith(typed) ? item.label : typed + item.label;
  return {
    label,
    displayLabel: item.label,
    type: KINDS[item.kind],
    ...(item.detail === null ? {} : { detail: item.detail }),
    boost: Math.max(-99, 99 - rank),
    info: async () => {
      const text = await engine.documentation(index);
      return text === null ? null : elementOf(text);
    },
    apply: (view, _, __, to) => insert(view, item, to),
  };
}

const KINDS: Record<Completion["kind"], string> = {
  key: "property", value: "constant", enumMember: "enum", variable: "variable", function: "function", annotation: "function",
  keyword: "keyword", type: "type", module: "namespace", parameter: "variable", file: "text",
};

function insert(view: EditorView, item: Completion, cursor: number): void {
  const { doc } = view.state;
  const { from, to } = span(doc, item.range);
  if (item.isSnippet) {
    snippet(fields(item.text))(view, { label: item.label }, from, Math.max(to, cursor));
  } else {
    const end = from + item.text.length;
    view.dispatch({ changes: { from, to: Math.max(to, cursor), insert: item.text }, selection: { anchor: end }, userEvent: "input.complete" });
  }
  if (item.also !== null) {
    view.dispatch({ changes: { ...span(doc, item.also.range), insert: item.also.text } });
  }
  if (/[:-] $/.test(item.text.replace(/\$\{?\d.*$/, ""))) {
    startCompletion(view);
  }
}

/** A snippet as CodeMirror writes it: the last place to fill in has no number there. */
function fields(text: string): string {
  const marked = text.replace(/\\([$}\\])|\$\{(\d+):([^}]*)\}|\$\{?(\d+)\}?/g, (whole, escaped, number, words, bare) => {
    if (escaped !== undefined) {
      return escaped;
    }
    return number === undefined ? `\${${bare === "0" ? "99" : bare}}` : `\${${number}:${words}}`;
  });
  return marked.includes("${") ? marked : `${marked}\${}`;
}

// What is said of a place.

async function said(path: string, around: Around, view: EditorView, at: number): Promise<Tooltip | null> {
  const hover = await around.engine()?.hover(path, position(view.state.doc, at));
  if (!hover) {
    return null;
  }
  const { from, to } = span(view.state.doc, hover.range);
  const text = await elementOf(hover.markdown);
  return { pos: from, end: to, above: true, create: () => ({ dom: element("div", { class: "hover" }, text) }) };
}

const setExplained = StateEffect.define<Tooltip | null>();

/** The same for the cursor, until it moves or the text changes. */
const explained = StateField.define<Tooltip | null>({
  create: () => null,
  update: (shown, transaction) => {
    const effect = transaction.effects.find((effect) => effect.is(setExplained));
    return effect?.value ?? (transaction.docChanged || transaction.selection || effect !== undefined ? null : shown);
  },
  provide: (field) => showTooltip.from(field),
});

function explain(path: string, around: Around, view: EditorView): boolean {
  void said(path, around, view, view.state.selection.main.head).then((tooltip) => {
    const nothing: Tooltip = {
      pos: view.state.selection.main.head,
      create: () => ({ dom: element("div", { class: "hover" }, "Nothing is said of this place.") }),
    };
    const shown = tooltip ?? nothing;
    const create = (): { dom: HTMLElement } => {
      const made = shown.create(view);
      made.dom.setAttribute("role", "status");
      return made;
    };
    view.dispatch({ effects: setExplained.of({ ...shown, create }) });
  });
  return true;
}

function hideExplained(view: EditorView): boolean {
  const isShown = view.state.field(explained) !== null;
  if (isShown) {
    view.dispatch({ effects: setExplained.of(null) });
  }
  return isShown;
}

function follow(path: string, around: Around, view: EditorView): boolean {
  void around.engine()?.definition(path, position(view.state.doc, view.state.selection.main.head)).then((found) => {
    const first = found?.[0];
    if (first !== undefined) {
      around.goTo({ path: first.path, range: first.selection });
    }
  });
  return true;
}

// Problems at their places.

const SEVERITIES = { error: "error", warning: "warning", information: "info", hint: "hint" } as const;

export function showProblems(view: EditorView, path: string, problems: Problem[], around: Around): void {
  const { doc } = view.state;
  const diagnostics = problems.map((problem): Diagnostic => ({
    ...visible(doc, span(doc, problem.range)),
    severity: SEVERITIES[problem.severity],
    message: problem.message,
    renderMessage: () => message(path, problem, around),
  }));
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

/** What is empty gets a character to be seen at. */
function visible(doc: Text, { from, to }: { from: number; to: number }): { from: number; to: number } {
  const line = doc.lineAt(from);
  return to > from ? { from, to } : { from: Math.max(line.from, Math.min(from, line.to - 1)), to: Math.min(line.to, from + 1) };
}

function message(path: string, problem: Problem, around: Around): HTMLElement {
  const fixes = element("div", { class: "fixes" });
  void around.engine()?.fixes(path, { start: problem.range.start, end: problem.range.start }).then((found) => {
    const own = (found ?? []).filter((fix) => fix.problem?.code === problem.code && fix.problem.message === problem.message);
    const offered = own.map((fix) => {
      const offer = button("", () => around.applyFix(fix), { class: "fix" });
      offer.append(...withCode(fix.title));
      return offer;
    });
    fixes.append(...offered);
  });
  const title = element("div", { class: "sentence" }, ...withCode(problem.message), " ", element("span", { class: "faint" }, problem.code));
  return element("div", {}, title, facts(problem, around.goTo), fixes);
}
