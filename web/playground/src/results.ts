// What sayl says: the list of problems, and the texts that the files lead to.

import { yaml } from "@codemirror/lang-yaml";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";

import type { DataValues, FileProblems, Location, Problem, Rendered, Severity } from "../../package/src/index.ts";
import { button, byId, element } from "./dom.ts";
import { look } from "./look.ts";
import { facts, withCode } from "./problemText.ts";

type GoTo = (place: Location) => void;

const SEVERITIES: Severity[] = ["error", "warning", "information", "hint"];

export function listProblems(files: FileProblems[], goTo: GoTo): void {
  const all = files.flatMap(({ path, problems }) => problems.map((problem) => ({ path, problem })));
  all.sort((a, b) => SEVERITIES.indexOf(a.problem.severity) - SEVERITIES.indexOf(b.problem.severity));
  byId("list").replaceChildren(...all.map(({ path, problem }) => item(path, problem, goTo)));
  byId("count").textContent = counted(all.map(({ problem }) => problem.severity));
  if (all.length === 0) {
    byId("list").append(element("li", { class: "none" }, "Nothing is wrong."));
  }
}

function counted(severities: Severity[]): string {
  const counts = SEVERITIES.map((severity) => [severities.filter((other) => other === severity).length, severity] as const);
  const words = counts.filter(([count]) => count > 0).map(([count, severity]) => `${count} ${severity}${count > 1 && severity !== "information" ? "s" : ""}`);
  return words.join(", ");
}

function item(path: string, problem: Problem, goTo: GoTo): HTMLElement {
  const place = `${path.slice(1)}:${problem.range.start.line + 1}:${problem.range.start.character + 1}`;
  const head = button("", () => goTo({ path, range: problem.range }), { class: "problem" });
  head.append(
    element("span", { class: `mark ${problem.severity}` }, problem.severity),
    element("span", { class: "sentence" }, ...withCode(problem.message)),
    element("span", { class: "faint place" }, `${place} · ${problem.code}`),
  );
  return element("li", {}, head, facts(problem, goTo));
}

/** What is shown of a file beside its problems. */
export type Kind = "values" | "output";

/** A text that nobody wrote; a line of it leads to where it comes from. */
export class MappedView {
  private readonly view: EditorView;
  private origins = new Map<number, Location>();

  constructor(private readonly goTo: GoTo) {
    this.view = new EditorView({
      parent: byId("view"),
      state: EditorState.create({
        extensions: [
          lineNumbers(),
          yaml(),
          look,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ "aria-label": "Data values or output", tabindex: "0", "aria-readonly": "true" }),
          EditorView.domEventHandlers({
            click: (event, view) => this.follow(view.posAtCoords({ x: event.clientX, y: event.clientY })),
          }),
          keymap.of([{ key: "Enter", run: (view) => this.follow(view.state.selection.main.head) }]),
        ],
      }),
    });
  }

  show(text: DataValues | Rendered | null, kind: Kind): void {
    const nothing = kind === "values" ? "# This file leads to no data values." : "# There is no output.";
    const shown = text === null ? `${nothing}\n` : "commented" in text ? text.commented : text.text;
    this.origins = new Map(text?.origins.map(({ line, path, range }) => [line, { path, range }]));
    if (shown !== this.view.state.doc.toString()) {
      this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: shown } });
    }
    const isOld = text !== null && "isCurrent" in text && !text.isCurrent;
    this.view.dom.classList.toggle("old", isOld);
    byId("about").textContent = isOld ? "as it was before the mistake" : "";
  }

  private follow(at: number | null): boolean {
    const origin = at === null ? undefined : this.origins.get(this.view.state.doc.lineAt(at).number - 1);
    if (origin !== undefined && this.view.state.selection.main.empty) {
      this.goTo(origin);
    }
    return origin !== undefined;
  }
}
