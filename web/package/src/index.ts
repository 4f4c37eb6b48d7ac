// The engine of sayl in a page or an editor: files in, answers out.
//
// It runs in a worker. Where an answer takes too long, or the module runs out of memory, the worker is ended and another
// one takes its place, with the same files. What ended it was template code, so that is not evaluated again until a text
// has changed.

import type * as types from "./types.ts";
import { edited } from "./edits.ts";
import type { FromWorker, ToWorker } from "./worker.ts";
// The bundle of worker.ts, as text.
import source from "sayl:worker";

export type * from "./types.ts";

/** A module: where it is, its bytes, or compiled. */
export type ModuleSource = URL | string | BufferSource | WebAssembly.Module;

export interface Options {
  module: ModuleSource;
  /** The second part of a module that was split in two; `module` is the first one then. It is loaded after that. */
  rest?: ModuleSource;
  /** How many milliseconds an answer may take before the worker is replaced; 8000 if it is not given. */
  patience?: number;
  /** How many rounds of loops and calls one evaluation of template code may take; ten million if it is not given. */
  steps?: number;
  /** Whether places in hovers are links, `file:///schema.yml#L3`, for editors that can follow them. */
  links?: boolean;
  /** Makes the worker, for pages that allow none from a `blob:`. It is to run `worker.js` of this package. */
  makeWorker?: () => Worker;
  /** Is told why a worker was replaced. */
  onReplaced?: (reason: Replaced) => void;
  /** Is told that no worker answers at all, so the session has ended. */
  onStopped?: () => void;
}

/** Why a worker was replaced. */
export type Replaced = "time" | "memory";

/** What nobody answers any more: the session was stopped, or a second worker was asked in vain. */
export class Interrupted extends Error {}

interface Waiting {
  request: Asked;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

type Asked = { do: string } & Record<string, unknown>;

/** A file that is being edited. */
interface Open {
  text: string;
  isYtt: boolean;
}

/** So many workers in a row that do not even read the files are enough. */
const MOST_FAILURES = 3;

/** After a worker that did not start the next one waits so long, in milliseconds: memory of ended ones is freed late. */
const PAUSE = 300;

/** A session: files, and questions about them. */
export class Sayl {
  private worker: Worker | undefined;
  private readonly files = new Map<string, string>();
  private readonly opened = new Map<string, Open>();
  /** In the order in which they were asked, as they are answered. */
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private evaluates = true;
  /** Workers that gave no answer though no code was evaluated, since the last answer to a question. */
  private failures = 0;
  /** Whether the worker has answered anything: if not, no code was evaluated. */
  private hasStarted = false;
  /** Whether the worker has ended, and the next one starts soon. */
  private isPausing = false;
  private settings: unknown;
  /** The second part of the module, once it is there. */
  private rest: WebAssembly.Module | undefined;

  private constructor(
    private readonly module: WebAssembly.Module,
    private readonly options: Options,
    worker: Worker,
  ) {
    this.begin(worker);
    if (options.rest !== undefined) {
      void this.loadRest(options.rest);
    }
  }

  /** Compiles the module and starts a worker, at the same time. */
  static async start(options: Options): Promise<Sayl> {
    const worker = newWorker(options);
    try {
      return new Sayl(await compile(options.module), options, worker);
    } catch (error) {
      worker.terminate();
      throw error;
    }
  }

  /** Whether template code is evaluated; it is not between the replacement of a worker and the next change of a text. */
  get isEvaluating(): boolean {
    return this.evaluates;
  }

  /** Takes settings as an editor gives them to the program, and answers what is wrong in them. */
  configure(settings: unknown): Promise<string[]> {
    this.settings = settings;
    return this.ask({ do: "settings", settings });
  }

  /** Writes files, and removes those that are `null`. */
  setFiles(files: Record<string, string | null>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) {
        this.files.delete(path);
      } else {
        this.files.set(path, text);
      }
    }
    return this.change({ do: "files", files });
  }

  /** A file is edited from now on: its text counts, whatever was written. `isYtt` if it is ytt's whatever it holds. */
  open(path: string, text: string, isYtt = false): Promise<void> {
    this.opened.set(path, { text, isYtt });
    return this.change({ do: "open", path, text, isYtt });
  }

  /** Changes an open file: replacements in order, each in the text that the one before left. */
  edit(path: string, edits: types.TextEdit[]): Promise<void> {
    const open = this.opened.get(path);
    if (open !== undefined) {
      open.text = edits.reduce(edited, open.text);
    }
    return this.change({ do: "edit", path, edits });
  }

  /** What was written counts again. */
  close(path: string): Promise<void> {
    this.opened.delete(path);
    return this.change({ do: "close", path });
  }

  /** The problems of all files, as `sayl check` reports them. */
  problems(): Promise<types.FileProblems[]> {
    return this.ask({ do: "problems" });
  }

  /** Those of them that are known without running template code: what there is to show while that starts. */
  earlyProblems(): Promise<types.FileProblems[]> {
    return this.ask({ do: "problems", early: true });
  }

  /** What would mend the problems in a range, and other ways to write what stands there. */
  fixes(path: string, range: types.Range): Promise<types.Fix[] | null> {
    return this.ask({ do: "fixes", path, range });
  }

  /** All that is obviously to be mended in a file, as one. */
  fixAll(path: string): Promise<types.Fix | null> {
    return this.ask({ do: "fixAll", path });
  }

  /** What is said of a place. */
  hover(path: string, position: types.Position): Promise<types.Hover | null> {
    return this.ask({ do: "hover", path, position });
  }

  /** What could be written at a place. */
  completion(path: string, position: types.Position): Promise<types.Completion[] | null> {
    return this.ask({ do: "completion", path, position });
  }

  /** The documentation of an item of the last completion, by its index, in Markdown. */
  documentation(index: number): Promise<string | null> {
    return this.ask({ do: "documentation", index });
  }

  /** What is said of the call that a place is in. */
  signature(path: string, position: types.Position): Promise<types.Signature | null> {
    return this.ask({ do: "signature", path, position });
  }

  /** Where what stands at a place is defined. */
  definition(path: string, position: types.Position): Promise<types.Definition[] | null> {
    return this.ask({ do: "definition", path, position });
  }

  /** Where the type of what stands at a place is defined. */
  typeDefinition(path: string, position: types.Position): Promise<types.Definition[] | null> {
    return this.ask({ do: "typeDefinition", path, position });
  }

  /** Every place that writes the name at a place, those that declare it included unless `declarations` is false. */
  references(path: string, position: types.Position, declarations = true): Promise<types.Location[] | null> {
    return this.ask({ do: "references", path, position, declarations });
  }

  /** Every place of this file that writes the name at a place. */
  highlights(path: string, position: types.Position): Promise<types.Highlight[] | null> {
    return this.ask({ do: "highlights", path, position });
  }

  /** What is edited together with the name at a place. */
  linkedRanges(path: string, position: types.Position): Promise<types.Range[] | null> {
    return this.ask({ do: "linkedRanges", path, position });
  }

  /** What could be selected around each place, from the inside. */
  selectionRanges(path: string, positions: types.Position[]): Promise<types.Range[][] | null> {
    return this.ask({ do: "selectionRanges", path, positions });
  }

  /** What a rename at a place would be about. */
  prepareRename(path: string, position: types.Position): Promise<types.Renameable | types.Refused | null> {
    return this.ask({ do: "prepareRename", path, position });
  }

  /** The edits that give the name at a place another one. */
  rename(path: string, position: types.Position, name: string): Promise<types.Edits | types.Refused | null> {
    return this.ask({ do: "rename", path, position, name });
  }

  /** The outline of a file. */
  symbols(path: string): Promise<types.DocumentSymbol[] | null> {
    return this.ask({ do: "symbols", path });
  }

  /** The declarations of all files whose names match. */
  workspaceSymbols(query: string): Promise<types.WorkspaceSymbol[] | null> {
    return this.ask({ do: "workspaceSymbols", query });
  }

  /** What can be folded. */
  folds(path: string): Promise<types.Fold[] | null> {
    return this.ask({ do: "folds", path });
  }

  /** What the words of a file are, or of a range of it. */
  tokens(path: string, range?: types.Range): Promise<types.Tokens | null> {
    return this.ask({ do: "tokens", path, range });
  }

  /** What is written in a file that leads elsewhere. */
  links(path: string): Promise<types.Link[] | null> {
    return this.ask({ do: "links", path });
  }

  /** What stands behind the values of a range, as far as the settings want it. */
  hints(path: string, range: types.Range): Promise<types.Hint[] | null> {
    return this.ask({ do: "hints", path, range });
  }

  /** Above which lines something stands, as far as the settings want it. */
  lenses(path: string): Promise<types.Lens[] | null> {
    return this.ask({ do: "lenses", path });
  }

  /** What stands there, by the place and the kind of one of them. */
  lens(path: string, position: types.Position, kind: string): Promise<types.LensText | null> {
    return this.ask({ do: "lens", path, position, kind });
  }

  /** The edits that lay out a file, or a range of it; none where something is wrong with it. */
  format(path: string, style: types.FormatStyle = {}, range?: types.Range): Promise<types.TextEdit[] | null> {
    return this.ask({ do: "format", path, style, range });
  }

  /** The edits that indent a line that was just begun. */
  formatLine(path: string, position: types.Position, style: types.FormatStyle = {}): Promise<types.TextEdit[] | null> {
    return this.ask({ do: "formatLine", path, position, style });
  }

  /** What governs a file. */
  status(path: string): Promise<types.Status | null> {
    return this.ask({ do: "status", path });
  }

  /** The documentation of the schema that governs a file, as a page of HTML. */
  schemaDocs(path: string): Promise<{ html: string } | null> {
    return this.ask({ do: "schemaDocs", path });
  }

  /** The graphs of resources in a file (kro), as a page of HTML with pictures. */
  graph(path: string): Promise<{ html: string } | null> {
    return this.ask({ do: "graph", path });
  }

  /** What a code of problems means, in Markdown. */
  explain(code: string): Promise<string | null> {
    return this.ask({ do: "explain", code });
  }

  /** The data values that a file leads to. */
  values(path: string): Promise<types.DataValues | null> {
    return this.ask({ do: "values", path });
  }

  /** What a template is rendered to; of any other file, what its bundle is. */
  rendered(path: string): Promise<types.Rendered | null> {
    return this.ask({ do: "rendered", path });
  }

  /** What a template is rendered to as it was written last, whatever is edited; `null` where something is wrong there. */
  renderedSaved(path: string): Promise<string | null> {
    return this.ask({ do: "renderedSaved", path });
  }

  /** Ends the worker. What was asked is not answered. */
  stop(): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) {
      reject(new Interrupted("the session was stopped"));
    }
    this.waiting.clear();
  }

  private ask<T>(request: Asked): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.worker === undefined) {
        reject(new Interrupted("the session was stopped"));
        return;
      }
      const id = ++this.lastId;
      this.waiting.set(id, { request, resolve: resolve as (answer: unknown) => void, reject });
      this.post({ id, request });
      this.watch();
    });
  }

  private begin(worker: Worker): void {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (worker === this.worker) {
        this.receive(data);
      }
    };
    this.worker = worker;
    this.hasStarted = false;
    this.isPausing = false;
    this.post({ module: this.module, isWhole: this.options.rest === undefined });
    if (this.rest !== undefined) {
      this.post({ rest: this.rest });
    }
    const { steps, links } = this.options;
    this.tell({ do: "start", evaluates: this.evaluates, ...(steps === undefined ? {} : { steps }), ...(links === undefined ? {} : { links }) });
    if (this.settings !== undefined) {
      this.tell({ do: "settings", settings: this.settings });
    }
  }

  private async loadRest(source: ModuleSource): Promise<void> {
    try {
      this.rest = await compile(source);
    } catch {
      this.stop();
      this.options.onStopped?.();
      return;
    }
    this.post({ rest: this.rest });
    this.watch(true);
  }

  /** Asks something whose answer nobody waits for. */
  private tell(request: Asked): void {
    this.post({ id: 0, request });
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private receive(message: FromWorker): void {
    const waiting = this.waiting.get(message.id);
    if ("failure" in message) {
      this.replace("memory");
      return;
    }
    this.hasStarted = true;
    if (waiting !== undefined) {
      this.waiting.delete(message.id);
      this.failures = 0;
      clearTimeout(this.timer);
      this.watch(true);
      const error = typeof message.answer === "object" && message.answer !== null && "error" in message.answer;
      if (error) {
        waiting.reject(new Error(String((message.answer as { error: unknown }).error)));
      } else {
        waiting.resolve(message.answer);
      }
    }
  }

  /** The time of the request that is being answered runs, unless that may wait for the rest of the module. */
  private watch(anew = false): void {
    const isComplete = this.options.rest === undefined || this.rest !== undefined;
    if (isComplete && !this.isPausing && this.waiting.size > 0 && (anew || this.waiting.size === 1)) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.replace("time"), this.options.patience ?? 8000);
    }
  }

  /** Ends the worker, starts another one, and asks it what the first has not answered. */
  private replace(reason: Replaced): void {
    clearTimeout(this.timer);
    const isCode = this.evaluates && this.hasStarted;
    this.failures += isCode ? 0 : 1;
    if (this.failures > MOST_FAILURES) {
      this.stop();
      this.options.onStopped?.();
      return;
    }
    if (!this.hasStarted) {
      this.worker?.terminate();
      this.isPausing = true;
      this.timer = setTimeout(() => this.restart(), PAUSE * this.failures);
      return;
    }
    // Behind what is not answered, somebody may have changed the texts already.
    this.evaluates = [...this.waiting.values()].slice(1).some(({ request }) => isChange(request));
    if (!isCode) {
      this.waiting.forEach(({ reject }) => reject(new Interrupted(`an answer took too much ${reason}`)));
      this.waiting.clear();
    }
    this.restart();
    if (!this.evaluates) {
      this.options.onReplaced?.(reason);
    }
  }

  /** Starts another worker with the files as they are now, and asks it what waits. */
  private restart(): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.begin(newWorker(this.options));
    this.tell({ do: "files", files: Object.fromEntries(this.files) });
    for (const [path, { text, isYtt }] of this.opened) {
      this.tell({ do: "open", path, text, isYtt });
    }
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { request, resolve, reject } of waiting) {
      // What changed texts is in them.
      (isChange(request) ? Promise.resolve() : this.ask(request)).then(resolve, reject);
    }
  }

  /** A text has changed, so what was stopped does no harm any more. */
  private change(request: Asked): Promise<void> {
    if (this.evaluates) {
      return this.ask(request);
    }
    this.evaluates = true;
    this.restart();
    return Promise.resolve();
  }
}

function newWorker({ makeWorker }: Options): Worker {
  return makeWorker?.() ?? new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
}

function isChange(request: Asked): boolean {
  return ["files", "open", "edit", "close"].includes(request.do);
}

async function compile(module: ModuleSource): Promise<WebAssembly.Module> {
  if (module instanceof WebAssembly.Module) {
    return module;
  }
  if (typeof module !== "string" && !(module instanceof URL)) {
    return WebAssembly.compile(module);
  }
  const response = await fetch(module);
  if (!response.ok) {
    throw new Error(`${response.status} ${response.statusText}: ${response.url}`);
  }
  // A server that does not know the type of the file gives it all the same.
  const isTyped = response.headers.get("content-type")?.startsWith("application/wasm") ?? false;
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
