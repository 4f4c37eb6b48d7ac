// The files of the page: a pane with an editor for each, side by side where there is room, else one behind its tab.

import type { EditorView } from "@codemirror/view";

import type { FileProblems, Severity } from "../../package/src/index.ts";
import { button, byId, element } from "./dom.ts";
import { createEditor } from "./editor.ts";
import type { Around } from "./editor.ts";
import { tidy } from "./link.ts";

interface Pane {
  root: HTMLElement;
  tab: HTMLButtonElement;
  view: EditorView;
  badges: HTMLElement[];
}

/** What the panes tell of files that come and go. */
export interface Told extends Around {
  renamed: (from: string, to: string) => void;
  removed: (path: string) => void;
}

export class Panes {
  private readonly panes = new Map<string, Pane>();
  private readonly tabs = byId("tabs");
  private readonly room = byId("files");
  /** The file that is looked at. */
  active = "";

  constructor(readonly around: Told) {
    this.tabs.addEventListener("keydown", (event) => this.walk(event));
  }

  /** The paths, in the order in which they are shown. */
  get paths(): string[] {
    return [...this.panes.keys()];
  }

  view(path: string): EditorView | undefined {
    return this.panes.get(path)?.view;
  }

  texts(): Record<string, string> {
    return Object.fromEntries([...this.panes].map(([path, { view }]) => [path, view.state.doc.toString()]));
  }

  /** Shows other files than before. */
  replace(files: Record<string, string>, open: string): void {
    for (const path of this.paths) {
      this.drop(path);
    }
    for (const [path, text] of Object.entries(files)) {
      this.add(path, text);
    }
    this.activate(open);
  }

  add(path: string, text: string): void {
    const view = createEditor(`/${path}`, text, this.around);
    const badges = [element("span", { class: "badge" }), element("span", { class: "badge" })] as const;
    const name = button(path, () => this.rename(path), { class: "name", title: `Rename ${path}` });
    const remove = button("×", () => this.remove(path), { class: "quiet close", "aria-label": `Remove ${path}` });
    const id = `pane-${path.replaceAll(/[^\w-]/g, "_")}`;
    const root = element("section", { class: "pane", id, "aria-label": path }, element("header", {}, name, badges[0], element("span", { class: "space" }), remove), view.dom);
    const tab = button(path, () => this.activate(path, true), { role: "tab", "aria-controls": id });
    tab.append(badges[1]);
    this.panes.set(path, { root, tab, view, badges: [...badges] });
    this.room.append(root);
    this.tabs.append(tab);
    this.room.dataset["count"] = String(this.panes.size);
  }

  /** Makes a file the one that is looked at. */
  activate(path: string, withFocus = false): void {
    if (!this.panes.has(path)) {
      path = this.paths[0] ?? "";
    }
    const before = this.active;
    this.active = path;
    for (const [other, { root, tab }] of this.panes) {
      const isActive = other === path;
      root.classList.toggle("active", isActive);
      tab.setAttribute("aria-selected", String(isActive));
      tab.tabIndex = isActive ? 0 : -1;
    }
    this.panes.get(path)?.tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (withFocus) {
      this.panes.get(path)?.view.focus();
    }
    if (before !== path) {
      this.around.focused(`/${path}`);
    }
  }

  /** How many problems each file has, and how bad the worst is. */
  count(files: FileProblems[]): void {
    for (const [path, { badges }] of this.panes) {
      const problems = files.find((file) => file.path === `/${path}`)?.problems ?? [];
      const worst: Severity | undefined = (["error", "warning", "information"] as const).find((severity) => problems.some((problem) => problem.severity === severity));
      const shown = problems.filter((problem) => problem.severity !== "hint").length;
      for (const badge of badges) {
        badge.textContent = shown === 0 ? "" : String(shown);
        badge.className = `badge ${worst ?? ""}`;
      }
    }
  }

  /** Asks for a name and makes a file of it. */
  create(): void {
    const path = this.ask("The name of the new file, such as envs/prod.yml", "");
    if (path !== undefined) {
      this.add(path, "");
      this.around.renamed("", `/${path}`);
      this.activate(path, true);
    }
  }

  private rename(path: string): void {
    const to = this.ask(`Another name for ${path}`, path);
    if (to !== undefined) {
      const files = Object.entries(this.texts()).map(([name, text]) => [name === path ? to : name, text]);
      this.replace(Object.fromEntries(files), to);
      this.around.renamed(`/${path}`, `/${to}`);
    }
  }

  private ask(question: string, before: string): string | undefined {
    const path = tidy(window.prompt(question, before) ?? "");
    if (path === "" || path === before) {
      return undefined;
    }
    if (this.panes.has(path)) {
      window.alert(`There is a file ${path} already.`);
      return undefined;
    }
    return path;
  }

  private remove(path: string): void {
    if (this.panes.size > 1 && window.confirm(`Remove ${path}?`)) {
      this.drop(path);
      this.around.removed(`/${path}`);
      this.activate(this.active, true);
    }
  }

  private drop(path: string): void {
    const pane = this.panes.get(path);
    pane?.view.destroy();
    pane?.root.remove();
    pane?.tab.remove();
    this.panes.delete(path);
    this.room.dataset["count"] = String(this.panes.size);
  }

  /** Arrows go through the tabs. */
  private walk(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step !== undefined) {
      const paths = this.paths;
      const next = paths[(paths.indexOf(this.active) + step + paths.length) % paths.length] ?? "";
      this.activate(next);
      this.panes.get(next)?.tab.focus();
      event.preventDefault();
    }
  }
}
