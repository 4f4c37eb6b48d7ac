// The worker: it holds one instance of the module, and asks it one request after the other.
//
// A module may come in two parts, so that the first answers are there before all of it has travelled. A request that needs
// the second part waits for it, with all that come after.

/** What the module exports. */
interface Exports {
  memory: WebAssembly.Memory;
  sayl_request(length: number): number;
  sayl_answer(): number;
  sayl_answer_text(): number;
}

/** A question of the page, by a number that its answer has too. */
interface Question {
  id: number;
  request: unknown;
}

/** To the worker: the module first, or its first part and later the other one; then requests. */
export type ToWorker = { module: WebAssembly.Module; isWhole: boolean } | { rest: WebAssembly.Module } | Question;

/** From the worker: an answer, or why the module is of no use any more. */
export type FromWorker = { id: number; answer: unknown } | { id: number; failure: string };

/** The module calls something that its second part holds. */
class MissingPart extends Error {}

/** The first part, while the other one is on its way. */
interface FirstPart {
  module: WebAssembly.Module;
  /** What was answered, for an instance that takes the place of one that stopped halfway. */
  answered: Question[];
  /** The request that stopped halfway, and all that came after it. */
  waiting: Question[];
}

let engine: Exports | undefined;
let first: FirstPart | undefined;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    engine = instance(data.module);
    first = data.isWhole ? undefined : { module: data.module, answered: [], waiting: [] };
  } else if ("rest" in data) {
    complete(data.rest);
  } else {
    take(data);
  }
};

/** A new instance. What it imports is what the second part will put in place. */
function instance(module: WebAssembly.Module): Exports {
  const missing = (): never => {
    throw new MissingPart();
  };
  const placeholder = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, missing]));
  return new WebAssembly.Instance(module, { placeholder }).exports as unknown as Exports;
}

/** The second part is there. An instance that stopped halfway is of no use, so another one is asked the same again. */
function complete(rest: WebAssembly.Module): void {
  const before = first;
  first = undefined;
  const isHalfway = before !== undefined && before.waiting.length > 0;
  if (isHalfway) {
    engine = instance(before.module);
  }
  new WebAssembly.Instance(rest, { primary: engine as unknown as WebAssembly.ModuleImports });
  if (isHalfway) {
    for (const { request } of before.answered) {
      ask(request);
    }
    before.waiting.forEach(take);
  }
}

function take(question: Question): void {
  if (first !== undefined && first.waiting.length > 0) {
    first.waiting.push(question);
    return;
  }
  try {
    self.postMessage({ id: question.id, answer: ask(question.request) } satisfies FromWorker);
    first?.answered.push(question);
  } catch (error) {
    if (error instanceof MissingPart && first !== undefined) {
      first.waiting.push(question);
    } else {
      // A trap: out of memory, or too many calls within calls.
      self.postMessage({ id: question.id, failure: String(error) } satisfies FromWorker);
    }
  }
}

function ask(request: unknown): unknown {
  if (engine === undefined) {
    throw new Error("there is no module");
  }
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const start = engine.sayl_request(bytes.length);
  // The memory may have grown, and then it is another buffer.
  new Uint8Array(engine.memory.buffer, start, bytes.length).set(bytes);
  const length = engine.sayl_answer();
  const answer = new Uint8Array(engine.memory.buffer, engine.sayl_answer_text(), length);
  return JSON.parse(new TextDecoder().decode(answer));
}
