// The playground: files of somebody's, and what sayl says of them while they are edited.

import { Interrupted, Sayl } from "../../package/src/index.ts";
import type { FileProblems, Fix, Location, TextEdit } from "../../package/src/index.ts";
import { byId, element } from "./dom.ts";
import { loadRenderer } from "./markdown.ts";
import { showProblems } from "./editor.ts";
import { first } from "./examples.ts";
import type { Examples } from "./examples.ts";
import { fromLink, toLink } from "./link.ts";
import type { State } from "./link.ts";
import { offerColours, offerHelp, say, warn } from "./page.ts";
import { Panes } from "./panes.ts";
import { span } from "./places.ts";
import { listProblems, MappedView } from "./results.ts";
import type { Kind } from "./results.ts";

/** So long nothing is typed before the address holds what was typed, in milliseconds. */
const PAUSE = 400;

const STOPPED = "The template code used too much time or memory and was stopped. It is evaluated again once you change a text; the other checks go on.";

const FAILED = "The checker does not run: this browser ends it, or a part of it could not be loaded.";

class Playground {
  private engine: Sayl | undefined;
  private readonly view = new MappedView((place) => this.goTo(place));
  private readonly panes = new Panes({
    engine: () => this.engine,
    changed: (path, edits) => this.changed(path, edits),
    focused: (path) => this.focused(path),
    goTo: (place) => this.goTo(place),
    applyFix: (fix) => this.applyFix(fix),
    renamed: (from, to) => this.write({ ...(from === "" ? {} : { [from]: null }), [to]: this.panes.texts()[to.slice(1)] ?? "" }),
    removed: (path) => this.write({ [path]: null }),
  });
  private kind: Kind = "values";
  private isAsking = false;
  private isOutdated = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The address that this page wrote last. */
  private written = "";
  /** The problems that are shown, as JSON; empty once a text has changed since. */
  private shown = "";

  async begin(): Promise<void> {
    this.offerTabs();
    byId("add").addEventListener("click", () => this.panes.create());
    byId("share").addEventListener("click", () => void this.share());
    const compiled = Sayl.start({
      module: new URL("sayl.wasm", document.baseURI),
      rest: new URL("sayl.rest.wasm", document.baseURI),
      onReplaced: () => warn(STOPPED),
      onStopped: () => warn(FAILED),
    });
    await this.read();
    window.addEventListener("hashchange", () => location.hash !== this.written && void this.read());
    try {
      this.engine = await compiled;
    } catch (error) {
      warn(`The checker could not be loaded: ${String(error)}`);
      return;
    }
    this.give();
    void this.offerExamples();
  }

  /** Shows what the address holds. */
  private async read(): Promise<void> {
    const state = await fromLink(location.hash).catch((error: unknown) => {
      warn(`The link could not be read: ${error instanceof Error ? error.message : String(error)}. This is an example instead.`);
      return undefined;
    });
    this.show(state ?? first);
  }

  private show(state: State): void {
    const before = this.panes.paths;
    this.panes.replace(state.files, state.open);
    this.give(before);
  }

  /** Gives the engine every file, and takes those that were there before. */
  private give(before: string[] = []): void {
    const gone = before.map((path): [string, string | null] => [`/${path}`, null]);
    const files = Object.entries(this.panes.texts()).map(([path, text]): [string, string | null] => [`/${path}`, text]);
    this.write(Object.fromEntries([...gone, ...files]));
  }

  private write(files: Record<string, string | null>): void {
    this.shown = "";
    void this.engine?.setFiles(files);
    for (const [path, text] of Object.entries(files)) {
      // From now on it is edited.
      void (text === null ? this.engine?.close(path) : this.engine?.open(path, text));
    }
    this.refresh();
  }

  private changed(path: string, edits: TextEdit[]): void {
    warn("");
    this.shown = "";
    void this.engine?.edit(path, edits);
    this.refresh();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.remember(), PAUSE);
  }

  private focused(path: string): void {
    if (this.panes.active !== path.slice(1)) {
      this.panes.activate(path.slice(1));
    }
    this.refresh();
  }

  /** Asks anew; while an answer is under way, once it is there. */
  private refresh(): void {
    this.isOutdated = true;
    if (!this.isAsking && this.engine !== undefined) {
      this.isAsking = true;
      void this.ask(this.engine).finally(() => (this.isAsking = false));
    }
  }

  private async ask(engine: Sayl): Promise<void> {
    while (this.isOutdated) {
      this.isOutdated = false;
      const about = `/${this.panes.active}`;
      try {
        if (document.body.dataset["state"] !== "ready") {
          // The first code to run takes as long as everything before it.
          this.tell(await engine.earlyProblems());
        }
        const problems = await engine.problems();
        if (this.isOutdated) {
          continue;
        }
        this.tell(problems);
        this.view.show(this.kind === "values" ? await engine.values(about) : await engine.rendered(about), this.kind);
        document.body.dataset["state"] = "ready";
        void loadRenderer();
      } catch (error) {
        if (!(error instanceof Interrupted)) {
          throw error;
        }
      }
    }
  }

  private tell(problems: FileProblems[]): void {
    // Showing the same again would close what is open on them, and take the button away that is being pressed.
    const shown = JSON.stringify(problems);
    if (shown === this.shown) {
      return;
    }
    this.shown = shown;
    for (const path of this.panes.paths) {
      const view = this.panes.view(path);
      if (view !== undefined) {
        showProblems(view, `/${path}`, problems.find((file) => file.path === `/${path}`)?.problems ?? [], this.panes.around);
      }
    }
    this.panes.count(problems);
    listProblems(problems, (place) => this.goTo(place));
  }

  private goTo({ path, range }: Location): void {
    const view = this.panes.view(path.slice(1));
    if (view !== undefined) {
      this.panes.activate(path.slice(1));
      const { from, to } = span(view.state.doc, range);
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.focus();
    }
  }

  private applyFix(fix: Fix): void {
    for (const path of new Set(fix.edits.map((edit) => edit.path))) {
      const view = this.panes.view(path.slice(1));
      const edits = fix.edits.filter((edit) => edit.path === path);
      view?.dispatch({ changes: edits.map((edit) => ({ ...span(view.state.doc, edit.range), insert: edit.text })), userEvent: "input.fix" });
      view?.focus();
    }
    if (fix.newFile !== null) {
      const { path, text } = fix.newFile;
      this.panes.add(path.slice(1), text);
      this.write({ [path]: text });
      this.panes.activate(path.slice(1), true);
    }
    say(fix.title);
  }

  /** Keeps what is shown in the address. */
  private async remember(): Promise<string> {
    this.written = await toLink({ files: this.panes.texts(), open: this.panes.active });
    history.replaceState(null, "", this.written);
    return location.href;
  }

  private async share(): Promise<void> {
    const link = await this.remember();
    try {
      await navigator.clipboard.writeText(link);
      say("The link is copied: it holds every file as it is now.");
    } catch {
      say("The address of this page is the link.");
    }
  }

  private offerTabs(): void {
    const tabs = [byId("tab-values"), byId("tab-output")];
    const choose = (index: number): void => {
      this.kind = index === 0 ? "values" : "output";
      tabs.forEach((tab, other) => {
        tab.setAttribute("aria-selected", String(other === index));
        tab.tabIndex = other === index ? 0 : -1;
      });
      byId("view").setAttribute("aria-labelledby", tabs[index]?.id ?? "");
      this.refresh();
    };
    tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => choose(index));
      tab.addEventListener("keydown", ({ key }) => {
        if (key === "ArrowRight" || key === "ArrowLeft") {
          choose(1 - index);
          tabs[1 - index]?.focus();
        }
      });
    });
  }

  private async offerExamples(): Promise<void> {
    const select = byId<HTMLSelectElement>("examples");
    const groups = (await (await fetch(new URL("examples.json", document.baseURI))).json()) as Examples;
    for (const { title, examples } of groups) {
      const options = examples.map((example) => element("option", { value: `${title}/${example.title}` }, example.title));
      select.append(element("optgroup", { label: title }, ...options));
    }
    select.addEventListener("change", () => {
      const all = groups.flatMap(({ title, examples }) => examples.map((example) => [`${title}/${example.title}`, example] as const));
      const chosen = all.find(([name]) => name === select.value)?.[1];
      if (chosen !== undefined) {
        warn("");
        this.show(chosen);
        void this.remember();
      }
    });
  }
}

offerColours();
offerHelp();
void new Playground().begin();
